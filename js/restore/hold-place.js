/**
 * A restored place that is kept at its position while the page still changes: not every browser has scroll anchoring,
 * and no browser compensates a change of the anchor's own size.
 */

import { composedParent, viewOf } from '../dom/composed-tree.js';
import { characterBox, elementBox, laidOutBox } from '../dom/geometry.js';
import { isText } from '../dom/node.js';
import { scrollersAround, scrollState, scrollTo } from '../dom/scroller.js';
import { isSeen } from './attempt.js';
import { placeTarget } from './place.js';
import { elementTarget } from './unread.js';

/**
 * @typedef {import('../dom/scroller.js').Scroller} Scroller
 * @typedef {import('./target.js').Target} Target
 * @typedef {{offset: number, height: number}} ScrollSum the sum of the offsets of some scrollers and of their heights
 */

/** In CSS px: a smaller shift is ignored. */
const SHIFTED = 1;
/**
 * In ms after a change: the time within which the browser's own scroll anchoring may move the view, and the time within
 * which the change may affect the layout.
 */
const ANSWER_TIME = 50;
export const SHIFT_TIME = 300;
/** In UTF-16 units: the words at the place that are compared. */
const COMPARED = 24;

/**
 * @param {Scroller[]} scrollers
 * @returns {ScrollSum}
 */
export function sumOf(scrollers) {
    let [offset, height] = [0, 0];
    for (const scroller of scrollers) {
        const state = scrollState(scroller);
        offset += Math.abs(state.x) + Math.abs(state.y);
        height += state.scrollHeight;
    }
    return { offset, height };
}

/**
 * Returns true if something has scrolled, and not because the layout has changed.
 *
 * @param {ScrollSum} before
 * @param {ScrollSum} now
 * @returns {boolean}
 */
export function hasScrolled(before, now) {
    return Math.abs(now.offset - before.offset) >= SHIFTED && now.height === before.height;
}

/** A target that is kept at its position. */
export class PlaceHold {
    /**
     * @param {Target} target
     * @param {import('./snapshot-reader.js').Place} place
     * @param {Window} top
     */
    constructor(target, place, top) {
        this.place = place;
        this.top = top;
        this.changedAt = -Infinity;
        this.target = target;
        /** @type {Scroller[]} */
        this.scrollers = [];
        this.words = '';
        /** @type {ReturnType<typeof blockOf>} */
        this.block = null;
        /** @type {({x: number, y: number} & ScrollSum) | null} */
        this.known = null;
        this.follow(target);
    }

    /**
     * Keeps another target with the same words at its present position.
     *
     * @param {Target} target
     */
    follow(target) {
        this.target = target;
        this.scrollers = scrollersAround(target.node, this.top);
        this.words = wordsAt(target);
        this.block = blockOf(target, this.top);
        this.known = this.measure();
    }

    /** Records the present position as the right one. */
    remember() {
        this.known = this.measure();
    }

    /** Records that the page has changed. */
    recordChange() {
        this.changedAt = this.top.performance.now();
    }

    /**
     * @returns {boolean} true if something has scrolled the page, and its layout is the same
     */
    isScrolled() {
        const { known } = this;
        return known !== null && hasScrolled(known, sumOf(this.scrollers));
    }

    /**
     * Compares the position of the place with the right one, and corrects it if the page's layout has changed.
     *
     * @returns {'kept' | 'scrolled' | 'gone'} `scrolled` if the page was scrolled, `gone` if the words are not there
     */
    check() {
        const now = this.measure();
        const { known } = this;
        if (!now || !known) return 'gone';
        const isShifted = Math.abs(now.y - known.y) >= SHIFTED || Math.abs(now.x - known.x) >= SHIFTED;
        if (!isShifted) {
            this.known = now;
            return 'kept';
        }
        // The browser may still compensate a recent change itself, which must not be done twice.
        if (this.top.performance.now() - this.changedAt <= ANSWER_TIME) return 'kept';
        if (hasScrolled(known, now)) return 'scrolled';
        this.placeIfSeen();
        return 'kept';
    }

    /** Scrolls to the place again, unless a change has hidden it, as when the window becomes narrower. */
    placeIfSeen() {
        const { target, place, top, scrollers } = this;
        const before = scrollers.map(scrollState);
        placeTarget(target, place, top, scrollTo);
        if (!isSeen(target, place, top)) {
            scrollers.forEach((scroller, at) => scrollTo(scroller, before[at].x, before[at].y));
        }
        this.remember();
    }

    /**
     * Keeps the same fraction of the block instead of the words, which are in another language now.
     *
     * @returns {boolean} false if the block is not in the page either
     */
    followBlock() {
        const { block, target } = this;
        if (!block || !block.element.isConnected || !laidOutBox(block.element, this.top)) return false;
        const { confidence, anchor } = target;
        this.target = elementTarget(block.element, block.share, confidence, anchor, this.top);
        this.words = '';
        this.placeIfSeen();
        return true;
    }

    /**
     * @returns {({x: number, y: number} & ScrollSum) | null} null if the words are not in the page or not laid out
     */
    measure() {
        const { target } = this;
        const isThere = target.node.isConnected && wordsAt(target) === this.words;
        const box = isThere ? target.box() : null;
        return box && { x: box.left, y: box.top, ...sumOf(this.scrollers) };
    }
}

/**
 * @param {Target} target
 * @returns {string} the words at a target; empty if it is not in a text
 */
function wordsAt({ node, offset }) {
    return isText(node) ? /** @type {Text} */ (node).data.slice(offset, offset + COMPARED) : '';
}

/**
 * Returns the block around a target, and the fraction of its height at which the target is.
 *
 * @param {Target} target
 * @param {Window} top
 * @returns {{element: Element, share: number} | null} null if the target is not in a text
 */
function blockOf({ node, offset }, top) {
    const line = isText(node) ? characterBox(/** @type {Text} */ (node), offset, top) : null;
    const view = viewOf(node);
    let element = composedParent(node);
    while (element && view && /^(inline|contents)/.test(view.getComputedStyle(element).display)) {
        element = composedParent(element);
    }
    if (!element || !line) return null;
    const box = elementBox(element, top);
    return { element, share: box.bottom > box.top ? (line.top - box.top) / (box.bottom - box.top) : 0 };
}
