/**
 * Search for the words of a highlight in a page's text.
 */

import { contextLikeness, positionsOf } from '../anchoring/quote-search.js';
import { collapsed } from '../anchoring/text-index.js';

/** @typedef {import('../anchoring/quote-search.js').Quote} Quote */

/** In UTF-16 units: a shorter quote that occurs once must have the right words around it. */
const SUFFICIENT_LENGTH = 20;
/** The least likeness of the context. With a smaller value, the same words in another paragraph would be painted. */
const LEAST_CONTEXT = 0.3;
/** The difference of the likeness of two occurrences that distinguishes them. */
const LEAST_MARGIN = 0.1;

/**
 * Returns where the words of a highlight begin and end. Edited words are not searched: a painted text is one that the
 * reader has highlighted.
 *
 * @param {string} text of the page
 * @param {Quote} given
 * @returns {{start: number, end: number} | null} null if the words are absent, or occur several times with nothing to
 *     distinguish them
 */
export function findHighlight(text, given) {
    const exact = collapsed(given.exact).trim();
    const quote = { exact, prefix: collapsed(given.prefix), suffix: collapsed(given.suffix) };
    const hasContext = quote.prefix.trim() !== '' || quote.suffix.trim() !== '';
    const found = positionsOf(text, exact)
        .map((start) => ({ start, likeness: hasContext ? contextLikeness(text, start, quote) : 0 }))
        .sort((a, b) => b.likeness - a.likeness);
    const [best, next] = found;
    if (!best) return null;
    const isClear = next
        ? best.likeness >= LEAST_CONTEXT && best.likeness - next.likeness >= LEAST_MARGIN
        : !hasContext || exact.length >= SUFFICIENT_LENGTH || best.likeness >= LEAST_CONTEXT;
    return isClear ? { start: best.start, end: best.start + exact.length } : null;
}
