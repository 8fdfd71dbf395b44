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
/** The same for a page that has the words where they cannot be seen, and may still show them. */
const HIDDEN_QUIET = 1200;
/** The same for a page that does not contain the place yet and may still load it. */
const EXPECTANT_QUIET = 5500;
/** In CSS px: words at a greater distance from their position, because the page ends too soon, are not restored. */
const REACHED = 20;

/**
 * Returns true if nothing else is expected of a page that is not loading and does not contain the words.
 *
 * @param {Outcome} outcome of the last attempt
 * @param {object} page
 * @param {number} page.quiet the time since the place was last moved, in ms
 * @param {boolean} page.isAtAddress true if the page has the URL of the place
 * @param {boolean} page.isProbe true to wait for no late content
 * @returns {boolean}
 */
export function hasSettled(outcome, { quiet, isAtAddress, isProbe }) {
    const mayComeYet = isAtAddress && !isProbe && (outcome.awaitsMore || isWrongPage(outcome));
    const least = outcome.hidden && outcome.tier === 'none' ? HIDDEN_QUIET : QUIET;
    return quiet >= (mayComeYet ? EXPECTANT_QUIET : least);
}

/**
 * Returns true if the words of the place were found on its page.
 *
 * @param {Outcome} outcome of the last attempt
 * @returns {boolean}
 */
export function hasWords(outcome) {
    return outcome.target !== null && isFound(outcome) && !isWrongPage(outcome);
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
