// Speaks with the service. The token comes from pairing and stays in the extension's own storage.

import { browserAPI } from './browser-api.js';

/** The states in which a download is still to be done. */
const LIVE_STATES = new Set(['ready', 'running', 'waiting', 'verifying']);

/** An answer that is no success, or none at all, with words for people. */
export class ServiceProblem extends Error {
    /**
     * @param {number} status 0 without an answer, -1 without a pairing
     * @param {string} text
     */
    constructor(status, text) {
        super(text);
        this.status = status;
    }
}

/**
 * With which service the extension is paired.
 * @returns {Promise<{service: string, token: string} | null>}
 */
export async function pairing() {
    const { service, token } = await browserAPI.storage.local.get(['service', 'token']);
    return typeof service === 'string' && typeof token === 'string' ? { service, token } : null;
}

/**
 * @param {string} path
 * @param {{method?: string, body?: unknown}} [options]
 * @returns {Promise<any>} what the answer says
 */
async function ask(path, { method = 'GET', body } = {}) {
    const paired = await pairing();
    if (!paired) throw new ServiceProblem(-1, 'This browser is not paired with Leftoff yet.');
    const headers = { Authorization: `Bearer ${paired.token}` };
    return exchange(paired.service + path, method, body, headers);
}

/**
 * @param {string} address
 * @param {string} method
 * @param {unknown} body
 * @param {Record<string, string>} headers
 */
async function exchange(address, method, body, headers) {
    let answer;
    try {
        answer = await fetch(address, {
            method,
            headers: body === undefined ? headers : { ...headers, 'Content-Type': 'application/json' },
            body: body === undefined ? undefined : JSON.stringify(body),
            cache: 'no-store',
            credentials: 'omit',
            redirect: 'error',
        });
    } catch {
        throw new ServiceProblem(0, 'The service does not answer. Is “leftoff serve” running?');
    }
    if (answer.status === 204) return null;
    const said = await answer.json().catch(() => null);
    if (answer.ok) return said;
    if (answer.status === 401) {
        throw new ServiceProblem(401, 'The service no longer knows this browser. Pair it again.');
    }
    throw new ServiceProblem(answer.status, String(said?.detail ?? `The service answered ${answer.status}.`));
}

const enc = encodeURIComponent;

export const service = {
    /** @param {unknown} snapshot */
    keep: (snapshot) => ask('/api/snapshots', { method: 'POST', body: snapshot }),
    /** @param {string} id */
    forget: (id) => ask(`/api/snapshots/${enc(id)}`, { method: 'DELETE' }),
    /** @param {string} id */
    place: (id) => ask(`/api/snapshots/${enc(id)}`),
    /** The places on a page, newest first. @param {string} address @param {number} limit */
    placesOn: (address, limit) => ask(`/api/snapshots?${new URLSearchParams({ page: address, limit: String(limit) })}`),
    /** @param {string} url @param {string | undefined} referer */
    queue: (url, referer) => ask('/api/queue', { method: 'POST', body: { urls: [url], referer } }),
    /** How many downloads are still to be done. */
    async queued() {
        const items = await ask('/api/queue');
        return items.filter((/** @type {{state: string}} */ item) => LIVE_STATES.has(item.state)).length;
    },
};

/**
 * Exchanges the code that `/install` shows for the token, and keeps it.
 * @param {string} origin the service's
 * @param {string} code
 */
export async function pair(origin, code) {
    const { token } = await exchange(`${origin}/api/pairings`, 'POST', { code }, {});
    await browserAPI.storage.local.set({ service: origin, token });
}
