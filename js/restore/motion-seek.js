/**
 * The search for a place in content that the page moves by itself, by means of the page: its address, the wheel and
 * keys. Each step measures what the last one has moved.
 */

import { positionsOf } from '../anchoring/quote-search.js';
import { elementAtAddress } from '../anchoring/selector.js';
import { collapsed } from '../anchoring/text-index.js';
import { composedParent, viewOf } from '../dom/composed-tree.js';
import { elementBox } from '../dom/geometry.js';
import { elementAt } from '../dom/hit.js';
import { call, read, shadowRootOf } from '../dom/node.js';
import { scrollersAround, visibleBox, windowBox } from '../dom/scroller.js';
import { coverOf, isConcealed, isConcealedAround, slidesWith } from '../dom/slides.js';
import { translationOf } from '../dom/translation.js';
import { CONFIDENCE } from './confidence.js';
import { withinView } from './place.js';
import { isShown } from './shown.js';

/**
 * @typedef {import('./snapshot-reader.js').Place} Place
 * @typedef {import('./target.js').Target} Target
 * @typedef {'moving' | 'there' | 'failed'} State
 * @typedef {{send: (amount: number) => void, isDiscrete: boolean, gain: number, hits: number, misses: number,
 *     stalls: number}} Means
 *     `amount` is a distance in CSS px, or 1 or -1 for discrete means; `gain` is what an amount of 1 has moved, and 0
 *     if nothing has moved yet; `misses` and `stalls` are the events in succession that have moved nothing, or not to
 *     the place
 * @typedef {{off: number, mark: string, isRough: boolean}} Measured
 *     `off` is the distance of the place from its position, in CSS px or in slides; `mark` changes while it moves;
 *     `isRough` is true for the captured distance of what is moved, if the page does not lay the words out yet
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
/** In CSS px: one notch of a wheel. */
const NOTCH = 120;
/** The fractions of the view at which the wheel is turned, the middle first. */
const POINTS = [0.5, 0.3, 0.7, 0.1, 0.9];
/** Elements that use the wheel themselves, such as maps. */
const OWN_WHEEL = 'canvas, iframe, frame, object, embed, video, textarea, select, input, [contenteditable]';
/** The number of sections whose shift is examined. */
const MOST_SECTIONS = 100;
const TYPING = 'textarea, select, input, [contenteditable]';
/** A multiple of the view: an element of this size is shifted in order to be read. */
const LARGE = 1.2;
/** @type {Record<string, number>} */
const KEY_CODES = { PageUp: 33, PageDown: 34, ArrowLeft: 37, ArrowUp: 38, ArrowRight: 39, ArrowDown: 40 };

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

/** What a page moves, and the means by which it does. */
export class MovedPage {
    /**
     * @param {Place} place
     * @param {Window} top
     */
    constructor(place, top) {
        this.place = place;
        this.top = top;
        /** @type {Element[]} */
        this.slides = [];
        /** The index of the slide with the place. */
        this.wanted = -1;
        /** @type {Element | null} The element that is moved. */
        this.moved = null;
        /** @type {Measured | null} */
        this.last = null;
    }

    /**
     * @param {Target | null} target
     * @returns {boolean} true if the page moves the place, and no text is being typed
     */
    isMoved(target) {
        const { document } = this.top;
        if (isTypedIn(document)) return false;
        const { motion } = this.place;
        const recorded = motion ? elementAtAddress(document, motion.path, motion.selector) : null;
        if (motion?.kind === 'slides') {
            this.findSlides(recorded, target);
            this.moved = this.hasSlides() ? composedParent(this.slides[0]) : null;
            return this.hasSlides();
        }
        this.moved = recorded ?? (target ? this.movedAround(target.node) : null);
        return this.moved !== null && (target !== null || hasWords(composedParent(this.moved), this.place));
    }

    /** @returns {boolean} */
    hasSlides() {
        return this.slides.length > 0;
    }

    /**
     * Finds the slides and the one with the place.
     *
     * @param {Element | null} recorded
     * @param {Target | null} target
     */
    findSlides(recorded, target) {
        let element = recorded ?? (target ? composedParent(target.node) : null);
        for (let steps = 0; element && steps < 16; steps += 1) {
            const slides = slidesWith(element);
            this.wanted = this.slideWithPlace(slides, target);
            if (this.wanted >= 0) {
                this.slides = slides;
                return;
            }
            element = composedParent(element);
        }
    }

    /**
     * @param {Element[]} slides
     * @param {Target | null} target
     * @returns {number} an index, or -1
     */
    slideWithPlace(slides, target) {
        if (target) return slides.findIndex((slide) => call(slide, 'contains', target.node));
        const captured = this.place.motion?.slide ?? 0;
        let best = -1;
        slides.forEach((slide, at) => {
            const isNearer = best < 0 || Math.abs(at - captured) < Math.abs(best - captured);
            if (isNearer && hasWords(slide, this.place)) best = at;
        });
        return best;
    }

    /**
     * Returns the element around a node that is larger than the window and has a transform, also if it is not moved.
     *
     * @param {Node} node
     * @returns {Element | null}
     */
    movedAround(node) {
        const view = viewOf(node);
        for (let element = composedParent(node); view && element; element = composedParent(element)) {
            if (view.getComputedStyle(element).transform === 'none') continue;
            const { left, top, right, bottom } = elementBox(element, this.top);
            const { innerWidth, innerHeight } = this.top;
            if (right - left > innerWidth * LARGE || bottom - top > innerHeight * LARGE) return element;
        }
        return null;
    }

    /**
     * @param {Target | null} target
     * @returns {Measured | null} null if the place is not laid out
     */
    measure(target) {
        if (this.hasSlides()) return this.measureSlides();
        const box = target && !isConcealedAround(target.node) ? target.box() : null;
        if (!target || !box) return this.measureShift();
        const chain = scrollersAround(target.node, this.top);
        const visible = visibleBox(chain[chain.length - 1], this.top);
        const { anchor } = target;
        const view = visible.bottom - visible.top;
        const off = this.isAcross() ? box.left - visible.left - anchor.x
            : box.top - visible.top - withinView(anchor.y, box.bottom - box.top, view);
        return { off, mark: Math.round(2 * box.left) + ' ' + Math.round(2 * box.top), isRough: false };
    }

    /**
     * Measures what is moved instead of the words. Some pages hide the sections that are far from the view, and do not
     * move them.
     *
     * @returns {Measured | null}
     */
    measureShift() {
        const { motion } = this.place;
        if (!motion || !this.moved) return null;
        const { axis } = motion;
        const siblings = Array.from(composedParent(this.moved)?.children ?? []).slice(0, MOST_SECTIONS);
        const shifts = [this.moved, ...siblings].map((element) => -translationOf(element)[axis]);
        const box = elementBox(this.moved, this.top);
        const shift = Math.max(0, ...shifts, axis === 'x' ? -box.left : -box.top);
        return { off: motion[axis] - shift, mark: String(Math.round(2 * shift)), isRough: true };
    }

    /**
     * @returns {Measured | null} null if the page has replaced the slides
     */
    measureSlides() {
        if (!this.slides[this.wanted].isConnected) return null;
        const view = windowBox(this.top);
        let shown = -1;
        let most = 0;
        this.slides.forEach((slide, at) => {
            const cover = coverOf(slide, view, this.top);
            if (cover > most) [shown, most] = [at, cover];
        });
        // Between two slides there may be none.
        if (shown < 0) return { off: this.last?.off ?? this.wanted, mark: '', isRough: false };
        const box = elementBox(this.slides[shown], this.top);
        const mark = [shown, Math.round(box.left), Math.round(box.top)].join(' ');
        this.last = { off: this.wanted - shown, mark, isRough: false };
        return this.last;
    }

    /**
     * @param {Target | null} target
     * @returns {boolean} true also if the page has not laid the words out yet
     */
    isSeen(target) {
        return !target || isShown(target, this.top);
    }

    /** @returns {boolean} */
    isAcross() {
        return this.place.motion?.axis === 'x';
    }

    /**
     * @returns {number} the length of the view, in CSS px
     */
    length() {
        return this.isAcross() ? this.top.innerWidth : this.top.innerHeight;
    }

    /**
     * Returns the means, the gentlest first. They send nothing while text is being typed.
     *
     * @returns {Means[]}
     */
    means() {
        return this.everyMeans().map((means) => {
            const send = (/** @type {number} */ amount) => {
                if (!isTypedIn(this.top.document)) means.send(amount);
            };
            return { ...means, send };
        });
    }

    /**
     * @returns {Means[]}
     */
    everyMeans() {
        const pages = this.keys('PageDown', 'PageUp');
        const lines = this.keys('ArrowDown', 'ArrowUp');
        if (this.hasSlides()) {
            return [...this.address(), pages, this.keys('ArrowRight', 'ArrowLeft'), ...this.wheel(true, false), lines];
        }
        const across = this.isAcross() ? this.wheel(false, true) : [];
        return [...this.address(), ...this.wheel(false, false), ...across, pages, lines];
    }

    /**
     * Returns the captured fragment of the page's address, if the page has lost it: some pages show what it names.
     *
     * @returns {Means[]}
     */
    address() {
        const { location } = this.top;
        const [page, fragment] = this.place.address.split('#');
        const before = location.href;
        if (!fragment || fragment.startsWith(':~:') || before.split('#')[0] !== page) return [];
        const captured = page + '#' + fragment;
        if (captured === before) return [];
        // An address without a fragment would load the page again, as one with another path does.
        const back = before.includes('#') ? before : before + '#';
        const toggle = () => {
            const { href } = location;
            if (href.split('#')[0] === page) location.replace(href === before || href === back ? captured : back);
        };
        return [{ ...NEW_MEANS, isDiscrete: true, send: toggle }];
    }

    /**
     * @param {string} forward
     * @param {string} back
     * @returns {Means}
     */
    keys(forward, back) {
        const send = (/** @type {number} */ amount) => {
            const key = amount > 0 ? forward : back;
            const { document } = this.top;
            const receiver = read(document, 'activeElement') ?? read(document, 'body');
            const keyCode = KEY_CODES[key];
            const init = { key, code: key, keyCode, which: keyCode, bubbles: true, cancelable: true, composed: true };
            for (const name of ['keydown', 'keyup']) call(receiver, 'dispatchEvent', new KeyboardEvent(name, init));
        };
        return { ...NEW_MEANS, isDiscrete: true, send };
    }

    /**
     * @param {boolean} isDiscrete true to turn the wheel by one notch for each slide
     * @param {boolean} isAcross
     * @returns {Means[]} none if what is moved is nowhere under the wheel
     */
    wheel(isDiscrete, isAcross) {
        const point = this.wheelPoint();
        if (!point) return [];
        const { element, x, y } = point;
        const send = (/** @type {number} */ amount) => {
            const delta = isDiscrete ? amount * NOTCH : amount;
            const [deltaX, deltaY] = isAcross ? [delta, 0] : [0, delta];
            // Chromium would give older pages a `wheelDeltaY` of the wrong sign.
            const older = { wheelDeltaX: -deltaX, wheelDeltaY: -deltaY };
            const at = { clientX: x, clientY: y };
            const init = { deltaX, deltaY, ...older, ...at, bubbles: true, cancelable: true, composed: true };
            call(element, 'dispatchEvent', new WheelEvent('wheel', init));
        };
        return [{ ...NEW_MEANS, isDiscrete, send }];
    }

    /**
     * @returns {import('../dom/hit.js').Hit | null} a point over what is moved
     */
    wheelPoint() {
        const { left, top, right, bottom } = windowBox(this.top);
        // A section that is hidden far from the view is moved with the others.
        const moved = this.moved && isConcealed(this.moved) ? composedParent(this.moved) : this.moved;
        for (const down of POINTS) {
            for (const across of POINTS) {
                const hit = elementAt(this.top, left + (right - left) * across, top + (bottom - top) * down);
                if (!moved || !hit || hit.element.closest(OWN_WHEEL)) continue;
                if (call(moved, 'contains', hit.element) || call(hit.element, 'contains', moved)) return hit;
            }
        }
        return null;
    }
}

/**
 * @param {Element | null} element
 * @param {Place} place
 * @returns {boolean} true if the element contains the place's words, shown or not
 */
function hasWords(element, { primary }) {
    const words = primary?.quote?.exact;
    return Boolean(words && element && positionsOf(collapsed(read(element, 'textContent') ?? ''), words).length > 0);
}

const NEW_MEANS = { gain: 0, hits: 0, misses: 0, stalls: 0 };

/**
 * @param {Document} document
 * @returns {boolean} true if an element has the focus in which keys write text
 */
function isTypedIn(document) {
    let element = read(document, 'activeElement');
    for (let inner = element; inner; inner = shadowRootOf(inner)?.activeElement) element = inner;
    return Boolean(element?.matches(TYPING));
}
