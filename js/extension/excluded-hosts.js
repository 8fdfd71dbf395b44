// The hosts that Leftoff's settings exclude, for work that no click has started.

import { browserAPI } from './browser-api.js';
import { withConnection } from './connection.js';

const { storage } = browserAPI;

/** In ms: for this time, the settings are used again. */
const SETTINGS_TIME = 5000;

/** @type {{hosts: string[] | null, at: number} | null} */
let known = null;

/** Forgets the hosts, because the settings may have changed. */
export function forgetExcludedHosts() {
    known = null;
}

/**
 * Returns the hosts. Without a connection, the last known ones are in `storage.local`, which outlives this script.
 *
 * @returns {Promise<string[] | null>} null if they have never been read, so that every page counts as excluded
 */
export async function excludedHosts() {
    if (known && Date.now() - known.at < SETTINGS_TIME) return known.hosts;
    /** @type {string[] | null} */
    let hosts;
    try {
        const { neverCaptured } = await withConnection(({ client }) => client.settings());
        hosts = Array.isArray(neverCaptured) ? neverCaptured.map(String) : [];
        await storage.local.set({ neverCaptured: hosts });
    } catch {
        hosts = (await storage.local.get('neverCaptured')).neverCaptured ?? null;
    }
    known = { hosts, at: Date.now() };
    return hosts;
}
