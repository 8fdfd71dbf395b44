/**
 * The entry of the script that the browser extension runs in a page before it passes the snapshot.
 */

import { allowClosedRoots } from '../dom/node.js';
import { beginRestore } from './restore.js';

/** @typedef {import('./restore.js').Options} Options */

/**
 * Defines `leftoffRestore`, `leftoffRestoreState` and `leftoffStopRestore` in the extension's isolated world, which the
 * page's scripts do not see. The extension shows the result on its own card; `onLater` of the options receives later
 * ones. The script may run in a page several times: a restore stops the one before it.
 */
export function defineRestore() {
    allowClosedRoots();
    const world = /** @type {any} */ (globalThis);
    world.leftoffRestoreState ??= () => ({ phase: 'over', control: null });
    world.leftoffStopRestore ??= () => undefined;
    world.leftoffRestore = (/** @type {any} */ snapshot, /** @type {Options} */ options = {}) => {
        world.leftoffStopRestore();
        const restore = beginRestore(window, snapshot, options);
        world.leftoffRestoreState = restore.state;
        world.leftoffStopRestore = restore.stop;
        return restore.result;
    };
}
