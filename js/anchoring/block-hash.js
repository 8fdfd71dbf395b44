/**
 * The similarity hash of a block: texts that share most of their words have hashes that share most of their bits
 * (Charikar, "Similarity estimation techniques from rounding algorithms", 2002).
 */

const HASH_BITS = 64;
/** The number of words of a block that are hashed: longer blocks differ at their start. */
const MAXIMUM_HASHED_WORDS = 400;

/**
 * FNV-1a in 32 bits, with the last mixing step of MurmurHash3 so that all bits depend on all characters.
 *
 * @param {string} text
 * @param {number} seed
 * @returns {number} an unsigned 32-bit number
 */
export function textHash(text, seed) {
    let hash = (0x811c9dc5 ^ seed) >>> 0;
    for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
    hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
    return (hash ^ (hash >>> 16)) >>> 0;
}

/**
 * Returns the words of a text in lower case, or pairs of characters in scripts without spaces.
 *
 * @param {string} text
 * @param {number} [most]
 * @returns {string[]}
 */
export function wordsOf(text, most = Infinity) {
    const words = text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
    const pieces = [];
    for (let w = 0; w < words.length && pieces.length < most; w += 1) {
        const word = words[w];
        if (word.length <= 20) pieces.push(word);
        else for (let i = 0; i + 1 < word.length; i += 1) pieces.push(word.slice(i, i + 2));
    }
    return pieces;
}

/**
 * @param {string} text
 * @returns {string} 16 hexadecimal digits; empty for a text without words
 */
export function blockHash(text) {
    const words = wordsOf(text, MAXIMUM_HASHED_WORDS);
    if (words.length === 0) return '';
    const votes = new Int32Array(HASH_BITS);
    for (const word of words) {
        const low = textHash(word, 0);
        const high = textHash(word, 0x9e3779b9);
        for (let bit = 0; bit < 32; bit += 1) {
            votes[bit] += (low >>> bit) & 1 ? 1 : -1;
            votes[bit + 32] += (high >>> bit) & 1 ? 1 : -1;
        }
    }
    let digits = '';
    for (let at = HASH_BITS - 4; at >= 0; at -= 4) {
        let digit = 0;
        for (let bit = 3; bit >= 0; bit -= 1) digit = digit * 2 + (votes[at + bit] > 0 ? 1 : 0);
        digits += digit.toString(16);
    }
    return digits;
}

/**
 * Returns the share of bits that two hashes have in common, scaled so that unrelated texts, which share half of them,
 * get 0.
 *
 * @param {string} a
 * @param {string} b
 * @returns {number} 0 to 1; 0 if either hash is invalid
 */
export function hashLikeness(a, b) {
    if (a.length !== HASH_BITS / 4 || b.length !== a.length) return 0;
    let same = 0;
    for (let i = 0; i < a.length; i += 1) {
        const [left, right] = [parseInt(a[i], 16), parseInt(b[i], 16)];
        if (!(left >= 0 && right >= 0)) return 0;
        let differing = left ^ right;
        for (same += 4; differing > 0; differing &= differing - 1) same -= 1;
    }
    return Math.max(0, (2 * same) / HASH_BITS - 1);
}
