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
 * @param {{isProbe?: boolean, isOuter?: boolean}} [options] of the restore. One whose place is in a frame reports
 *     nothing later, since the restore in the frame does.
 * @returns {Promise<any>} the result
 */
export async function restoreAt(target, snapshot, options = {}) {
    await scripting.executeScript({ target, files: ['page/restore.js'] });
    const [{ result }] = await scripting.executeScript({
        target, args: [snapshot, options],
        // Runs in the page, in the extension's isolated world.
        func: (/** @type {any} */ given, /** @type {any} */ how) => {
            const { runtime } = globalThis.browser ?? globalThis.chrome;
            const onLater = (/** @type {any} */ { status, reason, control, continues }) => {
                const message = { type: 'restore-changed', status, reason, control, continues };
                // The extension may have been updated since, which ends its connection to the page.
                Promise.resolve().then(() => runtime.sendMessage(message)).catch(() => undefined);
            };
            return globalThis.leftoffRestore(given, how.isOuter ? how : { ...how, onLater });
        },
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
