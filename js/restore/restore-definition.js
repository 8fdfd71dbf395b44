/**
 * The entry of the script that the browser extension runs in a page before it passes the snapshot.
 */

import { showNotice } from './notice.js';
import { restorePlace } from './restore.js';

/**
 * Defines `leftoffRestore` in the extension's isolated world, which the page's scripts do not see.
 */
export function defineRestore() {
    Reflect.set(globalThis, 'leftoffRestore', (/** @type {any} */ snapshot) => {
        return restorePlace(window, snapshot).then((result) => {
            showNotice(document, result);
            return result;
        });
    });
}
