/**
 * The search for a place that the page has not loaded yet, in lists that load more at their ends and in lists that
 * contain only the rows in view.
 */

import { scrollState } from '../dom/scroller.js';
import { findScroller } from './place.js';
import { offsetRange, presentOrigin } from './undoable-scrolling.js';

/**
 * @typedef {import('../dom/scroller.js').Scroller} Scroller
 * @typedef {import('./snapshot-reader.js').Place} Place
 * @typedef {import('./snapshot-reader.js').ScrollerRecord} ScrollerRecord
 * @typedef {import('./place.js').Move} Move
 * @typedef {import('./undoable-scrolling.js').Origin} Origin
 * @typedef {'up' | 'down'} Direction
 */

/** In UTF-16 units of text for each CSS px of height: a page with less has no text for most of its height. */
const SPARSE_TEXT = 0.5;
/** The number of views on each side of the old offset that are searched. */
const MOST_STEPS = 8;
/** A page that ends before this fraction of its old height will probably load the rest. */
const SHORTER = 0.95;
/** In ms: loading more has failed if nothing has been added for this time. */
const GROWTH_TIMEOUT = 2500;
/** Limits of loading in one direction: a list without end would be loaded until the restore ends, and then scrolled. */
const MOST_LOADS = 40;
const MOST_TIME = 8000;
/** In CSS px. */
const MOST_GROWTH = 60_000;
/** A loader that adds no text this number of times in succession adds only space. */
const MOST_EMPTY_LOADS = 3;
/** In CSS px: scroll offsets are rounded. */
const TOLERANCE = 2;

/** A search. `step` is called when the page has not changed for a moment and the place is still missing. */
export class Seek {
    /**
     * @param {Place} place
     * @param {Window} top
     * @param {(scroller: Scroller) => Origin | null} originOf returns the offset that a scroller had before it was
     *     moved; null if it was not
     */
    constructor(place, top, originOf) {
        this.place = place;
        this.top = top;
        this.originOf = originOf;
        /** @type {Direction} The direction in which the page is expected to load the place. */
        this.direction = 'down';
        /** @type {Set<Direction>} The directions in which the search has failed. */
        this.failed = new Set();
        /** @type {Origin | null} */
        this.origin = null;
        /** @type {Loading | null} What the page has loaded in this direction. */
        this.loading = null;
        this.steps = 0;
    }

    /**
     * @returns {boolean} true if the page has loaded more because it was scrolled, so that no control is needed
     */
    get isGrowing() {
        return this.loading !== null && this.loading.loads > 0;
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
        this.origin = this.origin ?? this.originOf(scroller) ?? presentOrigin(scroller);
        const state = scrollState(scroller);
        const isSparse = (this.place.textLength !== null && this.place.textLength < record.scrollHeight * SPARSE_TEXT)
            || textLength <= state.scrollHeight * SPARSE_TEXT;
        const directions = this.directionsFor(scroller, record, isSparse, isFound);
        if (directions.length > 0) {
            for (const direction of directions) {
                if (this.failed.has(direction)) continue;
                if (this.scrollToward(direction, scroller, record, textLength, now, move)) return true;
                this.failed.add(direction);
                this.loading = null;
            }
            return false;
        }
        if (isFound || !isSparse) return false;
        if (record.y < state.height / 2 && this.steps === 0) return false;
        return this.scrollAround(scroller, record.fractionY, move);
    }

    /**
     * Returns the directions in which the page may load the place: upward first if it began at its end, as chats do.
     *
     * @param {Scroller} scroller
     * @param {ScrollerRecord} record
     * @param {boolean} isSparse true if the list may contain only the rows in view
     * @param {boolean} isFound
     * @returns {Direction[]} empty if the page is as long as it was
     */
    directionsFor(scroller, record, isSparse, isFound) {
        const { isAtEnd, y: began } = this.origin ?? presentOrigin(scroller);
        const { y, height, scrollHeight } = scrollState(scroller);
        const { low } = offsetRange(scroller);
        const isShorter = scrollHeight < record.scrollHeight * SHORTER;
        const endsBefore = isShorter && scrollHeight < record.y + height;
        if (isFound) {
            if (isAtEnd && y <= low + TOLERANCE) return ['up'];
            return endsBefore ? ['down'] : [];
        }
        if (isAtEnd) return isShorter || !isSparse ? ['up', 'down'] : [];
        // A page that began in the middle, at a message that its address names, loads more on both sides.
        if (began > low + TOLERANCE && isShorter) return ['down', 'up'];
        return endsBefore ? ['down'] : [];
    }

    /**
     * Scrolls to the start or to the end, where the page loads more.
     *
     * @param {Direction} direction
     * @param {Scroller} scroller
     * @param {ScrollerRecord} record
     * @param {number} textLength
     * @param {number} now
     * @param {Move} move
     * @returns {boolean} false if the page loads nothing more in this direction
     */
    scrollToward(direction, scroller, record, textLength, now, move) {
        const { x, y, height, scrollHeight } = scrollState(scroller);
        const { low, high } = offsetRange(scroller);
        this.direction = direction;
        this.loading = this.loading ?? new Loading(now, scrollHeight, textLength);
        this.loading.record(now, scrollHeight, textLength);
        const longest = Math.max(MOST_GROWTH, record.scrollHeight);
        if (this.loading.isOver(now, longest, this.place.primary?.quote !== null)) return false;
        const [limit, inside] = direction === 'up' ? [low, Math.min(high, low + height)]
            : [high, Math.max(low, high - height)];
        if (Math.abs(y - limit) > 1) {
            move(scroller, x, limit);
        } else {
            this.loading.isNudged = !this.loading.isNudged;
            // Scrolls away by one view and back again, so that the limit comes into view a second time: some pages miss
            // the first.
            move(scroller, x, this.loading.isNudged ? inside : limit);
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
        const { low, high } = offsetRange(scroller);
        const distance = Math.ceil(this.steps / 2) * (this.steps % 2 === 1 ? 1 : -1) * state.height * 0.8;
        const range = state.scrollHeight - state.height;
        move(scroller, state.x, Math.max(low, Math.min(high, fraction * range + distance)));
        this.steps += 1;
        return true;
    }
}

/** What a page has loaded in one direction. */
class Loading {
    /**
     * @param {number} now in ms
     * @param {number} height of the content, in CSS px
     * @param {number} textLength
     */
    constructor(now, height, textLength) {
        this.began = now;
        this.firstHeight = height;
        this.height = height;
        this.textLength = textLength;
        this.grewAt = now;
        this.loads = 0;
        this.emptyLoads = 0;
        this.isNudged = false;
    }

    /**
     * @param {number} now
     * @param {number} height
     * @param {number} textLength
     */
    record(now, height, textLength) {
        if (height <= this.height) return;
        this.emptyLoads = textLength > this.textLength ? 0 : this.emptyLoads + 1;
        this.loads += 1;
        this.height = height;
        this.textLength = textLength;
        this.grewAt = now;
    }

    /**
     * @param {number} now
     * @param {number} longest the most growth, in CSS px
     * @param {boolean} needsText true if content without text cannot contain the place
     * @returns {boolean}
     */
    isOver(now, longest, needsText) {
        return now - this.grewAt > GROWTH_TIMEOUT || now - this.began > MOST_TIME || this.loads >= MOST_LOADS
            || this.height - this.firstHeight > longest || (needsText && this.emptyLoads >= MOST_EMPTY_LOADS);
    }
}
