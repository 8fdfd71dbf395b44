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
import { cutQuote } from './quote.js';

/** @typedef {import('../anchoring/text-index.js').TextIndex} TextIndex */
/** @typedef {import('./reading-line.js').View} View */
/** @typedef {import('./reading-line.js').LineStart} LineStart */

/** In UTF-16 units: about a line and a half of a wide column; short enough to survive an edit further on. */
const PRIMARY_LENGTH = 120;
const NEIGHBOUR_LENGTH = 72;
/** Shorter blocks are labels and dates, which repeat. */
const SHORTEST_NEIGHBOUR = 24;
/** Neighbours further off than this many blocks say little about the place. */
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
    const primary = anchor(view, index, 'primary', position, PRIMARY_LENGTH, line.box, line.node);
    const anchors = [primary];
    const above = neighbour(view, index, position, -1);
    const below = neighbour(view, index, position, 1);
    for (const found of [above, below]) if (found) anchors.push(found.anchor);
    let bracket = null;
    if (above && below) {
        const from = distanceFromStart(view.start, above.box, view.box);
        const to = distanceFromStart(view.start, below.box, view.box);
        const at = distanceFromStart(view.start, line.box, view.box);
        if (to > from) bracket = { above: 1, below: 2, fraction: rounded((at - from) / (to - from)) };
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
function anchor(view, index, role, position, longest, box, node) {
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
        offset: {
            character: position - start,
            x: box.left - view.box.left,
            y: box.top - view.box.top,
            start: view.start === 'top' ? undefined : distanceFromStart(view.start, box, view.box),
        },
        line: blockExtent(view.start, box),
        hash: blockHash(index.text.slice(from, to)),
        occurrences,
        ordinal,
        scroller: 0,
    };
}

/**
 * The nearest block before or after a position that is long enough and scrolls with it.
 *
 * @param {View} view
 * @param {TextIndex} index
 * @param {number} position
 * @param {1 | -1} direction
 * @returns {{anchor: object, box: import('../dom/geometry.js').Box} | null}
 */
function neighbour(view, index, position, direction) {
    const { ordinal } = blockAround(index, position);
    for (let step = 1; step <= FARTHEST_NEIGHBOUR; step += 1) {
        const block = blockAt(index, ordinal + step * direction);
        if (!block) return null;
        if (block.end - block.start < SHORTEST_NEIGHBOUR) continue;
        const character = characterAt(index, block.start);
        const box = character ? characterBox(character.node, character.offset, view.top) : null;
        if (!character || !box || !scrollsWith(view, character.node)) continue;
        const role = direction < 0 ? 'above' : 'below';
        return { anchor: anchor(view, index, role, block.start, NEIGHBOUR_LENGTH, box, character.node), box };
    }
    return null;
}

/**
 * @param {View} view
 * @param {Text} node
 * @returns {boolean}
 */
function scrollsWith(view, node) {
    const owner = composedParent(node);
    if (!owner || pinnedAncestor(owner, view.scroller, view.box, view.top)) return false;
    const { element } = view.scroller;
    return !element || element.contains(node) || element.getRootNode() !== node.getRootNode();
}

/**
 * @param {number} fraction
 * @returns {number} to six places, which is finer than a pixel of any page
 */
export function rounded(fraction) {
    return Math.round(fraction * 1e6) / 1e6;
}
