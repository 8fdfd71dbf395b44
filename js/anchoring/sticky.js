/**
 * Headers that stay at the top while the page scrolls.
 */

import { composedParent, viewOf } from '../dom/composed-tree.js';
import { elementBox } from '../dom/geometry.js';
import { elementAt } from '../dom/hit.js';
import { call, read } from '../dom/node.js';
import { isFixedContent } from '../dom/scroll-lock.js';

/** @typedef {import('../dom/geometry.js').Box} Box */
/** @typedef {import('../dom/scroller.js').Scroller} Scroller */

/**
 * The positions at which headers are searched for, as fractions of the width: the text's column is usually in the
 * middle.
 */
const PROBES = [0.5, 0.25, 0.75, 0.05, 0.95];
/** A pinned element that covers more than this fraction of the view is a side bar or a dialog, not a header. */
const TALLEST_HEADER = 0.5;

/**
 * Returns the outermost element around a hit that does not move with the scroller's content, or null. It is never
 * what a scroll lock fixes: the root, the body, or what contains the whole content.
 *
 * @param {Element} element
 * @param {Scroller} scroller
 * @param {Box} box the visible part of the scroller
 * @param {Window} top
 * @returns {Element | null}
 */
export function pinnedAncestor(element, scroller, box, top) {
    let pinned = null;
    const view = viewOf(element);
    if (!view) return null;
    /** @type {Element | null} */
    let at = element;
    const body = read(view.document, 'body');
    const root = read(view.document, 'documentElement');
    for (; at && at !== body && at !== root; at = composedParent(at)) {
        if (scroller.element && (at === scroller.element || call(at, 'contains', scroller.element))) break;
        const style = view.getComputedStyle(at);
        if (style.position === 'fixed' && (globalThis.LEFTOFF_LITE || !isFixedContent(at, view))) pinned = at;
        if (style.position === 'sticky' && style.top !== 'auto') {
            const distance = elementBox(at, top).top - box.top;
            if (Math.abs(distance - parseFloat(style.top)) < 1.5) pinned = at;
        }
    }
    return pinned;
}

/**
 * Returns the height that pinned headers cover at the top of a scroller's view.
 *
 * @param {Scroller} scroller
 * @param {Box} box the visible part of the scroller
 * @param {Window} top
 * @returns {number} in CSS px
 */
export function stickyTop(scroller, box, top) {
    const width = box.right - box.left;
    const height = box.bottom - box.top;
    if (width <= 0 || height <= 0) return 0;
    let edge = box.top;
    for (let pass = 0; pass < 6; pass += 1) {
        let next = edge;
        for (const across of PROBES) {
            const hit = elementAt(top, box.left + width * across, edge + 1);
            const pinned = hit ? pinnedAncestor(hit.element, scroller, box, top) : null;
            if (!pinned) continue;
            const cover = elementBox(pinned, top);
            const isWide = across === 0.5 || cover.right - cover.left >= width / 2;
            const isLow = cover.bottom - Math.max(cover.top, box.top) <= height * TALLEST_HEADER;
            // A backdrop may be a pseudo-element far outside the box of its element.
            const isHere = cover.top <= edge + 1;
            if (isHere && isWide && isLow && cover.bottom > next) next = cover.bottom;
        }
        if (next === edge) break;
        edge = next;
    }
    return edge - box.top;
}
