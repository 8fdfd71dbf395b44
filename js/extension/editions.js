// The editions of a page in tabs: AMP pages, archives' copies and Firefox's reader view.

import { browserAPI } from './browser-api.js';

const { permissions, scripting, tabs } = browserAPI;

/** In ms: a page that has not loaded by then is not waited for. */
const LOADING_TIME = 20_000;
const LOADING_STEP = 200;

/**
 * Returns the URL of the page in a tab: that of the original page in Firefox's reader view.
 *
 * @param {ExtensionTab} tab
 * @returns {string} may be empty
 */
export function addressOf({ url = '', isInReaderMode = false }) {
    return isInReaderMode ? new URL(url).searchParams.get('url') ?? '' : url;
}

/**
 * Returns the canonical URL of the page in a tab. An AMP page and the copy of a page name their original in this way.
 *
 * @param {number} tabId
 * @returns {Promise<string>} an empty string if the page names none, or if the browser does not allow reading it
 */
export async function canonicalIn(tabId) {
    try {
        const [{ result }] = await scripting.executeScript({
            target: { tabId },
            // Runs in the page, in the extension's isolated world.
            func: () => {
                const link = document.querySelector('link[rel~="canonical" i][href]');
                return link ? Reflect.get(link, 'href') : '';
            },
        });
        return typeof result === 'string' && /^https?:/.test(result) ? result : '';
    } catch {
        return '';
    }
}

/**
 * Leaves Firefox's reader view, in which no browser lets extensions run scripts, and waits until the page has loaded.
 *
 * @param {number} tabId
 * @returns {Promise<boolean>} true if the extension may restore a place there without another click
 */
export async function leaveReaderView(tabId) {
    await tabs.toggleReaderMode?.(tabId);
    for (let waited = 0; waited < LOADING_TIME; waited += LOADING_STEP) {
        await new Promise((resolve) => setTimeout(resolve, LOADING_STEP));
        const { url, status, isInReaderMode } = await tabs.get(tabId);
        // The permission that the click gave has ended with the reader view, so that the URL may be hidden.
        if (url === undefined && status === 'complete') return false;
        if (isInReaderMode || status !== 'complete' || !url?.startsWith('http')) continue;
        const { protocol, hostname } = new URL(url);
        // Firefox's patterns have no ports.
        if (!(await permissions.contains({ origins: [`${protocol}//${hostname}/*`] }))) return false;
        if (await hasLoaded(tabId)) return true;
    }
    return false;
}

/**
 * @param {number} tabId
 * @returns {Promise<boolean>} false also while a document replaces another one, when scripts fail
 */
async function hasLoaded(tabId) {
    try {
        const [{ result }] = await scripting.executeScript({
            target: { tabId },
            func: () => document.readyState === 'complete' && location.protocol !== 'about:',
        });
        return result === true;
    } catch {
        return false;
    }
}
