// Captures in a tab and restores in one.

import { browserAPI } from './browser-api.js';
import { service } from './service.js';

const { scripting, tabs } = browserAPI;

/** Zoom factors that differ by less are the same step of the browser's. */
const SAME_ZOOM = 0.01;

/**
 * Captures the page of a tab and keeps the place.
 * @param {number} tabId
 * @returns {Promise<any>} the stored place
 */
export async function captureIn(tabId) {
    let snapshot;
    try {
        [{ result: snapshot }] = await scripting.executeScript({ target: { tabId }, files: ['page/capture.js'] });
    } catch {
        throw new Error('The browser lets no extension into this page.');
    }
    if (!snapshot) throw new Error('There is nothing in this page to capture.');
    return service.keep({ ...snapshot, pageZoom: await tabs.getZoom(tabId) });
}

/**
 * Brings a place back in a tab.
 * @param {number} tabId
 * @param {string} id
 * @returns {Promise<any>} what came of it
 */
export async function restoreIn(tabId, id) {
    const { snapshot } = await service.place(id);
    const zoom = await zoomAs(snapshot.pageZoom, tabId);
    const target = { tabId };
    await scripting.executeScript({ target, files: ['page/restore.js'] });
    const [{ result }] = await scripting.executeScript({
        target, args: [snapshot],
        // Runs in the page, in the extension's own world there.
        func: (/** @type {any} */ given) => globalThis.leftoffRestore(given),
    });
    return zoom ? { ...result, zoom } : result;
}

/**
 * Brings the newest place on a tab's page back.
 * @param {{id?: number, url?: string}} tab
 */
export async function restoreNewest(tab) {
    const [place] = await service.placesOn(tab.url ?? '', 1);
    if (!place) throw new Error('No place is kept on this page.');
    return restoreIn(tab.id ?? -1, place.id);
}

/**
 * Puts a tab's zoom as it was. The page is laid out anew by it, so that goes before anything is looked for.
 * @param {unknown} wanted
 * @param {number} tabId
 * @returns {Promise<'applied' | null>} null where nothing is to be done
 */
async function zoomAs(wanted, tabId) {
    if (typeof wanted !== 'number' || !(wanted >= 0.25 && wanted <= 5)) return null;
    const now = await tabs.getZoom(tabId);
    if (Math.abs(now - wanted) < SAME_ZOOM) return null;
    await tabs.setZoom(tabId, wanted);
    return 'applied';
}
