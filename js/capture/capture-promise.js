/**
 * The entry of the script that the browser extension runs in a page to capture it.
 */

import { withinSizeLimit } from '../wire/size-limit.js';
import { captureInTurns } from './capture-steps.js';

/**
 * @returns {Promise<any>} the snapshot
 */
export function capturePlace() {
    return new Promise((resolve) => captureInTurns(window, (snapshot) => resolve(withinSizeLimit(snapshot))));
}
