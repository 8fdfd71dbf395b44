/**
 * The anchors of a place: the quote at the reading line, and one above and below it.
 */

import { blockHash } from '../anchoring/block-hash.js';
import { address } from '../anchoring/selector.js';
import { pinnedAncestor } from '../anchoring/sticky.js';
import { blockElementOf } from '../anchoring/text-index.js';
import { blockAround, blockAt, characterAt, positionOf } from '../anchoring/text-position.js';
import { blockExtent, distanceFromStart } from '../dom/block-axis.js';
import { composedParent } from '../dom/composed-tree.js';
import { asRect, characterBox, elementBox } from '../dom/geometry.js';
import { canScrollAlong, scrollersAround } from '../dom/scroller.js';
import { cutQuote } from './quote.js';

/** @typedef {import('../anchoring/text-index.js').TextIndex} TextIndex */
/** @typedef {import('./reading-line.js').View} View */
/** @typedef {import('./reading-line.js').LineStart} LineStart */

/** In UTF-16 units: about one and a half lines of a wide column. A short quote is more likely to survive edits. */
const PRIMARY_LENGTH = 120;
const NEIGHBOUR_LENGTH = 72;
/**
 * In UTF-16 units: shorter blocks are labels and dates, which repeat. They are used only if there is no longer one
 * nearby.
 */
const LONG_NEIGHBOUR = 24;
const SHORTEST_NEIGHBOUR = 6;
/** In UTF-16 units: the length of text that is searched for duplicates of possible neighbours, which takes a few ms. */
const SEARCHED_LENGTH = 8_000_000;
/** In UTF-16 units: more of a block than its hash uses. */
const BLOCK_HASH_LENGTH = 16_000;
/** In blocks: more distant neighbours say little about the place. */
const FARTHEST_NEIGHBOUR = 12;

/**
 * @param {View} view
 * @param {TextIndex} index
 * @param {LineStart} line
 * @returns {{anchors: object[], bracket: object | null, position: number}}
 */
export function captureAnchors(view, index, line) {
    const position = positionOf(index, line.node, line.offset);
    if (position < 0) return { anchors: [], bracket: null, position };
    const primary = makeAnchor(view, index, 'primary', position, PRIMARY_LENGTH, line.box, line.node);
    const anchors = [primary];
    const above = findNeighbour(view, index, position, -1);
    const below = findNeighbour(view, index, position, 1);
    for (const found of [above, below]) if (found) anchors.push(found.anchor);
    let bracket = null;
    if (above && below) {
        const from = distanceFromStart(view.start, above.box, view.box);
        const to = distanceFromStart(view.start, below.box, view.box);
        const at = distanceFromStart(view.start, line.box, view.box);
        if (to > from) bracket = { above: 1, below: 2, fraction: roundFraction((at - from) / (to - from)) };
    }
    return { anchors, bracket, position };
}

/**
 * @param {View} view
 * @param {TextIndex} index
 * @param {string} role
 * @param {number} position
 * @param {number} longest
 * @param {import('../dom/geometry.js').Box} box the character's
 * @param {Text} node
 * @returns {object}
 */
function makeAnchor(view, index, role, position, longest, box, node) {
    const { quote, start, occurrences, ordinal, reach } = cutQuote(index, position, longest);
    const { start: from, end: to } = blockAround(index, position);
    const block = blockElementOf(node);
    const { path, selector } = block ? address(block) : { path: [], selector: '' };
    return {
        role,
        quote,
        reach,
        selector: selector || null,
        path,
        rect: block ? asRect(elementBox(block, view.top)) : null,
        offset: offsetIn(view, box, position - start),
        line: blockExtent(view.start, box),
        hash: blockHash(index.text.slice(from, Math.min(to, from + BLOCK_HASH_LENGTH))),
        occurrences,
        ordinal,
        scroller: 0,
    };
}

/**
 * Returns the anchor of an element without words.
 *
 * @param {View} view
 * @param {string} role
 * @param {Element} element
 * @param {import('../dom/geometry.js').Box} line the part of the element that is brought back to its position
 * @returns {object}
 */
export function boxAnchor(view, role, element, line) {
    const { path, selector } = address(element);
    return {
        role, quote: null, selector: selector || null, path, rect: asRect(elementBox(element, view.top)),
        offset: offsetIn(view, line, 0), scroller: 0,
    };
}

/**
 * Returns the offset of an anchor: of a character in its quote, and of a box in the visible part of the scroller.
 *
 * @param {View} view
 * @param {import('../dom/geometry.js').Box} box
 * @param {number} character
 */
export function offsetIn(view, box, character) {
    return {
        character,
        x: box.left - view.box.left,
        y: box.top - view.box.top,
        start: view.start === 'top' ? undefined : distanceFromStart(view.start, box, view.box),
    };
}

/**
 * Returns a block before or after a position that scrolls with it: the nearest long one that occurs once on the page,
 * else the nearest short one that occurs once, else the nearest long one.
 *
 * @param {View} view
 * @param {TextIndex} index
 * @param {number} position
 * @param {1 | -1} direction
 * @returns {{anchor: object, box: import('../dom/geometry.js').Box} | null}
 */
function findNeighbour(view, index, position, direction) {
    const { ordinal } = blockAround(index, position);
    const { text } = index;
    let checks = Math.max(2, Math.floor(SEARCHED_LENGTH / (text.length + 1)));
    let best = null;
    let rank = 0;
    for (let step = 1; step <= FARTHEST_NEIGHBOUR && rank < 3; step += 1) {
        const block = blockAt(index, ordinal + step * direction);
        if (!block) break;
        const { start, end } = block;
        if (end - start < SHORTEST_NEIGHBOUR) continue;
        const isLong = end - start >= LONG_NEIGHBOUR;
        const isOnce = checks > 0 && isUnique(text, text.slice(start, Math.min(end, start + NEIGHBOUR_LENGTH)));
        checks -= 1;
        const ranked = isOnce ? (isLong ? 3 : 2) : isLong ? 1 : 0;
        if (ranked <= rank) continue;
        const character = characterAt(index, start);
        const box = character ? characterBox(character.node, character.offset, view.top) : null;
        if (!character || !box || !scrollsWith(view, character.node)) continue;
        best = { start, node: character.node, box };
        rank = ranked;
    }
    if (!best) return null;
    const role = direction < 0 ? 'above' : 'below';
    return { anchor: makeAnchor(view, index, role, best.start, NEIGHBOUR_LENGTH, best.box, best.node), box: best.box };
}

/**
 * @param {string} text
 * @param {string} exact
 * @returns {boolean}
 */
function isUnique(text, exact) {
    return text.indexOf(exact, text.indexOf(exact) + 1) < 0;
}

/**
 * @param {View} view
 * @param {Text} node
 * @returns {boolean} true if it moves with the scroller's content and no other scroller along the same axis is in
 *     between
 */
function scrollsWith(view, node) {
    const owner = composedParent(node);
    if (!owner || pinnedAncestor(owner, view.scroller, view.box, view.top)) return false;
    const chain = scrollersAround(node, view.top);
    let last = chain.length - 1;
    while (last > 0 && !canScrollAlong(chain[last], view.start)) last -= 1;
    return chain[last].element === view.scroller.element && chain[last].view === view.scroller.view;
}

/**
 * @param {number} fraction
 * @returns {number} rounded to six places, which is finer than a pixel of any page
 */
export function roundFraction(fraction) {
    return Math.round(fraction * 1e6) / 1e6;
}
