/**
 * The target of a restore: the part of the page that is scrolled back to its old position.
 */

import { elementAtAddress } from '../anchoring/selector.js';
import { characterAt } from '../anchoring/text-position.js';
import { characterBox } from '../dom/geometry.js';
import { call } from '../dom/node.js';

/**
 * @typedef {import('../anchoring/text-index.js').TextIndex} TextIndex
 * @typedef {import('../dom/geometry.js').Box} Box
 * @typedef {import('./snapshot-reader.js').Anchor} Anchor
 * @typedef {'quote' | 'fuzzy' | 'selector' | 'block' | 'bracket' | 'progress' | 'pixels' | 'none'} Tier
 * @typedef {{tier: Tier, confidence: number, node: Node, offset: number, anchor: Anchor, box: () => Box | null}} Target
 *     `box` returns the box that is brought to the anchor's position; `node` and `offset` are the character that it
 *     belongs to
 */

/**
 * @param {TextIndex} index
 * @param {number} position
 * @param {Anchor} anchor
 * @param {Tier} tier
 * @param {number} confidence
 * @param {Window} top
 * @returns {Target | null}
 */
export function characterTarget(index, position, anchor, tier, confidence, top) {
    const character = characterAt(index, position);
    if (!character) return null;
    const { node, offset } = character;
    return { tier, confidence, node, offset, anchor, box: () => characterBox(node, offset, top) };
}

/**
 * Returns the part of the text in the element that an anchor's selector matches.
 *
 * @param {TextIndex} index
 * @param {Anchor} anchor
 * @param {Window} top
 * @returns {{start: number, end: number} | null}
 */
export function selectedBounds(index, anchor, top) {
    const element = elementAtAddress(top.document, anchor.path, anchor.selector);
    return element ? textBounds(index, element) : null;
}

/**
 * Returns the part of the text in an element.
 *
 * @param {TextIndex} index
 * @param {Element} element
 * @returns {{start: number, end: number} | null}
 */
export function textBounds(index, element) {
    const { segments } = index;
    const first = segments.findIndex(({ node }) => call(element, 'contains', node));
    if (first < 0) return null;
    let last = first;
    while (last + 1 < segments.length && call(element, 'contains', segments[last + 1].node)) last += 1;
    return { start: segments[first].start, end: segments[last].start + segments[last].length };
}
