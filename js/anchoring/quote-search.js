/**
 * Finding a quote in a text, and telling its duplicates apart by what stands around them.
 */

/**
 * @typedef {{exact: string, prefix: string, suffix: string}} Quote
 * @typedef {{position: number, context: number}} Occurrence `context` from 0, nothing around it is alike, to 1
 */

/** More occurrences than these are not looked at: such a quote tells nothing. */
const MAXIMUM_OCCURRENCES = 500;

/**
 * The positions of a text in another, at most 500.
 *
 * @param {string} text
 * @param {string} exact
 * @returns {number[]}
 */
export function positionsOf(text, exact) {
    const positions = [];
    if (exact === '') return positions;
    let at = text.indexOf(exact);
    while (at >= 0 && positions.length < MAXIMUM_OCCURRENCES) {
        positions.push(at);
        at = text.indexOf(exact, at + 1);
    }
    return positions;
}

/**
 * How alike the surroundings of a position are to a quote's prefix and suffix. A missing prefix is alike where the text
 * starts there too; so with the suffix.
 *
 * @param {string} text
 * @param {number} position
 * @param {Quote} quote
 * @returns {number} 0 to 1
 */
export function contextLikeness(text, position, quote) {
    const prefix = quote.prefix.trimEnd();
    const suffix = quote.suffix.trimStart();
    const before = text.slice(Math.max(0, position - quote.prefix.length - 2), position).trimEnd();
    const end = position + quote.exact.length;
    const after = text.slice(end, end + quote.suffix.length + 2).trimStart();
    let same = 0;
    while (same < prefix.length && same < before.length) {
        if (prefix[prefix.length - 1 - same] !== before[before.length - 1 - same]) break;
        same += 1;
    }
    let sameAfter = 0;
    while (sameAfter < suffix.length && suffix[sameAfter] === after[sameAfter]) sameAfter += 1;
    const left = prefix.length > 0 ? same / prefix.length : before.length === 0 ? 1 : 0;
    const right = suffix.length > 0 ? sameAfter / suffix.length : after.length === 0 ? 1 : 0;
    return (left + right) / 2;
}

/**
 * @param {string} text
 * @param {Quote} quote
 * @returns {Occurrence[]} in the text's order
 */
export function occurrencesOf(text, quote) {
    return positionsOf(text, quote.exact).map((position) => ({
        position,
        context: contextLikeness(text, position, quote),
    }));
}

/**
 * How many of the words of `wanted` stand in `text`, as a cheap measure of likeness.
 *
 * @param {string} wanted
 * @param {string} text
 * @returns {number} 0 to 1
 */
export function wordLikeness(wanted, text) {
    const words = wordsOf(wanted);
    if (words.length === 0) return 0;
    const present = new Set(wordsOf(text));
    return words.filter((word) => present.has(word)).length / words.length;
}

/**
 * Words, or pairs of characters in scripts that write none apart.
 *
 * @param {string} text
 * @returns {string[]}
 */
function wordsOf(text) {
    const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
    const pieces = [];
    for (const word of words) {
        if (word.length <= 20) pieces.push(word);
        else for (let i = 0; i + 1 < word.length; i += 1) pieces.push(word.slice(i, i + 2));
    }
    return pieces;
}
