/**
 * The userscript's requests to the service: through the userscript manager, so that no policy of a page applies to them
 * and no page sees them, or by `fetch` on the service's own pages.
 */

import { ServiceClient, fetchTransport } from '../shared/service-client.js';
import { encodeJSON } from '../wire/json.js';

/** In ms. */
const REQUEST_TIMEOUT = 10_000;
/** The storage key and the header field of the session's secret, as in the service's session.js. */
const SESSION_KEY = 'leftoff-session';
const SESSION_FIELD = 'Leftoff-Session';

/**
 * Returns a client that sends its requests through the userscript manager.
 *
 * @param {string} origin the origin of the service
 * @param {string} token may be empty
 */
export function managerClient(origin, token) {
    return new ServiceClient({ origin, token, transport: sendThroughManager, encode: encodeJSON });
}

/** Returns a client for the service's own pages, whose cookie and storage contain the browser's session. */
export function pageClient() {
    const send = fetchTransport('same-origin');
    return new ServiceClient({
        transport: ({ headers, ...request }) => {
            const secret = localStorage.getItem(SESSION_KEY);
            return send({ ...request, headers: secret ? { ...headers, [SESSION_FIELD]: secret } : headers });
        },
        encode: encodeJSON,
    });
}

/**
 * @param {import('../shared/service-client.js').ServiceRequest} request
 * @returns {Promise<import('../shared/service-client.js').ServiceResponse>}
 */
function sendThroughManager({ method, url, headers, body }) {
    return new Promise((resolve, reject) => {
        const fail = () => reject(new Error('no response'));
        GM.xmlHttpRequest({
            method, url, headers, data: typeof body === 'string' ? body : undefined, anonymous: true,
            timeout: REQUEST_TIMEOUT,
            onerror: fail,
            ontimeout: fail,
            onload: ({ status, responseText }) => {
                const text = () => Promise.resolve(responseText);
                resolve({ status, ok: status >= 200 && status < 300, text });
            },
        });
    });
}
