/**
 * Approximate string matching by bit-parallel dynamic programming: Myers, "A fast bit-vector algorithm for approximate
 * string matching based on dynamic programming", 1999, in blocks of 32 rows (Hyyrö, 2003). The time is proportional to
 * the length of the text times the number of blocks, and does not depend on the characters.
 */

const BLOCK_ROWS = 32;

/**
 * Returns, for each character, a bit mask of the rows of each block that it matches.
 *
 * @param {string} pattern
 * @returns {Map<number, Int32Array>}
 */
function matchBits(pattern) {
    const blocks = Math.ceil(pattern.length / BLOCK_ROWS);
    const bits = new Map();
    for (let row = 0; row < pattern.length; row += 1) {
        const unit = pattern.charCodeAt(row);
        const known = bits.get(unit) ?? new Int32Array(blocks);
        known[row >> 5] |= 1 << (row & 31);
        bits.set(unit, known);
    }
    return bits;
}

/**
 * Returns the end of the first match of a pattern with the fewest errors: insertions, deletions and substitutions of
 * UTF-16 units.
 *
 * @param {string} text
 * @param {string} pattern not empty
 * @returns {{end: number, errors: number}} `end` is the position behind the last unit of the match
 */
export function fewestErrors(text, pattern) {
    const blocks = Math.ceil(pattern.length / BLOCK_ROWS);
    const bits = matchBits(pattern);
    const none = new Int32Array(blocks);
    const positive = new Int32Array(blocks).fill(-1);
    const negative = new Int32Array(blocks);
    const lastRow = 1 << ((pattern.length - 1) & 31);
    let errors = pattern.length;
    let best = { end: 0, errors };
    for (let column = 0; column < text.length; column += 1) {
        const matches = bits.get(text.charCodeAt(column)) ?? none;
        let carry = 0;
        for (let block = 0; block < blocks; block += 1) {
            const up = positive[block];
            const down = negative[block];
            const across = matches[block] | (carry < 0 ? 1 : 0);
            const diagonal = ((((across & up) + up) | 0) ^ up) | across;
            let right = down | ~(diagonal | up);
            let left = up & diagonal;
            const row = block === blocks - 1 ? lastRow : 1 << 31;
            const next = (right & row) !== 0 ? 1 : (left & row) !== 0 ? -1 : 0;
            right = (right << 1) | (carry > 0 ? 1 : 0);
            left = (left << 1) | (carry < 0 ? 1 : 0);
            const vertical = matches[block] | down;
            positive[block] = left | ~(vertical | right);
            negative[block] = right & vertical;
            carry = next;
        }
        errors += carry;
        if (errors < best.errors) best = { end: column + 1, errors };
    }
    return best;
}

/**
 * Returns the likeness of a pattern and the part of a text that is most similar to it.
 *
 * @param {string} text
 * @param {string} pattern
 * @returns {number} 1 if the text contains the pattern; 0 if at least half of its units would have to change. Unrelated
 *     texts of one language agree in 25 to 45 per cent of their units
 */
export function editLikeness(text, pattern) {
    if (pattern === '') return 0;
    const { errors } = fewestErrors(text, pattern);
    return Math.max(0, 1 - (2 * errors) / pattern.length);
}
