/**
 * The evidence that a candidate is the captured place.
 */

import { blockHash, hashLikeness } from '../anchoring/block-hash.js';
import { editLikeness } from '../anchoring/edit-distance.js';
import { contextLikeness, positionsOf } from '../anchoring/quote-search.js';
import { blockAround } from '../anchoring/text-position.js';

/**
 * @typedef {import('../anchoring/text-index.js').TextIndex} TextIndex
 * @typedef {import('./snapshot-reader.js').Anchor} Anchor
 * @typedef {import('./snapshot-reader.js').Place} Place
 * @typedef {{start: number, end: number}} Bounds
 * @typedef {{above: number[] | null, below: number[] | null}} Neighbours
 *     the present positions of the texts that were above and below the place; null if none was captured
 * @typedef {{position: number, isExact: boolean, quote: number, context: number | null, near: number | null,
 *     selector: number | null, hash: number | null, progress: number | null, ordinal: number}} Candidate
 *     each piece of evidence is from 0 to 1, or null if the snapshot does not contain it
 */

/**
 * The weight of each piece of evidence; the quote itself has the weight 0.55. Hypothesis weights quote, context and
 * position in the ratio 50:40:2.
 */
const EVIDENCE_WEIGHTS = { context: 0.2, near: 0.12, selector: 0.05, hash: 0.04, progress: 0.04 };
const QUOTE_WEIGHT = 0.55;
/** In UTF-16 units: a neighbour at this distance has half the effect. */
const NEAR_DISTANCE = 1500;
/** Neighbours that occur more often in the text are ignored. */
const MOST_NEIGHBOURS = 40;
/** In UTF-16 units: the hash of a shorter block depends on too few words. */
const LEAST_HASHED = 40;

/**
 * @param {TextIndex} index
 * @param {Place} place
 * @returns {Neighbours}
 */
export function neighboursOf(index, place) {
    const positions = (/** @type {Anchor | null} */ anchor) => {
        if (!anchor || !anchor.quote) return null;
        const found = positionsOf(index.text, anchor.quote.exact, MOST_NEIGHBOURS);
        return found.length < MOST_NEIGHBOURS ? found : null;
    };
    return { above: positions(place.above), below: positions(place.below) };
}

/**
 * Returns the proximity of the texts that were above and below, each counted only on its own side.
 *
 * @param {Neighbours} neighbours
 * @param {number} position
 * @returns {number | null}
 */
export function nearness({ above, below }, position) {
    const closeness = (/** @type {number[]} */ positions, /** @type {number} */ side) => {
        let least = Infinity;
        for (const at of positions) {
            const distance = (position - at) * side;
            if (distance >= 0 && distance < least) least = distance;
        }
        return 1 / (1 + (least / NEAR_DISTANCE) ** 2);
    };
    const known = [];
    if (above) known.push(closeness(above, 1));
    if (below) known.push(closeness(below, -1));
    return known.length === 0 ? null : known.reduce((sum, each) => sum + each, 0) / known.length;
}

/**
 * Returns the likeness of the text around an occurrence of a quote to its prefix and suffix, either character by
 * character or with edits.
 *
 * @param {string} text
 * @param {number} position
 * @param {import('../anchoring/quote-search.js').Quote} quote
 * @returns {number | null}
 */
export function contextEvidence(text, position, quote) {
    const { exact, prefix, suffix } = quote;
    if (prefix === '' && suffix === '') return null;
    const inRow = contextLikeness(text, position, quote);
    if (inRow === 1) return 1;
    const before = text.slice(Math.max(0, position - prefix.length * 1.5), position);
    const end = position + exact.length;
    const after = text.slice(end, end + suffix.length * 1.5);
    const left = prefix === '' ? inRow : editLikeness(before, prefix);
    const right = suffix === '' ? inRow : editLikeness(after, suffix);
    return Math.max(inRow, (left + right) / 2);
}

/**
 * @param {TextIndex} index
 * @param {Anchor} anchor
 * @param {number} position
 * @returns {number | null}
 */
export function hashEvidence(index, anchor, position) {
    if (anchor.hash === '') return null;
    const block = blockAround(index, position);
    if (block.end - block.start < LEAST_HASHED) return null;
    return hashLikeness(anchor.hash, blockHash(index.text.slice(block.start, block.end)));
}

/**
 * @param {TextIndex} index
 * @param {Place} place
 * @param {number} position
 * @returns {number | null}
 */
export function progressEvidence(index, place, position) {
    if (place.progressText === null || index.text.length === 0) return null;
    return Math.max(0, 1 - 5 * Math.abs(position / index.text.length - place.progressText));
}

/**
 * Returns the strength of all evidence except the quote itself.
 *
 * @param {Candidate} candidate
 * @returns {number} 0 to 1; 0 if the snapshot contains none
 */
export function supportOf(candidate) {
    let all = 0;
    let sum = 0;
    for (const [name, weight] of Object.entries(EVIDENCE_WEIGHTS)) {
        const value = Reflect.get(candidate, name);
        if (value === null) continue;
        all += weight;
        sum += weight * value;
    }
    return all === 0 ? 0 : sum / all;
}

/**
 * @param {Candidate} candidate
 * @returns {number} 0 to 1
 */
export function scoreOf(candidate) {
    return QUOTE_WEIGHT * candidate.quote + (1 - QUOTE_WEIGHT) * supportOf(candidate);
}
