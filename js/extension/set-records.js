// The records of window sets that outlive this browser process, so that a set whose tabs the browser itself has
// restored is not opened twice.

import { browserAPI } from './browser-api.js';
import { changeStored } from './stored-value.js';

const { storage } = browserAPI;

/** In ms: after this time, the tabs of a set are not looked for by their addresses. */
const OPEN_TIME = 30 * 24 * 3600_000;
/** In ms: the same for a set whose tabs were being opened or closed when the browser ended. */
const INTERRUPTED_TIME = 2 * 24 * 3600_000;

/** @typedef {'opening' | 'open' | 'closing'} SetState */
/** @typedef {Record<string, {state: SetState, at: number}>} SetRecords */

/** @param {{state: SetState, at: number}} record */
function isCurrent({ state, at }) {
    return Date.now() - at < (state === 'open' ? OPEN_TIME : INTERRUPTED_TIME);
}

/**
 * Records the state of a set in this browser.
 *
 * @param {string} id
 * @param {SetState} state
 */
export function recordSet(id, state) {
    return changeStored(storage.local, 'windowSets', {}, (/** @type {SetRecords} */ all) => {
        const kept = Object.entries(all).filter(([, record]) => isCurrent(record));
        return [{ ...Object.fromEntries(kept), [id]: { state, at: Date.now() } }, undefined];
    });
}

/**
 * Records that sets are not open in this browser any more.
 *
 * @param {string[]} ids
 */
export function removeSets(ids) {
    return changeStored(storage.local, 'windowSets', {}, (/** @type {SetRecords} */ all) =>
        [Object.fromEntries(Object.entries(all).filter(([id]) => !ids.includes(id))), undefined]);
}

/**
 * Returns the state of a set in this browser.
 *
 * @param {string} id
 * @returns {Promise<SetState | null>} null if none of its tabs can be open
 */
export async function stateOfSet(id) {
    const { windowSets = {} } = await storage.local.get('windowSets');
    return windowSets[id] && isCurrent(windowSets[id]) ? windowSets[id].state : null;
}

/**
 * Records that a set is brought back now, in the life of this browser process.
 *
 * @param {string} id
 * @returns {Promise<boolean>} true if that is the first time
 */
export function isFirstOpening(id) {
    return changeStored(storage.session, 'openedSets', [], (/** @type {string[]} */ all) =>
        (all.includes(id) ? [all, false] : [[...all, id], true]));
}
