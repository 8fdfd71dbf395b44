/**
 * Which of a quote's occurrences is meant.
 */

import { occurrencesOf } from '../anchoring/quote-search.js';
import { characterAt } from '../anchoring/text-position.js';
import { CONFIDENCE } from './confidence.js';

/** @typedef {import('../anchoring/text-index.js').TextIndex} TextIndex */
/** @typedef {import('./snapshot-reader.js').Quote} Quote */

/** Around an occurrence, so much must be alike to call it the same surroundings. */
const SAME_CONTEXT = 0.5;
/** An occurrence must lead the next by so much for its surroundings to decide. */
const CONTEXT_MARGIN = 0.2;
/** A shorter quote, in UTF-16 units, means nothing without its surroundings. */
const TELLING_LENGTH = 16;
/** Positions decide only in a text whose length has changed by less than this part. */
const SAME_LENGTH = 0.03;
/** An occurrence must lie this near its old position, as a part of the text, and the next three times as far. */
const NEAR = 0.02;
const FARTHER = 3;

/**
 * @param {TextIndex} index
 * @param {Quote} quote
 * @param {Element | null} element what the selector matches
 * @param {{text: number | null, length: number | null}} expected the old position, as a part of the text's old length
 * @returns {{position: number, confidence: number} | null} null where it is absent or cannot be told apart
 */
export function resolveQuote(index, quote, element, expected) {
    const occurrences = occurrencesOf(index.text, quote);
    if (occurrences.length === 0) return null;
    const isInside = (/** @type {{position: number}} */ occurrence) => {
        const character = element ? characterAt(index, occurrence.position) : null;
        return character !== null && element !== null && element.contains(character.node);
    };
    if (occurrences.length === 1) {
        const [only] = occurrences;
        const isSame = only.context >= SAME_CONTEXT;
        const isAtSelector = isInside(only);
        if (isSame && isAtSelector) return { position: only.position, confidence: CONFIDENCE.quoteAtSelector };
        if (isSame || isAtSelector) return { position: only.position, confidence: CONFIDENCE.quoteUnique };
        if (quote.exact.length < TELLING_LENGTH) return null;
        return { position: only.position, confidence: CONFIDENCE.quoteElsewhere };
    }
    const ranked = [...occurrences].sort((a, b) => b.context - a.context);
    const [best, second] = ranked;
    if (best.context >= SAME_CONTEXT && best.context - second.context >= CONTEXT_MARGIN) {
        return { position: best.position, confidence: CONFIDENCE.quoteByContext };
    }
    const tied = ranked.filter(({ context }) => best.context - context < CONTEXT_MARGIN);
    const inside = tied.filter(isInside);
    if (inside.length === 1) return { position: inside[0].position, confidence: CONFIDENCE.quoteBySelector };
    return nearest(inside.length > 0 ? inside : tied, index.text.length, expected);
}

/**
 * @param {{position: number}[]} candidates at least one
 * @param {number} length
 * @param {{text: number | null, length: number | null}} expected
 * @returns {{position: number, confidence: number} | null}
 */
function nearest(candidates, length, expected) {
    if (expected.text === null || expected.length === null || length === 0) return null;
    if (Math.abs(length - expected.length) > SAME_LENGTH * expected.length) return null;
    const wanted = expected.text * length;
    const distance = (/** @type {{position: number}} */ candidate) => Math.abs(candidate.position - wanted) / length;
    const [first, second] = [...candidates].sort((a, b) => distance(a) - distance(b));
    if (distance(first) > NEAR) return null;
    if (second && distance(second) < FARTHER * distance(first)) return null;
    return { position: first.position, confidence: CONFIDENCE.quoteByPosition };
}
