// The reader's highlights, which are painted on the pages that are visited again.

import { originalAddress } from '../wire/original-address.js';
import { refuseNeverCaptured } from './capture-settings.js';
import { browserAPI } from './browser-api.js';
import { withConnection } from './connection.js';
import { pagesOfSite } from './permissions.js';
import { covers } from './stop-list.js';

/** @typedef {{id: string, exact: string, prefix: string, suffix: string, note: string, tags: string[]}} Highlight */
/**
 * @typedef {object} PaintedHighlights
 * @property {Highlight[]} painted
 * @property {Highlight[]} gone those whose words are not on the page any more
 * @property {boolean} unsupported true if the browser cannot paint, as Firefox before 140
 */

/** In ms: the time for which the list of hosts with highlights is used again. */
const SITES_TIME = 600_000;
/** The key of that list in `storage.session`: the browser often ends this script. */
const SITES = 'highlightSites';
/** The key of the setting in `storage.local`. */
const PAINTS = 'paintsHighlights';
/**
 * The style of painted words. Their colour stays the page's, on which a translucent background is legible in light and
 * dark pages alike; with forced colours, the browser replaces it.
 */
const STYLE = '::highlight(leftoff) { background-color: rgb(255 200 0 / 40%); }'
    + '@media (forced-colors: active) { ::highlight(leftoff) { background-color: Mark; color: MarkText; } }';

/** @returns {Promise<boolean>} true if highlights are painted; they are unless the reader has turned that off */
export async function paintsHighlights() {
    const { [PAINTS]: paints } = await browserAPI.storage.local.get(PAINTS);
    return paints !== false;
}

/** @param {boolean} paints */
export async function savePaintsHighlights(paints) {
    await browserAPI.storage.local.set({ [PAINTS]: paints });
}

/**
 * Returns the highlights of a page.
 *
 * @param {string} url
 * @returns {Promise<Highlight[]>} the newest first
 */
export async function highlightsOn(url) {
    const query = new URLSearchParams({ page: url });
    const found = await withConnection(({ client }) => client.json(`/api/shelf/highlights?${query}`));
    return Array.isArray(found) ? found : [];
}

/**
 * Paints the highlights of the page in a tab.
 *
 * @param {number} tabId
 * @returns {Promise<PaintedHighlights>}
 */
export async function paintIn(tabId) {
    const { url = '' } = await browserAPI.tabs.get(tabId);
    const highlights = await highlightsOn(url);
    const { painted, gone, unsupported } = await paint(tabId, url, await paintsHighlights() ? highlights : []);
    const those = (/** @type {string[]} */ ids) => highlights.filter(({ id }) => ids.includes(id));
    return { painted: those(painted), gone: those(gone), unsupported };
}

/**
 * Paints the highlights of a page that has loaded, or of the next page of an application. A page without access, or on
 * whose host nothing is highlighted, causes no request.
 *
 * @param {{id?: number, url?: string}} tab
 * @param {boolean} isLoaded false if only the address has changed, so that old highlights may be painted
 */
export async function paintOnVisit({ id = -1, url = '' }, isLoaded) {
    if (!/^https?:/.test(url) || !(await paintsHighlights())) return;
    if (!(await browserAPI.permissions.contains({ origins: pagesOfSite(url) }))) return;
    if (!covers(await highlightSites(), siteHost(url))) return;
    const highlights = await highlightsOn(url);
    if (highlights.length > 0 || !isLoaded) await paint(id, url, highlights);
}

/**
 * Paints again what a restore may have loaded or opened.
 *
 * @param {number} tabId
 */
export async function paintAfterRestore(tabId) {
    const { url } = await browserAPI.tabs.get(tabId);
    await paintOnVisit({ id: tabId, url }, true);
}

/**
 * Records that a page has a highlight, which the list of hosts may not contain yet.
 *
 * @param {string} url of the page
 */
export async function recordHighlight(url) {
    const { hosts, at } = await storedSites();
    const host = siteHost(url);
    if (covers(hosts, host)) return;
    await browserAPI.storage.session.set({ [SITES]: { hosts: [...hosts, host], at } });
}

/**
 * Marks a snapshot as a highlight of its selected words, which never becomes the place to resume.
 *
 * @param {any} snapshot
 */
export function asHighlight(snapshot) {
    if (!snapshot.selection?.exact) throw new Error('Select the words to highlight first.');
    return { ...snapshot, purpose: 'highlight' };
}

/**
 * @param {number} tabId
 * @param {string} url of the page whose highlights these are
 * @param {Highlight[]} highlights
 * @returns {Promise<import('../highlights/paint.js').Painting>}
 */
async function paint(tabId, url, highlights) {
    // The words of a page whose host the reader excluded meanwhile stay out of it.
    await refuseNeverCaptured(url);
    const quotes = highlights.map(({ id, exact, prefix, suffix }) => ({ id, exact, prefix, suffix }));
    const { scripting } = browserAPI;
    await scripting.executeScript({ target: { tabId }, files: ['page/paint.js'] });
    const [{ result }] = await scripting.executeScript({
        target: { tabId }, args: [url, quotes],
        // Runs in the page, in the extension's isolated world.
        func: (/** @type {string} */ address, /** @type {any[]} */ given) => {
            // The tab may show another page by now, perhaps of the same application.
            const { origin, pathname, search } = new URL(address);
            const isSame = origin === location.origin && pathname === location.pathname && search === location.search;
            return isSame ? globalThis.leftoffPaint(given) : null;
        },
    });
    if (!result) return { painted: [], gone: [], unsupported: false };
    if (result.needsStyle) {
        await scripting.insertCSS({ target: { tabId, allFrames: true }, css: STYLE, origin: 'USER' });
    }
    return result;
}

/**
 * Returns the host by which the service lists a page: an archive's copy belongs to the site of its original.
 *
 * @param {string} url
 */
function siteHost(url) {
    return new URL(originalAddress(url)?.address ?? url).hostname;
}

/** @returns {Promise<string[]>} the sites of pages with highlights, without `www.` */
async function highlightSites() {
    const { hosts, at } = await storedSites();
    if (Date.now() - at < SITES_TIME) return hosts;
    // Without a connection, and with an older service, nothing is painted until the next request.
    const found = await withConnection(({ client }) => client.json('/api/shelf/highlight-sites')).catch(() => null);
    const next = Array.isArray(found) ? found.map(String) : hosts;
    await browserAPI.storage.session.set({ [SITES]: { hosts: next, at: Date.now() } });
    return next;
}

/** @returns {Promise<{hosts: string[], at: number}>} */
async function storedSites() {
    const { [SITES]: stored } = await browserAPI.storage.session.get(SITES);
    return stored ?? { hosts: [], at: 0 };
}
