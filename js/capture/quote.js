/**
 * Quotes of the page's text, with enough context to distinguish them from their duplicates.
 */

import { contextLikeness, positionsOf } from '../anchoring/quote-search.js';
import { blockAround, blockAt } from '../anchoring/text-position.js';

/** @typedef {import('../anchoring/text-index.js').TextIndex} TextIndex */
/** @typedef {import('../anchoring/quote-search.js').Quote} Quote */
/** @typedef {{start: number, end: number, ordinal: number}} Block */
/** @typedef {{before: number, exact: number, after: number}} Reach in UTF-16 units */

/** In UTF-16 units: shorter quotes are extended backward within their block, since a few words are seldom unique. */
const SHORTEST = 40;
/**
 * In UTF-16 units: the distance within which a word boundary is searched for. Scripts without spaces are cut anywhere.
 */
const LONGEST_WORD = 24;
/**
 * In UTF-16 units: the lengths of prefix and suffix that are used in turn until the quote with them is unique.
 * Hypothesis uses 32.
 */
const CONTEXT_LENGTHS = [32, 64, 128];

/**
 * Returns the quote that starts with the word at a position and ends within its block.
 *
 * @param {TextIndex} index
 * @param {number} position
 * @param {number} longest in UTF-16 units
 * @returns {{quote: Quote, start: number, occurrences: number, ordinal: number, reach: Reach}} `ordinal` counts from 0
 */
export function cutQuote(index, position, longest) {
    const { text } = index;
    const block = blockAround(index, position);
    let start = wordStart(text, position, block.start);
    let end = Math.min(block.end, start + longest);
    if (end < block.end) end = wordEnd(text, end, start + longest / 2);
    if (end - start < SHORTEST && start > block.start) {
        start = wordStart(text, Math.max(block.start, end - SHORTEST), block.start);
    }
    const exact = text.slice(start, end);
    let quote = { exact, prefix: '', suffix: '' };
    const positions = positionsOf(text, exact);
    for (const length of CONTEXT_LENGTHS) {
        quote = { exact, prefix: before(text, start, length), suffix: after(text, end, length) };
        let same = 0;
        for (const at of positions) if (contextLikeness(text, at, quote) === 1) same += 1;
        if (same <= 1) break;
    }
    const ordinal = Math.max(0, positions.indexOf(start));
    return { quote, start, occurrences: positions.length, ordinal, reach: reachOf(index, block, start, end, quote) };
}

/**
 * @param {string} text
 * @param {number} position
 * @param {number} lowest
 * @returns {number}
 */
function wordStart(text, position, lowest) {
    let at = position;
    while (at > lowest && text[at - 1] !== ' ') {
        at -= 1;
        if (position - at > LONGEST_WORD) return position;
    }
    return Math.max(at, lowest);
}

/**
 * Returns the last word boundary before a position if there is one behind `lowest`, else the position.
 *
 * @param {string} text
 * @param {number} position
 * @param {number} lowest
 * @returns {number}
 */
function wordEnd(text, position, lowest) {
    if (text[position] === ' ') return position;
    const space = text.lastIndexOf(' ', position);
    if (space > lowest) return space;
    const code = text.charCodeAt(position);
    return code >= 0xdc00 && code <= 0xdfff ? position - 1 : position;
}

/**
 * @param {string} text
 * @param {number} end
 * @param {number} length
 * @returns {string}
 */
function before(text, end, length) {
    const start = Math.max(0, end - length);
    return text.slice(wordStart(text, start, 0), end);
}

/**
 * @param {string} text
 * @param {number} start
 * @param {number} length
 * @returns {string}
 */
function after(text, start, length) {
    let end = Math.min(text.length, start + length);
    const limit = Math.min(text.length, end + LONGEST_WORD);
    const cut = end;
    while (end < limit && text[end] !== ' ') end += 1;
    if (end === limit && end < text.length) end = cut;
    return text.slice(start, end);
}

/**
 * Returns the lengths of a quote's prefix, text and suffix that lie in one block each, counted from the text. Browsers
 * match each part of a text fragment within a block.
 *
 * @param {TextIndex} index
 * @param {Block} block the block in which the text begins
 * @param {number} start
 * @param {number} end
 * @param {Quote} quote
 * @returns {Reach}
 */
function reachOf(index, block, start, end, quote) {
    const previous = start > block.start ? block : blockAt(index, block.ordinal - 1);
    const next = end < block.end ? block : blockAt(index, block.ordinal + 1);
    return {
        before: Math.min(quote.prefix.length, previous ? start - previous.start : 0),
        exact: end - start,
        after: Math.min(quote.suffix.length, next ? next.end - end : 0),
    };
}
