// The places that pages are expected to show after a click on Resume. Nothing is added to the URL of a page, so that
// pages cannot detect it, and the service receives requests only about pages that were resumed.

import { browserAPI } from './browser-api.js';
import {
    bindTo, expectationFor, moveTo, newExpectation, resumedKey, settle, tryOn, withExpectation,
} from './expectation.js';
import { changeStored } from './stored-value.js';

/** In ms: a tab that opens this soon after the click is the resumed one, even if its URL redirects. */
const LOADING_TIME = 3000;
/** In ms: a click may be reported this much later than the tab that it opens. */
const REPORTING_TIME = 500;
/** The number of recently opened tabs that are stored. */
const MOST_OPENED = 20;

/** @typedef {import('./expectation.js').Expectation} Expectation */
/**
 * The page on which a place is looked for.
 *
 * @typedef {object} Try
 * @property {string} id of the place
 * @property {boolean} isSure true if the page has the address of the place
 * @property {number} tries the number of pages so far
 * @property {number} document the time at which the document was created; 0 if it is unknown
 */

/** @typedef {{tab: number, opener: number | undefined, key: string, at: number}} OpenedTab */

/**
 * The tabs that were opened recently. A click and the tab that it opens may be reported in either order.
 *
 * @type {OpenedTab[]}
 */
const openedTabs = [];

/**
 * Changes the stored expectations.
 *
 * @template T
 * @param {(expected: Expectation[]) => [Expectation[], T]} decide returns the expectations to store and the result
 * @returns {Promise<T>}
 */
function change(decide) {
    return changeStored(browserAPI.storage.session, 'expected', [], (/** @type {Expectation[]} */ stored) => {
        const [left, result] = decide(stored.filter((one) => one.until > Date.now()));
        return [left.length > 0 || stored.length > 0 ? left : stored, result];
    });
}

/**
 * Records that a place was resumed.
 *
 * @param {string} address of the page
 * @param {string} id of the place
 * @param {number} from the tab in which Resume was clicked
 * @param {number} at the time at which the click was reported, in ms since the epoch
 * @returns {Promise<number | null>} the tab that was opened for it, if that is known already
 */
export function expectPlace(address, id, from, at) {
    const key = resumedKey(address);
    const matches = (/** @type {OpenedTab} */ one) => one.opener === from || one.key === key;
    const opened = openedTabs.findLast((one) => matches(one) && one.at >= at - REPORTING_TIME);
    const tab = opened ? opened.tab : null;
    return change((all) => [withExpectation(all, newExpectation({ key, id, from, at, tab })), tab]);
}

/**
 * Records that a tab is about to show a place.
 *
 * @param {number | null} tab null if the tab is not open yet
 * @param {string} address of the page
 * @param {string} id of the place
 * @returns {Promise<void>}
 */
export function expectIn(tab, address, id) {
    const added = newExpectation({ key: resumedKey(address), id, from: -1, at: Date.now(), tab });
    return change((all) => [withExpectation(all, added), undefined]);
}

/**
 * Records the tab that was opened for a place, whose page may redirect to another address. Firefox reports no address
 * for a tab that has just been created.
 *
 * @param {string} id of the place
 * @param {number} tab
 * @returns {Promise<void>}
 */
export function bindExpected(id, tab) {
    return change((all) => [bindTo(all, all.findLast((one) => one.id === id && one.tab === null), tab), undefined]);
}

/**
 * Records that a tab was opened. For links with `noopener`, Chromium reports no opener, but it reports the URL.
 *
 * @param {number} tab
 * @param {number | undefined} opener
 * @param {string} address the URL that the tab is loading, or an empty string if it is unknown
 * @returns {Promise<void>}
 */
export function recordOpenedTab(tab, opener, address) {
    const at = Date.now();
    const since = at - LOADING_TIME;
    const key = resumedKey(address);
    openedTabs.push({ tab, opener, key, at });
    if (openedTabs.length > MOST_OPENED) openedTabs.shift();
    return change((all) => {
        const matches = (/** @type {Expectation} */ one) => one.from === opener || one.key === key;
        const newest = all.findLast((one) => matches(one) && one.tab === null && one.at >= since);
        return [bindTo(all, newest, tab), undefined];
    });
}

/**
 * Returns true if a page may be expected to show a place. No script runs in any other page.
 *
 * @param {number} tab
 * @param {string} address
 * @param {boolean} isComplete true if the tab has arrived at its final URL
 * @returns {Promise<boolean>}
 */
export function isExpected(tab, address, isComplete) {
    return change((all) => [all, expectationFor(all, { tab, key: resumedKey(address), isComplete }) !== undefined]);
}

/**
 * Returns the place that a page is expected to show. It stays expected until `settleExpected`.
 *
 * @param {number} tab
 * @param {string} address
 * @param {boolean} isComplete true if the tab has arrived at its final URL
 * @param {number} document the time at which the tab's document began, which identifies it
 * @returns {Promise<Try | null>} null if there is none, or if it was looked for on this page already
 */
export function takeExpected(tab, address, isComplete, document) {
    const key = resumedKey(address);
    return change((all) => {
        const found = expectationFor(all, { tab, key, isComplete });
        const tried = found ? tryOn(all, found, { tab, key, document }) : null;
        if (!tried) return [all, null];
        const { id, tries } = tried;
        const rest = all.filter((one) => one !== found);
        return [withExpectation(rest, tried), { id, isSure: tried.key === key, tries, document }];
    });
}

/**
 * Removes an expected place unless it can still be shown by a later page of its tab.
 *
 * @param {number} tab
 * @param {string} id of the place
 * @param {string} outcome the status of the restore, or `interrupted`
 * @param {{tries?: number, isTold?: boolean}} [end] `tries` is that of `Try`; `isTold` is true if the reader was told
 *     that the page does not have the place
 * @returns {Promise<void>}
 */
export function settleExpected(tab, id, outcome, end = {}) {
    return change((all) => [settle(all, { tab, id, outcome, ...end }), undefined]);
}

/**
 * Moves the expected places of a tab to the one that replaces it.
 *
 * @param {number} from
 * @param {number} to
 * @returns {Promise<void>}
 */
export function moveExpected(from, to) {
    return change((all) => [moveTo(all, from, to), undefined]);
}
