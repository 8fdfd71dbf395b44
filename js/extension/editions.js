// The editions of a page in tabs: AMP pages, archives' copies and Firefox's reader view.

import { isCopyAddress, mayDeclare } from '../wire/publisher.js';
import { browserAPI } from './browser-api.js';
import { delay } from './concurrency.js';
import { isServiceOrigin } from './connection.js';
import { pagesOfSite } from './permissions.js';

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
 * Returns the original that the page in a tab declares as its canonical URL, as an AMP page does. A page can declare
 * only pages of its own publisher. A copy that the service shows can declare any original.
 *
 * @param {number} tabId
 * @returns {Promise<string>} an empty string if there is none, or if the browser does not allow reading the page
 */
export async function declaredOriginalIn(tabId) {
    try {
        const [{ result }] = await scripting.executeScript({
            target: { tabId },
            // Runs in the page, in the extension's isolated world. Both values come from one document.
            func: () => {
                const link = Document.prototype.querySelector.call(document, 'link[rel~="canonical" i][href]');
                return [location.href, link ? Reflect.get(link, 'href') : ''];
            },
        });
        const [page, canonical] = result;
        if (typeof canonical !== 'string' || canonical === '') return '';
        const isDeclared = mayDeclare(page, canonical)
            || (isCopyAddress(page) && await isServiceOrigin(new URL(page).origin) && /^https?:/.test(canonical));
        return isDeclared ? canonical : '';
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
        await delay(LOADING_STEP);
        const { url, status, isInReaderMode } = await tabs.get(tabId);
        // The permission that the click gave has ended with the reader view, so that the URL may be hidden.
        if (url === undefined && status === 'complete') return false;
        if (isInReaderMode || status !== 'complete' || !url?.startsWith('http')) continue;
        if (!(await permissions.contains({ origins: pagesOfSite(url) }))) return false;
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
