/**
 * One attempt to find a place on the page in its present state.
 */

import { blockStartOf } from '../dom/block-axis.js';
import { rootScrollerElement, scrollersAround, scrollState } from '../dom/scroller.js';
import { isConcealedAround, isInConcealedSlide } from '../dom/slides.js';
import { CONFIDENCE } from './confidence.js';
import { byTextProgress, targetsOf, wasInView } from './locate.js';
import { expectsMore } from './pending.js';
import { findScroller, placeByOffset, placeTarget } from './place.js';
import { recognize, withoutLayout } from './same-page.js';
import { isShown } from './shown.js';
import { frameTarget } from './unread.js';

/**
 * @typedef {import('../anchoring/text-index.js').TextIndex} TextIndex
 * @typedef {import('./snapshot-reader.js').Place} Place
 * @typedef {import('./target.js').Target} Target
 * @typedef {import('./target.js').Tier} Tier
 * @typedef {{tier: Tier, confidence: number, target: Target | null, left: number, isAtEnd: boolean,
 *     identity: import('./same-page.js').Identity, isEdition: boolean, isTranslated: boolean, awaitsMore: boolean,
 *     textLength: number, hidden: Target | null}} Outcome
 *     `left` is the distance of the target from its captured position, in CSS px; `isAtEnd` is true if nothing can be
 *     scrolled further in its direction; `hidden` is a better target that cannot be shown in the present layout
 */

/** A fraction of the view: a page whose text has grown or shrunk by less counts as unchanged. */
const UNCHANGED_SHARE = 0.3;

/** In CSS px: scroll offsets are rounded. */
const END_TOLERANCE = 1;

/** The least confidence of hidden words that contradict an offset, and a fraction of the view: the least distance. */
const CONTRADICTING = 0.5;
const CONTRADICTING_SHARE = 0.5;

/** @type {Outcome} */
export const NO_OUTCOME = {
    tier: 'none', confidence: CONFIDENCE.none, target: null, left: 0, isAtEnd: false, identity: 'same',
    isEdition: false, isTranslated: false, awaitsMore: true, textLength: 0, hidden: null,
};

/**
 * Finds the place and scrolls to it.
 *
 * @param {TextIndex} index
 * @param {Place} place
 * @param {Window} top
 * @param {boolean} isAtAddress
 * @param {import('./place.js').Move} move
 * @param {Set<number>} placed the ordinals of the records whose scrollers have been restored
 * @returns {Outcome}
 */
export function attemptPlace(index, place, top, isAtAddress, move, placed) {
    const { identity, isEdition, isTranslated } = recognize(place, index, top, isAtAddress);
    const root = rootScrollerElement(top);
    const height = root ? root.scrollHeight : 0;
    const reading = place.primary ? place.scrollers[place.primary.scroller] : undefined;
    const lacksScroller = reading !== undefined && findScroller(reading, top) === null;
    const textLength = index.text.length;
    // A translation may be much shorter.
    const awaitsMore = !isTranslated && expectsMore(place, textLength, height, lacksScroller);
    const known = { identity, isEdition, isTranslated, textLength };
    /** @type {Target | null} */
    let hidden = null;
    /** @type {{scroller: import('../dom/scroller.js').Scroller, x: number, y: number}[]} */
    let origins = [];
    const placeNext = (/** @type {Target} */ target) => {
        origins = scrollersAround(target.node, top).map((scroller) => ({ scroller, ...scrollState(scroller) }));
        return placeTarget(target, place, top, move);
    };
    // A rejected target stays where it is until the next one is placed: it may appear as soon as it comes into view.
    const placeAll = (/** @type {boolean} */ byFraction, /** @type {boolean} */ again) => {
        for (const { scroller, x, y } of origins) move(scroller, x, y);
        placeScrollers(place, top, move, placed, byFraction, again);
    };
    const captured = isEdition ? withoutLayout(place, index) : place;
    for (const target of allTargets(index, captured, identity === 'same', top, isTranslated)) {
        placeAll(false, false);
        const left = placeNext(target);
        if (left === null || !isSeen(target, place, top)) {
            hidden = hidden ?? target;
            continue;
        }
        const { tier, confidence } = target;
        const isFound = confidence >= CONFIDENCE.found;
        const page = { ...known, awaitsMore: awaitsMore && !isFound, hidden };
        return { tier, confidence, target, left, isAtEnd: isAtEnd(target, place, top), ...page };
    }
    const nothing = { ...NO_OUTCOME, ...known, awaitsMore: awaitsMore || !hidden, hidden };
    // The words are in the page, so that any offset would claim to know better.
    if (identity !== 'same' || (hidden && hidden.confidence >= CONFIDENCE.found)) return nothing;
    const outcome = byOffsets(index, place, top, height, placeNext, placeAll);
    if (!outcome || (hidden && contradicts(hidden, place, top))) return nothing;
    return { ...outcome, left: 0, isAtEnd: false, ...known, awaitsMore, hidden };
}

/**
 * Yields the targets of a place, the best first, and the frame that contains a place that cannot be read.
 *
 * @param {TextIndex} index
 * @param {Place} place
 * @param {boolean} isSame
 * @param {Window} top
 * @param {boolean} isTranslated
 * @returns {Generator<Target>}
 */
function* allTargets(index, place, isSame, top, isTranslated) {
    yield* targetsOf(index, place, isSame, top, isTranslated);
    const frame = isSame ? frameTarget(place, top) : null;
    if (frame) yield frame;
}

/**
 * Returns true if words that cannot be seen are far from where they would be after the present scrolling.
 *
 * @param {Target} hidden
 * @param {Place} place
 * @param {Window} top
 * @returns {boolean}
 */
function contradicts({ confidence, anchor, box }, place, top) {
    const now = confidence >= CONTRADICTING && blockStartOf(place.writingMode) === 'top' ? box() : null;
    return now !== null && Math.abs(now.top - anchor.y) > top.innerHeight * CONTRADICTING_SHARE;
}

/**
 * Returns true if a target that has been scrolled to can be seen. A place that was out of view at the capture need only
 * be within reach.
 *
 * @param {Target} target
 * @param {Place} place
 * @param {Window} top
 * @returns {boolean}
 */
export function isSeen(target, place, top) {
    if (!globalThis.LEFTOFF_LITE && place.motion) {
        const isHidden = place.motion.kind === 'slides' ? isInConcealedSlide : isConcealedAround;
        if (isHidden(target.node)) return false;
    }
    return wasInView(target.anchor, place) ? isShown(target, top) : isWithinReach(target, place, top);
}

/**
 * Returns true if a target that lacks some distance to its captured position cannot come nearer to it, because what
 * contains it is scrolled as far as possible.
 *
 * @param {Target} target
 * @param {Place} place
 * @param {Window} top
 * @returns {boolean}
 */
export function isAtEnd(target, place, top) {
    if (blockStartOf(place.writingMode) !== 'top') return false;
    return scrollersAround(target.node, top).every((scroller) => {
        const { y, height, scrollHeight } = scrollState(scroller);
        return y <= END_TOLERANCE || y >= scrollHeight - height - END_TOLERANCE;
    });
}

/**
 * Returns true if a target can be seen after scrolling along the axis of the lines.
 *
 * @param {Target} target
 * @param {Place} place
 * @param {Window} top
 * @returns {boolean}
 */
export function isWithinReach(target, place, top) {
    return isShown(target, top, blockStartOf(place.writingMode) === 'top' ? 'y' : 'x');
}

/**
 * Restores the scroll offsets if they are meaningful: the snapshot has no text at the reading line, or the page is
 * unchanged.
 *
 * @param {TextIndex} index
 * @param {Place} place
 * @param {Window} top
 * @param {number} height
 * @param {(target: Target) => number | null} placeNext
 * @param {(byFraction: boolean, again: boolean) => void} placeAll
 * @returns {{tier: Tier, confidence: number, target: Target | null} | null}
 */
function byOffsets(index, place, top, height, placeNext, placeAll) {
    const hasText = place.primary !== null && place.primary.quote !== null;
    const hasPosition = place.primary !== null && place.primary.position !== null;
    // Other programs record the fraction of the text without offsets.
    const hasProgressOnly = place.progressText !== null && place.primary === null && place.scrollers.length === 0 &&
        place.x === 0 && place.y === 0;
    const hasOffsetsOnly = place.documentHeight === 0 && !hasPosition && !hasProgressOnly;
    // The page did not scroll: it moved its content.
    if (place.isMoved) return null;
    const isSameSize = Math.abs(height - place.documentHeight) < 2 && top.innerWidth === place.viewportWidth;
    if (hasOffsetsOnly && hasText) return null;
    if (hasText && place.textLength !== null) {
        const grown = Math.abs(index.text.length - place.textLength) / Math.max(1, place.textLength);
        if (grown * height > top.innerHeight * UNCHANGED_SHARE || top.innerWidth !== place.viewportWidth) return null;
    }
    if (isSameSize || hasOffsetsOnly) {
        placeAll(false, true);
        if (hasOffsetsOnly && Math.abs(top.pageYOffset - place.y) >= 2) return null;
        const confidence = isSameSize ? CONFIDENCE.pixelsSameSize : CONFIDENCE.pixels;
        return { tier: 'pixels', confidence, target: null };
    }
    const further = byTextProgress(index, place, top);
    placeAll(true, true);
    if (further && placeNext(further) !== null && isSeen(further, place, top)) {
        return { tier: 'progress', confidence: further.confidence, target: further };
    }
    placeAll(true, true);
    return { tier: 'progress', confidence: CONFIDENCE.progressScroll, target: null };
}

/**
 * Restores the offset of every recorded scroller once, as soon as it exists.
 *
 * @param {Place} place
 * @param {Window} top
 * @param {import('./place.js').Move} move
 * @param {Set<number>} placed
 * @param {boolean} byFraction
 * @param {boolean} again true to include scrollers that have been restored before
 */
function placeScrollers(place, top, move, placed, byFraction, again) {
    const window = { view: top, element: null };
    if (place.scrollers.length === 0) {
        if (again || place.primary === null) move(window, place.x, place.y);
        return;
    }
    place.scrollers.forEach((record, ordinal) => {
        const scroller = findScroller(record, top);
        if (!scroller || (placed.has(ordinal) && !again)) return;
        placed.add(ordinal);
        placeByOffset(scroller, record, byFraction, move);
    });
}
