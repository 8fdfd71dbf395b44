/**
 * Dialogs and their backdrops, which cover the page.
 */

import { elementAt, elementsAt } from '../dom/hit.js';
import { pinnedAncestor } from './sticky.js';

/** @typedef {import('../dom/geometry.js').Box} Box */
/** @typedef {import('../dom/scroller.js').Scroller} Scroller */

/**
 * Fractions of the view at which it is examined. The middle is the first, because what covers more than half of the
 * view also covers its middle.
 */
const POINTS = [[0.5, 0.5], [0.25, 0.25], [0.75, 0.25], [0.25, 0.75], [0.75, 0.75]];
/** The number of points that one element covers: most of them, but a dialog may be in front of its backdrop. */
const COVERED_POINTS = 3;

/**
 * Returns true if one element that does not scroll with the content covers more than half of the view.
 *
 * @param {Scroller} scroller
 * @param {Box} box the visible part of the scroller
 * @param {Window} top
 * @returns {boolean}
 */
export function isCovered(scroller, box, top) {
    /** @type {Element[]} */
    const pinned = [];
    for (const [across, along] of POINTS) {
        const x = box.left + (box.right - box.left) * across;
        const hit = elementAt(top, x, box.top + (box.bottom - box.top) * along);
        const found = hit ? pinnedAncestor(hit.element, scroller, box, top) : null;
        if (found) pinned.push(found);
        if (pinned.length === 0) return false;
    }
    return pinned.some((element) => pinned.filter((other) => other === element).length >= COVERED_POINTS);
}

/**
 * Returns the uppermost element at a point that scrolls with the content, as if nothing covered it.
 *
 * @param {Window} top
 * @param {{x: number, y: number}} point
 * @param {(element: Element) => boolean} isContent
 * @returns {import('../dom/hit.js').Hit | null}
 */
export function contentAt(top, { x, y }, isContent) {
    for (const hit of elementsAt(top, x, y)) if (isContent(hit.element)) return hit;
    return null;
}
