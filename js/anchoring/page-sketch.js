/**
 * A sketch of a page's text, which recognizes the page later: the smallest hashes of the starts of its blocks (Broder,
 * "On the resemblance and containment of documents", 1997). A page whose blocks were edited still
 * contains most of its sketch, and one to which blocks were added contains all of it.
 */

import { textHash } from './block-hash.js';

/** @typedef {import('./text-index.js').TextIndex} TextIndex */

/** The number of hashes in a sketch: enough to distinguish a third from a half. */
const SKETCH_SIZE = 32;
/** With 24 bits, one in 800 hashes matches another page of 20 000 blocks by chance. */
const SKETCH_DIGITS = 6;
/** In UTF-16 units: shorter blocks are menus and teasers, which other pages of the site have too. */
const PARAGRAPH_LENGTH = 80;
/** On pages with few paragraphs, blocks of this length are sketched too. In UTF-16 units. */
const SHORTEST_SKETCHED = 24;
/** A page with this many paragraphs is sketched by its paragraphs alone. */
const ENOUGH_PARAGRAPHS = 6;
/** The length of the hashed start of a block, in UTF-16 units. */
const SKETCHED_LENGTH = 48;
/** A sketch of fewer blocks is not significant. */
const FEWEST_SKETCHED = 4;

/**
 * @param {TextIndex} index
 * @param {number} shortest
 * @returns {Set<string>} six hexadecimal digits each
 */
function blockDigits(index, shortest) {
    const { blocks, text } = index;
    const digits = new Set();
    for (let ordinal = 0; ordinal < blocks.length; ordinal += 1) {
        const start = blocks[ordinal];
        const end = ordinal + 1 < blocks.length ? blocks[ordinal + 1] : text.length;
        if (end - start < shortest) continue;
        digits.add(digitsOf(text.slice(start, end)));
    }
    return digits;
}

/**
 * @param {string} block
 * @returns {string}
 */
function digitsOf(block) {
    const hash = textHash(block.slice(0, SKETCHED_LENGTH).trim(), 0);
    return ('0000000' + hash.toString(16)).slice(-SKETCH_DIGITS);
}

/**
 * @param {TextIndex} index
 * @returns {string | null} null if the page has too few blocks to be recognized
 */
export function pageSketch(index) {
    const paragraphs = blockDigits(index, PARAGRAPH_LENGTH);
    const sketched = paragraphs.size < ENOUGH_PARAGRAPHS ? blockDigits(index, SHORTEST_SKETCHED) : paragraphs;
    const digits = [...sketched].sort();
    return digits.length < FEWEST_SKETCHED ? null : digits.slice(0, SKETCH_SIZE).join('');
}

/**
 * Returns the share of a sketch that a page contains.
 *
 * @param {string} sketch
 * @param {TextIndex} index
 * @param {string[]} [folded] the starts of blocks that the index does not contain
 * @returns {number | null} 0 to 1; null if the sketch is invalid
 */
export function sketchShare(sketch, index, folded = []) {
    const count = Math.min(SKETCH_SIZE, Math.floor(sketch.length / SKETCH_DIGITS));
    if (count < FEWEST_SKETCHED) return null;
    const present = blockDigits(index, SHORTEST_SKETCHED);
    for (const block of folded) present.add(digitsOf(block));
    let found = 0;
    for (let at = 0; at < count; at += 1) {
        if (present.has(sketch.slice(at * SKETCH_DIGITS, (at + 1) * SKETCH_DIGITS))) found += 1;
    }
    return found / count;
}

/**
 * Returns the paragraphs of a page that the sketched page has too. A full sketch contains the smallest hashes only, so
 * that only paragraphs with such a hash are counted; these are a random sample.
 *
 * @param {string} sketch
 * @param {TextIndex} index
 * @returns {{known: number, all: number}} `known` of `all` counted paragraphs are in the sketch
 */
export function ownParagraphs(sketch, index) {
    const count = Math.min(SKETCH_SIZE, Math.floor(sketch.length / SKETCH_DIGITS));
    const digits = Array.from({ length: count }, (_, at) => sketch.slice(at * SKETCH_DIGITS, (at + 1) * SKETCH_DIGITS));
    const sketched = new Set(digits);
    const largest = count < SKETCH_SIZE ? '' : digits[count - 1];
    let known = 0;
    let all = 0;
    for (const each of blockDigits(index, PARAGRAPH_LENGTH)) {
        if (largest !== '' && each > largest) continue;
        all += 1;
        if (sketched.has(each)) known += 1;
    }
    return { known, all };
}

/**
 * Returns true if a sketch contains any of some blocks.
 *
 * @param {string} sketch
 * @param {string[]} blocks the starts of the blocks
 * @returns {boolean}
 */
export function isSketched(sketch, blocks) {
    const digits = new Set(blocks.map(digitsOf));
    for (let at = 0; at + SKETCH_DIGITS <= sketch.length; at += SKETCH_DIGITS) {
        if (digits.has(sketch.slice(at, at + SKETCH_DIGITS))) return true;
    }
    return false;
}
