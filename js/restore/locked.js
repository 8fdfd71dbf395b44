/**
 * What keeps a page from being read: a scroll lock, or something that covers it.
 */

import { elementAtAddress } from '../anchoring/selector.js';
import { composedParent, viewOf } from '../dom/composed-tree.js';
import { elementAt } from '../dom/hit.js';
import { call, localNameOf, read } from '../dom/node.js';
import { lockOf } from '../dom/scroll-lock.js';
import { findScroller } from './place.js';

/** @typedef {import('./snapshot-reader.js').Place} Place */

/** The points of the view that are examined, as fractions of its width and height. */
const GRID = [0.1, 0.3, 0.5, 0.7, 0.9];
/** A fraction of the points: a dialog or a banner that covers less does not hide the text. */
const COVERED = 0.4;

/**
 * Returns true if a page is locked so that a script cannot scroll it either. Under `overflow: hidden` alone it can.
 *
 * @param {Place} place
 * @param {Window} top
 * @returns {boolean}
 */
export function isLocked(place, top) {
    const lock = lockOf(top);
    // Applications cut off what is outside their own scrollers, and pages that move by transforms what is out of view.
    if (!lock || place.motion || readingElement(place, top)) return false;
    if (lock.kind === 'fixed') return true;
    const root = read(top.document, 'documentElement');
    const { overflowY } = top.getComputedStyle(lock.element);
    return overflowY === 'clip' || (lock.element !== root && top.getComputedStyle(root).overflowY !== 'visible');
}

/**
 * Returns true if the reader cannot read the page or scroll it: there is a scroll lock or something that covers it.
 *
 * @param {Place} place
 * @param {Window} top
 * @returns {boolean}
 */
export function isObstructed(place, top) {
    return (lockOf(top) !== null && !readingElement(place, top)) || isCovered(place, top);
}

/**
 * Returns true if a dialog or something pinned covers much of the view.
 *
 * @param {Place} place
 * @param {Window} top
 * @returns {boolean}
 */
export function isCovered(place, top) {
    const reading = readingElement(place, top);
    const count = countHits(top, (element) => isInOverlay(element, reading));
    return count > COVERED * GRID.length ** 2;
}

/**
 * Returns the number of points of a grid over the view that hit elements of a kind.
 *
 * @param {Window} top
 * @param {(element: Element) => boolean} isCounted
 * @returns {number} at most 25
 */
export function countHits(top, isCounted) {
    let count = 0;
    for (const down of GRID) {
        for (const across of GRID) {
            const hit = elementAt(top, top.innerWidth * across, top.innerHeight * down);
            if (hit && isCounted(hit.element)) count += 1;
        }
    }
    return count;
}

/**
 * Returns the element that was scrolled or moved to read the place; null if it was the window.
 *
 * @param {Place} place
 * @param {Window} top
 * @returns {Element | null}
 */
function readingElement({ primary, scrollers, motion }, top) {
    if (motion) return elementAtAddress(top.document, motion.path, motion.selector);
    const record = primary ? scrollers[primary.scroller] : undefined;
    const scroller = record && record.path.length > 0 ? findScroller(record, top) : null;
    return scroller ? scroller.element ?? scroller.view.frameElement : null;
}

/**
 * @param {Element} element
 * @param {Element | null} reading
 * @returns {boolean} true if the element is in a dialog or in something pinned that does not contain what was read
 */
function isInOverlay(element, reading) {
    for (let at = /** @type {Element | null} */ (element); at; at = composedParent(at)) {
        const view = viewOf(at);
        if (!view || (reading && call(at, 'contains', reading))) return false;
        if (at === read(view.document, 'body')) return false;
        const isDialog = localNameOf(at) === 'dialog' && read(at, 'open');
        if (isDialog || view.getComputedStyle(at).position === 'fixed') return true;
    }
    return false;
}
