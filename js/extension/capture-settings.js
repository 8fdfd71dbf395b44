// The settings that decide what a capture may contain: copies, and the hosts that are never captured.

import { pageKey } from '../wire/page-key.js';
import { browserAPI } from './browser-api.js';
import { withConnection } from './connection.js';
import { problemOf } from './presentation.js';
import { coveringSite } from './stop-list.js';

/** In ms: the time for which settings are used again, so that one capture requests them once. */
const SETTINGS_TIME = 2000;
/** The statuses of a service that does not know these settings or that does not offer them to the extension. */
const UNSUPPORTED = [403, 404, 405];

/**
 * @typedef {object} CaptureSettings
 * @property {boolean} copyText
 * @property {boolean} copyPicture
 * @property {boolean} pictureImages false if pictures have no images
 * @property {number | null} pictureLimit the maximum size of a picture, in bytes; null for the script's own
 * @property {string[]} neverCaptured
 */

/** The last known hosts that are never captured, in `storage.local`: the browser often ends this script. */
const KNOWN_HOSTS = 'neverCaptured';

/** @type {{settings: CaptureSettings, at: number} | null} */
let cached = null;
/**
 * The request for settings that is under way.
 *
 * @type {Promise<CaptureSettings> | null}
 */
let requested = null;

/**
 * Returns the settings. A service without these settings keeps no copies.
 *
 * @returns {Promise<CaptureSettings>}
 */
export async function captureSettings() {
    if (cached && Date.now() - cached.at < SETTINGS_TIME) return cached.settings;
    requested ??= requestSettings().finally(() => {
        requested = null;
    });
    return requested;
}

/** @returns {Promise<CaptureSettings>} */
async function requestSettings() {
    try {
        return cacheSettings(await withConnection(({ client }) => client.settings()));
    } catch (problem) {
        if (!UNSUPPORTED.includes(/** @type {any} */ (problem).status)) throw problem;
        return cacheSettings({});
    }
}

/**
 * Changes some of the settings.
 *
 * @param {Partial<CaptureSettings>} patch
 * @returns {Promise<CaptureSettings>} all of them
 */
export async function changeCaptureSettings(patch) {
    return cacheSettings(await withConnection(({ client }) => client.changeSettings(patch)));
}

/**
 * @param {any} settings of the service
 * @returns {CaptureSettings}
 */
function cacheSettings({ copyText, copyPicture, pictureImages, pictureLimit, neverCaptured }) {
    const hosts = Array.isArray(neverCaptured) ? neverCaptured.map(String) : [];
    const settings = {
        copyText: copyText === true, copyPicture: copyPicture === true, pictureImages: pictureImages !== false,
        pictureLimit: Number.isSafeInteger(pictureLimit) ? pictureLimit : null, neverCaptured: hosts,
    };
    cached = { settings, at: Date.now() };
    // A service that does not offer its list has none that is known.
    if (Array.isArray(neverCaptured)) browserAPI.storage.local.set({ [KNOWN_HOSTS]: hosts });
    return settings;
}

/**
 * Throws an error if the page's host is never captured. A capture does not wait for the settings if the host was not in
 * the list when they were last known; the service refuses places of hosts that were added since.
 *
 * @param {string} address of the page
 */
export async function refuseNeverCaptured(address) {
    const current = captureSettings();
    current.catch(() => undefined);
    const { [KNOWN_HOSTS]: known } = await browserAPI.storage.local.get(KNOWN_HOSTS);
    if (Array.isArray(known) && !neverCapturedHost(address, known)) return;
    const { neverCaptured } = await current;
    const host = neverCapturedHost(address, neverCaptured);
    if (!host) return;
    throw problemOf('neverCaptured', `Pages of ${host} are never captured. You chose this in Leftoff’s settings.`);
}

/**
 * Returns the host of a list that covers a page, or the original of which the page is an edition.
 *
 * @param {string} address of the page
 * @param {string[]} hosts
 * @returns {string | null}
 */
export function neverCapturedHost(address, hosts) {
    return coveringHost(address, hosts) ?? coveringHost(pageKey(address), hosts);
}

/**
 * Returns the host of a list that covers an address. A host covers its subdomains.
 *
 * @param {string} address
 * @param {string[]} hosts
 * @returns {string | null}
 */
export function coveringHost(address, hosts) {
    try {
        return coveringSite(hosts, new URL(address).hostname) ?? null;
    } catch {
        return null;
    }
}
