// The restores that may still change what they have reported, by tab. They are in `storage.session`, since the
// background script can end at any time.

import { browserAPI } from './browser-api.js';

/**
 * A restore that has reported its result.
 *
 * @typedef {object} Restoring
 * @property {string} id of the place
 * @property {number} document the time at which the document of the tab was created
 */

const { storage } = browserAPI;

/** @param {number} tabId */
function nameOf(tabId) {
    return `restoring-${tabId}`;
}

/**
 * @param {number} tabId
 * @param {Restoring} restoring
 */
export function recordRestoring(tabId, restoring) {
    return storage.session.set({ [nameOf(tabId)]: restoring });
}

/**
 * @param {number} tabId
 * @returns {Promise<Restoring | null>}
 */
export async function restoringIn(tabId) {
    return (await storage.session.get(nameOf(tabId)))[nameOf(tabId)] ?? null;
}

/** @param {number} tabId */
export function forgetRestoring(tabId) {
    return storage.session.remove(nameOf(tabId));
}
