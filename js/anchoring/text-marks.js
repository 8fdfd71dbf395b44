/**
 * The marks of a text: what a translation keeps, namely numbers, names and links.
 */

import { textHash } from './block-hash.js';

/** In UTF-16 units: longer marks are cut. */
export const LONGEST_MARK = 24;
/** Digits of other scripts, such as Arabic and Hindi, by which translations replace the others. */
const OTHER_DIGITS = /(?=[\u0660-\uff19])\p{Nd}/gu;
/** Scripts of India, whose digits begin at 6 in their column of the Unicode charts; those of the others begin at 0. */
const INDIAN_DIGIT = /[\u0966-\u0def\u1946-\u194f]/;
/** A number of two digits, or a Latin word with a capital letter inside a sentence, where it is seldom a first word. */
const MARK = /\d{2,}|(?<=[\p{L}\p{M}\p{N},;] )[A-Z\u00c0-\u00de][\p{sc=Latin}\p{M}]{2,}/gu;
const DIGIT = /\d/;
const LETTER = /[\p{L}\p{M}\p{N}]/u;

/**
 * Returns a text of the same length with the digits 0 to 9.
 *
 * @param {string} text
 * @returns {string}
 */
export function withPlainDigits(text) {
    return text.replace(OTHER_DIGITS, (digit) => {
        return String((digit.charCodeAt(0) & 15) - (INDIAN_DIGIT.test(digit) ? 6 : 0));
    });
}

/**
 * @param {string} mark
 * @returns {boolean} true for a number, false for a name
 */
export function isNumber(mark) {
    return DIGIT.test(mark);
}

/**
 * @param {string} text
 * @returns {string[]} the different marks, numbers first: every translation keeps them
 */
export function marksOf(text) {
    const all = withPlainDigits(text).match(MARK) ?? [];
    const marks = [...new Set(all.map((mark) => mark.slice(0, LONGEST_MARK)))];
    return [...marks.filter(isNumber), ...marks.filter((mark) => !isNumber(mark))];
}

/**
 * Returns the positions of a mark. A name may have an ending, as in languages with cases.
 *
 * @param {string} text with plain digits
 * @param {string} mark
 * @param {number} most the search ends after this number of positions
 * @returns {number[]} ascending
 */
export function markPositions(text, mark, most) {
    const isPart = isNumber(mark) ? DIGIT : LETTER;
    const positions = [];
    for (let at = text.indexOf(mark); at >= 0 && positions.length < most; at = text.indexOf(mark, at + 1)) {
        const end = at + mark.length;
        if (at > 0 && isPart.test(text[at - 1])) continue;
        if (isPart === DIGIT && mark.length < LONGEST_MARK && end < text.length && DIGIT.test(text[end])) continue;
        positions.push(at);
    }
    return positions;
}

/**
 * @param {string} url
 * @returns {string} a hash of six hexadecimal digits
 */
export function linkDigits(url) {
    return ('0000000' + textHash(url, 0).toString(16)).slice(-6);
}
