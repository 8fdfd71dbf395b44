/**
 * The entry of the restore expression.
 */

import { failure } from './place-search.js';
import { restorePlace } from './restore.js';

/**
 * @param {string} json a snapshot as text, which is parsed and never executed
 * @returns {Promise<import('./restore.js').Result>}
 */
export function restoreFromJSON(json) {
    try {
        return restorePlace(window, JSON.parse(json));
    } catch {
        return Promise.resolve(failure());
    }
}
