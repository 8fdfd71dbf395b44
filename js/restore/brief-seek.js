/**
 * The search for a place that the page has not loaded yet, in lists that load more at their end and in lists that
 * contain only the rows in view. The bookmarklets, which are limited in length, search no further (seek.js).
 */

import { scrollState } from '../dom/scroller.js';
import { findScroller } from './place.js';
import { offsetRange } from './undoable-scrolling.js';

/**
 * @typedef {import('../dom/scroller.js').Scroller} Scroller
 * @typedef {import('./snapshot-reader.js').Place} Place
 * @typedef {import('./place.js').Move} Move
 */

/** In UTF-16 units of text for each CSS px of height: a page with less has no text for most of its height. */
export const SPARSE_TEXT = 0.5;
/** The number of views on each side of the old offset that are searched. */
const MOST_STEPS = 8;
/** A page that ends before this fraction of its old height will probably load the rest. */
export const SHORTER = 0.95;
/** In ms: after this time without a change, a page is assumed to load more only if it is scrolled. */
export const SEEK_QUIET = 200;
/** In ms: loading more has failed if nothing has been added for this time. */
export const GROWTH_TIMEOUT = 2500;

/** A search. `step` is called when the page has not changed for a moment and the place is still missing. */
export class BriefSeek {
    /**
     * @param {Place} place
     * @param {Window} top
     */
    constructor(place, top) {
        this.place = place;
        this.top = top;
        /** @type {'up' | 'down'} The direction in which the page is expected to load the place. */
        this.direction = 'down';
        this.steps = 0;
        /** In ms: the time without a change after which the next step follows. */
        this.pause = SEEK_QUIET;
        this.height = 0;
        this.grewAt = 0;
        this.isNudged = false;
    }

    /**
     * @returns {boolean} true if the page has loaded more because it was scrolled, so that no control is needed
     */
    get isGrowing() {
        return false;
    }

    /**
     * Returns true if the page has probably not loaded the place yet, so that a doubtful result is not the best one.
     *
     * @param {number} textLength the present length of the page's text
     * @returns {boolean}
     */
    // eslint-disable-next-line no-unused-vars
    isExpectant(textLength) {
        return false;
    }

    /**
     * Scrolls to the next position.
     *
     * @param {number} textLength the present length of the page's text
     * @param {number} now in ms
     * @param {Move} move
     * @param {boolean} isFound true if the place exists but the page ends too soon to bring it to its height
     * @returns {boolean} false if there is no further position
     */
    step(textLength, now, move, isFound) {
        const { primary } = this.place;
        if (!primary || (!primary.quote && !primary.image)) return false;
        const record = this.place.scrollers[primary.scroller];
        const scroller = record ? findScroller(record, this.top) : null;
        if (!record || !scroller || !(record.scrollHeight > 0)) return false;
        const state = scrollState(scroller);
        if (state.scrollHeight < record.scrollHeight * SHORTER
            && state.scrollHeight < record.y + state.height) {
            return this.scrollTowardEnd(scroller, now, move);
        }
        if (isFound) return false;
        const wasSparse = this.place.textLength !== null && this.place.textLength < record.scrollHeight * SPARSE_TEXT;
        if (!wasSparse && textLength > state.scrollHeight * SPARSE_TEXT) return false;
        if (record.y < state.height / 2 && this.steps === 0) return false;
        return this.scrollAround(scroller, record.fractionY, move);
    }

    /**
     * @param {Scroller} scroller
     * @param {number} now
     * @param {Move} move
     * @returns {boolean}
     */
    scrollTowardEnd(scroller, now, move) {
        const state = scrollState(scroller);
        const end = state.scrollHeight - state.height;
        if (state.scrollHeight > this.height) {
            this.height = state.scrollHeight;
            this.grewAt = now;
        }
        if (now - this.grewAt > GROWTH_TIMEOUT) return false;
        if (state.y < end - 1) {
            move(scroller, state.x, end);
        } else {
            this.isNudged = !this.isNudged;
            // Scrolls up by one view and down again, so that the end comes into view a second time: some pages miss the
            // first.
            move(scroller, state.x, this.isNudged ? Math.max(0, end - state.height) : end);
        }
        return true;
    }

    /**
     * Scrolls to the same fraction of the height first, then to positions at growing distances on both sides.
     *
     * @param {Scroller} scroller
     * @param {number} fraction
     * @param {Move} move
     * @returns {boolean}
     */
    scrollAround(scroller, fraction, move) {
        if (this.steps > 2 * MOST_STEPS) return false;
        const state = scrollState(scroller);
        const range = state.scrollHeight - state.height;
        const { low, high } = globalThis.LEFTOFF_LITE ? { low: 0, high: range } : offsetRange(scroller);
        const distance = Math.ceil(this.steps / 2) * (this.steps % 2 === 1 ? 1 : -1) * state.height * 0.8;
        move(scroller, state.x, Math.max(low, Math.min(high, fraction * range + distance)));
        this.steps += 1;
        return true;
    }
}
