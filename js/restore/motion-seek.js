/**
 * The search for a place in content that the page moves by itself, by means of the page: its address, the wheel and
 * keys. Each step measures what the last one has moved.
 */

import { CONFIDENCE } from './confidence.js';
import { MovedPage } from './moved-page.js';

/**
 * @typedef {import('./snapshot-reader.js').Place} Place
 * @typedef {import('./target.js').Target} Target
 * @typedef {import('./moved-page.js').Means} Means
 * @typedef {import('./moved-page.js').Measured} Measured
 * @typedef {'moving' | 'there' | 'failed'} State
 */

/** In CSS px: a place at a smaller distance is in position. */
const CLOSE = 2;
/** The number of checks without movement after which a movement is over. */
const STILL_CHECKS = 3;
/** In ms: an event after which nothing has begun to move for this time moves nothing. */
const NO_ANSWER = 600;
/** The same for the first event that a page ignores for some time after the last slide. The time doubles with each. */
const NO_ANSWER_YET = 80;
/** In ms: the longest search, and the longest time in which its steps are taken back. */
const SEARCH_TIME = 7000;
const UNDO_TIME = 2000;
/** In ms: the further time for a place that is in view by then, so that nothing would be taken back. */
const FINISH_TIME = 1000;
/** In ms: the time in which a page lays out the words at the captured distance. */
const LAYOUT_TIME = 1000;
/** The number of events that are sent before the next measurement, if the page has answered the first ones. */
const MOST_EVENTS = 60;
const FIRST_EVENTS = 2;
/** In ms, and the number of misses, of means that have worked: some pages ignore the wheel for a second. */
const LONGEST_PAUSE = 1800;
/** In ms: the pause is known well enough if an event was ignored this time before. */
const SURE_PAUSE = 80;
const MOST_MISSES = 3;
const MOST_STALLS = 2;
/** A multiple of the time that is left: the pause between two slides may be shorter than it seems. */
const TOO_LONG = 1.5;

/** A search. `step` is called in each check until it returns `there` or `failed`. The bookmarklet does without it. */
export class MotionSeek {
    /**
     * @param {Place} place
     * @param {Window} top
     */
    constructor(place, top) {
        this.search = globalThis.LEFTOFF_LITE ? null : new MotionSearch(new MovedPage(place, top));
    }

    /**
     * @param {Target | null} target the place's words, which cannot be seen; null if the page does not lay them out
     * @returns {boolean} true if the page moves them itself
     */
    applies(target) {
        return this.search !== null && this.search.applies(certain(target));
    }

    /**
     * @param {Target | null} target
     * @param {number} now in ms
     * @returns {State} `there` also if a slide shows the place
     */
    step(target, now) {
        return this.search ? this.search.step(certain(target), now) : 'failed';
    }

    /**
     * @returns {number} the distance of the place from its position at the end of the search, in CSS px
     */
    get left() {
        return this.search ? this.search.left : 0;
    }

    /** Takes the steps back at once, if the restore ends during the search. */
    undo() {
        this.search?.undo();
    }
}

/**
 * @param {Target | null} target
 * @returns {Target | null} null if the words are probably others
 */
function certain(target) {
    return target && target.confidence >= CONFIDENCE.found ? target : null;
}

/** The decisions of a search. */
export class MotionSearch {
    /**
     * @param {MovedPage} page
     */
    constructor(page) {
        this.page = page;
        /** @type {Means[]} The means that have not failed yet; the first one is used. */
        this.means = [];
        /** @type {Means | null} The means that moved the page last. */
        this.used = null;
        /** @type {number[]} The amounts that are still to be sent. */
        this.queue = [];
        /** What was sent since the last measurement, and when. */
        this.sent = 0;
        this.sentAt = 0;
        /** The distance before it was sent. */
        this.before = 0;
        this.mark = '';
        this.hasMoved = false;
        this.stillChecks = 0;
        /** True if the page ignores events that follow one another. */
        this.isPaced = false;
        /** In ms: the times after an answered event at which another one was ignored, and at which it was answered. */
        this.ignored = 0;
        this.pause = 0;
        /** When the last answered event was sent, and the longest time until an answer. */
        this.answeredAt = 0;
        this.delay = 0;
        this.isUndoing = false;
        /** The distance at which the search ends: 0, or the first one while its steps are taken back. */
        this.goal = 0;
        /** @type {number | null} */
        this.first = null;
        /** In ms: the time by which the search ends. */
        this.end = 0;
        this.isFinishing = false;
        /** @type {Measured | null} */
        this.last = null;
        /** @type {number | null} In ms: the time until which the words may appear. */
        this.awaitedUntil = null;
        /** In CSS px: the distance at the end of the search. */
        this.left = 0;
        /** @type {'there' | 'failed' | null} */
        this.result = null;
    }

    /**
     * @param {Target | null} target
     * @returns {boolean}
     */
    applies(target) {
        return this.result === null && (this.first !== null || this.page.isMoved(target));
    }

    /**
     * @param {Target | null} target
     * @param {number} now
     * @returns {State}
     */
    step(target, now) {
        if (this.result) return this.result;
        const measured = this.page.measure(target);
        if (!measured) return this.finish('failed');
        if (this.first === null) this.begin(measured, now);
        if (this.last && this.last.isRough !== measured.isRough) this.measureFrom(this.last, measured);
        this.last = measured;
        if (now > this.end && !this.isFinishing && !this.isUndoing && this.isInView(measured, target)) {
            this.isFinishing = true;
            this.end += FINISH_TIME;
        }
        const { mark } = measured;
        const isMoving = mark !== this.mark;
        this.mark = mark;
        if (isMoving && !this.hasMoved) this.delay = Math.max(this.delay, now - this.sentAt);
        this.hasMoved = this.hasMoved || isMoving;
        this.stillChecks = isMoving ? 0 : this.stillChecks + 1;
        if (this.queue.length > 0) return this.sendNext(now);
        const isStill = this.hasMoved ? this.stillChecks >= STILL_CHECKS : now - this.sentAt >= this.patience();
        if (this.sent !== 0 && !isStill && now <= this.end) return 'moving';
        return this.continueFrom(measured, target, now);
    }

    /**
     * @returns {number} the time that an event is given to move the page, in ms
     */
    patience() {
        if (!this.isPaced && !(this.isProbing() && this.means[0].gain !== 0)) return NO_ANSWER;
        return Math.min(NO_ANSWER, Math.max(2 * this.delay, NO_ANSWER_YET * 2 ** this.means[0].misses));
    }

    /**
     * @returns {boolean} true if the page has not shown yet that it answers steps in succession
     */
    isProbing() {
        const { isDiscrete, hits } = this.means[0];
        return isDiscrete && hits < FIRST_EVENTS;
    }

    /**
     * @returns {number} the time after an answered event at which the next one is sent, in ms
     */
    nextPause() {
        const isSure = this.pause - this.ignored < SURE_PAUSE || this.means[0].misses > 0;
        return isSure ? this.pause : (this.pause + this.ignored) / 2;
    }

    /**
     * @param {Measured} measured
     * @param {number} now
     */
    begin({ off, mark }, now) {
        this.first = off;
        this.mark = mark;
        this.end = now + SEARCH_TIME;
        this.means = this.page.means();
    }

    /**
     * Goes on with another measure of the same distance.
     *
     * @param {Measured} before
     * @param {Measured} measured
     */
    measureFrom(before, measured) {
        const by = measured.off - before.off;
        this.first = (this.first ?? 0) + by;
        this.before += by;
        if (this.isUndoing) this.goal += by;
        this.awaitedUntil = null;
    }

    /**
     * Decides what follows when nothing moves any more.
     *
     * @param {Measured} measured
     * @param {Target | null} target
     * @param {number} now
     * @returns {State}
     */
    continueFrom({ off, isRough }, target, now) {
        const left = off - this.goal;
        const isInPosition = Math.abs(left) <= (this.page.hasSlides() ? 0 : CLOSE);
        this.left = this.page.hasSlides() ? 0 : Math.abs(left);
        if (this.isUndoing && (isInPosition || now > this.end)) return this.finish('failed');
        if (!this.isUndoing && isInPosition && !isRough && this.page.isSeen(target)) return this.finish('there');
        if (this.sent !== 0) this.learn(left, now);
        if (!this.isUndoing && isInPosition && isRough) {
            this.awaitedUntil = this.awaitedUntil ?? now + LAYOUT_TIME;
            if (now < this.awaitedUntil) return 'moving';
            this.means = [];
        }
        if (this.isPaced && this.means.length > 0) {
            if (this.isTooFar(left, now)) this.means = [];
            else if (now < Math.min(this.end, this.answeredAt + this.nextPause())) return 'moving';
        }
        while (this.means.length > 0 && now <= this.end) {
            this.queue = eventsFor(left, this.means[0], this.page.length());
            if (this.isPaced || this.isProbing()) this.queue.splice(1);
            if (this.queue.length > 0) {
                this.before = left;
                this.hasMoved = false;
                return this.sendNext(now);
            }
            // The distance is less than one step of these means.
            this.means.shift();
        }
        return this.giveUp({ off, isRough, mark: this.mark }, target, now);
    }

    /**
     * Records what the last events have moved, and leaves means that do not help.
     *
     * @param {number} left
     * @param {number} now
     */
    learn(left, now) {
        const [means] = this.means;
        const moved = this.before - left;
        if (Math.abs(moved) >= 1) {
            const gain = moved / this.sent;
            // The page has answered only some of the events.
            if (means.gain !== 0 && Math.abs(gain) < Math.abs(means.gain) / 2) this.isPaced = true;
            else means.gain = gain;
            if (this.ignored > 0) this.pause = this.sentAt - this.answeredAt;
            this.answeredAt = this.sentAt;
            means.hits += 1;
            means.misses = 0;
            means.stalls = Math.abs(left) < Math.abs(this.before) ? 0 : means.stalls + 1;
            this.used = means;
        } else {
            means.misses += 1;
            // Means that have worked are ignored until the last slide is in place.
            if (means.gain !== 0 && means.isDiscrete) {
                this.isPaced = true;
                this.ignored = this.sentAt - this.answeredAt;
            }
        }
        this.sent = 0;
        const isPausing = means.gain !== 0 && (means.misses < MOST_MISSES || now - this.answeredAt < LONGEST_PAUSE);
        if ((means.misses === 0 || isPausing) && means.stalls < MOST_STALLS) return;
        // Content that has been moved as far as it goes is moved no further by others.
        if (means.gain === 0 || this.page.hasSlides()) this.means.shift();
        else this.means = [];
    }

    /**
     * @param {number} left
     * @param {number} now
     * @returns {boolean} true if the rest of the way takes far too long, so that the steps are better taken back soon
     */
    isTooFar(left, now) {
        const { gain } = this.means[0];
        if (this.isUndoing || gain === 0) return false;
        return Math.abs(left / gain) * this.pause > TOO_LONG * (this.end - now);
    }

    /**
     * @param {number} now
     * @returns {'moving'}
     */
    sendNext(now) {
        const amount = this.queue.shift() ?? 0;
        this.sent += amount;
        this.sentAt = now;
        this.means[0].send(amount);
        return 'moving';
    }

    /**
     * Ends the search if the page has brought the place into view. Otherwise its steps are taken back.
     *
     * @param {Measured} measured
     * @param {Target | null} target
     * @param {number} now
     * @returns {State}
     */
    giveUp(measured, target, now) {
        if (this.isUndoing || !this.used) return this.finish('failed');
        if (this.isInView(measured, target)) return this.finish('there');
        this.isUndoing = true;
        this.goal = this.first ?? 0;
        this.end = now + UNDO_TIME;
        Object.assign(this.used, { misses: 0, stalls: 0 });
        this.means = [this.used];
        return this.continueFrom(measured, target, now);
    }

    /**
     * @param {Measured} measured
     * @param {Target | null} target
     * @returns {boolean}
     */
    isInView({ isRough }, target) {
        return !isRough && target !== null && this.page.isSeen(target);
    }

    /**
     * @template {'there' | 'failed'} Result
     * @param {Result} result
     * @returns {Result}
     */
    finish(result) {
        this.result = result;
        return result;
    }

    /** Takes the steps back at once, by the last measurement. */
    undo() {
        if (this.result || this.first === null || !this.used) return;
        const left = this.before - this.used.gain * this.sent + this.goal - this.first;
        for (const amount of eventsFor(left, this.used, this.page.length())) this.used.send(amount);
        this.finish('failed');
    }
}

/**
 * Returns the amounts that move the place by a distance.
 *
 * @param {number} left
 * @param {Means} means
 * @param {number} most the largest distance of one event, in CSS px
 * @returns {number[]}
 */
function eventsFor(left, { isDiscrete, gain }, most) {
    if (isDiscrete) {
        const steps = gain === 0 ? Math.sign(left) : Math.trunc(left / gain);
        return Array(Math.min(MOST_EVENTS, Math.abs(steps))).fill(Math.sign(steps));
    }
    const amount = gain === 0 ? Math.max(-most, Math.min(most, left)) : left / gain;
    const count = Math.min(MOST_EVENTS, Math.ceil(Math.abs(amount) / most));
    const each = Math.max(-most, Math.min(most, amount / Math.max(1, count)));
    return Array(count).fill(each);
}
