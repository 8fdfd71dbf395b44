/**
 * Content that the page moves by itself instead of scrolling: an element that it shifts behind a window, or slides of
 * which it shows one at a time.
 */

import { address } from '../anchoring/selector.js';
import { composedParent, viewOf } from '../dom/composed-tree.js';
import { elementBox, intersection } from '../dom/geometry.js';
import { call, read } from '../dom/node.js';
import { coverOf, isConcealed, slidesWith } from '../dom/slides.js';
import { translationOf } from '../dom/translation.js';
import { roundFraction } from './anchors.js';
import { hasMoved } from './reading-scroller.js';

/**
 * @typedef {import('../dom/geometry.js').Box} Box
 * @typedef {import('./reading-line.js').View} View
 * @typedef {'x' | 'y'} Axis
 * @typedef {{path: string[], selector: string, kind: 'transform' | 'slides', axis: Axis, x: number, y: number,
 *     extent: number, slide: number | null, slides: number | null}} Motion
 */

/** The number of elements around the line that are examined, at about 10 microseconds each. */
const MOST_ANCESTORS = 16;
/** In CSS px: layout is rounded, so a smaller shift is none. */
const SHIFTED = 1;
/** A multiple of the view: a picture that is a little wider than the view is not shifted but centred. */
const LEAST_ACROSS = 1.5;
/** A fraction of the view: a slide that moves into view fills it. */
const FILLS = 0.4;
const FITS = 1.1;
/** A fraction of the view: layout is rounded, so a slide that covers less is out of view. */
const VISIBLE = 0.02;

/**
 * Returns what the page has moved around a line.
 *
 * @param {View} view
 * @param {import('./reading-line.js').LineStart} line
 * @returns {Motion | null} the snapshot's `motion`; null if the reader has scrolled, or if nothing around the line is
 *     moved
 */
export function motionOf(view, line) {
    return globalThis.LEFTOFF_LITE || hasMoved(view.scroller) ? null : findMotion(view, line);
}

/**
 * @param {View} view
 * @param {import('./reading-line.js').LineStart} line
 * @returns {Motion | null}
 */
function findMotion(view, line) {
    const around = elementsAround(view, line.node);
    const moved = movedElement(view, around);
    const slide = slideAround(view, around, moved);
    if (!slide) return moved && { ...moved.motion, ...address(moved.element) };
    const { index, count, element } = slide;
    const shift = moved ? moved.motion : { axis: /** @type {Axis} */ ('x'), x: 0, y: 0, extent: 0 };
    return { ...shift, ...address(element), kind: 'slides', slide: index, slides: count };
}

/**
 * Returns the reading progress.
 *
 * @param {Motion} motion
 * @param {Box} box the visible part
 * @returns {number} 0 to 1
 */
export function motionProgress({ kind, axis, x, y, extent, slide, slides }, box) {
    if (kind === 'slides') return slide && slides && slides > 1 ? roundFraction(slide / (slides - 1)) : 0;
    const [shift, view] = axis === 'x' ? [x, box.right - box.left] : [y, box.bottom - box.top];
    return extent > view ? roundFraction(Math.max(0, Math.min(1, shift / (extent - view)))) : 0;
}

/**
 * Returns the elements around a node that can be moved in the scroller, inner to outer.
 *
 * @param {View} view
 * @param {Node} node
 * @returns {Element[]}
 */
function elementsAround({ scroller }, node) {
    const found = [];
    const outside = [scroller.element, read(scroller.view.document, 'body')];
    for (let element = composedParent(node); element; element = composedParent(element)) {
        if (outside.includes(element) || found.length === MOST_ANCESTORS) break;
        found.push(element);
    }
    return found;
}

/**
 * Returns the outermost element that is shifted out of what cuts it off.
 *
 * @param {View} view
 * @param {Element[]} around
 * @returns {{element: Element, motion: Motion} | null}
 */
function movedElement(view, around) {
    /** @type {{element: Element, motion: Motion} | null} */
    let found = null;
    let clip = view.box;
    for (const element of [...around].reverse()) {
        const window = viewOf(element);
        if (!window) break;
        const style = window.getComputedStyle(element);
        const box = elementBox(element, view.top);
        /** @type {Motion | null} */
        const motion = found ? null : shiftOf(element, style, box, clip);
        if (motion) found = { element, motion };
        if (/hidden|clip/.test(style.overflowX + style.overflowY)) clip = intersection(clip, box);
    }
    return found;
}

/**
 * @param {Element} element
 * @param {CSSStyleDeclaration} style
 * @param {Box} box
 * @param {Box} clip the part of the view in which the element can be seen
 * @returns {Motion | null} without an address
 */
function shiftOf(element, style, box, clip) {
    const along = translationOf(element);
    const isSection = (along.x !== 0 || along.y !== 0) && hasTwin(element, style);
    const fromLeft = style.direction !== 'rtl';
    const x = Math.max(0, fromLeft ? clip.left - box.left : box.right - clip.right, fromLeft ? -along.x : along.x);
    const y = Math.max(0, clip.top - box.top, -along.y);
    if (x <= SHIFTED && y <= SHIFTED) return null;
    const whole = wholeOf(isSection ? element.parentElement ?? element : element);
    const isMovedDown = y > SHIFTED && whole.height > clip.bottom - clip.top + SHIFTED;
    const isMovedAcross = x > SHIFTED && whole.width > (clip.right - clip.left) * LEAST_ACROSS;
    if (!isMovedDown && !isMovedAcross) return null;
    const [axis, extent] = isMovedDown ? /** @type {const} */ (['y', whole.height])
        : /** @type {const} */ (['x', whole.width]);
    return { path: [], selector: '', kind: 'transform', axis, x, y, extent, slide: null, slides: null };
}

/**
 * @param {Element} element
 * @returns {{width: number, height: number}} the size of an element with what protrudes from it, as the slides of a
 *     deck that is as large as one of them
 */
function wholeOf(element) {
    const { width, height } = call(element, 'getBoundingClientRect');
    const [across, down] = [read(element, 'scrollWidth'), read(element, 'scrollHeight')];
    return { width: Math.max(width, across), height: Math.max(height, down) };
}

/**
 * @param {Element} element
 * @param {CSSStyleDeclaration} style
 * @returns {boolean} true if the next element is shifted by the same distance, as the sections of one page
 */
function hasTwin(element, { transform }) {
    return [read(element, 'previousElementSibling'), read(element, 'nextElementSibling')].some((twin) => {
        return twin && viewOf(twin)?.getComputedStyle(twin).transform === transform;
    });
}

/**
 * Returns the innermost element that is shown instead of others like it.
 *
 * @param {View} view
 * @param {Element[]} around
 * @param {{element: Element} | null} moved
 * @returns {{element: Element, index: number, count: number} | null}
 */
function slideAround(view, around, moved) {
    const extent = view.box.bottom - view.box.top;
    for (const element of around) {
        const slides = slidesWith(element);
        const index = slides.indexOf(element);
        const isBesideOther = slides.some((slide) => slide !== element && coverOf(slide, view.box, view.top) > VISIBLE);
        if (index < 0 || isBesideOther) continue;
        const { top, bottom } = elementBox(element, view.top);
        const isMoved = moved ? call(moved.element, 'contains', element) : slides.some(isTranslated);
        // A part of a long page is in view at more than one position.
        if (isMoved && bottom - top > extent * FITS) continue;
        const isOnly = slides.every((slide) => slide === element || (isConcealed(slide) && hasText(slide)));
        if ((isMoved && bottom - top > extent * FILLS) || isOnly) {
            return { element, index, count: slides.length };
        }
    }
    return null;
}

/**
 * @param {Element} element
 * @returns {boolean}
 */
function isTranslated(element) {
    const { x, y } = translationOf(element);
    return x !== 0 || y !== 0;
}

/**
 * @param {Element} element
 * @returns {boolean}
 */
function hasText(element) {
    return (read(element, 'textContent') ?? '').trim() !== '';
}
