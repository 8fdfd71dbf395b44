// Finds the tabs of a window set that are open, so that a set is not opened twice after an interruption.

import { browserAPI } from './browser-api.js';
import { isFirstOpening, stateOfSet } from './set-records.js';
import { openedTabs, readWaitingAddress } from './window-tabs.js';

/** @typedef {{id: string, tabs: {number: number, url: string}[]}} WindowSet */

const { tabs } = browserAPI;

/** New tabs without a page. */
export const BLANK =
    /^(about:(blank|newtab|home|privatebrowsing)|(chrome|edge|brave|vivaldi):\/\/(newtab|new-tab-page)\/?)$/;

/**
 * Returns the tabs of a set that are open, by their numbers in the set, and the window that most of them are in.
 *
 * @param {WindowSet} set
 * @returns {Promise<{found: Map<number, ExtensionTab>, window: number | null}>}
 */
export async function findOpen(set) {
    const all = (await tabs.query({ windowType: 'normal' })).filter((tab) => !tab.incognito);
    const known = await openedTabs();
    /** @type {Map<number, ExtensionTab>} */
    const found = new Map();
    /** @type {ExtensionTab[]} */
    const others = [];
    for (const tab of all) {
        const reference = readWaitingAddress(tab.url ?? '') ?? known[tab.id ?? -1];
        if (reference?.set === set.id && !found.has(reference.number)) found.set(reference.number, tab);
        else if (!reference) others.push(tab);
    }
    const state = await stateOfSet(set.id);
    // The tabs that this process has opened are known.
    const isRestarted = await isFirstOpening(set.id) && state !== null;
    const window = mostFrequentWindow([...found.values()])
        ?? (isRestarted ? restoredWindow(set, others, state === 'open') : null);
    if (!isRestarted || window === null) return { found, window };
    const candidates = others.filter((tab) => tab.windowId === window);
    for (const { number, url } of set.tabs) {
        if (found.has(number) || BLANK.test(url)) continue;
        const index = candidates.findIndex((tab) => shows(tab, url));
        if (index >= 0) found.set(number, candidates.splice(index, 1)[0]);
    }
    return { found, window };
}

/**
 * @param {ExtensionTab} tab
 * @param {string} url
 */
function shows(tab, url) {
    return tab.url === url || tab.pendingUrl === url;
}

/**
 * Returns the window that most tabs are in.
 *
 * @param {ExtensionTab[]} all
 * @returns {number | null} null if there are no tabs
 */
function mostFrequentWindow(all) {
    /** @type {Map<number, number>} */
    const counts = new Map();
    for (const { windowId = -1 } of all) counts.set(windowId, (counts.get(windowId) ?? 0) + 1);
    const [most] = [...counts].sort(([, one], [, other]) => other - one);
    return most ? most[0] : null;
}

/**
 * Returns the window of a set that the browser itself has restored. Other windows may show one of its pages by chance.
 *
 * @param {WindowSet} set
 * @param {ExtensionTab[]} open the open tabs that are not known to belong to a set
 * @param {boolean} isWhole true if the whole set was open
 * @returns {number | null}
 */
function restoredWindow(set, open, isWhole) {
    const urls = set.tabs.map(({ url }) => url).filter((url) => !BLANK.test(url));
    const matching = open.filter((tab) => urls.some((url) => shows(tab, url)));
    const window = mostFrequentWindow(matching);
    const count = matching.filter((tab) => tab.windowId === window).length;
    return !isWhole || 2 * count >= urls.length ? window : null;
}
