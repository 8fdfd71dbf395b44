/**
 * Rectangles in CSS px, relative to the layout viewport of the top window.
 */

import { frameElementOf, viewOf } from './composed-tree.js';
import { call, ownerDocumentOf } from './node.js';

/** @typedef {{left: number, top: number, right: number, bottom: number}} Box */

/**
 * Returns the position of a frame's viewport within the top window.
 *
 * @param {Window | null} view
 * @param {Window} top
 * @returns {{x: number, y: number}}
 */
export function frameOrigin(view, top) {
    let x = 0;
    let y = 0;
    for (let depth = 0; view && view !== top && depth < 32; depth += 1) {
        const frame = frameElementOf(view);
        if (!frame) break;
        const rect = frame.getBoundingClientRect();
        const outer = viewOf(frame);
        const style = outer ? outer.getComputedStyle(frame) : null;
        x += rect.left + frame.clientLeft + (style ? parseFloat(style.paddingLeft) || 0 : 0);
        y += rect.top + frame.clientTop + (style ? parseFloat(style.paddingTop) || 0 : 0);
        view = outer;
    }
    return { x, y };
}

/**
 * @param {Box} rect
 * @param {{x: number, y: number}} origin
 * @returns {Box}
 */
export function shift(rect, origin) {
    return {
        left: rect.left + origin.x,
        top: rect.top + origin.y,
        right: rect.right + origin.x,
        bottom: rect.bottom + origin.y,
    };
}

/**
 * @param {Element} element
 * @param {Window} top
 * @returns {Box}
 */
export function elementBox(element, top) {
    return shift(call(element, 'getBoundingClientRect'), frameOrigin(viewOf(element), top));
}

/**
 * Returns the box of an element, or null if it is not laid out.
 *
 * @param {Element} element
 * @param {Window} top
 * @returns {Box | null}
 */
export function laidOutBox(element, top) {
    return call(element, 'getClientRects').length > 0 ? elementBox(element, top) : null;
}

/**
 * Returns the boxes of a node's characters, one for each line or run of one direction.
 *
 * @param {Text} node
 * @param {number} from
 * @param {number} to
 * @param {Window} top
 * @returns {Box[]}
 */
export function rangeBoxes(node, from, to, top) {
    const document = ownerDocumentOf(node);
    if (!document) return [];
    const range = call(document, 'createRange');
    range.setStart(node, from);
    range.setEnd(node, to);
    const boxes = [];
    const origin = frameOrigin(viewOf(node), top);
    for (const rect of range.getClientRects()) {
        if (rect.height > 0 && rect.width > 0) boxes.push(shift(rect, origin));
    }
    return boxes;
}

/**
 * Returns the box of a character's glyph on its line, or null if the character is not laid out.
 *
 * @param {Text} node
 * @param {number} offset in UTF-16 units
 * @param {Window} top
 * @returns {Box | null}
 */
export function characterBox(node, offset, top) {
    const { data } = node;
    if (offset >= data.length) return null;
    const code = data.charCodeAt(offset);
    const end = Math.min(data.length, offset + (code >= 0xd800 && code <= 0xdbff ? 2 : 1));
    return rangeBoxes(node, offset, end, top)[0] ?? null;
}

/**
 * @param {Box} a
 * @param {Box} b
 * @returns {Box} empty (right less than left, or bottom less than top) if the boxes do not overlap
 */
export function intersection(a, b) {
    return {
        left: Math.max(a.left, b.left),
        top: Math.max(a.top, b.top),
        right: Math.min(a.right, b.right),
        bottom: Math.min(a.bottom, b.bottom),
    };
}

/**
 * @param {Box} box
 * @returns {{x: number, y: number, width: number, height: number}}
 */
export function asRect(box) {
    return { x: box.left, y: box.top, width: box.right - box.left, height: box.bottom - box.top };
}
