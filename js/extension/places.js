// Captures and restores places in tabs.

import { browserAPI } from './browser-api.js';
import { withConnection } from './connection.js';

const { scripting, tabs } = browserAPI;

/** Two zoom factors that differ by less than this are the same zoom step of the browser. */
const SAME_ZOOM = 0.01;

/**
 * Captures the page of a tab and stores the snapshot.
 *
 * @param {number} tabId
 * @returns {Promise<any>} the stored place
 */
export async function captureIn(tabId) {
    let snapshot;
    try {
        [{ result: snapshot }] = await scripting.executeScript({ target: { tabId }, files: ['page/capture.js'] });
    } catch {
        throw new Error('The browser does not allow extensions on this page.');
    }
    if (!snapshot) throw new Error('This page has nothing to capture.');
    const complete = { ...snapshot, pageZoom: await tabs.getZoom(tabId) };
    return withConnection(({ client }) => client.addSnapshot(complete));
}

/**
 * Restores a place in a tab.
 *
 * @param {number} tabId
 * @param {string} id of the place
 * @returns {Promise<any>} the result of the restore
 */
export async function restoreIn(tabId, id) {
    const { snapshot } = await withConnection(({ client }) => client.snapshot(id));
    const zoom = await restoreZoom(snapshot.pageZoom, tabId);
    const target = { tabId };
    await scripting.executeScript({ target, files: ['page/restore.js'] });
    const [{ result }] = await scripting.executeScript({
        target, args: [snapshot],
        // Runs in the page, in the extension's isolated world.
        func: (/** @type {any} */ given) => globalThis.leftoffRestore(given),
    });
    return zoom ? { ...result, zoom } : result;
}

/**
 * Returns the newest place on a page apart from one that was just captured.
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
 * Restores the newest place on the page of a tab.
 *
 * @param {{id?: number, url?: string}} tab
 */
export async function restoreNewest(tab) {
    const [place] = await withConnection(({ client }) => client.snapshotsOn(tab.url ?? '', 1));
    if (!place) throw new Error('No place is saved for this page.');
    return restoreIn(tab.id ?? -1, place.id);
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
