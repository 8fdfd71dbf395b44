/**
 * The place that the next page is expected to show. The userscript manager stores it where pages cannot read it.
 * Nothing is added to the page's URL, and the service receives requests only about pages that were resumed.
 */

import { encodeJSON } from '../wire/json.js';
import { pageKey } from '../wire/page-key.js';

/** In ms: a page that opens later is not the resumed one. */
const EXPECTATION_TIME = 60_000;
/** The storage key. */
const EXPECTED = 'expected';

/**
 * Stores a place for the next page at an address.
 *
 * @param {string} address
 * @param {any} snapshot
 * @param {number} since the time of the click on Resume, in ms since the epoch
 * @returns {Promise<void>}
 */
export function expectPlace(address, snapshot, since) {
    return GM.setValue(EXPECTED, encodeJSON({ key: pageKey(address), snapshot, since }));
}

/**
 * Returns the snapshot that a page is expected to show, and removes it.
 *
 * @param {string} address of the page
 * @param {number} openedAt in ms since the epoch; a page that was open before the click is not the resumed one
 * @returns {Promise<any>} null if the page is not expected to show a place
 */
export function consumeExpected(address, openedAt) {
    return GM.getValue(EXPECTED, '').then((stored) => {
        const expected = stored ? JSON.parse(stored) : null;
        if (!expected) return null;
        const isHere = expected.key === pageKey(address) && openedAt >= expected.since;
        const isOver = Date.now() > expected.since + EXPECTATION_TIME;
        if (!isHere && !isOver) return null;
        return GM.deleteValue(EXPECTED).then(() => (isHere && !isOver ? expected.snapshot : null));
    });
}
