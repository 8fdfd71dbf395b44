// Requests the first list of the start page while the browser still loads the other modules. A preload in the page's
// header could not do that, since the request needs the secret of the session.

import { session } from './session.js';

// The same path as that of the first request of library.js.
const path = '/api/snapshots?limit=24';

/** @type {Promise<Response> | null} */
let first = location.pathname === '/' && location.search === '' ? request() : null;
// The list shows the error.
first?.catch(() => undefined);

async function request() {
    await session.begin();
    return fetch(path, { headers: session.fields, cache: 'no-store', redirect: 'error' });
}

/**
 * Returns the response to the first list, once.
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
