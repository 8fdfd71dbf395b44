/**
 * The picture at the reading line: the anchor of a view without text, or whose text is only at its sides.
 */

import { pinnedAncestor } from '../anchoring/sticky.js';
import { distanceFromStart, pointInside } from '../dom/block-axis.js';
import { composedParent, viewOf } from '../dom/composed-tree.js';
import { elementBox, intersection } from '../dom/geometry.js';
import { elementAt, elementsAt } from '../dom/hit.js';
import { call } from '../dom/node.js';
import { isRendered } from '../dom/rendered.js';
import { boxAnchor } from './anchors.js';
import { pictureKey } from './picture-list.js';

/** @typedef {import('./reading-line.js').View} View */

const PICTURE_ELEMENTS = 'img, video, canvas, svg, iframe, object, embed';
/** In CSS px along both axes: smaller pictures are icons. */
const SMALLEST_PICTURE = 40;
/** The number of pictures that are examined. */
const MOST_PICTURES = 2000;
/** The number of pictures in view, the nearest first, of which one is searched for that can be seen. */
const MOST_SOUGHT = 30;
const LONGEST_SOURCE = 512;
/** The fraction of the view that a picture in its middle fills if the reader looks at it, and not at text beside it. */
const MAIN_SHARE = 0.3;
/** Fractions of the view's height at which its middle is examined. */
const ROWS = [0.5, 0.3, 0.7];

/**
 * @param {View} view
 * @returns {Element | null} the picture nearest to the top of the view; null if none is in view
 */
export function firstPicture(view) {
    const root = view.scroller.element ?? view.scroller.view.document;
    const found = [];
    let seen = 0;
    for (const element of call(root, 'querySelectorAll', PICTURE_ELEMENTS)) {
        seen += 1;
        if (seen > MOST_PICTURES) break;
        const box = elementBox(element, view.top);
        if (box.right - box.left < SMALLEST_PICTURE || box.bottom - box.top < SMALLEST_PICTURE) continue;
        const shown = intersection(box, view.box);
        if (shown.right <= shown.left || shown.bottom <= shown.top + view.edge) continue;
        const from = distanceFromStart(view.start, box, view.box);
        found.push({ element, shown, distance: from >= view.edge ? from : view.edge - from + SMALLEST_PICTURE });
    }
    found.sort((a, b) => a.distance - b.distance);
    return found.slice(0, MOST_SOUGHT).find(({ element, shown }) => isSeen(view, element, shown))?.element ?? null;
}

/**
 * Returns true if a picture scrolls with the content and can be seen: it is not in a closed menu, and not cut off.
 *
 * @param {View} view
 * @param {Element} element
 * @param {import('../dom/geometry.js').Box} shown its part within the view
 * @returns {boolean}
 */
function isSeen(view, element, shown) {
    if (!isRendered(element) || pinnedAncestor(element, view.scroller, view.box, view.top)) return false;
    return globalThis.LEFTOFF_LITE ? true : isHit(view, element, shown);
}

/**
 * @param {View} view
 * @param {Element} element
 * @param {import('../dom/geometry.js').Box} shown
 * @returns {boolean} true if the element is at the middle of its part within the view, possibly below others
 */
function isHit(view, element, shown) {
    // Such an element is never hit.
    if (viewOf(element)?.getComputedStyle(element).pointerEvents === 'none') return true;
    const hits = elementsAt(view.top, (shown.left + shown.right) / 2, (shown.top + shown.bottom) / 2);
    for (const hit of hits) if (call(element, 'contains', hit.element)) return true;
    return false;
}

/**
 * Returns the picture that fills the middle of the view.
 *
 * @param {View} view
 * @returns {Element | null}
 */
export function pictureInMiddle(view) {
    const { left, top, right, bottom } = view.box;
    for (const row of ROWS) {
        const { x, y } = pointInside(view.start, view.box, (bottom - top) * row, 0.5);
        const hit = elementAt(view.top, x, y);
        let element = hit && hit.element;
        while (element && !call(element, 'matches', PICTURE_ELEMENTS)) element = composedParent(element);
        if (!element || pinnedAncestor(element, view.scroller, view.box, view.top)) continue;
        const shown = intersection(elementBox(element, view.top), view.box);
        const share = ((shown.right - shown.left) * (shown.bottom - shown.top)) / ((right - left) * (bottom - top));
        if (share >= MAIN_SHARE) return element;
    }
    return null;
}

/**
 * @param {View} view
 * @param {Element} element a picture
 * @returns {object}
 */
export function imageAnchor(view, element) {
    const { currentSrc, src } = /** @type {any} */ (element);
    const source = [currentSrc, src].find((value) => typeof value === 'string' && value !== '') ?? '';
    return {
        ...boxAnchor(view, 'primary', element, elementBox(element, view.top)),
        image: {
            src: source.length <= LONGEST_SOURCE && !source.startsWith('data:') ? source : '',
            alt: (element.getAttribute('alt') ?? '').slice(0, 120),
            ...pictureKey(element),
        },
    };
}
