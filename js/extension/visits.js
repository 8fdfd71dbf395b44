// The pages that tabs show, and what is known about them. They are in `storage.session`, since the background script
// can end at any time.

import { browserAPI } from './browser-api.js';

/**
 * A page that a tab shows.
 *
 * @typedef {object} Visit
 * @property {string} key the page key
 * @property {number} document the time at which the document was created, which distinguishes it from others in the tab
 * @property {boolean} isAutomatic true if the page may get an automatic place
 * @property {{progress: number, isAutomatic: boolean, isReached?: boolean} | null} place the place to resume on the
 *     page; `isReached` is true if the reader was brought there, and has not moved since
 * @property {any} held a snapshot that is not stored yet; null if there is none
 * @property {boolean} isEnding true if the reader has reached the end of the page
 * @property {number} storedAt the last time at which a snapshot was stored, in ms since the epoch
 */

const { scripting, storage } = browserAPI;

/** Stands for the document of a page in which no script runs, such as an error page of the browser. */
export const UNKNOWN_DOCUMENT = 0;

/** @type {Map<number, Promise<unknown>>} */
const turns = new Map();

/**
 * Does work for a tab when its earlier work is done, since each reads what the previous one has written.
 *
 * @template T
 * @param {number} tabId
 * @param {() => Promise<T>} work
 * @returns {Promise<T | void>} settles when the work is done, even if it failed
 */
export function runInTurn(tabId, work) {
    const done = (turns.get(tabId) ?? Promise.resolve()).then(work).catch(() => undefined);
    turns.set(tabId, done);
    done.then(() => {
        if (turns.get(tabId) === done) turns.delete(tabId);
    });
    return done;
}

/** The start of the names of visits in the storage. */
const PREFIX = 'visit-';

/** @param {number} tabId */
function nameOf(tabId) {
    return PREFIX + tabId;
}

/**
 * @param {number} tabId
 * @returns {Promise<Visit | null>}
 */
export async function visitIn(tabId) {
    return (await storage.session.get(nameOf(tabId)))[nameOf(tabId)] ?? null;
}

/**
 * @param {number} tabId
 * @param {Visit} visit
 */
export function saveVisit(tabId, visit) {
    return storage.session.set({ [nameOf(tabId)]: visit });
}

/** @param {number} tabId */
export function removeVisit(tabId) {
    return storage.session.remove(nameOf(tabId));
}

/**
 * Returns the visits of all tabs.
 *
 * @returns {Promise<{tabId: number, visit: Visit}[]>}
 */
export async function allVisits() {
    const stored = await storage.session.get(null);
    return Object.keys(stored).filter((name) => name.startsWith(PREFIX)).map((name) => (
        { tabId: Number(name.slice(PREFIX.length)), visit: stored[name] }));
}

/**
 * Returns the time at which the document of a tab was created.
 *
 * @param {number} tabId
 * @returns {Promise<number | null>} null if the extension may not work on the page
 */
export async function documentIn(tabId) {
    try {
        const [{ result }] = await scripting.executeScript({ target: { tabId }, func: () => performance.timeOrigin });
        return result;
    } catch {
        return null;
    }
}
