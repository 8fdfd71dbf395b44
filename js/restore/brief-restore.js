/**
 * The restore of the bookmarklets, which are limited in length: the reader's first input ends it, and it waits for no
 * lock.
 */

import { failure, PlaceSearch } from './place-search.js';
import { watchReader } from './reader-input.js';
import { holds, SEARCH_TIME } from './restore-phase.js';

/**
 * @typedef {import('./place-search.js').Result} Result
 * @typedef {import('./verdict.js').Status} Status
 */

/** The number of times that a page which moves the place is corrected before the report. */
const MOST_CORRECTIONS = 60;

/**
 * @param {Window} top
 * @param {any} snapshot
 * @returns {Promise<Result>} is never rejected
 */
export function restoreBriefly(top, snapshot) {
    return new Promise((resolve) => {
        try {
            new BriefRestore(top, snapshot, resolve).check();
        } catch {
            resolve(failure());
        }
    });
}

class BriefRestore extends PlaceSearch {
    /**
     * @param {Window} top
     * @param {any} snapshot
     * @param {(result: Result) => void} resolve
     */
    constructor(top, snapshot, resolve) {
        super(top, snapshot, {});
        this.resolve = resolve;
        this.changedAt = -Infinity;
        this.corrections = 0;
        /** @type {number | null} */
        this.heldSince = null;
        this.isReported = false;
        this.isOver = false;
    }

    /**
     * @param {Window} view
     */
    receiveInput(view) {
        this.stops.push(watchReader([view], () => this.finish('aborted')));
    }

    /**
     * @param {boolean} isStructural
     */
    recordChange(isStructural) {
        super.recordChange(isStructural);
        if (isStructural) this.changedAt = this.lastEvent;
    }

    searchFurther() {
        if (!this.isReported) super.searchFurther();
    }

    /** Checks the page in each frame, also after the report: the place is kept at its line. */
    check() {
        if (this.isOver) return;
        const sight = this.step();
        const now = this.top.performance.now();
        const isLate = now >= this.started + SEARCH_TIME;
        if (sight.words === 'there') {
            if (this.heldSince === null && !this.isReported) this.highlight();
            this.heldSince = sight.isCorrected ? now : this.heldSince ?? now;
            if (sight.isCorrected) this.corrections += 1;
        } else if (sight.words === 'missing') {
            this.heldSince = null;
        }
        if (this.isReported) {
            if (isLate) this.finish('aborted');
        } else if (this.heldSince === null) {
            if (isLate || (sight.isSettled && sight.words === 'missing')) this.finish(sight.status);
        } else if (this.corrections > MOST_CORRECTIONS) {
            this.finish('abstained');
        } else if (sight.words === 'there' && (isLate || holds(sight, now, this.heldSince, this.changedAt))) {
            this.finish(sight.status);
        }
        this.schedule(() => this.check());
    }

    /**
     * @param {Status} status
     */
    finish(status) {
        if (this.isOver) return;
        this.isOver = this.isReported || status !== 'restored';
        if (!this.isReported) this.report(status);
        if (!this.isOver) return;
        this.scrolling.release();
        this.stop();
    }

    /**
     * @param {Status} status
     */
    report(status) {
        this.isReported = true;
        if (status === 'abstained' || status === 'wrongPage') this.scrolling.undo();
        if (status === 'approximate') this.highlight();
        this.resolve(this.resultOf(status, null, this.heldSince ?? this.top.performance.now()));
    }
}
