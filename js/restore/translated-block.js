/**
 * Detection of a block that was translated in place. Translators do this when a block comes into view, so that the rest
 * of the page is still in the original language.
 */

import { isNumber, markPositions, marksOf, withPlainDigits } from '../anchoring/text-marks.js';
import { parentNodeOf, read } from '../dom/node.js';
import { FOREIGN_SHARE, LEAST_KEPT, termsOf, TRACED_FOREIGN_SHARE } from './translation.js';

/** In UTF-16 units: the compared length of a block's text, and the length of the text around it. */
const COMPARED_LENGTH = 10_000;
const AROUND_LENGTH = 12_000;
/** Fewer different words show no language. */
const FEWEST_TERMS = 3;
/** A text that contains this share of the earlier words is translated in part at most. */
const PARTLY = 0.5;
/** A text with fewer of them is another one. */
const OTHER = 0.4;
/** The length of a translation in relation to that of the text: Chinese needs a third of the characters. */
const LEAST_LENGTH = 0.2;
const MOST_LENGTH = 5;
/** If none of this number of numbers is left, the text is another one. */
const NUMBERS = 2;

/**
 * @param {Element} element
 * @returns {string} the text around an element, whose words show its language
 */
export function textAround(element) {
    const own = textOf(element);
    let text = own;
    for (let at = parentNodeOf(element); at && text.length < AROUND_LENGTH; at = parentNodeOf(at)) {
        text = textOf(at) || text;
    }
    const middle = Math.max(0, text.indexOf(own)) + own.length / 2;
    const from = Math.max(0, Math.min(middle, text.length) - AROUND_LENGTH / 2);
    return text.slice(from, from + AROUND_LENGTH);
}

/**
 * @param {Node} node
 * @returns {string} empty for a document
 */
function textOf(node) {
    return read(node, 'textContent') ?? '';
}

/**
 * @param {Element} element
 * @returns {string} the text of a block that is compared
 */
export function blockText(element) {
    return textOf(element).slice(0, COMPARED_LENGTH);
}

/**
 * Returns what has become of a block's text. A translation keeps the numbers and names, or the translator has left
 * traces in the page; and it is in another language than the text around the block was.
 *
 * @param {string} before
 * @param {string} now
 * @param {string} around the text around the block before
 * @param {boolean} isTraced
 * @returns {'translated' | 'other' | 'unclear'} `unclear` as long as the text is missing, or partly the same
 */
export function exchangeOf(before, now, around, isTraced) {
    const marks = marksOf(before);
    const terms = foreignTerms(now, marks);
    const earlier = foreignTerms(before, marks);
    const ratio = now.trim().length / Math.max(1, before.trim().length);
    if (terms.size < FEWEST_TERMS || ratio < LEAST_LENGTH || ratio > MOST_LENGTH) return 'unclear';
    const same = shareOf(earlier, terms);
    if (same >= PARTLY) return 'unclear';
    const known = shareOf(terms, new Set(termsOf(around)));
    const numbers = marks.filter(isNumber);
    const [all, found] = [countKept(marks, now) / marks.length, countKept(numbers, now)];
    if (numbers.length >= NUMBERS && found === 0) return same < OTHER ? 'other' : 'unclear';
    // In another script, names are written differently.
    const isKept = all >= LEAST_KEPT || found / numbers.length >= LEAST_KEPT;
    if (known < (isTraced ? TRACED_FOREIGN_SHARE : FOREIGN_SHARE) && (isTraced || isKept)) return 'translated';
    return known >= TRACED_FOREIGN_SHARE && same < OTHER ? 'other' : 'unclear';
}

/**
 * @param {string[]} marks
 * @param {string} text
 * @returns {number} how many of the marks the text contains
 */
function countKept(marks, text) {
    const plain = withPlainDigits(text);
    return marks.filter((mark) => markPositions(plain, mark, 1).length > 0).length;
}

/**
 * @param {string} text
 * @param {string[]} marks
 * @returns {Set<string>} the words of a text that a translation exchanges
 */
function foreignTerms(text, marks) {
    const kept = new Set(marks.map((mark) => mark.toLowerCase()));
    return new Set(termsOf(text).filter((term) => !isNumber(term) && !kept.has(term)));
}

/**
 * @param {Set<string>} some
 * @param {Set<string>} all
 * @returns {number} the share of some words that are among others
 */
function shareOf(some, all) {
    let shared = 0;
    for (const term of some) if (all.has(term)) shared += 1;
    return shared / Math.max(1, some.size);
}
