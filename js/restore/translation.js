/**
 * Detection of a page whose text is in another language than at the capture: what browsers, extensions and servers
 * translate keeps its blocks, links, numbers and names.
 */

import { isNumber, linkDigits, markPositions, withPlainDigits } from '../anchoring/text-marks.js';
import { blockAround } from '../anchoring/text-position.js';
import { call } from '../dom/node.js';
import { withoutCredentials } from '../wire/page-key.js';

/**
 * @typedef {import('../anchoring/text-index.js').TextIndex} TextIndex
 * @typedef {import('./snapshot-reader.js').Anchor} Anchor
 * @typedef {import('./snapshot-reader.js').Place} Place
 * @typedef {import('./snapshot-reader.js').Shape} Shape
 * @typedef {{isNumber: boolean, blocks: number[]}} Mark `blocks` are the ordinals of the blocks that contain it
 */

/** Words, and runs of characters of scripts without spaces between words. */
const TERM =
    /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]+|[\p{L}\p{M}\p{N}]+/gu;
const UNSPACED = /^[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]/u;
/** In UTF-16 units: the length of the text whose words are compared, about 15,000 words around the place. */
const COMPARED_LENGTH = 100_000;
/** With fewer captured words, nothing shows if the language is another one. */
const FEWEST_TERMS = 12;
/**
 * A text contains fewer than this share of the captured words if it is in another language: 0.05 to 0.2. Another text
 * in the same language contains at least 0.4 of them, its function words.
 */
export const FOREIGN_SHARE = 0.3;
/** The same if the page has traces of a translation: Spanish and Portuguese share 0.4 of their words. */
export const TRACED_FOREIGN_SHARE = 0.5;
/** A page of fewer blocks has no shape. */
const FEWEST_BLOCKS = 6;
/** A translation has at most this many times as many blocks as the page, or as much fewer. */
const SAME_BLOCKS = 1.15;
/** The same for a page on which each block is followed by its translation, which has twice as many. */
const BILINGUAL_BLOCKS = [1.8, 2.2];
/** A mark in more than this share of the blocks, and in more than this number, says nothing about the place. */
const COMMON_SHARE = 0.1;
const COMMON_BLOCKS = 3;
/** Marks are searched within this share of all blocks around the expected one, and at least this many blocks. */
const SEARCHED_SHARE = 0.15;
const SEARCHED_BLOCKS = 8;
/** The number of positions of a mark that are examined. */
const MOST_POSITIONS = 400;
/** The least share of the captured links and marks that a translation contains. */
export const LEAST_KEPT = 0.5;
/** The least number of links and marks that are found, with and without traces of a translation. */
const FEWEST_KEPT_TRACED = 2;
const FEWEST_KEPT = 3;
/** From this number and share of kept numbers and names on, the number of blocks does not matter. */
const MANY_MARKS = 5;
const MANY_KEPT = 0.75;
/** The number of links that are examined. */
const MOST_LINKS = 4000;
/** What the translators of Chromium, Edge and Google leave in a page. Old pages have `font` elements too. */
const TRACES = 'html.translated-ltr, html.translated-rtl, [_msttexthash], font[style*="inherit"] > font';

/**
 * Returns true if a page at the place's address is the captured one in another language. Another page at the address,
 * such as another article, has neither the links nor the numbers and names.
 *
 * @param {TextIndex} index
 * @param {Place} place
 * @param {Window} top
 * @returns {boolean}
 */
export function isTranslation(index, place, top) {
    const { shape, primary } = place;
    if (!shape || !shape.blocks || shape.block === null || !primary || !primary.quote) return false;
    const blocks = index.blocks.length;
    if (Math.min(blocks, shape.blocks) < FEWEST_BLOCKS || index.text.includes(primary.quote.exact)) return false;
    const isTraced = hasTraces(top);
    if (!isForeign(index, place, isTraced ? TRACED_FOREIGN_SHARE : FOREIGN_SHARE)) return false;
    const hasBlocks = hasSameBlocks(shape.blocks, blocks);
    const links = linksAmong(index, shape).size;
    const marks = keptMarks(index, shape);
    const known = shape.links.length + shape.marks.length;
    if (isTraced && hasBlocks && known < FEWEST_KEPT) return true;
    const isKept = links + marks.found >= (isTraced ? FEWEST_KEPT_TRACED : FEWEST_KEPT)
        && links + marks.found >= LEAST_KEPT * (shape.links.length + marks.all);
    const isSure = marks.found >= MANY_MARKS && marks.found >= MANY_KEPT * marks.all;
    return isKept && (isTraced || hasBlocks || isSure);
}

/**
 * @param {Window} top
 * @returns {boolean} true if a translator has left traces in a page
 */
export function hasTraces({ document }) {
    return call(document, 'querySelector', TRACES) !== null;
}

/**
 * @param {number} then
 * @param {number} now
 * @returns {boolean} true if a page has about as many blocks as before, or twice or half as many
 */
export function hasSameBlocks(then, now) {
    const ratio = Math.max(then, now) / Math.max(1, Math.min(then, now));
    return ratio <= SAME_BLOCKS || (ratio >= BILINGUAL_BLOCKS[0] && ratio <= BILINGUAL_BLOCKS[1]);
}

/**
 * Returns true if the page hardly contains the words of the place, not even the small ones.
 *
 * @param {TextIndex} index
 * @param {Place} place
 * @param {number} most the share of words that it may contain
 * @returns {boolean}
 */
function isForeign({ text }, { primary, above, below, progressText, shape }, most) {
    const marks = new Set((shape?.marks ?? []).map((mark) => mark.toLowerCase()));
    const captured = new Set([primary, above, below].flatMap((anchor) => termsOfQuote(anchor)));
    for (const term of captured) if (marks.has(term) || isNumber(term)) captured.delete(term);
    if (captured.size < FEWEST_TERMS) return false;
    const middle = (progressText ?? 0.5) * text.length;
    const from = Math.max(0, middle - COMPARED_LENGTH / 2);
    const present = new Set(termsOf(text.slice(from, from + COMPARED_LENGTH)));
    let found = 0;
    for (const term of captured) if (present.has(term)) found += 1;
    return found < most * captured.size;
}

/**
 * @param {Anchor | null} anchor
 * @returns {string[]}
 */
function termsOfQuote(anchor) {
    const { prefix, exact, suffix } = anchor?.quote ?? { prefix: '', exact: '', suffix: '' };
    return termsOf(prefix + exact + suffix);
}

/**
 * Returns the words of a text in lower case, and the pairs of characters of scripts without spaces.
 *
 * @param {string} text
 * @returns {string[]}
 */
export function termsOf(text) {
    const terms = [];
    for (const run of text.toLowerCase().match(TERM) ?? []) {
        if (!UNSPACED.test(run)) terms.push(run);
        else for (let at = 0; at + 1 < run.length; at += 1) terms.push(run.slice(at, at + 2));
    }
    return terms;
}

/**
 * Returns the number of marks around the expected block, of those that are rare on the page. If numbers were kept
 * better than names, as in another script, only numbers count.
 *
 * @param {TextIndex} index
 * @param {Shape} shape
 * @returns {{found: number, all: number}}
 */
function keptMarks(index, shape) {
    const expected = expectedBlock(index, shape);
    const reach = Math.max(SEARCHED_BLOCKS, SEARCHED_SHARE * index.blocks.length);
    const rare = marksOn(index, shape).filter(({ blocks }) => !isCommon(index, blocks));
    const counted = (/** @type {Mark[]} */ marks) => {
        const isNear = (/** @type {number} */ block) => Math.abs(block - expected) <= reach;
        return { found: marks.filter(({ blocks }) => blocks.some(isNear)).length, all: marks.length };
    };
    const [all, numbers] = [counted(rare), counted(rare.filter((mark) => mark.isNumber))];
    return numbers.found * all.all > all.found * numbers.all ? numbers : all;
}

/**
 * @param {TextIndex} index
 * @param {Shape} shape
 * @returns {Mark[]} where the page has the captured marks
 */
export function marksOn(index, { marks }) {
    const text = withPlainDigits(index.text);
    return marks.map((mark) => {
        const blocks = markPositions(text, mark, MOST_POSITIONS).map((at) => blockAround(index, at).ordinal);
        return { isNumber: isNumber(mark), blocks: [...new Set(blocks)] };
    });
}

/**
 * @param {TextIndex} index
 * @param {number[]} blocks those that contain a mark
 * @returns {boolean}
 */
export function isCommon(index, blocks) {
    return blocks.length > Math.max(COMMON_BLOCKS, COMMON_SHARE * index.blocks.length);
}

/**
 * Returns the ordinal of the block at the place's share of all blocks.
 *
 * @param {TextIndex} index
 * @param {Shape} shape one with blocks
 * @returns {number}
 */
export function expectedBlock(index, { block, blocks }) {
    const share = (block ?? 0) / Math.max(1, (blocks ?? 1) - 1);
    return Math.round(Math.min(1, share) * (index.blocks.length - 1));
}

/**
 * Returns the captured links that the page has.
 *
 * @param {TextIndex} index
 * @param {Shape} shape
 * @returns {Map<string, Element[]>} the elements of each link's hash
 */
export function linksAmong({ trees }, { links }) {
    /** @type {Map<string, Element[]>} */
    const found = new Map();
    if (links.length === 0) return found;
    let left = MOST_LINKS;
    for (const tree of trees) {
        for (const element of call(tree, 'querySelectorAll', 'a[href]')) {
            left -= 1;
            if (left < 0) return found;
            const { href } = /** @type {any} */ (element);
            const digits = typeof href === 'string' ? linkDigits(withoutCredentials(href)) : '';
            if (links.includes(digits)) found.set(digits, [...found.get(digits) ?? [], element]);
        }
    }
    return found;
}
