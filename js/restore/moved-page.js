/**
 * What a page moves by itself, where the place is in it, and the means by which the page moves it.
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
import { withinView } from './place.js';
import { isShown } from './shown.js';

/**
 * @typedef {import('./snapshot-reader.js').Place} Place
 * @typedef {import('./target.js').Target} Target
 * @typedef {{send: (amount: number) => void, isDiscrete: boolean, gain: number, hits: number, misses: number,
 *     stalls: number}} Means
 *     `amount` is a distance in CSS px, or 1 or -1 for discrete means; `gain` is what an amount of 1 has moved, and 0
 *     if nothing has moved yet; `misses` and `stalls` are the events in succession that have moved nothing, or not to
 *     the place
 * @typedef {{off: number, mark: string, isRough: boolean}} Measured
 *     `off` is the distance of the place from its position, in CSS px or in slides; `mark` changes while it moves;
 *     `isRough` is true for the captured distance of what is moved, if the page does not lay the words out yet
 */

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
