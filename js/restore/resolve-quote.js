/**
 * Search for a quote on the page, with a confidence.
 */

import { likelyRegions, matchInRegion } from '../anchoring/fuzzy-search.js';
import { positionsOf } from '../anchoring/quote-search.js';
import { CONFIDENCE, confidenceOf } from './confidence.js';
import { contextEvidence, hashEvidence, nearness, progressEvidence, scoreOf, supportOf } from './evidence.js';

/**
 * @typedef {import('../anchoring/text-index.js').TextIndex} TextIndex
 * @typedef {import('./snapshot-reader.js').Anchor} Anchor
 * @typedef {import('./snapshot-reader.js').Place} Place
 * @typedef {import('./evidence.js').Candidate} Candidate
 * @typedef {import('./evidence.js').Bounds} Bounds
 * @typedef {import('./evidence.js').Neighbours} Neighbours
 * @typedef {{position: number, confidence: number, isExact: boolean}} Resolution `position` of the reading character
 */

/** Exact words with this support need no search for edited ones. 97 in 100 places on unchanged pages have it. */
const ENOUGH_SUPPORT = 0.5;
/**
 * The least score of a result. A paragraph of which half was edited scores at least 0.5, an unrelated one at the same
 * position 0.4.
 */
const LEAST_SCORE = 0.45;
/** The least margin over the next candidate, unless both are the same place. */
const LEAST_MARGIN = 0.03;
/** The least share of a quote that must be found; with less it is another text. */
const LEAST_QUOTE = 0.3;
/** The least margin between occurrences of the exact words in another edition, which has less evidence for them. */
const EDITION_MARGIN = 0.1;
/** In UTF-16 units: shorter quotes, such as numbers, may occur once by chance. */
const SHORTEST_UNIQUE = 6;
/** The share of a quote from which on it counts as complete in another edition. */
const ALL_WORDS = 0.9;
/** In UTF-16 units: candidates within this distance are the same place. */
const SAME_PLACE = 40;
/** In UTF-16 units: a wider range between the neighbours is not searched. */
const WIDEST_GAP = 6000;
/** If the length of the text has changed by a smaller fraction, a duplicate is identified by its ordinal number. */
const SAME_LENGTH = 0.03;
/** Hashes are compared only if there are at most this many exact occurrences. */
const FEW = 12;

/**
 * @param {TextIndex} index
 * @param {Place} place
 * @param {Anchor} anchor an anchor with a quote
 * @param {Bounds | null} bounds of the text in the element that its selector matches
 * @param {Neighbours} neighbours
 * @param {boolean} allowsEdits
 * @returns {Resolution | null} null if the quote is absent or ambiguous
 */
export function resolveQuote(index, place, anchor, bounds, neighbours, allowsEdits) {
    const exact = exactCandidates(index, place, anchor, bounds, neighbours);
    const [first] = exact;
    const isClear = first !== undefined && supportOf(first) >= ENOUGH_SUPPORT && marginOf(exact) >= LEAST_MARGIN;
    if (isClear) return adjustForEdition(place, anchor, exact, makeResolution(first, anchor, marginOf(exact)));
    const edited = allowsEdits ? editedCandidates(index, place, anchor, bounds, neighbours) : [];
    const all = rankCandidates(mergeCandidates(exact, edited));
    const [best] = all;
    if (!best || scoreOf(best) < LEAST_SCORE) return null;
    const margin = marginOf(all);
    if (margin < LEAST_MARGIN) return resolveByOrdinal(index, place, anchor, exact);
    const found = makeResolution(best, anchor, margin);
    if (found.isExact) return adjustForEdition(place, anchor, exact, found);
    if (place.isEdition && found.confidence < CONFIDENCE.leastInEdition) return null;
    const isDoubtful = (place.isEdition && best.quote < ALL_WORDS) || isOutside(neighbours, best.position);
    return { ...found, confidence: Math.min(found.confidence, isDoubtful ? CONFIDENCE.doubtfulEdits : 1) };
}

/**
 * Returns a resolution of exact words with the confidence that it has in another edition. Words that occur once there,
 * as on the captured page, are the same ones even if they are few. Of several, the captured one may have been omitted.
 *
 * @param {Place} place
 * @param {Anchor} anchor
 * @param {Candidate[]} exact the best first
 * @param {Resolution} found
 * @returns {Resolution}
 */
function adjustForEdition(place, anchor, exact, found) {
    if (!place.isEdition) return found;
    const { length } = anchor.quote?.exact ?? '';
    if (exact.length === 1 && anchor.occurrences === 1 && length >= SHORTEST_UNIQUE) {
        const confidence = confidenceOf(1, supportOf(exact[0]), 1, Infinity);
        return { ...found, confidence: Math.max(found.confidence, confidence) };
    }
    if (exact.length === 1 || marginOf(exact) >= EDITION_MARGIN) return found;
    return { ...found, confidence: Math.min(found.confidence, CONFIDENCE.doubtfulEdits) };
}

/**
 * Returns true if the texts that were above and below still enclose a part of the page that does not contain a
 * position: similar words elsewhere may belong to another place.
 *
 * @param {Neighbours} neighbours
 * @param {number} position
 * @returns {boolean}
 */
function isOutside({ above, below }, position) {
    if (!above || !below || above.length !== 1 || below.length !== 1) return false;
    const [[from], [to]] = [above, below];
    return to > from && to - from < WIDEST_GAP && (position < from || position >= to);
}

/**
 * Returns all candidates. An occurrence of the exact words that is also one of the edited words has the better context.
 *
 * @param {Candidate[]} exact
 * @param {Candidate[]} edited
 * @returns {Candidate[]}
 */
function mergeCandidates(exact, edited) {
    const isSame = (/** @type {Candidate} */ a, /** @type {Candidate} */ b) => a.position === b.position;
    const improved = exact.map((candidate) => {
        const other = edited.find((each) => isSame(each, candidate));
        if (!other || candidate.context === null || other.context === null) return candidate;
        return { ...candidate, context: Math.max(candidate.context, other.context) };
    });
    return [...improved, ...edited.filter((each) => !exact.some((candidate) => isSame(each, candidate)))];
}

/**
 * @param {Candidate} candidate
 * @param {Anchor} anchor
 * @param {number} margin
 * @returns {Resolution}
 */
function makeResolution(candidate, anchor, margin) {
    const length = anchor.quote ? anchor.quote.exact.length : 0;
    const confidence = confidenceOf(candidate.quote, supportOf(candidate), margin, length);
    return { position: candidate.position, confidence, isExact: candidate.isExact };
}

/**
 * @param {Candidate[]} candidates
 * @returns {Candidate[]} the best first
 */
function rankCandidates(candidates) {
    return candidates.map((candidate) => ({ candidate, score: scoreOf(candidate) }))
        .sort((a, b) => b.score - a.score).map(({ candidate }) => candidate);
}

/**
 * @param {Candidate[]} candidates the best first
 * @returns {number} the difference between the score of the best one and that of the next one at another place
 */
function marginOf(candidates) {
    const [best] = candidates;
    const next = candidates.find(({ position }) => Math.abs(position - best.position) > SAME_PLACE);
    return best && next ? scoreOf(best) - scoreOf(next) : 1;
}

/**
 * Returns the occurrences of the exact words, with their evidence.
 *
 * @param {TextIndex} index
 * @param {Place} place
 * @param {Anchor} anchor
 * @param {Bounds | null} bounds
 * @param {Neighbours} neighbours
 * @returns {Candidate[]} the best first
 */
function exactCandidates(index, place, anchor, bounds, neighbours) {
    const { quote } = anchor;
    if (!quote) return [];
    const positions = positionsOf(index.text, quote.exact);
    return rankCandidates(positions.map((start, ordinal) => {
        const position = start + anchor.character;
        return {
            position,
            isExact: true,
            quote: 1,
            context: contextEvidence(index.text, start, quote),
            ordinal,
            ...surroundingEvidence(index, place, anchor, bounds, neighbours, position, positions.length <= FEW),
        };
    }));
}

/**
 * @param {TextIndex} index
 * @param {Place} place
 * @param {Anchor} anchor
 * @param {Bounds | null} bounds
 * @param {Neighbours} neighbours
 * @param {number} position
 * @param {boolean} hashes
 * @returns {{near: number | null, selector: number | null, hash: number | null, progress: number | null}}
 */
function surroundingEvidence(index, place, anchor, bounds, neighbours, position, hashes) {
    const isInside = bounds !== null && position >= bounds.start && position < bounds.end;
    return {
        near: nearness(neighbours, position),
        selector: anchor.selector === '' ? null : isInside ? 1 : 0,
        hash: hashes ? hashEvidence(index, anchor, position) : null,
        progress: anchor === place.primary ? progressEvidence(index, place, position) : null,
    };
}

/**
 * Returns occurrences of edited words in likely regions, in the element that the selector matches, and between the
 * neighbours.
 *
 * @param {TextIndex} index
 * @param {Place} place
 * @param {Anchor} anchor
 * @param {Bounds | null} bounds
 * @param {Neighbours} neighbours
 * @returns {Candidate[]}
 */
function editedCandidates(index, place, anchor, bounds, neighbours) {
    const { quote, character } = anchor;
    if (!quote) return [];
    const regions = likelyRegions(index.text, quote);
    if (bounds && bounds.end - bounds.start < WIDEST_GAP) regions.push(bounds);
    const { above, below } = neighbours;
    for (const from of above ?? []) {
        const to = (below ?? []).find((at) => at > from);
        if (to !== undefined && to - from < WIDEST_GAP) regions.push({ start: from, end: to });
    }
    /** @type {Candidate[]} */
    const found = [];
    for (const region of regions) {
        const match = matchInRegion(index.text, region, quote, character);
        if (!match || match.quote < LEAST_QUOTE) continue;
        const { position, prefix, suffix } = match;
        if (found.some((other) => Math.abs(other.position - position) <= SAME_PLACE)) continue;
        found.push({
            position,
            isExact: false,
            quote: match.quote,
            context: quote.prefix === '' && quote.suffix === '' ? null : (prefix + suffix) / 2,
            ordinal: -1,
            ...surroundingEvidence(index, place, anchor, bounds, neighbours, position, true),
        });
    }
    return found;
}

/**
 * Returns the duplicate with the same ordinal number, if the text has as many duplicates as before and about the same
 * length.
 *
 * @param {TextIndex} index
 * @param {Place} place
 * @param {Anchor} anchor
 * @param {Candidate[]} exact
 * @returns {Resolution | null}
 */
function resolveByOrdinal(index, place, anchor, exact) {
    if (anchor.ordinal === null || anchor.occurrences !== exact.length || place.textLength === null) return null;
    if (Math.abs(index.text.length - place.textLength) > SAME_LENGTH * place.textLength) return null;
    const same = exact.find(({ ordinal }) => ordinal === anchor.ordinal);
    return same ? makeResolution(same, anchor, LEAST_MARGIN) : null;
}
