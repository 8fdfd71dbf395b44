/**
 * Scrolling that brings a target to the captured position of its anchor.
 */

import { elementAtAddress } from '../anchoring/selector.js';
import { stickyTop } from '../anchoring/sticky.js';
import { blockExtent, blockStartOf, distanceFromStart, scrollBy } from '../dom/block-axis.js';
import { composedParent, frameDocument, viewOf } from '../dom/composed-tree.js';
import { elementBox } from '../dom/geometry.js';
import { canScrollAlong, scrollersAround, scrollState, visibleBox, windowBox } from '../dom/scroller.js';
import { wasInView } from './locate.js';
import { placeAcross } from './place-across.js';

/**
 * @typedef {import('../dom/scroller.js').Scroller} Scroller
 * @typedef {import('./snapshot-reader.js').Place} Place
 * @typedef {import('./snapshot-reader.js').ScrollerRecord} ScrollerRecord
 * @typedef {import('./target.js').Target} Target
 * @typedef {(scroller: Scroller, x: number, y: number) => void} Move
 */

/** In CSS px: a smaller distance needs no scrolling. Half a pixel is invisible. */
const CLOSE_ENOUGH = 0.5;
/**
 * In CSS px: the most of a target that is brought into view: a whole line of usual height, or the start of a picture.
 */
const LEAST_IN_VIEW = 40;
/**
 * Scrolling can change the layout (`content-visibility`, virtual lists), so the distance is measured again after it.
 */
const MAXIMUM_ROUNDS = 5;

/**
 * Returns the scroller of a record, or null if it does not exist.
 *
 * @param {ScrollerRecord} record
 * @param {Window} top
 * @returns {Scroller | null}
 */
export function findScroller(record, top) {
    if (record.path.length === 0) return { view: top, element: null };
    const element = elementAtAddress(top.document, record.path.slice(0, -1), record.path[record.path.length - 1]);
    if (!element) return null;
    const inner = frameDocument(element);
    const view = viewOf(inner ?? element);
    if (!view) return null;
    return inner ? { view, element: null } : { view, element };
}

/**
 * Restores the offset of a scroller: in pixels, or as a fraction if its content has another size.
 *
 * @param {Scroller} scroller
 * @param {ScrollerRecord} record
 * @param {boolean} byFraction
 * @param {Move} move
 */
export function placeByOffset(scroller, record, byFraction, move) {
    const state = scrollState(scroller);
    const range = Math.max(0, state.scrollHeight - state.height);
    move(scroller, record.x, byFraction ? record.fractionY * range : record.y);
}

/**
 * Moves the scrollers around a target, outer to inner.
 *
 * @param {Target} target
 * @param {Place} place
 * @param {Window} top
 * @param {Move} move
 * @returns {number | null} the remaining distance, in CSS px, if the page ends too soon; null if the target is not laid
 *     out
 */
export function placeTarget(target, place, top, move) {
    const start = blockStartOf(place.writingMode);
    const chain = scrollersAround(target.node, top);
    const record = place.scrollers[target.anchor.scroller];
    const scroller = scrollerFor(chain, record, start, top);
    placeAround(scroller, chain, record, place, top, move);
    const captured = start === 'top' ? target.anchor.y : wantedAcross(target, place, start);
    let left = 0;
    const origin = scrollState(scroller);
    let before = Infinity;
    for (let round = 0; round < MAXIMUM_ROUNDS; round += 1) {
        const laidOut = target.box();
        const box = laidOut ?? boxAround(target.node, top);
        if (!box) return null;
        const visible = visibleBox(scroller, top);
        let wanted = start === 'top' ? belowHeader(captured, place, stickyTop(scroller, visible, top)) : captured;
        if (wasInView(target.anchor, place)) {
            wanted = withinView(wanted, blockExtent(start, box), blockExtent(start, visible));
        }
        const distance = distanceFromStart(start, box, visible) - wanted;
        left = laidOut ? Math.abs(distance) : Infinity;
        if (Math.abs(distance) < CLOSE_ENOUGH) break;
        // The target does not scroll with the content, as in a drawer with a fixed position.
        if (Math.abs(distance - before) < CLOSE_ENOUGH) {
            move(scroller, origin.x, origin.y);
            break;
        }
        before = distance;
        const { x, y } = scrollState(scroller);
        const by = scrollBy(start, distance);
        move(scroller, x + by.x, y + by.y);
        const after = scrollState(scroller);
        if (Math.abs(after.x - x) + Math.abs(after.y - y) < 0.1) break;
    }
    placeAcross(target, start === 'top' ? 'x' : 'y', top, move);
    return left;
}

/**
 * Returns the box of the nearest ancestor that has one: content out of view may not have been laid out
 * (`content-visibility`).
 *
 * @param {Node} node
 * @param {Window} top
 * @returns {import('../dom/geometry.js').Box | null}
 */
function boxAround(node, top) {
    for (let element = composedParent(node); element; element = composedParent(element)) {
        const box = elementBox(element, top);
        if (box.bottom > box.top) return box;
    }
    return null;
}

/**
 * Returns the scroller that was being read if it still contains the target, else the innermost one along the lines'
 * axis.
 *
 * @param {Scroller[]} chain
 * @param {ScrollerRecord | undefined} record
 * @param {import('../dom/block-axis.js').BlockStart} start
 * @param {Window} top
 * @returns {Scroller}
 */
function scrollerFor(chain, record, start, top) {
    const recorded = record ? findScroller(record, top) : null;
    const same = recorded && chain.find(({ view, element }) => view === recorded.view && element === recorded.element);
    if (same && (same.element === null || canScrollAlong(same, start))) return same;
    let at = chain.length - 1;
    while (at > 0 && !canScrollAlong(chain[at], start)) at -= 1;
    return chain[at];
}

/**
 * Scrolls the window so that a nested scroller returns to its captured position.
 *
 * @param {Scroller} scroller
 * @param {Scroller[]} chain
 * @param {ScrollerRecord | undefined} record
 * @param {Place} place
 * @param {Window} top
 * @param {Move} move
 */
function placeAround(scroller, chain, record, place, top, move) {
    const host = scroller.element ?? (scroller.view === top ? null : scroller.view.frameElement);
    if (!host) return;
    const window = chain[0];
    const box = elementBox(host, top);
    const visible = windowBox(top);
    const isOutOfView = box.top >= visible.bottom || box.bottom <= visible.top;
    if (place.y === 0 && !isOutOfView) return;
    const wanted = record && record.rect ? record.rect.y : 0;
    const { x, y } = scrollState(window);
    if (Math.abs(box.top - wanted) >= CLOSE_ENOUGH) move(window, x, y + box.top - wanted);
}

/**
 * Adjusts the distance of a place to the height of the sticky header, which may have changed since the capture.
 *
 * @param {number} wanted the captured distance from the top of the visible part
 * @param {Place} place
 * @param {number} header the height that is covered now
 * @returns {number}
 */
export function belowHeader(wanted, place, header) {
    const wasHidden = wanted < place.stickyTop - CLOSE_ENOUGH;
    return wasHidden ? wanted : wanted - place.stickyTop + header;
}

/**
 * Limits the distance of a place to the view, which may be smaller than at the capture.
 *
 * @param {number} wanted the distance from the start of the view
 * @param {number} extent that of the target along the axis; 0 for the top of a line whose height is unknown
 * @param {number} view the extent of the view along the axis
 * @returns {number} in CSS px
 */
export function withinView(wanted, extent, view) {
    const needed = extent > 0 ? Math.min(extent, LEAST_IN_VIEW) : LEAST_IN_VIEW;
    return Math.min(wanted, Math.max(0, view - needed));
}

/**
 * Returns the captured distance from the start in vertical writing modes. From the right, it depends on the width of
 * the view.
 *
 * @param {Target} target
 * @param {Place} place
 * @param {import('../dom/block-axis.js').BlockStart} start
 * @returns {number}
 */
function wantedAcross(target, place, start) {
    const { x, start: captured } = target.anchor;
    if (start === 'left') return x;
    return captured ?? Math.max(0, place.viewportWidth - x);
}
