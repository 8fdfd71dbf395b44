// The paired service. Pairing provides the token, which stays in the extension's own storage.

import { ServiceClient, ServiceError, fetchTransport } from '../shared/service-client.js';
import { browserAPI } from './browser-api.js';

/**
 * Returns the service that the extension is paired with.
 *
 * @returns {Promise<{service: string, token: string} | null>}
 */
export async function pairing() {
    const { service, token } = await browserAPI.storage.local.get(['service', 'token']);
    return typeof service === 'string' && typeof token === 'string' ? { service, token } : null;
}

/**
 * Returns a client of the service that the extension is paired with.
 *
 * @throws {ServiceError} with the status 401 if there is none
 */
export async function pairedClient() {
    const paired = await pairing();
    if (!paired) throw new ServiceError(401, 'This browser is not paired with Leftoff yet.');
    return client(paired.service, paired.token);
}

/**
 * Exchanges the code that `/install` shows for a token, and stores the token.
 *
 * @param {string} origin the origin of the service
 * @param {string} code
 */
export async function pair(origin, code) {
    const { token } = await client(origin, '').pair(code);
    await browserAPI.storage.local.set({ service: origin, token });
}

/**
 * @param {string} origin
 * @param {string} token may be empty
 */
function client(origin, token) {
    const unauthorized = 'The service does not recognize this browser any more. Pair it again.';
    return new ServiceClient({ origin, token, transport: fetchTransport('omit'), unauthorized });
}
