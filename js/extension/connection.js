// The extension's connection to Leftoff, chosen in one place: the native messaging host if the browser can start it,
// otherwise the paired service.

import { ServiceClient, ServiceError } from '../shared/service-client.js';
import { browserAPI } from './browser-api.js';
import { NativeHost } from './native-host.js';
import { NOT_CONNECTED } from './request.js';
import { pairedClient, pairing } from './service.js';

/**
 * @typedef {object} Connection
 * @property {'native' | 'service'} kind
 * @property {string} label for people
 * @property {ServiceClient<any>} client
 */

const { runtime } = browserAPI;

/** The states of downloads that are not finished. */
const UNFINISHED_STATES = ['ready', 'running', 'waiting', 'verifying'];
/** The maximum number of downloads in one response, and of those that are counted. */
const PAGE_LIMIT = 1000;

const INSTRUCTION = 'Run “leftoff native-host install” in a terminal, or pair this browser with a code.';

const host = new NativeHost({
    connect: () => {
        const port = runtime.connectNative('leftoff');
        // Chromium logs an error that no one reads.
        port.onDisconnect.addListener(() => runtime.lastError);
        return port;
    },
});
const nativeClient = new ServiceClient({
    transport: (request) => host.send(request),
    unreachable: 'Leftoff stopped before it responded. Try again.',
});

/**
 * The connection in use, until it fails.
 *
 * @type {Promise<Connection> | null}
 */
let current = null;
/** The label of the connection that was used last; empty if there is none. */
let lastLabel = '';

/** Returns the label of the connection that was used last; empty if there is none. */
export function connectionLabel() {
    return lastLabel;
}

/** Discards the choice of the connection. The next use chooses again. */
export function resetConnection() {
    current = null;
}

/**
 * Does work with the connection.
 *
 * @template Result
 * @param {(connection: Connection) => Promise<Result>} work
 * @returns {Promise<Result>}
 * @throws {ServiceError} with the status `NOT_CONNECTED` if there is no connection
 */
export async function withConnection(work) {
    const choice = current ??= chooseConnection();
    let isChosen = false;
    try {
        const connection = await choice;
        isChosen = true;
        lastLabel = connection.label;
        return await work(connection);
    } catch (problem) {
        const { status } = /** @type {ServiceError} */ (problem);
        if (status === NOT_CONNECTED) lastLabel = '';
        // The host was removed, the service ended, or the token was changed. A failed choice is not kept either.
        const isUseless = !isChosen || status === NOT_CONNECTED || status === 0 || status === 401;
        if (isUseless && current === choice) resetConnection();
        throw problem;
    }
}

/** @returns {Promise<Connection>} */
async function chooseConnection() {
    /** @type {ServiceError} */
    let problem;
    try {
        const { version } = await describeHost();
        return { kind: 'native', label: `Direct connection · Leftoff ${version}`, client: nativeClient };
    } catch (thrown) {
        problem = /** @type {ServiceError} */ (thrown);
    }
    const paired = await pairing();
    if (paired) {
        const address = new URL(paired.service).host;
        return { kind: 'service', label: `Paired service · ${address}`, client: await pairedClient() };
    }
    // A host that responded has a better reason.
    if (problem.status > 0) throw problem;
    throw new ServiceError(NOT_CONNECTED, INSTRUCTION);
}

/**
 * Introduces the extension to the host.
 *
 * @returns {Promise<{version: string, service: string | null}>} `service` is the origin of the running service
 */
async function describeHost() {
    const { version } = runtime.getManifest();
    return nativeClient.json('/host', { method: 'POST', body: { version, browser: await browserName() } });
}

/** Returns the name of the browser, such as `Firefox` or `Chromium`. */
async function browserName() {
    if (runtime.getBrowserInfo) return (await runtime.getBrowserInfo()).name;
    const brands = navigator.userAgentData?.brands ?? [];
    return brands.some(({ brand }) => brand === 'Google Chrome') ? 'Chrome' : 'Chromium';
}

/**
 * Returns true if an origin is that of the paired service, or of the service that the host reports to be running now.
 * Any program can serve pages on loopback.
 *
 * @param {string} origin
 * @returns {Promise<boolean>}
 */
export async function isServiceOrigin(origin) {
    const paired = await pairing();
    if (paired && origin === paired.service) return true;
    try {
        return await withConnection(async ({ kind }) =>
            kind === 'native' && (await describeHost()).service === origin);
    } catch {
        return false;
    }
}

/**
 * Counts the downloads that are not finished.
 *
 * @returns {Promise<number>} at most 1000
 */
export async function countUnfinished() {
    const query = new URLSearchParams(UNFINISHED_STATES.map((state) => ['state', state]));
    query.set('limit', String(PAGE_LIMIT));
    return withConnection(async ({ client }) => (await client.json(`/api/queue?${query}`)).length);
}

/**
 * Requests an address and a one-time code that sign this browser in. The host starts the service if none is running.
 *
 * @returns {Promise<{origin: string, code: string}>}
 */
export function signIn() {
    return withConnection(({ kind, client }) => (kind === 'native'
        ? client.json('/host/page', { method: 'POST', body: {} })
        : client.json('/api/logins', { method: 'POST' })));
}
