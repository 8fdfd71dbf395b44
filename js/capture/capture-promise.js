/**
 * The entry of the script that the browser extension runs in a page to capture it.
 */

import { allowClosedRoots } from '../dom/node.js';
import { withinSizeLimit } from '../wire/size-limit.js';
import { captureInTasks } from './capture-steps.js';

/**
 * @returns {Promise<any>} the snapshot
 */
export function capturePlace() {
    allowClosedRoots();
    return new Promise((resolve) => captureInTasks(window, (snapshot) => resolve(withinSizeLimit(snapshot))));
}
