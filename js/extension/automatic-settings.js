// The reader's choices about automatic places, which stay in this browser.

import { browserAPI } from './browser-api.js';
import { STOP_LIST, covers } from './stop-list.js';

/**
 * @typedef {object} AutomaticSettings
 * @property {'off' | 'named' | 'all'} mode the sites on which places are kept
 * @property {string[]} sites the sites of the mode `named`
 * @property {string[]} stopped the sites on which no place is kept in any mode
 * @property {boolean} showsDistance true to show on the button how far the reader is from the place on a page
 */

/** @type {AutomaticSettings} */
const USUAL = { mode: 'off', sites: [], stopped: STOP_LIST, showsDistance: false };

/** @returns {Promise<AutomaticSettings>} */
export async function automaticSettings() {
    const { automatic = {} } = await browserAPI.storage.local.get('automatic');
    return { ...USUAL, ...automatic };
}

/** @param {AutomaticSettings} settings */
export async function saveAutomaticSettings(settings) {
    await browserAPI.storage.local.set({ automatic: settings });
}

/**
 * Returns true if places on a host may be kept without a click.
 *
 * @param {AutomaticSettings} settings
 * @param {string} host
 */
export function isAutomaticOn({ mode, sites, stopped }, host) {
    return !covers(stopped, host) && (mode === 'all' || (mode === 'named' && covers(sites, host)));
}
