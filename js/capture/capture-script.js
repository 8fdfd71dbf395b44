/**
 * The entry of the capture script: the object that Safari's action extensions call.
 */

import { finalizePlace } from '../restore/finalize.js';
import { captureInTasks } from './capture-steps.js';

/**
 * @returns {{run: (given: any) => void, finalize: (given: any) => void}}
 */
export function defineExtensionPreprocessing() {
    const preprocessing = {
        run: (/** @type {any} */ given) => {
            try {
                captureInTasks(window, (snapshot) => given.completionFunction(snapshot));
            } catch {
                return;
            }
        },
        finalize: (/** @type {any} */ given) => {
            try {
                finalizePlace(window, given);
            } catch {
                return;
            }
        },
    };
    try {
        Reflect.set(globalThis, 'ExtensionPreprocessingJS', preprocessing);
    } catch {
        return preprocessing;
    }
    return preprocessing;
}
