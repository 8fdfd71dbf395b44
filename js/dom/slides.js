/**
 * Slides: elements of one kind, of which a page shows one at a time.
 */

import { composedParent, viewOf } from './composed-tree.js';
import { elementBox, intersection } from './geometry.js';
import { call, classListOf, localNameOf, read } from './node.js';
import { isRendered } from './rendered.js';

/** The number of slides that are examined, at about 20 microseconds each. */
const MOST_SLIDES = 100;
/** The least number of slides. Two elements of which one is hidden are usually something else. */
const LEAST_SLIDES = 3;

/**
 * Returns the slides of the deck that contains an element, with the slides inside slides instead of those around them.
 *
 * @param {Element} element a possible slide
 * @returns {Element[]} in document order; empty if there are too few elements like it
 */
export function slidesWith(element) {
    const parent = composedParent(element);
    const own = selectorOfLike(element);
    const stack = parent ? stackSelector(element, parent, own) : '';
    const selector = stack ? stack + ' > ' + (own || localNameOf(element)) : own;
    let deck = parent;
    while (selector && deck && deck.matches(stack || own)) deck = composedParent(deck);
    if (!selector || !deck) return [];
    const slides = Array.from(/** @type {NodeListOf<Element>} */ (call(deck, 'querySelectorAll', selector)));
    const inner = slides.slice(0, MOST_SLIDES).filter((slide) => !slide.querySelector(selector));
    return inner.length < LEAST_SLIDES ? [] : inner;
}

/**
 * Returns a selector of the parent of a possible slide and of the elements like it, if they are stacks of slides.
 *
 * @param {Element} element
 * @param {Element} parent
 * @param {string} own the selector of the elements that are like the possible slide, if it has one
 * @returns {string} empty if the parent is no stack
 */
function stackSelector(element, parent, own) {
    const selector = selectorOfLike(parent);
    const inner = own || localNameOf(element);
    const isSlide = (/** @type {Element} */ each) => each.matches(inner);
    const stacks = selector && !parent.matches(inner) ? Array.from(parent.parentElement?.children ?? []) : [];
    const alike = stacks.filter((each) => each.matches(selector));
    return alike.length > 0 && alike.every((each) => Array.from(each.children).every(isSlide)) ? selector : '';
}

/**
 * Returns a selector of the elements that are like one: sections, or elements with a class that a sibling has too.
 *
 * @param {Element} element
 * @returns {string} empty if there are none
 */
function selectorOfLike(element) {
    const name = localNameOf(element);
    if (name === 'section') return name;
    const siblings = [read(element, 'previousElementSibling'), read(element, 'nextElementSibling')];
    const shared = Array.from(classListOf(element)).find((each) => {
        return siblings.some((other) => other && localNameOf(other) === name && classListOf(other).contains(each));
    });
    return shared ? name + '.' + CSS.escape(shared) : '';
}

/**
 * @param {Element} element
 * @returns {boolean}
 */
export function isConcealed(element) {
    return !isRendered(element) || viewOf(element)?.getComputedStyle(element).opacity === '0';
}

/**
 * @param {Node} node
 * @returns {boolean} true if a slide that is not shown contains the node
 */
export function isInConcealedSlide(node) {
    for (let element = composedParent(node); element; element = composedParent(element)) {
        if (isConcealed(element) && slidesWith(element).includes(element)) return true;
    }
    return false;
}

/**
 * @param {Node} node
 * @returns {boolean} true if something around the node is not shown
 */
export function isConcealedAround(node) {
    for (let element = composedParent(node); element; element = composedParent(element)) {
        if (isConcealed(element)) return true;
    }
    return false;
}

/**
 * Returns the share of a box that a slide covers. One that is transparent covers less.
 *
 * @param {Element} slide
 * @param {import('./geometry.js').Box} within
 * @param {Window} top
 * @returns {number} 0 to 1
 */
export function coverOf(slide, within, top) {
    const { left, top: upper, right, bottom } = intersection(elementBox(slide, top), within);
    if (right <= left || bottom <= upper || !isRendered(slide)) return 0;
    const area = (right - left) * (bottom - upper) / ((within.right - within.left) * (within.bottom - within.top));
    return area * parseFloat(viewOf(slide)?.getComputedStyle(slide).opacity || '1');
}
