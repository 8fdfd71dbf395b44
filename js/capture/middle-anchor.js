/**
 * The text at the middle of the view. Browsers scroll the match of a text fragment to the middle of the window, so a
 * fragment that quotes this text brings the whole view back.
 */

import { characterAt, positionOf } from '../anchoring/text-position.js';
import { blockExtent, distanceFromStart } from '../dom/block-axis.js';
import { composedParent, viewOf } from '../dom/composed-tree.js';
import { cutQuote } from './quote.js';
import { findReadingLine } from './reading-line.js';

/** @typedef {import('../anchoring/text-index.js').TextIndex} TextIndex */
/** @typedef {import('./reading-line.js').View} View */

/** In UTF-16 units: less than a line, since the box of a match of several lines is centred as a whole. */
const MIDDLE_LENGTH = 56;
/** A shorter text repeats, or is taken for another. The text-fragments polyfill asks for as much. */
const TELLING_MIDDLE = 20;
/**
 * Where lines are looked for, as parts of the view: what stands above the middle moves the view down, which keeps the
 * reading line in it; what stands below would move it out at the top.
 */
const MIDDLE_PARTS = [0.465, 0.43, 0.39, 0.34, 0.28, 0.22, 0.15];
/** A line may end this part of the view below the middle. */
const BELOW_MIDDLE = 0.52;
/** In UTF-16 units: longer texts are not looked through in lower case. */
const LONGEST_FOLDED = 2_000_000;

/**
 * @param {View} view
 * @param {TextIndex} index
 * @returns {object | null} null where no text stands in the upper half of the view
 */
export function middleAnchor(view, index) {
    const extent = blockExtent(view.start, view.box);
    const folded = index.text.length <= LONGEST_FOLDED ? index.text.toLowerCase() : index.text;
    const tried = new Set();
    let fallback = null;
    for (const part of MIDDLE_PARTS) {
        if (part * extent < view.edge) break;
        const line = findReadingLine({ ...view, edge: part * extent }, index);
        const from = line ? distanceFromStart(view.start, line.box, view.box) : extent;
        if (!line || from < 0 || from + blockExtent(view.start, line.box) > BELOW_MIDDLE * extent) continue;
        const position = positionOf(index, line.node, line.offset);
        if (position < 0 || tried.has(position)) continue;
        tried.add(position);
        const anchor = middleAt(view, index, line, position);
        fallback = fallback ?? anchor;
        const text = anchor.quote.exact.slice(0, anchor.reach.exact);
        if (text.length >= TELLING_MIDDLE && isOnce(folded, text)) return anchor;
    }
    return fallback;
}

/**
 * @param {View} view
 * @param {TextIndex} index
 * @param {import('./reading-line.js').LineStart} line
 * @param {number} position
 */
function middleAt(view, index, line, position) {
    const { quote, start, occurrences, reach } = cutQuote(index, position, MIDDLE_LENGTH);
    return {
        quote,
        reach: keepsBreaks(line.node) ? withinLine(index, start, quote.exact.length, reach) : reach,
        offset: { character: position - start, x: line.box.left - view.box.left, y: line.box.top - view.box.top },
        occurrences,
    };
}

/**
 * Browsers compare without regard to case.
 *
 * @param {string} folded
 * @param {string} text
 * @returns {boolean}
 */
function isOnce(folded, text) {
    const wanted = folded.length <= LONGEST_FOLDED ? text.toLowerCase() : text;
    const first = folded.indexOf(wanted);
    return first >= 0 && folded.indexOf(wanted, first + 1) < 0;
}

/**
 * @param {Text} node
 * @returns {boolean} whether its line breaks are kept, as in `pre`
 */
function keepsBreaks(node) {
    const owner = composedParent(node);
    const view = owner ? viewOf(owner) : null;
    return owner !== null && view !== null && /^(pre|break)/.test(view.getComputedStyle(owner).whiteSpace);
}

/**
 * Browsers match within lines that the page breaks itself, and a kept run of spaces is not the one space of a quote.
 *
 * @param {TextIndex} index
 * @param {number} start
 * @param {number} length
 * @param {import('./quote.js').Reach} reach
 * @returns {import('./quote.js').Reach}
 */
function withinLine(index, start, length, reach) {
    const isBreak = (/** @type {number} */ position) => {
        const character = index.text[position] === ' ' ? characterAt(index, position) : null;
        return character !== null && /^(\s\s|[\n\r\t])/.test(character.node.data.slice(character.offset));
    };
    let exact = 1;
    while (exact < length && !isBreak(start + exact)) exact += 1;
    let before = 0;
    while (before < reach.before && !isBreak(start - before - 1)) before += 1;
    let after = 0;
    while (after < reach.after && !isBreak(start + length + after)) after += 1;
    return { before, exact, after };
}
