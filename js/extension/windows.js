// Sets a window aside: captures the places of its tabs, stores them in one request, and closes the tabs only when
// Leftoff has acknowledged that they are stored.

import { browserAPI } from './browser-api.js';
import { captureSettings, neverCapturedHost } from './capture-settings.js';
import { SingleFlight, mapConcurrently, withTimeout } from './concurrency.js';
import { withConnection } from './connection.js';
import { addressOf as originalOf } from './editions.js';
import { readFallbackAddress } from './fallback.js';
import { windowPermissions } from './permissions.js';
import { captureTab, newestWholePlace, placeNamed } from './places.js';
import { recordSet, removeSets } from './set-records.js';
import { isOwnPage, openedTabs, placeOf, readWaitingAddress, waitingTabOf } from './window-tabs.js';

const { permissions, runtime, tabs, windows } = browserAPI;

/** The number of pages that are captured at once. */
const CONCURRENCY = 8;
/** In ms: a page that takes longer to respond keeps only its address. */
const CAPTURE_TIME = 15_000;
/** The limits of the service: tabs of a window, and bytes of an address. */
const MOST_TABS = 500;
const LONGEST_ADDRESS = 64 * 1024;

/** @typedef {{id: string, title: string, tabCount: number, placeCount: number, left: number}} SetAside */

/**
 * The windows that are being set aside.
 *
 * @type {SingleFlight<number, SetAside>}
 */
const running = new SingleFlight();

/**
 * Sets a window aside, or opens the page that asks for the permissions first.
 *
 * @param {number} windowId
 * @param {boolean} keepsOpen true to store the window without closing its tabs
 * @returns {Promise<SetAside | null>} null if the reader must allow it first
 */
export async function setAsideOrAsk(windowId, keepsOpen) {
    if (await permissions.contains(windowPermissions())) return setAside(windowId, keepsOpen);
    const query = new URLSearchParams({ window: String(windowId), ...(keepsOpen ? { open: '' } : {}) });
    await tabs.create({ windowId, url: runtime.getURL(`windows.html?${query}`) });
    return null;
}

/**
 * Sets a window aside.
 *
 * @param {number} windowId
 * @param {boolean} keepsOpen
 * @returns {Promise<SetAside>}
 */
export function setAside(windowId, keepsOpen) {
    return running.run(windowId, () => storeAndClose(windowId, keepsOpen));
}

/**
 * @param {number} windowId
 * @param {boolean} keepsOpen
 * @returns {Promise<SetAside>}
 */
async function storeAndClose(windowId, keepsOpen) {
    const window = await windows.get(windowId, { populate: true });
    if (window.incognito) throw new Error('Private windows are never stored.');
    if (window.type !== 'normal') throw new Error('Only a window with tabs can be set aside.');
    const all = (window.tabs ?? []).filter((tab) => !tab.incognito);
    const candidates = all.filter(isStorable);
    if (candidates.length > MOST_TABS) {
        throw new Error(`This window has ${candidates.length} tabs. At most ${MOST_TABS} can be set aside at once.`);
    }
    const { neverCaptured } = await captureSettings();
    const records = await mapConcurrently(candidates, CONCURRENCY, (tab) => recordOf(tab, neverCaptured));
    const storable = candidates.filter((_, index) => records[index]);
    if (storable.length === 0) throw new Error('This window has no tab to set aside.');
    const groups = await groupsOf(storable);
    const body = {
        request: crypto.randomUUID(), browser: runtime.getBrowserInfo ? 'Firefox' : 'Chromium',
        groups: groups.map(({ title = '', color = '', collapsed = false }) => ({ title, color, collapsed })),
        tabs: records.filter(Boolean).map((record, index) => {
            const group = groups.findIndex(({ id }) => id === storable[index].groupId);
            return { ...record, group: group < 0 ? null : group };
        }),
    };
    const stored = await withConnection(({ client }) => client.addWindow(body));
    const left = keepsOpen ? 0 : await closeStored(stored.id, windowId, storable);
    const placeCount = stored.tabs.filter((/** @type {{hasPlace: boolean}} */ tab) => tab.hasPlace).length;
    return { id: stored.id, title: stored.title, tabCount: stored.tabs.length, placeCount, left };
}

/**
 * Returns true if a tab can be part of a set. Other tabs stay open, except the lists of windows.
 *
 * @param {ExtensionTab} tab
 */
function isStorable(tab) {
    const address = addressOf(tab);
    if (isOwnPage(address)) return readWaitingAddress(address) !== null || readFallbackAddress(address) !== null;
    return address !== '' && address.length <= LONGEST_ADDRESS / 3 && !address.startsWith('javascript:');
}

/**
 * Returns the address of the page that a tab shows, or of the original page in Firefox's reader view.
 *
 * @param {ExtensionTab} tab
 */
function addressOf(tab) {
    if (tab.isInReaderMode && tab.url) return originalOf(tab) || tab.url;
    return tab.url && tab.url !== 'about:blank' ? tab.url : tab.pendingUrl || tab.url || '';
}

/**
 * @param {ExtensionTab[]} all
 * @returns {Promise<ExtensionTabGroup[]>} in the order of their first tabs
 */
async function groupsOf(all) {
    const ids = [...new Set(all.map((tab) => tab.groupId ?? -1).filter((id) => id >= 0))];
    return Promise.all(ids.map(async (id) => {
        const group = await browserAPI.tabGroups?.get(id).catch(() => null);
        return { ...group, id };
    }));
}

/**
 * Returns what is stored about a tab. A tab that the browser has not loaded is not woken up.
 *
 * @param {ExtensionTab} tab
 * @param {string[]} neverCaptured hosts; of their pages only the address is stored
 * @returns {Promise<any>} null if nothing is known about the page, so that the tab must stay open
 */
async function recordOf(tab, neverCaptured) {
    const content = await contentOf(tab, neverCaptured);
    if (!content) return null;
    const record = { pinned: tab.pinned === true, active: tab.active === true, ...content };
    return neverCapturedHost(record.url, neverCaptured) ? { ...record, title: '', snapshot: null } : record;
}

/**
 * @param {ExtensionTab} tab
 * @param {string[]} neverCaptured
 * @returns {Promise<{url: string, title: string, sleeping: boolean, snapshot: any} | null>}
 */
async function contentOf(tab, neverCaptured) {
    const address = addressOf(tab);
    const title = tab.title || '';
    const gone = readFallbackAddress(address);
    if (gone) {
        const place = await placeIfStored(gone);
        return place && { url: place.url, title: place.title || '', sleeping: true, snapshot: place.snapshot };
    }
    const waiting = await waitingTabOf(tab);
    if (waiting) {
        const place = await placeIfStored(placeOf(waiting));
        return {
            url: waiting.url, title: waiting.title || title, sleeping: true, snapshot: place?.snapshot ?? null,
        };
    }
    const sleeping = tab.discarded === true || tab.status === 'unloaded' || tab.frozen === true;
    const record = { url: address, title, sleeping, snapshot: null };
    if (!/^(https?|file):/.test(address) || neverCapturedHost(address, neverCaptured)) return record;
    if (!sleeping && !tab.isInReaderMode) {
        const snapshot = await withTimeout(CAPTURE_TIME, captureTab(tab.id ?? -1)).catch(() => null);
        if (snapshot) return { ...record, url: snapshot.url || address, snapshot: withoutLinks(snapshot) };
    }
    // The set has its own copy of the snapshot, because the place may expire or be forgotten.
    const place = await newestWholePlace(address);
    return { ...record, snapshot: place ? withoutLinks(place.snapshot) : null };
}

/**
 * Returns a snapshot without the links in view, which are for the download queue.
 *
 * @param {any} snapshot
 */
function withoutLinks(snapshot) {
    return { ...snapshot, links: [] };
}

/**
 * Returns a place, or the place of a tab of a set.
 *
 * @param {string} name
 * @returns {Promise<any>} null if the place or the set was forgotten
 */
async function placeIfStored(name) {
    return placeNamed(name).catch((problem) => {
        if (problem.status === 404) return null;
        throw problem;
    });
}

/**
 * Closes the tabs that are stored. A tab that has moved on to another page meanwhile stays open.
 *
 * @param {string} set the id of the stored set
 * @param {number} windowId
 * @param {ExtensionTab[]} stored
 * @returns {Promise<number>} the number of tabs that stay open
 */
async function closeStored(set, windowId, stored) {
    // If the browser ends now, bringing the set back uses the tabs that the browser restores.
    await recordSet(set, 'closing');
    const now = await tabs.query({ windowId });
    const addresses = new Map(stored.map((tab) => [tab.id, addressOf(tab)]));
    const done = now.filter((tab) => addresses.get(tab.id) === addressOf(tab) || isListOfWindows(addressOf(tab)));
    const left = now.length - done.length;
    const known = await openedTabs();
    const earlier = done.map((tab) => (readWaitingAddress(tab.url ?? '') ?? known[tab.id ?? -1])?.set ?? '');
    const query = new URLSearchParams({ stored: set, ...(left > 0 ? { left: String(left) } : {}) });
    const url = runtime.getURL(`windows.html?${query}`);
    if (left === 0 && await otherWindow(windowId) !== null) {
        await windows.remove(windowId);
        await tabs.create({ windowId: await otherWindow(windowId) ?? undefined, url });
    } else {
        // Closing the last window would end the browser. A new tab in front also keeps the others asleep.
        await tabs.create({ windowId, url });
        await tabs.remove(done.map((tab) => tab.id ?? -1));
    }
    await removeSets([set, ...earlier]);
    return left;
}

/** @param {string} address */
function isListOfWindows(address) {
    return address.split(/[?#]/)[0] === runtime.getURL('windows.html');
}

/**
 * Returns a window with tabs that is not private, the one in front if possible.
 *
 * @param {number} windowId the window that is not wanted
 * @returns {Promise<number | null>} null if there is none
 */
async function otherWindow(windowId) {
    const all = (await windows.getAll({ windowTypes: ['normal'] })).filter(({ id, incognito }) =>
        id !== windowId && !incognito);
    return (all.find(({ focused }) => focused) ?? all[0])?.id ?? null;
}
