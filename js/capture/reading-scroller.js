/**
 * The scroller that the reader is reading in.
 */

import { contentAt, isCovered } from '../anchoring/cover.js';
import { pinnedAncestor } from '../anchoring/sticky.js';
import { elementAt } from '../dom/hit.js';
import { virtualState } from '../dom/scroll-lock.js';
import { canScrollAlong, scrollersAround, windowBox } from '../dom/scroller.js';

/** @typedef {import('../dom/scroller.js').Scroller} Scroller */

/**
 * The number of points along each axis at which the view is examined: enough to distinguish a third from a half. It is
 * odd, so that every other point belongs to a chessboard pattern: a scroller that is on none of the black squares
 * covers no two adjacent points.
 */
export const GRID = 5;
/** The order of the black squares: the first few, a diagonal, are in all rows and columns. */
const STRIDE = GRID + 1;
/**
 * In ms: on some pages, finding the element at a point is slow. What counts is the fastest of the points, so that other
 * work of the computer changes nothing.
 */
const LOOKING_TIME = 5;

/** The fraction of the view from which on a scroller is taken to be read. */
const DOMINANT_SHARE = 0.5;
/** The same for a scroller that has been scrolled. */
const SCROLLED_SHARE = 0.3;
/** The same if nothing else has been scrolled. */
const ONLY_SHARE = 0.1;

/**
 * Returns the largest visible scroller in the window if it is probably being read, else the window itself. What a
 * dialog covers counts as visible if the dialog itself does not scroll.
 *
 * @param {Window} top
 * @param {import('../dom/block-axis.js').BlockStart} start
 * @returns {Scroller[]} from the window to the scroller that is being read
 */
export function readingScrollers(top, start) {
    const window = { view: top, element: null };
    const box = windowBox(top);
    const uppermost = dominantScrollers(top, box, start, ({ x, y }) => elementAt(top, x, y));
    if (!globalThis.LEFTOFF_LITE && uppermost.length === 1 && isCovered(window, box, top)) {
        const isContent = (/** @type {Element} */ element) => !pinnedAncestor(element, window, box, top);
        return dominantScrollers(top, box, start, (point) => contentAt(top, point, isContent));
    }
    return uppermost;
}

/**
 * @param {Window} top
 * @param {import('../dom/geometry.js').Box} box the view
 * @param {import('../dom/block-axis.js').BlockStart} start
 * @param {(point: {x: number, y: number}) => import('../dom/hit.js').Hit | null} hitAt
 * @returns {Scroller[]}
 */
function dominantScrollers(top, box, start, hitAt) {
    const window = { view: top, element: null };
    /** @type {{chain: Scroller[], points: number}[]} */
    const candidates = [];
    /** @type {Map<Element, boolean>} */
    const known = new Map();
    let fastest = Infinity;
    let seen = 0;
    for (const parity of [0, 1]) {
        if (parity === 1 && candidates.length === 0) return [window];
        for (let turn = 0; 2 * turn + parity < GRID * GRID; turn += 1) {
            if (seen >= GRID && seen * fastest > LOOKING_TIME) break;
            const began = top.performance.now();
            seen += 1;
            const point = parity === 0 ? (turn * STRIDE) % (GRID * GRID + 1) : 2 * turn + 1;
            const hit = hitAt(gridPoint(box, point));
            if (hit) count(candidates, scrollersAround(hit.element, top, known), start);
            fastest = Math.min(fastest, top.performance.now() - began);
        }
    }
    const best = candidates.reduce((a, b) => (b.points > a.points ? b : a), { chain: [window], points: 0 });
    const share = best.points / seen;
    const inner = best.chain[best.chain.length - 1];
    const innerHasMoved = hasMoved(inner);
    const { scrollHeight, height } = virtualState(window);
    const canScroll = canScrollAlong(window, start) || (start === 'top' && scrollHeight > height + 1);
    const windowIsStill = !canScroll || !hasMoved(window);
    const isRead =
        share >= DOMINANT_SHARE ||
        (share >= SCROLLED_SHARE && innerHasMoved) ||
        (share >= ONLY_SHARE && windowIsStill && (innerHasMoved || !canScroll));
    return isRead && best.chain.length > 1 ? best.chain : [window];
}

/**
 * Returns a point of the grid at which the view is examined.
 *
 * @param {import('../dom/geometry.js').Box} box
 * @param {number} number 0 to 24, row by row
 * @returns {{x: number, y: number}}
 */
export function gridPoint(box, number) {
    const { left, top, right, bottom } = box;
    return {
        x: left + ((right - left) * ((number % GRID) + 0.5)) / GRID,
        y: top + ((bottom - top) * (Math.floor(number / GRID) + 0.5)) / GRID,
    };
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
    const { x, y } = virtualState(scroller);
    return x !== 0 || y !== 0;
}
