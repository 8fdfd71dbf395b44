// The open tabs that belong to window sets: those that were brought back, and those that wait to be viewed.
//
// In Chromium a waiting tab shows a page of the extension, whose address says what it waits for. In Firefox it is a tab
// that the browser has not loaded. What is needed after a restart of the browser is in `storage.local`; the numbers of
// tabs are valid only until then, and are in `storage.session`.

import { pageKey } from '../wire/page-key.js';
import { browserAPI } from './browser-api.js';
import { expectIn } from './expected.js';
import { changeStored } from './stored-value.js';

const { runtime, storage } = browserAPI;

/** In ms: a tab that was not viewed for this long is loaded without restoring its place. */
const WAITING_TIME = 60 * 24 * 3600_000;
/** The maximum number of waiting tabs that are recorded; the oldest are discarded first. */
const MOST_WAITING = 4000;

/** @typedef {{set: string, number: number, url: string, title: string}} WindowTabReference */
/** @typedef {{set: string, number: number, url: string, at: number, tab: number | null}} WaitingTab */

/** @param {string} address */
export function isOwnPage(address) {
    return address.startsWith(runtime.getURL(''));
}

/**
 * Returns the address of the page that waits in place of a tab. It ends with the page's own address.
 *
 * @param {WindowTabReference} tab
 */
export function waitingAddress({ set, number, url, title }) {
    const query = new URLSearchParams({ set, tab: String(number), title: title.slice(0, 200) });
    return runtime.getURL(`tab.html?${query}#${url}`);
}

/**
 * Reads the address of a waiting page.
 *
 * @param {string} address
 * @returns {WindowTabReference | null} null for any other address
 */
export function readWaitingAddress(address) {
    if (!address.startsWith(runtime.getURL('tab.html?'))) return null;
    const query = new URL(address).searchParams;
    const url = address.slice(address.indexOf('#') + 1);
    const number = Number(query.get('tab'));
    const set = query.get('set') ?? '';
    if (!set || !(number >= 1) || !address.includes('#')) return null;
    return { set, number, url, title: query.get('title') ?? '' };
}

/** The name by which `restoreIn` finds the place of a tab of a set. */
export function placeOf(/** @type {{set: string, number: number}} */ { set, number }) {
    return `window:${set}:${number}`;
}

/**
 * Records tabs that wait to be viewed, before they are opened.
 *
 * @param {WindowTabReference[]} added
 */
export function recordWaiting(added) {
    const at = Date.now();
    const isSame = (/** @type {WaitingTab} */ one) =>
        added.some(({ set, number }) => set === one.set && number === one.number);
    return changeStored(storage.local, 'waiting', [], (/** @type {WaitingTab[]} */ all) => {
        const kept = all.filter((one) => !isSame(one) && one.at > at - WAITING_TIME);
        const records = added.map(({ set, number, url }) => ({ set, number, url, at }));
        return [[...kept, ...records].slice(-MOST_WAITING), undefined];
    });
}

/**
 * Records which tab of a set an open tab is.
 *
 * @param {Map<number, {set: string, number: number}>} opened by the number of the open tab
 */
export function recordOpened(opened) {
    return changeStored(storage.session, 'windowTabs', {}, (all) =>
        [{ ...all, ...Object.fromEntries(opened) }, undefined]);
}

/** Returns the tabs of sets that are open, by the number of the open tab. */
export async function openedTabs() {
    const { windowTabs = {} } = await storage.session.get('windowTabs');
    return /** @type {Record<string, {set: string, number: number}>} */ (windowTabs);
}

/**
 * Returns the tab of a set for which an open tab still waits; null if it waits for none.
 *
 * @param {ExtensionTab} tab
 * @returns {Promise<WindowTabReference | null>}
 */
export async function waitingTabOf(tab) {
    const shown = readWaitingAddress(tab.url ?? '');
    if (shown) return shown;
    if (tab.discarded !== true || tab.incognito) return null;
    const { waiting = [] } = await storage.local.get('waiting');
    const found = await findWaiting(waiting, tab);
    return found ? { ...found, title: tab.title ?? '' } : null;
}

/**
 * @param {WaitingTab[]} waiting
 * @param {ExtensionTab} tab
 * @returns {Promise<WaitingTab | null>}
 */
async function findWaiting(waiting, tab) {
    const known = (await openedTabs())[tab.id ?? -1];
    const isKnown = (/** @type {WaitingTab} */ one) => one.set === known?.set && one.number === known?.number;
    const key = pageKey(tab.url ?? '');
    return waiting.find(isKnown) ?? waiting.find((one) => pageKey(one.url) === key) ?? null;
}

/**
 * Prepares the restore of a tab that the browser begins to load because the reader views it.
 *
 * @param {ExtensionTab} tab
 */
export async function prepareWaitingTab(tab) {
    // Private windows have no part in window sets, even if they show the same page.
    if (tab.incognito) return;
    const { waiting = [] } = await storage.local.get('waiting');
    if (waiting.length === 0) return;
    const found = await findWaiting(waiting, tab);
    if (!found) return;
    await expectIn(tab.id ?? null, found.url, placeOf(found));
    await stopWaiting(found);
}

/** @param {{set: string, number: number}} tab */
function stopWaiting({ set, number }) {
    return changeStored(storage.local, 'waiting', [], (/** @type {WaitingTab[]} */ all) =>
        [all.filter((one) => one.set !== set || one.number !== number), undefined]);
}

/**
 * Forgets a tab that was closed. When a window closes, the browser may restore it later.
 *
 * @param {number} id
 * @param {boolean} isWindowClosing
 * @returns {Promise<string | null>} the set of which the last open tab was closed by the reader
 */
export async function forgetTab(id, isWindowClosing) {
    const known = (await openedTabs())[id];
    if (!known) return null;
    const isLast = await changeStored(storage.session, 'windowTabs', {}, (all) => {
        const { [id]: closed, ...rest } = all;
        const others = /** @type {{set: string}[]} */ (Object.values(rest));
        return [rest, !others.some(({ set }) => set === closed?.set)];
    });
    if (isWindowClosing) return null;
    await stopWaiting(known);
    return isLast ? known.set : null;
}
