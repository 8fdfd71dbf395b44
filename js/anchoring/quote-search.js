/**
 * Exact search for a quote in a text, and comparison of the context of its occurrences.
 */

/**
 * @typedef {{exact: string, prefix: string, suffix: string}} Quote
 */

/** Further occurrences are ignored: a quote with so many is not distinctive. */
const MAXIMUM_OCCURRENCES = 500;

/**
 * Returns the positions at which one text occurs in another.
 *
 * @param {string} text
 * @param {string} exact
 * @param {number} [most]
 * @returns {number[]}
 */
export function positionsOf(text, exact, most = MAXIMUM_OCCURRENCES) {
    /** @type {number[]} */
    const positions = [];
    if (exact === '') return positions;
    let at = text.indexOf(exact);
    while (at >= 0 && positions.length < most) {
        positions.push(at);
        at = text.indexOf(exact, at + 1);
    }
    return positions;
}

/**
 * Returns the likeness of the text around a position to a quote's prefix and suffix. An empty prefix matches the start
 * of the text, and an empty suffix its end.
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
