/**
 * The scroller that the reader is reading in.
 */

import { elementAt } from '../dom/hit.js';
import { canScrollAlong, scrollersAround, scrollState, windowBox } from '../dom/scroller.js';

/** @typedef {import('../dom/scroller.js').Scroller} Scroller */

/**
 * Points along each axis at which the view is looked at: enough to tell a third from a half. An odd number, so that
 * every other point makes a chessboard: what none of its black squares shows has no two squares side by side.
 */
const GRID = 5;
/** The black squares in an order whose first few, a diagonal, are in all rows and columns. */
const STRIDE = GRID + 1;
/** In ms: some pages take long to tell what stands at a point. */
const LOOKING_TIME = 5;

/** A scroller that fills this part of the view is read in. */
const DOMINANT_SHARE = 0.5;
/** A scrolled one is read in already from this part on, since its reader has touched it. */
const SCROLLED_SHARE = 0.3;
/** The fraction of the view that is enough if nothing else has scrolled. */
const ONLY_SHARE = 0.1;

/**
 * The largest visible scroller within the window if it is likely to be read in, else the window itself.
 *
 * @param {Window} top
 * @param {import('../dom/block-axis.js').BlockStart} start
 * @returns {Scroller[]} from the window to the scroller that is read in
 */
export function readingScrollers(top, start) {
    const window = { view: top, element: null };
    const box = windowBox(top);
    /** @type {{chain: Scroller[], points: number}[]} */
    const candidates = [];
    /** @type {Map<Element, boolean>} */
    const known = new Map();
    const began = top.performance.now();
    let seen = 0;
    for (const parity of [0, 1]) {
        if (parity === 1 && candidates.length === 0) return [window];
        for (let turn = 0; 2 * turn + parity < GRID * GRID; turn += 1) {
            if (seen >= GRID && top.performance.now() - began > LOOKING_TIME) break;
            seen += 1;
            const point = parity === 0 ? (turn * STRIDE) % (GRID * GRID + 1) : 2 * turn + 1;
            const x = box.left + ((box.right - box.left) * ((point % GRID) + 0.5)) / GRID;
            const y = box.top + ((box.bottom - box.top) * (Math.floor(point / GRID) + 0.5)) / GRID;
            const hit = elementAt(top, x, y);
            if (hit) count(candidates, scrollersAround(hit.element, top, known), start);
        }
    }
    const best = candidates.reduce((a, b) => (b.points > a.points ? b : a), { chain: [window], points: 0 });
    const share = best.points / seen;
    const inner = best.chain[best.chain.length - 1];
    const innerHasMoved = hasMoved(inner);
    const windowIsStill = !canScrollAlong(window, start) || !hasMoved(window);
    const isRead =
        share >= DOMINANT_SHARE ||
        (share >= SCROLLED_SHARE && innerHasMoved) ||
        (share >= ONLY_SHARE && windowIsStill && (innerHasMoved || !canScrollAlong(window, start)));
    return isRead && best.chain.length > 1 ? best.chain : [window];
}

/**
 * Counts a point for the innermost scroller that moves along the lines' axis.
 *
 * @param {{chain: Scroller[], points: number}[]} candidates
 * @param {Scroller[]} chain
 * @param {import('../dom/block-axis.js').BlockStart} start
 */
function count(candidates, chain, start) {
    let length = chain.length;
    while (length > 1 && !canScrollAlong(chain[length - 1], start)) length -= 1;
    if (length < 2) return;
    const inner = chain[length - 1];
    const known = candidates.find(({ chain: other }) => {
        const last = other[other.length - 1];
        return last.element === inner.element && last.view === inner.view;
    });
    if (known) known.points += 1;
    else candidates.push({ chain: chain.slice(0, length), points: 1 });
}

/**
 * @param {Scroller} scroller
 * @returns {boolean}
 */
export function hasMoved(scroller) {
    const { x, y } = scrollState(scroller);
    return x !== 0 || y !== 0;
}
