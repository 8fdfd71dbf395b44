/**
 * Scrolling that can be undone, and that the page does not change by scrolling itself.
 */

import { read } from '../dom/node.js';
import { scrollState, scrollTo } from '../dom/scroller.js';
import { makeHold } from './hold.js';

/**
 * @typedef {import('../dom/scroller.js').Scroller} Scroller
 * @typedef {{x: number, y: number, isAtEnd: boolean}} Origin
 *     the offset that a scroller had before it was moved; `isAtEnd` is true if it was scrolled to its end, as a chat is
 */

/** In CSS px: scroll offsets are rounded. */
const TOLERANCE = 2;

/** The scrolling of one restore. */
export class UndoableScrolling {
    /**
     * @param {Window} top
     */
    constructor(top) {
        this.holder = makeHold(top);
        /** @type {(Origin & {scroller: Scroller})[]} */
        this.origins = [];
    }

    /**
     * @param {Scroller} scroller
     * @param {number} x
     * @param {number} y
     * @returns {number} the distance by which it has moved
     */
    moveTo(scroller, x, y) {
        const { view, element } = scroller;
        const before = scrollState(scroller);
        if (!this.originOf(scroller)) this.origins.push({ scroller, ...presentOrigin(scroller) });
        const roots = () => [read(view.document, 'documentElement'), read(view.document, 'body')];
        for (const held of element ? [element] : roots()) this.holder.hold(held);
        scrollTo(scroller, x, y);
        const after = scrollState(scroller);
        return Math.hypot(after.x - before.x, after.y - before.y);
    }

    /**
     * @param {Scroller} scroller
     * @returns {Origin | null} null if it was not moved
     */
    originOf({ view, element }) {
        return this.origins.find(({ scroller }) => scroller.view === view && scroller.element === element) ?? null;
    }

    /** Scrolls everything back. What stood at its end returns to its end, which may be further away by now. */
    undo() {
        for (const { scroller, x, y, isAtEnd } of this.origins) {
            scrollTo(scroller, x, !globalThis.LEFTOFF_LITE && isAtEnd ? offsetRange(scroller).high : y);
        }
    }

    /** Lets the page scroll itself again. */
    release() {
        this.holder.release();
    }

    /**
     * @returns {number} the distance of all scrollers from their origins, in CSS px
     */
    distance() {
        return this.origins.reduce((sum, { scroller, x, y }) => {
            const now = scrollState(scroller);
            return sum + Math.hypot(now.x - x, now.y - y);
        }, 0);
    }
}

/**
 * Returns the vertical offsets of a scroller's start and end. Those of a column in reverse order are negative.
 *
 * @param {Scroller} scroller
 * @returns {{low: number, high: number}} in CSS px
 */
export function offsetRange(scroller) {
    const { y, height, scrollHeight } = scrollState(scroller);
    const range = Math.max(0, scrollHeight - height);
    return y < 0 || isReversed(scroller) ? { low: -range, high: 0 } : { low: 0, high: range };
}

/**
 * @param {Scroller} scroller
 * @returns {Origin} its present offset
 */
export function presentOrigin(scroller) {
    const { x, y } = scrollState(scroller);
    const { low, high } = globalThis.LEFTOFF_LITE ? { low: 0, high: 0 } : offsetRange(scroller);
    return { x, y, isAtEnd: high - low > TOLERANCE && y >= high - TOLERANCE };
}

/**
 * @param {Scroller} scroller
 * @returns {boolean} true if its offset is 0 at its end
 */
function isReversed({ view, element }) {
    if (!element) return false;
    const { display, flexDirection } = view.getComputedStyle(element);
    return display.endsWith('flex') && flexDirection === 'column-reverse';
}
