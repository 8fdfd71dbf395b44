/**
 * The entry of the script that the browser extension runs in a page before it passes the snapshot.
 */

import { restorePlace } from './restore.js';

/** @typedef {import('./restore.js').Options} Options */

/**
 * Defines `leftoffRestore`, `leftoffRestoreState` and `leftoffStopRestore` in the extension's isolated world, which the
 * page's scripts do not see. The extension shows the result on its own card.
 */
export function defineRestore() {
    Object.assign(globalThis, {
        leftoffRestore: (/** @type {any} */ snapshot, /** @type {Options} */ options) => {
            return restorePlace(window, snapshot, options);
        },
        leftoffRestoreState: () => ({ phase: 'searching', control: null }),
        leftoffStopRestore: () => undefined,
    });
}
