// The places that pages are expected to show: a click on Resume says which. Nothing is added to a page's address, so no
// page can tell, and the service is asked only about pages that were resumed.

import { browserAPI } from './browser-api.js';
import { pageKey } from '../wire/page-key.js';

/** In ms: a page that has not come by then is not what was resumed. */
const EXPECTATION_TIME = 60_000;
/** In ms: a tab that opens so soon after the click is the one that was resumed, whatever address it is led on to. */
const OPENING_TIME = 3000;

/** @typedef {{key: string, id: string, from: number, at: number, tab: number | null}} Expectation */

/** @typedef {{tab: number, opener: number | undefined, key: string, at: number}} Opened */

/** In ms: so much later than of its tab a click may be heard of. */
const HEARING_TIME = 500;
/** How many tabs are remembered that were opened lately. */
const MOST_OPENED = 20;

/** Of a click and of the tab that it opens either may be heard of first. @type {Opened[]} */
const lately = [];

/** Changes one after another: each reads what the one before has written. @type {Promise<unknown>} */
let turn = Promise.resolve();

/**
 * @template T
 * @param {(expected: Expectation[]) => [Expectation[], T]} decide
 * @returns {Promise<T>}
 */
function change(decide) {
    const done = turn.then(async () => {
        const { expected = [] } = await browserAPI.storage.session.get('expected');
        const oldest = Date.now() - EXPECTATION_TIME;
        const [left, result] = decide(expected.filter((/** @type {Expectation} */ one) => one.at >= oldest));
        if (left.length > 0 || expected.length > 0) await browserAPI.storage.session.set({ expected: left });
        return result;
    });
    turn = done.catch(() => undefined);
    return done;
}

/**
 * @param {string} address
 * @param {string} id the place's
 * @param {number} from the tab in which Resume was clicked
 * @param {number} at when that was heard of, in ms since the epoch
 */
export function expect(address, id, from, at) {
    const key = pageKey(address);
    const isMeant = (/** @type {Opened} */ one) => one.opener === from || one.key === key;
    const tab = lately.findLast((one) => isMeant(one) && one.at >= at - HEARING_TIME)?.tab ?? null;
    return change((all) => [[...all, { key, id, from, at, tab }], undefined]);
}

/**
 * A tab was opened. Of its opener Chromium does not tell where the link has `noopener`, but of its address.
 * @param {number} tab
 * @param {number | undefined} opener
 * @param {string} address where it is going; empty where that is not told
 */
export function opened(tab, opener, address) {
    const at = Date.now();
    const since = at - OPENING_TIME;
    const key = pageKey(address);
    lately.push({ tab, opener, key, at });
    if (lately.length > MOST_OPENED) lately.shift();
    return change((all) => {
        const isMeant = (/** @type {Expectation} */ one) => one.from === opener || one.key === key;
        const newest = all.findLast((one) => isMeant(one) && one.tab === null && one.at >= since);
        return [all.map((one) => (one === newest ? { ...one, tab } : one)), undefined];
    });
}

/**
 * Takes the place that a page is expected to show.
 * @param {number} tab
 * @param {string} address
 * @param {boolean} isComplete whether the tab has come to its last address
 * @returns {Promise<string | null>} the place's id, once
 */
export function take(tab, address, isComplete) {
    const key = pageKey(address);
    return change((all) => {
        const found = all.findLast((one) => one.key === key || (isComplete && one.tab === tab));
        return [all.filter((one) => one !== found), found?.id ?? null];
    });
}
