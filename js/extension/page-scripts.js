// The scripts that capture and restore places, in a page or in one of its frames.

import { browserAPI } from './browser-api.js';

/** @typedef {{tabId: number, frameIds?: number[]}} Target without `frameIds`, the page itself */

const { scripting } = browserAPI;

/**
 * Captures the place in a document.
 *
 * @param {Target} target
 * @returns {Promise<any>} the snapshot; null if there is nothing to capture
 */
export async function captureAt(target) {
    const [{ result }] = await scripting.executeScript({ target, files: ['page/capture.js'] });
    return result;
}

/**
 * Restores a place in a document.
 *
 * @param {Target} target
 * @param {any} snapshot
 * @param {import('../restore/restore.js').Options} options without functions
 * @returns {Promise<any>} the result
 */
export async function restoreAt(target, snapshot, options) {
    await scripting.executeScript({ target, files: ['page/restore.js'] });
    const [{ result }] = await scripting.executeScript({
        target, args: [snapshot, options],
        // Runs in the page, in the extension's isolated world.
        func: (/** @type {any} */ given, /** @type {any} */ how) => globalThis.leftoffRestore(given, how),
    });
    return result;
}

/**
 * Ends the restore in a document as if the reader had scrolled there.
 *
 * @param {Target} target
 */
export async function stopAt(target) {
    // A document that is gone has no restore.
    await scripting.executeScript({ target, func: () => globalThis.leftoffStopRestore?.() }).catch(() => undefined);
}
