// Requests the first cards of the start page while the browser still loads the other modules. A preload in the page's
// header could not do that, since the request needs the secret of the session.

import { session } from './session.js';
import { firstPath, remembered } from './shelf-state.js';

/** @type {string | null} */
const path = location.pathname === '/' && location.hash === ''
    ? firstPath(location.search, remembered(storage())) : null;

/** @type {Promise<Response> | null} */
let first = path ? request(path) : null;
// The list shows the error.
first?.catch(() => undefined);

/** Returns the storage of this browser; undefined if it is not allowed. */
function storage() {
    try {
        return localStorage;
    } catch {
        return undefined;
    }
}

/** @param {string} url */
async function request(url) {
    await session.begin();
    return fetch(url, { headers: session.fields, cache: 'no-store', redirect: 'error' });
}

/**
 * Returns the response to the first request of cards, once.
 *
 * @param {string} url of a request
 * @returns {Promise<Response> | null} null if the request is another one
 */
export function consumeFirstList(url) {
    if (url !== path) return null;
    const response = first;
    first = null;
    return response;
}
