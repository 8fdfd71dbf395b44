/**
 * Detection of places that cannot be seen: outside the area that scrolls, in a closed drawer, cut off by an ancestor,
 * or not laid out. A place is judged by where it is after the scrolling.
 */

import { areOnLine, blockStartOf } from '../dom/block-axis.js';
import { composedParent, frameElementOf, treeRootOf, viewOf } from '../dom/composed-tree.js';
import { elementBox, frameOrigin, intersection, rangeBoxes } from '../dom/geometry.js';
import { call, isElement, isText, read } from '../dom/node.js';
import { isRendered } from '../dom/rendered.js';
import { scrollState } from '../dom/scroller.js';

/**
 * @typedef {import('../dom/geometry.js').Box} Box
 * @typedef {import('./target.js').Target} Target
 * @typedef {'x' | 'y'} Axis
 */

/** In UTF-16 units: the length of text in which the rest of a line is searched for. */
const LONGEST_LINE = 200;
/** The fraction of a character, or of a small picture, that must be visible along each axis. */
const LEAST_PART = 0.5;
/** In CSS px: more than this of a large box need not be visible along an axis. */
const ENOUGH = 6;
/** In CSS px: layout is rounded, so a line without height may be this far outside. */
const TOLERANCE = 0.5;
/** Displays to which `overflow` does not apply. */
const UNCLIPPED = /^(inline|contents|table-(row|column).*)$/;
/** Values of `contain` that cut off the overflow. */
const CONTAINMENT = /paint|strict|content/;

/**
 * Returns the box of the line that begins with a target's character, or the target's own box. Only the line counts,
 * since the rest of a quote may continue in another column.
 *
 * @param {Target} target
 * @param {Window} top
 * @returns {Box | null} null if it is not laid out
 */
export function lineBox(target, top) {
    const { node, offset } = target;
    const box = target.box();
    if (!box || !isText(node) || target.tier === 'bracket') return box;
    const text = /** @type {Text} */ (node);
    const owner = composedParent(node);
    const view = viewOf(node);
    const start = blockStartOf(owner && view ? view.getComputedStyle(owner).writingMode : '');
    let line = box;
    for (const next of rangeBoxes(text, offset, Math.min(text.data.length, offset + LONGEST_LINE), top)) {
        if (!areOnLine(start, next, box)) break;
        line = {
            left: Math.min(line.left, next.left), top: Math.min(line.top, next.top),
            right: Math.max(line.right, next.right), bottom: Math.max(line.bottom, next.bottom),
        };
    }
    return line;
}

/**
 * @param {Node} node
 * @returns {Element | null} the node itself if it is an element, else its parent
 */
function ownerOf(node) {
    return isElement(node) ? /** @type {Element} */ (node) : composedParent(node);
}

/**
 * @param {Box} box
 * @returns {boolean}
 */
function hasSize({ left, top, right, bottom }) {
    return right > left && bottom > top;
}

/**
 * @param {Element} element
 * @returns {boolean} true if the browser lays out or loads the content only when it comes near the view
 */
function isDeferred(element) {
    if (/** @type {any} */ (element).complete === false) return true;
    const view = viewOf(element);
    for (let at = /** @type {Element | null} */ (element); view && at; at = composedParent(at)) {
        if (/** @type {any} */ (view.getComputedStyle(at)).contentVisibility === 'auto') return true;
    }
    return false;
}

/**
 * Returns true if enough of a target can be seen. Content whose layout the browser defers counts as seen.
 *
 * @param {Target} target
 * @param {Window} top
 * @param {Axis | ''} [freeAxis] the axis along which the target has not been scrolled to yet, so that only what no
 *     scrolling can change counts
 * @returns {boolean}
 */
export function isShown(target, top, freeAxis = '') {
    const owner = ownerOf(target.node);
    const box = target.box();
    const line = lineBox(target, top);
    if (!owner || !isRendered(owner)) return false;
    const isEmpty = isElement(target.node) && !hasSize(elementBox(owner, top));
    if (!line || !box || isEmpty) return isDeferred(owner);
    const { clip, isShaped } = clipAround(target.node, top, freeAxis);
    const seen = intersection(line, clip);
    if (!isEnough(seen.right - seen.left, box.right - box.left)) return false;
    if (!isEnough(seen.bottom - seen.top, box.bottom - box.top)) return false;
    return !isShaped || freeAxis !== '' || isHit(target.node, seen, top);
}

/**
 * Returns true if enough of a target can be seen along an axis.
 *
 * @param {number} part in CSS px, the extent that can be seen; negative outside
 * @param {number} extent that of a character or of a small picture, or 0
 * @returns {boolean}
 */
export function isEnough(part, extent) {
    return part >= Math.min(ENOUGH, extent * LEAST_PART) - TOLERANCE;
}

/**
 * Returns the part of the window in which a node can be seen, and true if the shape of an ancestor may cut off more.
 *
 * @param {Node} node
 * @param {Window} top
 * @param {Axis | ''} freeAxis the axis along which everything that scrolls may still be scrolled
 * @returns {{clip: Box, isShaped: boolean}}
 */
function clipAround(node, top, freeAxis) {
    let clip = { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity };
    let isShaped = false;
    let isOwn = isElement(node);
    let element = ownerOf(node);
    let view = viewOf(node);
    // The position of the box that was reached last. It is not cut off by ancestors that do not contain it.
    let position = 'static';
    for (let steps = 0; view && steps < 4000; steps += 1) {
        if (!element) {
            const { width, height } = scrollState({ view, element: null });
            const { x, y } = frameOrigin(view, top);
            const window = { left: x, top: y, right: x + width, bottom: y + height };
            clip = cut(clip, window, freeAxis !== 'x', freeAxis !== 'y');
            element = view === top ? null : frameElementOf(view);
            if (!element) break;
            view = viewOf(element);
            isOwn = true;
            continue;
        }
        const style = view.getComputedStyle(element);
        isShaped = isShaped || style.clipPath !== 'none' || style.clip !== 'auto';
        if (isOwn || isContaining(style, position)) {
            if (!isOwn && !isRoot(element, view)) {
                const cuts = (/** @type {Axis} */ axis) => clips(style, axis)
                    && !(axis === freeAxis && mayScroll(/** @type {Element} */ (element), style, axis));
                clip = cut(clip, elementBox(element, top), cuts('x'), cuts('y'));
            }
            position = style.position;
        }
        isOwn = false;
        element = composedParent(element);
    }
    return { clip, isShaped };
}

/**
 * @param {Box} box
 * @param {Box} by
 * @param {boolean} isX
 * @param {boolean} isY
 * @returns {Box} the part of a box within another one, along one axis or both
 */
function cut(box, by, isX, isY) {
    const { left, right } = isX ? by : box;
    const { top, bottom } = isY ? by : box;
    return intersection(box, { left, top, right, bottom });
}

/**
 * @param {CSSStyleDeclaration} style of an ancestor
 * @param {string} position of a box
 * @returns {boolean} true if the ancestor contains the box, so that its overflow applies
 */
function isContaining(style, position) {
    if (position !== 'fixed' && (position !== 'absolute' || style.position !== 'static')) return true;
    return [style.transform, style.perspective, style.filter].some((value) => value && value !== 'none')
        || CONTAINMENT.test(style.contain);
}

/**
 * @param {CSSStyleDeclaration} style
 * @param {Axis} axis
 * @returns {boolean} true if the box cuts off what does not fit
 */
function clips(style, axis) {
    if (UNCLIPPED.test(style.display)) return false;
    return (axis === 'x' ? style.overflowX : style.overflowY) !== 'visible' || CONTAINMENT.test(style.contain);
}

/**
 * @param {Element} element
 * @param {CSSStyleDeclaration} style
 * @param {Axis} axis
 * @returns {boolean} true if the reader can scroll the element along the axis
 */
function mayScroll(element, style, axis) {
    if (!/^(auto|scroll|overlay)$/.test(axis === 'x' ? style.overflowX : style.overflowY)) return false;
    const [whole, part] = axis === 'x' ? ['scrollWidth', 'clientWidth'] : ['scrollHeight', 'clientHeight'];
    return read(element, whole) > read(element, part);
}

/**
 * @param {Element} element
 * @param {Window} view
 * @returns {boolean} true if the overflow of the element applies to the window
 */
function isRoot(element, view) {
    const documentElement = read(view.document, 'documentElement');
    if (element === documentElement || !documentElement) return true;
    const style = view.getComputedStyle(documentElement);
    return element === read(view.document, 'body') && style.overflowX === 'visible' && style.overflowY === 'visible';
}

/**
 * Returns true if one of several points of a box hits the element of a node or something inside it, and in outer
 * windows the frame around it. Unlike geometry, this takes `clip-path` into account.
 *
 * @param {Node} node
 * @param {Box} box
 * @param {Window} top
 * @returns {boolean}
 */
function isHit(node, box, top) {
    const root = treeRootOf(node);
    const owner = ownerOf(node);
    const view = viewOf(node);
    if (!root || !owner || !view) return true;
    const { x, y } = frameOrigin(view, top);
    const height = (box.top + box.bottom) / 2 - y;
    const isHere = view.getComputedStyle(owner).pointerEvents === 'none' || [0.1, 0.5, 0.9].some((part) => {
        const across = box.left + (box.right - box.left) * part - x;
        const hits = /** @type {Element[]} */ (call(root, 'elementsFromPoint', across, height));
        return hits.some((hit) => call(owner, 'contains', hit));
    });
    const frame = view === top ? null : frameElementOf(view);
    return isHere && (!frame || isHit(frame, box, top));
}
