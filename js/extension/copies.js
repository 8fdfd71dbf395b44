// Copies of the captured page: taken after the place is stored, so that a capture is never slower or less safe.

import { pageKey } from '../wire/page-key.js';
import { browserAPI } from './browser-api.js';
import { captureSettings } from './capture-settings.js';
import { withConnection } from './connection.js';

/** @typedef {import('./copy-report.js').Kind} Kind */
/** @typedef {import('./copy-report.js').Outcome} Outcome */

const { scripting } = browserAPI;

/** The number of places whose outcome is remembered until the popup requests it. */
const REMEMBERED = 20;

/**
 * The copies that are being made and those that were made last, by the place's id.
 *
 * @type {Map<string, Promise<Outcome[]>>}
 */
const copies = new Map();

/**
 * Copies the page of a place that was just captured.
 *
 * @param {number} tabId
 * @param {{id: string}} place
 * @param {any} snapshot
 * @param {boolean} hasPicture true to copy a picture, whatever the settings are
 */
export function copyAfterCapture(tabId, place, snapshot, hasPicture) {
    const outcome = copyPage(tabId, place, snapshot, hasPicture);
    outcome.catch(() => undefined);
    copies.set(place.id, outcome);
    const [oldest] = copies.keys();
    if (copies.size > REMEMBERED) copies.delete(oldest);
    return outcome;
}

/**
 * Returns the outcome of copying the page of a place, after it is complete.
 *
 * @param {string} id of the place
 * @returns {Promise<Outcome[]>}
 */
export async function copiesOf(id) {
    return await copies.get(id) ?? [];
}

/**
 * Copies the text of the page of a place that was stored without a click, if the settings say so.
 *
 * @param {number} tabId
 * @param {{id: string}} place
 * @param {any} snapshot
 */
export async function copyTextOf(tabId, place, snapshot) {
    const { copyText } = await captureSettings();
    if (copyText) await copyOne(tabId, place, snapshot, 'text');
}

/**
 * @param {number} tabId
 * @param {{id: string}} place
 * @param {any} snapshot
 * @param {boolean} hasPicture
 * @returns {Promise<Outcome[]>}
 */
async function copyPage(tabId, place, snapshot, hasPicture) {
    const { copyText, copyPicture, pictureImages, pictureLimit } = await captureSettings();
    const options = { images: pictureImages, limit: pictureLimit };
    /** @type {Kind[]} */
    const kinds = [];
    if (copyText || hasPicture) kinds.push('text');
    if (copyPicture || hasPicture) kinds.push('picture');
    const outcomes = [];
    for (const kind of kinds) {
        const outcome = await copyOne(tabId, place, snapshot, kind, options).catch((problem) => ({
            kind, bytes: 0, notice: /** @type {Error} */ (problem).message,
        }));
        outcomes.push(outcome);
    }
    return outcomes;
}

/**
 * Copies the page in a tab, if it is still the page of the snapshot when the copy is complete.
 *
 * @param {number} tabId
 * @param {{id: string}} place
 * @param {any} snapshot
 * @param {Kind} kind
 * @param {import('../copy/picture-copy.js').PictureOptions} [options] of a picture
 * @returns {Promise<Outcome>}
 */
async function copyOne(tabId, { id }, snapshot, kind, options = {}) {
    const target = { tabId };
    await scripting.executeScript({ target, files: ['page/copy.js'] });
    const [{ result: { copy, addresses } }] = await scripting.executeScript({
        target, args: [kind, snapshot, options],
        // Runs in the page, in the extension's isolated world.
        func: async (/** @type {Kind} */ wanted, /** @type {any} */ given, /** @type {any} */ chosen) => {
            const before = location.href;
            const isSameSite = new URL(given.url).origin === location.origin;
            const made = isSameSite ? await globalThis.leftoffCopy[wanted](given, chosen) : null;
            return { copy: made, addresses: [before, location.href] };
        },
    });
    const key = pageKey(snapshot.url);
    if (addresses.some((/** @type {string} */ address) => pageKey(address) !== key)) {
        return { kind, bytes: 0, notice: 'Another page was shown before the copy was complete.' };
    }
    if (!copy) return { kind, bytes: 0, notice: 'The page has nothing to copy.' };
    const stored = await withConnection(({ client }) => client.addCopy(id, kind, copy.json));
    const notice = stored.notice ?? (copy.isWhole ? '' : 'Part of the page is missing.');
    return { kind, bytes: stored.bytes ?? 0, notice };
}
