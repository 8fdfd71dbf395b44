// The rules by which pages that open are recognized as those of resumed places. Nothing here knows of a browser or of
// the time, so that tests can go through every order of events.

import { withoutMediaTime } from '../wire/media-time.js';
import { pageKey } from '../wire/page-key.js';

/** In ms: a page that opens later in a tab that is not known is not the resumed one. */
export const OPENING_TIME = 60_000;
/**
 * In ms: the time for a login or a consent page between Resume and the page, in the tab that was opened for it. A
 * longer time moves more readers who have left the page meanwhile and come back by themselves, a shorter one forgets
 * the place of a reader who has to look for a password.
 */
export const RESUMING_TIME = 15 * 60_000;
/** A tab that has shown this many pages without the place does not lead to it. */
const MOST_TRIES = 8;
/** With this many pages without the place, the reader is told although a login may follow. */
const QUIET_TRIES = 3;

/**
 * Returns the page key of an address that Resume opens. It may contain the time at which a medium begins, which the
 * place itself does not have.
 *
 * @param {string} address
 */
export function resumedKey(address) {
    return pageKey(withoutMediaTime(address));
}

/**
 * A place that a page is expected to show.
 *
 * @typedef {object} Expectation
 * @property {string} key the page key
 * @property {string} id of the place
 * @property {number} from the tab in which Resume was clicked
 * @property {number} at the time of the click, in ms since the epoch
 * @property {number | null} tab the tab that was opened for it, once it is known
 * @property {number} until the time of its end, in ms since the epoch
 * @property {number} tries the number of pages on which the place was looked for
 * @property {{document: number, key: string} | null} last the last one of them
 * @property {boolean} isTold true if the reader was told that a page at the address does not have the place
 */

/**
 * Returns a new expectation.
 *
 * @param {{key: string, id: string, from: number, at: number, tab: number | null}} given
 * @returns {Expectation}
 */
export function newExpectation(given) {
    const until = given.at + (given.tab === null ? OPENING_TIME : RESUMING_TIME);
    return { ...given, until, tries: 0, last: null, isTold: false };
}

/**
 * Adds an expectation. A tab expects only the place that was resumed in it last.
 *
 * @param {Expectation[]} all
 * @param {Expectation} added
 * @returns {Expectation[]}
 */
export function withExpectation(all, added) {
    return [...all.filter(({ tab }) => tab === null || tab !== added.tab), added];
}

/**
 * Binds an expectation to the tab that was opened for it.
 *
 * @param {Expectation[]} all
 * @param {Expectation | undefined} one
 * @param {number} tab
 * @returns {Expectation[]}
 */
export function bindTo(all, one, tab) {
    if (!one) return all;
    return withExpectation(all.filter((other) => other !== one), { ...one, tab, until: one.at + RESUMING_TIME });
}

/**
 * Returns the expectation for a page. A reader who was told that the page does not have the place is not on the way to
 * it through other pages any more, but the page itself may be loaded again.
 *
 * @param {Expectation[]} all
 * @param {{tab: number, key: string, isComplete: boolean}} page `isComplete` is true if the tab has arrived at its
 *     final address
 * @returns {Expectation | undefined}
 */
export function expectationFor(all, { tab, key, isComplete }) {
    return all.findLast((one) => {
        if (one.tab === null) return one.key === key;
        return one.tab === tab && one.tries < MOST_TRIES && (one.key === key || (isComplete && !one.isTold));
    });
}

/**
 * Records that the place is looked for on a page. The pages of an application can have one document.
 *
 * @param {Expectation[]} all
 * @param {Expectation} one
 * @param {{tab: number, key: string, document: number}} page `document` is the time at which its document was created
 * @returns {Expectation | null} null if this page was tried last
 */
export function tryOn(all, one, { tab, key, document }) {
    if (one.last?.document === document && one.last.key === key) return null;
    const [bound] = bindTo([], one, tab);
    return { ...bound, tries: one.tries + 1, last: { document, key } };
}

/**
 * Returns the expectations after the place was looked for on a page. Only a page that had the place, or on which the
 * reader has scrolled, uses an expectation up: another one may follow a login.
 *
 * @param {Expectation[]} all
 * @param {{tab: number, id: string, outcome: string, tries?: number, isTold?: boolean}} end `outcome` is the status of
 *     the restore, or `interrupted` if the page was left or is on the way to the place; `tries` is the number of the
 *     page, since the next page of an application ends the restore of the previous one
 * @returns {Expectation[]}
 */
export function settle(all, { tab, id, outcome, tries, isTold = false }) {
    const one = all.find((other) => other.tab === tab && other.id === id);
    if (!one) return all;
    const isLeft = outcome === 'aborted' && tries !== undefined && tries !== one.tries;
    if (isLeft || outcome === 'interrupted') return all;
    const rest = all.filter((other) => other !== one);
    return ['wrongPage', 'abstained'].includes(outcome) ? [...rest, { ...one, isTold: one.isTold || isTold }] : rest;
}

/**
 * Moves the expectations of a tab to the one that replaces it.
 *
 * @param {Expectation[]} all
 * @param {number} from
 * @param {number} to
 * @returns {Expectation[]}
 */
export function moveTo(all, from, to) {
    return all.some(({ tab }) => tab === from) ? all.map((one) => (one.tab === from ? { ...one, tab: to } : one)) : all;
}

/**
 * Returns true if the reader need not be told yet that a page does not have the place, since a login may lead to it.
 *
 * @param {{tries: number}} one
 * @param {boolean} isSure true if the page has the address of the place
 * @param {boolean} asksForLogin true if the page asks for a password
 */
export function isOnTheWay({ tries }, isSure, asksForLogin) {
    return !isSure || (asksForLogin && tries < QUIET_TRIES);
}
