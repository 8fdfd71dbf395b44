/**
 * The place that the next page is expected to show. The userscript manager keeps it, where no page sees it: nothing is
 * added to the page's address, and the service is never asked about a page that nobody has resumed.
 */

import { encodeJSON } from '../wire/json.js';
import { pageKey } from '../wire/page-key.js';

/** In ms: a page that has not come by then is not what was resumed. */
const EXPECTATION_TIME = 60_000;
/** The name under which it is kept. */
const EXPECTED = 'expected';

/**
 * @param {string} address where the place is
 * @param {any} snapshot
 * @param {number} since when Resume was chosen, in ms since the epoch
 * @returns {Promise<void>}
 */
export function expectPlace(address, snapshot, since) {
    return GM.setValue(EXPECTED, encodeJSON({ key: pageKey(address), snapshot, since }));
}

/**
 * @param {string} address of the page that has come
 * @param {number} began when it came; the page may be open in another tab since before
 * @returns {Promise<any>} the snapshot, once, or null
 */
export function takeExpected(address, began) {
    return GM.getValue(EXPECTED, '').then((/** @type {string} */ kept) => {
        const expected = kept ? JSON.parse(kept) : null;
        if (!expected) return null;
        const isHere = expected.key === pageKey(address) && began >= expected.since;
        const isOver = Date.now() > expected.since + EXPECTATION_TIME;
        if (!isHere && !isOver) return null;
        return GM.deleteValue(EXPECTED).then(() => (isHere && !isOver ? expected.snapshot : null));
    });
}
