/**
 * Scrolling that can be undone, and that the page does not change by scrolling itself.
 */

import { read } from '../dom/node.js';
import { scrollState, scrollTo } from '../dom/scroller.js';
import { makeHold } from './hold.js';

/** @typedef {import('../dom/scroller.js').Scroller} Scroller */

/** The scrolling of one restore. */
export class UndoableScrolling {
    /**
     * @param {Window} top
     */
    constructor(top) {
        this.holder = makeHold(top);
        /** @type {{scroller: Scroller, x: number, y: number}[]} */
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
        if (!this.originOf(scroller)) this.origins.push({ scroller, x: before.x, y: before.y });
        const roots = () => [read(view.document, 'documentElement'), read(view.document, 'body')];
        for (const held of element ? [element] : roots()) this.holder.hold(held);
        scrollTo(scroller, x, y);
        const after = scrollState(scroller);
        return Math.hypot(after.x - before.x, after.y - before.y);
    }

    /**
     * @param {Scroller} scroller
     * @returns {{x: number, y: number} | null} its offset before it was moved; null if it was not
     */
    originOf({ view, element }) {
        return this.origins.find(({ scroller }) => scroller.view === view && scroller.element === element) ?? null;
    }

    /** Scrolls everything back. */
    undo() {
        for (const { scroller, x, y } of this.origins) scrollTo(scroller, x, y);
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
