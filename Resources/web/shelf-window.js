// The part of a long list that is shown, and the cards that are kept. Nothing here touches the document or the network.

import { chunkSize } from './shelf-state.js';

/** @typedef {import('./shelf-state.js').Card} Card */

/** In CSS px: browsers draw no element that is much higher (Firefox from 17,895,697). */
export const heightLimit = 15_000_000;
/** The number of chunks that are kept: 2,000 cards of about 1 KB. */
export const chunkLimit = 20;

/**
 * Returns the rows that must be elements: those of the view, and some above and below.
 *
 * @param {number} scrollTop the part of the list above the view, in px; negative if the list begins in the view
 * @param {number} height of the view, in px
 * @param {number} rowHeight in px
 * @param {number} total the number of rows
 * @param {number} overscan the number of rows above and below the view
 * @returns {{start: number, end: number}} `end` is behind the last one
 */
export function visibleRange(scrollTop, height, rowHeight, total, overscan) {
    const first = Math.floor(scrollTop / rowHeight) - overscan;
    const last = Math.ceil((scrollTop + height) / rowHeight) + overscan;
    const end = Math.max(0, Math.min(total, last));
    return { start: Math.min(end, Math.max(0, first)), end };
}

/**
 * Returns the number of rows that one list can have.
 *
 * @param {number} rowHeight in px
 */
export function rowLimit(rowHeight) {
    return Math.floor(heightLimit / rowHeight);
}

/**
 * Returns the numbers of the chunks that contain rows; the first one if there are no rows.
 *
 * @param {Iterable<number>} positions of rows in the view, and of one that may be far from it
 */
export function chunksOf(positions) {
    const numbers = new Set([...positions].map((position) => Math.floor(position / chunkSize)));
    return numbers.size > 0 ? [...numbers].sort((first, second) => first - second) : [0];
}

/** The cards of a list that are kept, in chunks, and the number of rows. */
export class ChunkCache {
    constructor() {
        /**
         * The chunks by their number, the least recently used first.
         *
         * @type {Map<number, Card[]>}
         */
        this.chunks = new Map();
        /**
         * The number of pages that match; null while it is unknown.
         *
         * @type {number | null}
         */
        this.total = null;
        /** The number of rows that are known to exist. */
        this.reached = 0;
        /** True if the end of the list was reached, or its number of rows is known. */
        this.isComplete = false;
    }

    /** Forgets everything. */
    clear() {
        this.chunks.clear();
        this.total = null;
        this.reached = 0;
        this.isComplete = false;
    }

    /** The number of rows to show. While the end is unknown, one more chunk is expected. */
    get length() {
        if (this.total !== null) return this.total;
        return this.isComplete ? this.reached : this.reached + chunkSize;
    }

    /**
     * Adds the response to a request.
     *
     * @param {number} number of the chunk
     * @param {{pages: Card[], total?: number | null, isLast?: boolean}} response
     */
    receive(number, { pages, total, isLast }) {
        this.chunks.delete(number);
        this.chunks.set(number, pages);
        const end = number * chunkSize + pages.length;
        const isShort = isLast ?? pages.length < chunkSize;
        if (typeof total === 'number') {
            this.total = total;
            this.isComplete = true;
        } else if (this.total !== null && isShort && pages.length > 0) {
            // Pages that left the list since the total was counted.
            this.total = end;
        }
        if (this.total === null) {
            if (isShort) {
                this.reached = end;
                this.isComplete = true;
            } else {
                this.reached = Math.max(this.reached, end);
            }
        }
        for (const old of this.chunks.keys()) {
            if (this.chunks.size <= chunkLimit) break;
            this.chunks.delete(old);
        }
    }

    /**
     * Returns the card at a position.
     *
     * @param {number} position
     * @returns {Card | undefined} undefined if it is not loaded
     */
    at(position) {
        return this.chunks.get(Math.floor(position / chunkSize))?.[position % chunkSize];
    }

    /**
     * Returns the numbers of the chunks of some rows that are not loaded, and makes the others the last to be dropped.
     *
     * @param {number} start
     * @param {number} end behind the last row
     */
    missing(start, end) {
        /** @type {number[]} */
        const wanted = [];
        for (let number = Math.floor(start / chunkSize); number * chunkSize < end; number += 1) {
            const chunk = this.chunks.get(number);
            if (!chunk) {
                wanted.push(number);
                continue;
            }
            this.chunks.delete(number);
            this.chunks.set(number, chunk);
        }
        return wanted;
    }

    /**
     * Returns the position of a page.
     *
     * @param {string} key
     * @returns {number} -1 if it is not loaded
     */
    indexOf(key) {
        for (const [number, cards] of this.chunks) {
            const at = cards.findIndex(({ page }) => page === key);
            if (at >= 0) return number * chunkSize + at;
        }
        return -1;
    }

    /**
     * Returns the position of the page whose shown place has an id.
     *
     * @param {string} id
     * @returns {number} -1 if it is not loaded
     */
    indexOfPlace(id) {
        for (const [number, cards] of this.chunks) {
            const at = cards.findIndex(({ place, resume }) => place.id === id || resume === id);
            if (at >= 0) return number * chunkSize + at;
        }
        return -1;
    }

    /**
     * Replaces a card that is loaded.
     *
     * @param {number} position
     * @param {Card} card
     */
    replace(position, card) {
        const chunk = this.chunks.get(Math.floor(position / chunkSize));
        if (chunk && position % chunkSize < chunk.length) chunk[position % chunkSize] = card;
    }

    /** The loaded cards. */
    get cards() {
        return [...this.chunks.values()].flat();
    }
}
