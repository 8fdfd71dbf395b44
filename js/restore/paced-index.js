/**
 * The index of a page that changes: a large page is indexed in several steps, and pauses keep the page responsive.
 */

import { textIndexSteps } from '../anchoring/text-index.js';

/** @typedef {import('../anchoring/text-index.js').TextIndex} TextIndex */

/** In ms: indexing a large page pauses after this time, so that the page stays responsive. */
const SLICE = 40;
/**
 * In ms: the shortest pause between two attempts. Each costs a few ms, so that restoring uses at most a fifth of the
 * time.
 */
const SHORTEST_PAUSE = 80;
const COST_FACTOR = 5;
/**
 * In ms: the longest pause. An attempt may take long because the machine was suspended, not because the page is large.
 */
const LONGEST_PAUSE = 2000;

/** An index that is created again when the page has changed. */
export class PacedIndex {
    /**
     * @param {Window} top
     */
    constructor(top) {
        this.top = top;
        this.lastAttempt = 0;
        this.lastCost = 0;
        this.began = 0;
        /** @type {Generator<undefined, TextIndex> | null} */
        this.steps = null;
    }

    /**
     * @returns {boolean} true if the page may be indexed now
     */
    mayStart() {
        const pause = Math.min(LONGEST_PAUSE, Math.max(SHORTEST_PAUSE, this.lastCost * COST_FACTOR));
        return this.lastAttempt === 0 || this.top.performance.now() - this.lastAttempt >= pause;
    }

    /**
     * Continues to index the page, or starts to.
     *
     * @returns {TextIndex | null} null if the page has not been indexed completely
     */
    next() {
        this.began = this.top.performance.now();
        if (!this.steps) this.lastCost = 0;
        this.steps = this.steps ?? textIndexSteps(this.top.document);
        let step = this.steps.next();
        while (!step.done && this.top.performance.now() - this.began < SLICE) step = this.steps.next();
        if (!step.done) {
            this.lastCost += this.top.performance.now() - this.began;
            return null;
        }
        this.steps = null;
        return step.value;
    }

    /** Records that an attempt with the complete index is over. */
    finish() {
        this.lastAttempt = this.top.performance.now();
        this.lastCost += this.lastAttempt - this.began;
    }
}
