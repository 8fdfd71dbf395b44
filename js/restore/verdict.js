/**
 * The decisions when a restore is over and with which status.
 */

import { CONFIDENCE } from './confidence.js';

/**
 * @typedef {import('./attempt.js').Outcome} Outcome
 * @typedef {'restored' | 'approximate' | 'abstained' | 'aborted' | 'wrongPage'} Status
 */

/** In ms: the page has settled when nothing has moved the place for this time. */
const QUIET = 500;
/** The same for a page that does not contain the place yet and may still load it. */
const EXPECTANT_QUIET = 5500;
/**
 * The number of checks without change after which a page that has never changed has settled. Content that comes into
 * view may be laid out two frames later (`content-visibility`).
 */
const CALM_CHECKS = 4;
/** In CSS px: words at a greater distance from their position, because the page ends too soon, are not restored. */
const REACHED = 20;

/**
 * Returns true if a page that is not loading has settled.
 *
 * @param {Outcome} outcome of the last attempt
 * @param {object} page
 * @param {number} page.quiet the time since the place was last moved, in ms
 * @param {number} page.calmChecks the number of checks without change; 0 if the page has changed during the restore
 * @param {boolean} page.isAtAddress true if the page has the URL of the place
 * @param {boolean} page.hasScrollAnchoring true if the browser compensates later growth above the place
 * @returns {boolean}
 */
export function hasSettled(outcome, { quiet, calmChecks, isAtAddress, hasScrollAnchoring }) {
    const isWrong = isWrongPage(outcome);
    if (isFound(outcome) && !isWrong && calmChecks >= CALM_CHECKS && hasScrollAnchoring) return true;
    const mayComeYet = isAtAddress && (outcome.awaitsMore || isWrong);
    return quiet >= (mayComeYet ? EXPECTANT_QUIET : QUIET);
}

/**
 * Returns the status of a restore that ends with an outcome.
 *
 * @param {Outcome} outcome of the last attempt
 * @returns {Status}
 */
export function statusOf(outcome) {
    if (isWrongPage(outcome)) return outcome.identity === 'unlike' ? 'abstained' : 'wrongPage';
    if (outcome.tier === 'none') return 'abstained';
    return isFound(outcome) && isReached(outcome) ? 'restored' : 'approximate';
}

/**
 * Returns true if the words are at their old height, or as near to it as an edition of the page allows: one without the
 * page's footer or comments ends sooner.
 *
 * @param {Outcome} outcome
 * @returns {boolean}
 */
export function isReached({ left, isEdition, isAtEnd }) {
    return left <= REACHED || (isEdition && isAtEnd);
}

/**
 * @param {Outcome} outcome
 * @returns {boolean}
 */
function isFound({ confidence }) {
    return confidence >= CONFIDENCE.found;
}

/**
 * Returns true if the page is not the captured one. A page at another URL is the captured one if the words were found.
 *
 * @param {Outcome} outcome
 * @returns {boolean}
 */
function isWrongPage(outcome) {
    const { identity } = outcome;
    return identity === 'other' || identity === 'unlike' || (identity === 'unknown' && !isFound(outcome));
}
