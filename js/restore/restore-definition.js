/**
 * The entry of the script that the browser extension runs in a page before it passes the snapshot.
 */

import { restorePlace } from './restore.js';

/**
 * Defines `leftoffRestore` in the extension's isolated world, which the page's scripts do not see. The extension shows
 * the result on its own card.
 */
export function defineRestore() {
    Reflect.set(globalThis, 'leftoffRestore', (/** @type {any} */ snapshot) => restorePlace(window, snapshot));
}
