/**
 * A restored place that is kept at its position while the page still changes: not every browser has scroll anchoring,
 * and no browser compensates a change of the anchor's own size.
 */

import { composedParent, viewOf } from '../dom/composed-tree.js';
import { characterBox, elementBox, laidOutBox } from '../dom/geometry.js';
import { call, isText, localNameOf, ownerDocumentOf, parentNodeOf, read } from '../dom/node.js';
import { scrollersAround, scrollState, scrollTo } from '../dom/scroller.js';
import { isSeen } from './attempt.js';
import { CONFIDENCE } from './confidence.js';
import { placeTarget } from './place.js';
import { characterTarget } from './target.js';
import { blockText, exchangeOf, textAround } from './translated-block.js';
import { hasTraces } from './translation.js';
import { elementTarget } from './unread.js';

/**
 * @typedef {import('../dom/scroller.js').Scroller} Scroller
 * @typedef {import('./target.js').Target} Target
 * @typedef {{offset: number, height: number}} ScrollSum the sum of the offsets of some scrollers and of their heights
 * @typedef {{parent: Node, ordinal: number, count: number, name: string}} Step the way from a parent to an element
 * @typedef {{element: Element, way: Step[], share: number, text: string, before: string, isOther: boolean}} Block
 *     `way` leads to it from its parent, and from each ancestor; `share` is the fraction of its height at which the
 *     words are, and `before` is its text before them; `isOther` is true if it has got another text that is no
 *     translation
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
/** In UTF-16 units without white space: a shorter text may be another block's by chance. */
const DISTINCTIVE_BLOCK = 16;

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
        /** @type {Block | null} */
        this.block = null;
        /** The text around the place before anything was translated. */
        this.around = '';
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
        if (!this.isBlock) this.block = blockOf(target, this.top);
        if (this.block) this.around = this.around || textAround(this.block.element);
        this.known = this.measure();
    }

    /** True if the place is a part of a block instead of words. */
    get isBlock() {
        return this.target.node === this.block?.element;
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
     * Returns the same fraction of the block instead of the words, if its text was translated in place.
     *
     * @returns {Target | null}
     */
    translation() {
        const { block, around, target, top } = this;
        const element = block && successorOf(block);
        if (!block || !element || block.isOther || !laidOutBox(element, top)) return null;
        const exchange = exchangeOf(block.text, blockText(element), around, hasTraces(top));
        block.isOther = exchange === 'other';
        if (exchange !== 'translated') return null;
        if (element === target.node) return target;
        this.block = { ...block, element, way: wayTo(element) };
        return { ...elementTarget(element, block.share, CONFIDENCE.block, target.anchor, top), tier: 'block' };
    }

    /**
     * Keeps the same words in another block that has the same text, and is the only one. So the name above each message
     * of a chat is found between changed messages.
     *
     * @param {import('../anchoring/text-index.js').TextIndex} index
     * @returns {boolean} false if there is no such block
     */
    followSameBlock(index) {
        const { block, words, target, top } = this;
        const at = block && words ? positionInBlock(index.text, block) : -1;
        const { anchor, tier, confidence } = target;
        const found = at < 0 ? null : characterTarget(index, at, anchor, tier, confidence, top);
        if (!found || wordsAt(found) !== words) return false;
        this.follow(found);
        this.placeIfSeen();
        return true;
    }

    /**
     * Keeps the same fraction of the block instead of the words, which have been replaced in it.
     *
     * @returns {boolean} false if the block is not in the page either
     */
    followBlock() {
        const { target, top } = this;
        const translation = this.translation();
        const { block } = this;
        if (!block || !block.element.isConnected || !laidOutBox(block.element, top)) return false;
        const { confidence, anchor } = target;
        this.target = translation ?? elementTarget(block.element, block.share, confidence, anchor, top);
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
 * @param {Target} target
 * @param {Window} top
 * @returns {Block | null} the block around a target; null if the target is not in a text
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
    const share = box.bottom > box.top ? (line.top - box.top) / (box.bottom - box.top) : 0;
    const before = textBefore(node, offset, element);
    return { element, way: wayTo(element), share, text: blockText(element), before, isOther: false };
}

/**
 * @param {Node} node
 * @param {number} offset
 * @param {Element} element
 * @returns {string} the text of an element before a position in it; empty if the position is in a shadow tree in it
 */
function textBefore(node, offset, element) {
    const range = call(ownerDocumentOf(node), 'createRange');
    range.setStart(element, 0);
    range.setEnd(node, offset);
    return range.toString();
}

/**
 * @param {string} page the text of a page
 * @param {Block} block
 * @returns {number} the position of the block's words in the text; -1 if the block's text is not in it exactly once
 */
function positionInBlock(page, { text, before }) {
    const [wanted, all] = [withoutSpace(text), withoutSpace(page)];
    const start = wanted.length < DISTINCTIVE_BLOCK ? -1 : all.indexOf(wanted);
    if (start < 0 || all.indexOf(wanted, start + 1) >= 0) return -1;
    let left = start + withoutSpace(before).length;
    for (let at = 0; at < page.length; at += 1) {
        if (page[at].trim() === '') continue;
        if (left === 0) return at;
        left -= 1;
    }
    return -1;
}

/**
 * @param {string} text
 * @returns {string} the text without white space and ignored characters, in which elements and the page's text differ
 */
function withoutSpace(text) {
    return text.replace(/[\s\u00ad\u200b\u2060]+/g, '');
}

/**
 * @param {Element} element
 * @returns {Step[]} the steps to an element, the last one first
 */
function wayTo(element) {
    const way = [];
    /** @type {Node} */
    let child = element;
    for (let parent = parentNodeOf(child); parent; parent = parentNodeOf(child)) {
        const children = Array.from(read(parent, 'children'));
        const ordinal = children.indexOf(/** @type {Element} */ (child));
        way.push({ parent, ordinal, count: children.length, name: localNameOf(/** @type {Element} */ (child)) });
        child = parent;
    }
    return way;
}

/**
 * Returns the element of a block, or the one that has replaced it or an ancestor at the same position.
 *
 * @param {Block} block
 * @returns {Element | null}
 */
function successorOf({ element, way }) {
    if (element.isConnected) return element;
    const first = way.findIndex(({ parent }) => parent.isConnected);
    /** @type {any} */
    let found = first < 0 ? null : way[first].parent;
    for (const { ordinal, count, name } of way.slice(0, first + 1).reverse()) {
        const children = found ? read(found, 'children') : [];
        const child = children.length === count ? children[ordinal] : null;
        found = child && localNameOf(child) === name ? child : null;
    }
    return found;
}
