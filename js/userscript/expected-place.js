/**
 * The place that the next page is expected to show. The userscript manager stores it where pages cannot read it.
 * Nothing is added to the page's URL, and the service receives requests only about pages that were resumed.
 */

import { RESUMING_TIME, resumedKey } from '../extension/expectation.js';
import { encodeJSON } from '../wire/json.js';

/** The storage key. */
const EXPECTED = 'expected';

/** @typedef {{key: string, snapshot: any, since: number}} Expected `since` is in ms since the epoch */

/**
 * Stores a place for the next page at an address.
 *
 * @param {string} address
 * @param {any} snapshot
 * @param {number} since the time of the click on Resume, in ms since the epoch
 * @returns {Promise<void>}
 */
export function expectPlace(address, snapshot, since) {
    return GM.setValue(EXPECTED, encodeJSON({ key: resumedKey(address), snapshot, since }));
}

/**
 * Returns the place that a page is expected to show. It stays expected until `settleExpected`.
 *
 * @param {string} address of the page
 * @param {number} openedAt in ms since the epoch; a page that was open before the click is not the resumed one
 * @returns {Promise<Expected | null>}
 */
export function takeExpected(address, openedAt) {
    return storedExpected().then((expected) => {
        if (!expected) return null;
        if (Date.now() > expected.since + RESUMING_TIME) return GM.deleteValue(EXPECTED).then(() => null);
        return expected.key === resumedKey(address) && openedAt >= expected.since ? expected : null;
    });
}

/**
 * Removes an expected place unless a later page at its address can still show it, as after a login.
 *
 * @param {Expected} expected
 * @param {string} status of the restore
 * @returns {Promise<void>}
 */
export function settleExpected(expected, status) {
    if (status === 'wrongPage' || status === 'abstained') return Promise.resolve();
    return storedExpected().then((stored) => (
        stored && stored.since === expected.since ? GM.deleteValue(EXPECTED) : undefined));
}

/** @returns {Promise<Expected | null>} */
function storedExpected() {
    return GM.getValue(EXPECTED, '').then((stored) => (stored ? JSON.parse(stored) : null));
}
