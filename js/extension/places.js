// Captures and restores places in tabs.

import { browserAPI } from './browser-api.js';
import { refuseNeverCaptured } from './capture-settings.js';
import { withConnection } from './connection.js';
import { addressOf, declaredOriginalIn, leaveReaderView } from './editions.js';
import { captureFrames, isInFrame, restoreFrames } from './frames.js';
import { paintAfterRestore } from './highlights.js';
import { captureAt, restoreAt } from './page-scripts.js';
import { problemOf } from './presentation.js';

const { tabs } = browserAPI;

/** Browsers let no extension run scripts in some pages, such as their own sites and shown PDF files. */
export const NOT_ALLOWED = 'The browser does not allow extensions on this page.';
/** Two zoom factors that differ by less than this are the same zoom step of the browser. */
const SAME_ZOOM = 0.01;

/**
 * Stores a snapshot that was captured.
 *
 * @param {any} snapshot
 * @param {(place: any, snapshot: any) => void} onStored receives the stored place and its snapshot
 * @returns {Promise<any>} the stored place
 */
export async function storeSnapshot(snapshot, onStored) {
    const place = await withConnection(({ client }) => client.addSnapshot(snapshot));
    onStored(place, snapshot);
    return place;
}

/**
 * Captures the page of a tab, unless the page's host is never captured.
 *
 * @param {number} tabId
 * @returns {Promise<any>} the snapshot
 */
export async function captureTab(tabId) {
    const { url } = await tabs.get(tabId);
    if (url) await refuseNeverCaptured(url);
    const snapshot = await captureAt({ tabId }).catch(() => {
        throw problemOf('notAllowed', NOT_ALLOWED);
    });
    if (!snapshot) throw new Error('This page has nothing to capture.');
    // The page may have moved on, and the address of a tab is not always known.
    if (snapshot.url !== url) await refuseNeverCaptured(snapshot.url);
    return withZoom(await captureFrames(tabId, snapshot, mayCapture), tabId);
}

/**
 * @param {string} url of the document in a frame
 * @returns {Promise<boolean>} false if its host is never captured
 */
function mayCapture(url) {
    return refuseNeverCaptured(url).then(() => true, () => false);
}

/**
 * Returns a snapshot with the zoom factor of its tab.
 *
 * @param {any} snapshot
 * @param {number} tabId
 */
export async function withZoom(snapshot, tabId) {
    return { ...snapshot, pageZoom: await tabs.getZoom(tabId) };
}

/**
 * Restores a place in a tab.
 *
 * @param {number} tabId
 * @param {string} id of the place, or the name of a tab of a window set
 * @returns {Promise<any>} the result of the restore; null if the tab of the set has no place
 */
export async function restoreIn(tabId, id) {
    const { snapshot } = await placeNamed(id);
    return snapshot ? restoreSnapshot(tabId, snapshot) : null;
}

/**
 * Returns a place, or the place of a tab of a window set.
 *
 * @param {string} name the id of the place, or the name of the tab
 * @returns {Promise<any>} with a `snapshot`, which is null if the tab has no place
 */
export function placeNamed(name) {
    const [kind, set, number] = name.split(':');
    return withConnection(async ({ client }) => {
        if (kind !== 'window') return client.snapshot(name);
        const { snapshot } = await client.windowTab(set, Number(number));
        const { tabs: all, storedAt } = await client.window(set);
        const { url, title, quote } = all[Number(number) - 1];
        return { id: name, url: snapshot?.url || url, title: title || null, quote, storedAt, snapshot };
    });
}

/**
 * Restores the place of a snapshot in a tab.
 *
 * @param {number} tabId
 * @param {any} snapshot
 * @param {{isProbe?: boolean}} [options] `isProbe` is true if the page is probably not that of the place, so that it is
 *     not waited for, nor zoomed
 * @returns {Promise<any>} the result of the restore
 */
export async function restoreSnapshot(tabId, snapshot, options = {}) {
    const { isProbe = false } = options;
    const zoom = isProbe ? null : await restoreZoom(snapshot.pageZoom, tabId);
    const isOuter = !isProbe && isInFrame(snapshot);
    const restored = restoreAt({ tabId }, snapshot, { isProbe, isOuter });
    const result = await (isOuter ? restoreFrames(tabId, snapshot, restored) : restored);
    // The restore may have loaded or opened the words of highlights.
    if (!isProbe) paintAfterRestore(tabId).catch(() => undefined);
    return zoom && result ? { ...result, zoom } : result;
}

/**
 * Returns the place to resume on a page apart from one that was just captured.
 *
 * @param {string} url of the page
 * @param {string} id of the place that was captured
 * @returns {Promise<any>} null if there is none
 */
export async function previousPlace(url, id) {
    const places = await withConnection(({ client }) => client.snapshotsOn(url, 2));
    return places.find((/** @type {{id: string}} */ place) => place.id !== id) ?? null;
}

/**
 * Restores the place to resume on the page of a tab.
 *
 * @param {ExtensionTab} tab
 * @param {typeof restoreIn} [restore]
 */
export async function restoreNewest(tab, restore = restoreIn) {
    const { id = -1 } = tab;
    const place = await placeToResume(tab);
    if (!place) throw problemOf('noPlace', 'No place is saved for this page.');
    if (tab.isInReaderMode && !(await leaveReaderView(id))) {
        throw problemOf(
            'readerView', 'Firefox allows no extensions in its reader view, which was closed. Please try again.');
    }
    return restore(id, place.id);
}

/**
 * Returns the place to resume on the page of a tab, or on the original that the page declares. Leftoff decides which
 * one it is: the newest one that is not at the untouched top of the page.
 *
 * @param {ExtensionTab} tab
 * @returns {Promise<any>} null if there is none
 */
export async function placeToResume(tab) {
    return await newestPlace(addressOf(tab)) ?? newestPlace(await declaredOriginalIn(tab.id ?? -1));
}

/**
 * Returns the place to resume on a page with its snapshot.
 *
 * @param {string} url of the page
 * @returns {Promise<any>} null if there is none
 */
export async function newestWholePlace(url) {
    const query = new URLSearchParams({ page: url, limit: '1', whole: 'true' });
    const [place] = await withConnection(({ client }) => client.json(`/api/snapshots?${query}`));
    return place ?? null;
}

/**
 * @param {string} url of a page; may be empty
 * @returns {Promise<{id: string} | null>}
 */
async function newestPlace(url) {
    if (!url) return null;
    const [place] = await withConnection(({ client }) => client.snapshotsOn(url, 1));
    return place ?? null;
}

/**
 * Restores the zoom of a tab. This comes before the restore script, since zooming changes the layout of the page.
 *
 * @param {unknown} wanted the captured zoom factor, if there is one
 * @param {number} tabId
 * @returns {Promise<'applied' | null>} null if the zoom stays as it is
 */
async function restoreZoom(wanted, tabId) {
    if (typeof wanted !== 'number' || !(wanted >= 0.25 && wanted <= 5)) return null;
    const now = await tabs.getZoom(tabId);
    if (Math.abs(now - wanted) < SAME_ZOOM) return null;
    await tabs.setZoom(tabId, wanted);
    return 'applied';
}
