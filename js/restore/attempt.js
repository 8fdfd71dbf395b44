/**
 * One attempt at a place, on the page as it is now.
 */

import { buildTextIndex } from '../anchoring/text-index.js';
import { rootScrollerElement } from '../dom/scroller.js';
import { pageKey } from '../wire/page-key.js';
import { CONFIDENCE } from './confidence.js';
import { byTextProgress, locate } from './locate.js';
import { expectsMore, isComparable } from './pending.js';
import { findScroller, placeByOffset, placeTarget } from './place.js';

/**
 * @typedef {import('./snapshot-reader.js').Place} Place
 * @typedef {import('./locate.js').Target} Target
 * @typedef {import('./locate.js').Tier} Tier
 * @typedef {{tier: Tier, confidence: number, target: Target | null, awaitsMore: boolean}} Outcome
 */

/**
 * Whether an address shows the page of the snapshot.
 *
 * @param {Place} place
 * @param {string} address
 * @param {string} canonical the page's own canonical address, or empty
 * @returns {boolean}
 */
export function isSamePage(place, address, canonical) {
    if (place.address === '') return true;
    const key = pageKey(address);
    if (key === pageKey(place.address)) return true;
    if (place.canonical === '') return false;
    return key === pageKey(place.canonical) || (canonical !== '' && pageKey(canonical) === pageKey(place.canonical));
}

/**
 * Finds the place and moves there. On another page only the exact words count.
 *
 * @param {Place} place
 * @param {boolean} isSame
 * @param {Window} top
 * @param {import('./place.js').Move} move
 * @param {Set<number>} placed the records of scrollers that have been put where they were
 * @returns {Outcome}
 */
export function attemptPlace(place, isSame, top, move, placed) {
    const index = buildTextIndex(top.document);
    const target = locate(index, place, top);
    if (!isSame && (!target || target.tier !== 'quote')) return nothing(true);
    const root = rootScrollerElement(top);
    const height = root ? root.scrollHeight : 0;
    const reading = place.primary ? place.scrollers[place.primary.scroller] : undefined;
    const lacksScroller = reading !== undefined && findScroller(reading, top) === null;
    const awaitsMore = expectsMore(place, index.text.length, height, lacksScroller);
    if (target) {
        placeScrollers(place, top, move, placed, false);
        if (placeTarget(target, place, top, move)) {
            const { tier, confidence } = target;
            return { tier, confidence, target, awaitsMore: awaitsMore && tier !== 'quote' };
        }
    }
    if (!isComparable(place, index.text.length, height, top.innerWidth)) return nothing(awaitsMore);
    const isSameSize = Math.abs(height - place.documentHeight) < 2 && top.innerWidth === place.viewportWidth;
    const hasOffsetsOnly = place.documentHeight === 0;
    if (isSameSize || hasOffsetsOnly) {
        placeScrollers(place, top, move, placed, false, true);
        const reached = Math.abs(top.pageYOffset - place.y) < 2;
        if (!reached && hasOffsetsOnly) return nothing(true);
        const confidence = isSameSize ? CONFIDENCE.pixelsSameSize : CONFIDENCE.pixels;
        return { tier: 'pixels', confidence, target: null, awaitsMore };
    }
    const further = byTextProgress(index, place, top);
    placeScrollers(place, top, move, placed, true, true);
    if (further && placeTarget(further, place, top, move)) {
        return { tier: 'progress', confidence: further.confidence, target: further, awaitsMore };
    }
    return { tier: 'progress', confidence: CONFIDENCE.progressScroll, target: null, awaitsMore };
}

/**
 * @param {boolean} awaitsMore
 * @returns {Outcome}
 */
function nothing(awaitsMore) {
    return { tier: 'none', confidence: CONFIDENCE.none, target: null, awaitsMore };
}

/**
 * Puts every recorded scroller where it was, once it is there.
 *
 * @param {Place} place
 * @param {Window} top
 * @param {import('./place.js').Move} move
 * @param {Set<number>} placed
 * @param {boolean} byFraction
 * @param {boolean} [again] also those that have been placed
 */
function placeScrollers(place, top, move, placed, byFraction, again = false) {
    const window = { view: top, element: null };
    if (place.scrollers.length === 0) {
        move(window, place.x, place.y);
        return;
    }
    place.scrollers.forEach((record, ordinal) => {
        const scroller = findScroller(record, top);
        if (!scroller || (placed.has(ordinal) && !again)) return;
        placed.add(ordinal);
        placeByOffset(scroller, record, byFraction, move);
    });
}
