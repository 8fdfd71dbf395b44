/**
 * The target of a place whose own words are gone, between the texts that were above and below it.
 */

import { blockStartOf } from '../dom/block-axis.js';
import { CONFIDENCE } from './confidence.js';
import { resolveQuote } from './resolve-quote.js';
import { isShown } from './shown.js';
import { characterTarget, selectedBounds } from './target.js';

/**
 * @typedef {import('../anchoring/text-index.js').TextIndex} TextIndex
 * @typedef {import('../dom/geometry.js').Box} Box
 * @typedef {import('./snapshot-reader.js').Place} Place
 * @typedef {import('./snapshot-reader.js').Anchor} Anchor
 * @typedef {import('./target.js').Target} Target
 */

/** A fraction of the view's height: the largest error of an approximate place. */
const TOLERANCE_SHARE = 0.4;
/** In CSS px: the height of the view if the snapshot does not contain it. */
const USUAL_HEIGHT = 800;

/**
 * @param {TextIndex} index
 * @param {Place} place one with a primary anchor
 * @param {Window} top
 * @returns {Target | null} null if the texts are gone too, or too far away for a good approximation
 */
export function bracketTarget(index, place, top) {
    const { primary, fraction } = place;
    if (!primary) return null;
    const neighbours = [place.above, place.below].map((anchor) => {
        const target = anchor ? neighbourTarget(index, place, anchor, top) : null;
        return target && isShown(target, top, blockStartOf(place.writingMode) === 'top' ? 'y' : 'x') ? target : null;
    });
    const [above, below] = neighbours;
    const tolerance = (place.viewportHeight || USUAL_HEIGHT) * TOLERANCE_SHARE;
    const near = neighbours.filter((target) => target && distanceBetween(target.anchor, primary) <= tolerance);
    near.sort((a, b) => (a && b ? distanceBetween(a.anchor, primary) - distanceBetween(b.anchor, primary) : 0));
    if (above && below && fraction !== null) {
        const from = above.box();
        const to = below.box();
        const then = below.anchor.y - above.anchor.y;
        if (from && to && to.top > from.top && Math.abs(to.top - from.top - then) <= tolerance * 2) {
            return targetBetween(above, below, primary, fraction);
        }
    }
    return near[0] ?? null;
}

/**
 * @param {Anchor} neighbour
 * @param {Anchor} primary
 * @returns {number} in CSS px, as captured
 */
function distanceBetween(neighbour, primary) {
    const from = neighbour.start ?? neighbour.y;
    return Math.abs(from - (primary.start ?? primary.y));
}

/**
 * @param {Target} above
 * @param {Target} below
 * @param {Anchor} primary
 * @param {number} fraction
 * @returns {Target}
 */
function targetBetween(above, below, primary, fraction) {
    const box = () => {
        const from = above.box();
        const to = below.box();
        if (!from || !to) return from ?? to;
        const interpolate = (/** @type {number} */ a, /** @type {number} */ b) => a + (b - a) * fraction;
        const line = { left: interpolate(from.left, to.left), top: interpolate(from.top, to.top) };
        return { ...line, right: interpolate(from.right, to.right), bottom: interpolate(from.bottom, to.bottom) };
    };
    const { node, offset } = above;
    return { tier: 'bracket', confidence: CONFIDENCE.bracket, node, offset, anchor: primary, box };
}

/**
 * @param {TextIndex} index
 * @param {Place} place
 * @param {Anchor} anchor
 * @param {Window} top
 * @returns {Target | null}
 */
function neighbourTarget(index, place, anchor, top) {
    if (!anchor.quote) return null;
    const bounds = selectedBounds(index, anchor, top);
    const found = resolveQuote(index, place, anchor, bounds, { above: null, below: null }, false);
    if (!found || found.confidence < CONFIDENCE.found) return null;
    return characterTarget(index, found.position, anchor, 'bracket', CONFIDENCE.neighbour, top);
}
