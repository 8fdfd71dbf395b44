// The places that pages are expected to show after a click on Resume. Nothing is added to the URL of a page, so that
// pages cannot detect it, and the service receives requests only about pages that were resumed.

import { pageKey } from '../wire/page-key.js';
import { browserAPI } from './browser-api.js';
import { changeStored } from './stored-value.js';

/** In ms: a page that opens later is not the resumed one. */
const EXPECTATION_TIME = 60_000;
/** In ms: a tab that opens this soon after the click is the resumed one, even if its URL redirects. */
const OPENING_TIME = 3000;
/** In ms: a click may be reported this much later than the tab that it opens. */
const REPORTING_TIME = 500;
/** The number of recently opened tabs that are stored. */
const MOST_OPENED = 20;

/**
 * A place that a page is expected to show.
 *
 * @typedef {object} Expectation
 * @property {string} key the page key
 * @property {string} id of the place
 * @property {number} from the tab in which Resume was clicked
 * @property {number} at the time of the click, in ms since the epoch
 * @property {number | null} tab the tab that was opened for it, once it is known
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
        const oldest = Date.now() - EXPECTATION_TIME;
        const [left, result] = decide(stored.filter((one) => one.at >= oldest));
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
    const key = pageKey(address);
    const matches = (/** @type {OpenedTab} */ one) => one.opener === from || one.key === key;
    const opened = openedTabs.findLast((one) => matches(one) && one.at >= at - REPORTING_TIME);
    const tab = opened ? opened.tab : null;
    return change((all) => [[...all, { key, id, from, at, tab }], tab]);
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
    return change((all) => [[...all, { key: pageKey(address), id, from: -1, at: Date.now(), tab }], undefined]);
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
    return change((all) =>
        [all.map((one) => (one.id === id && one.tab === null ? { ...one, tab } : one)), undefined]);
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
    const since = at - OPENING_TIME;
    const key = pageKey(address);
    openedTabs.push({ tab, opener, key, at });
    if (openedTabs.length > MOST_OPENED) openedTabs.shift();
    return change((all) => {
        const matches = (/** @type {Expectation} */ one) => one.from === opener || one.key === key;
        const newest = all.findLast((one) => matches(one) && one.tab === null && one.at >= since);
        return [all.map((one) => (one === newest ? { ...one, tab } : one)), undefined];
    });
}

/* eslint-disable no-unused-vars */
/**
 * Returns the place that a page is expected to show. It stays expected until `settleExpected`.
 *
 * @param {number} tab
 * @param {string} address
 * @param {boolean} isComplete true if the tab has arrived at its final URL
 * @param {number} document the time at which the tab's document began, which identifies it
 * @returns {Promise<{id: string, isSure: boolean} | null>} `isSure` is true if the page has the place's address
 */
export async function takeExpected(tab, address, isComplete, document) {
    return null;
}

/**
 * Removes an expected place unless it can still be shown by a later page of its tab.
 *
 * @param {number} tab
 * @param {string} id of the place
 * @param {string} outcome the status of the restore, or `interrupted`
 * @returns {Promise<void>}
 */
export async function settleExpected(tab, id, outcome) {}

/**
 * Moves the expected places of a tab to the one that replaces it.
 *
 * @param {number} from
 * @param {number} to
 * @returns {Promise<void>}
 */
export async function moveExpected(from, to) {}
/* eslint-enable no-unused-vars */

/**
 * Returns the place that a page is expected to show, and removes it.
 *
 * @param {number} tab
 * @param {string} address
 * @param {boolean} isComplete true if the tab has arrived at its final URL
 * @returns {Promise<string | null>} the id of the place
 */
export function consumeExpected(tab, address, isComplete) {
    const key = pageKey(address);
    return change((all) => {
        const found = all.findLast((one) => one.key === key || (isComplete && one.tab === tab));
        return [all.filter((one) => one !== found), found ? found.id : null];
    });
}
