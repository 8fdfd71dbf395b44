/**
 * Search for a quote whose words have been edited. Its rarer words and pairs of words vote for the regions of the text
 * that contain them at about the right distances, and only these few regions are searched closely. The time grows
 * linearly with the length of the text.
 */

import { editLikeness } from './edit-distance.js';
import { positionsOf } from './quote-search.js';
import { alignTokens, tokensOf } from './word-alignment.js';

/**
 * @typedef {import('./quote-search.js').Quote} Quote
 * @typedef {{text: string, offset: number}} Seed `offset` is relative to the start of the quote's exact text
 * @typedef {{start: number, end: number}} Region
 * @typedef {{position: number, quote: number, prefix: number, suffix: number}} FuzzyMatch
 *     `position` is that of the reading character; the others are the shares of the quote's exact text, prefix and
 *     suffix that were found, 0 to 1
 */

/** In UTF-16 units: the distance by which edits may move words apart that still vote for the same region. */
const VOTING_BIN = 96;
/** The number of regions that are examined. The right one is among the first three in practice. */
const MOST_REGIONS = 6;
/** A word that occurs more often in the text does not identify a region. */
const COMMON_SEED = 200;
/**
 * The number of words and pairs that vote, in texts up to a million units and in longer ones. Each costs one pass over
 * the text.
 */
const MOST_SEEDS = 64;
const MOST_SEEDS_LARGE = 16;
const LARGE_TEXT = 1_000_000;
const SHORTEST_SEED = 3;
/** In UTF-16 units: the margin added to both sides of a region, so that words at its edge are not cut. */
const REGION_MARGIN = 32;

/**
 * @param {Quote} quote
 * @param {number} length of the text
 * @returns {Seed[]} the longest first, which are the rarest
 */
function seedsOf(quote, length) {
    const whole = quote.prefix + quote.exact + quote.suffix;
    const tokens = tokensOf(whole);
    // One character of a script without spaces carries as much information as three letters.
    const most = tokens.length > whole.length / 2 ? 3 : 2;
    /** @type {Seed[]} */
    const seeds = [];
    for (let i = 0; i < tokens.length; i += 1) {
        for (let count = 1; count <= most && i + count <= tokens.length; count += 1) {
            const text = whole.slice(tokens[i].start, tokens[i + count - 1].end);
            if (text.length >= SHORTEST_SEED) seeds.push({ text, offset: tokens[i].start - quote.prefix.length });
        }
    }
    seeds.sort((a, b) => b.text.length - a.text.length);
    return seeds.slice(0, length > LARGE_TEXT ? MOST_SEEDS_LARGE : MOST_SEEDS);
}

/**
 * Returns the regions of a text that contain words of a quote at about the right distances.
 *
 * @param {string} text
 * @param {Quote} quote
 * @returns {Region[]} the best first
 */
export function likelyRegions(text, quote) {
    /** @type {Map<number, number>} */
    const votes = new Map();
    for (const seed of seedsOf(quote, text.length)) {
        const positions = positionsOf(text, seed.text, COMMON_SEED);
        if (positions.length >= COMMON_SEED) continue;
        const weight = 1 / (1 + Math.log2(positions.length || 1));
        const voted = new Set();
        for (const position of positions) {
            const bin = Math.floor((position - seed.offset) / VOTING_BIN);
            if (voted.has(bin)) continue;
            voted.add(bin);
            votes.set(bin, (votes.get(bin) ?? 0) + weight);
        }
    }
    const ranked = [...votes].map(([bin, weight]) => ({ bin, weight: weight + (votes.get(bin + 1) ?? 0) }));
    ranked.sort((a, b) => b.weight - a.weight);
    /** @type {Set<number>} */
    const usedBins = new Set();
    const regions = [];
    for (const { bin } of ranked) {
        if (regions.length >= MOST_REGIONS) break;
        if (usedBins.has(bin) || usedBins.has(bin + 1) || usedBins.has(bin - 1)) continue;
        usedBins.add(bin);
        const start = bin * VOTING_BIN - quote.prefix.length - REGION_MARGIN;
        const end = (bin + 2) * VOTING_BIN + quote.exact.length + quote.suffix.length + REGION_MARGIN;
        regions.push({ start: Math.max(0, start), end: Math.min(text.length, end) });
    }
    return regions;
}

/**
 * Returns the best match of a quote in a region.
 *
 * @param {string} text
 * @param {Region} region
 * @param {Quote} quote
 * @param {number} character the offset of the reading character in the exact text, in UTF-16 units
 * @returns {FuzzyMatch | null} null if the region contains no word of the quote
 */
export function matchInRegion(text, region, quote, character) {
    const part = text.slice(region.start, region.end);
    const whole = quote.prefix + quote.exact + quote.suffix;
    const from = quote.prefix.length;
    const to = from + quote.exact.length;
    const wanted = tokensOf(whole);
    const found = tokensOf(part);
    const aligned = alignTokens(wanted, found);
    if (!aligned) return null;
    const share = (/** @type {number} */ first, /** @type {number} */ last) => {
        let all = 0;
        let there = 0;
        wanted.forEach((token, i) => {
            if (token.start < first || token.end > last) return;
            all += token.end - token.start;
            if (aligned.partner[i] >= 0) there += token.end - token.start;
        });
        return all > 0 ? there / all : 0;
    };
    const place = aligned.placeOf(from + character);
    const near = text.slice(Math.max(0, region.start + place - quote.exact.length / 2),
        region.start + place + quote.exact.length * 1.5);
    return {
        position: region.start + place,
        quote: Math.max(share(from, to), editLikeness(near, quote.exact)),
        prefix: share(0, from),
        suffix: share(to, whole.length),
    };
}
