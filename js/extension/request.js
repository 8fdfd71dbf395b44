// Requests of the extension's pages to the background script, which completes them even if the page closes first.

import { browserAPI } from './browser-api.js';

/** The status of a failed request if there is no connection to Leftoff: neither a native host nor a paired service. */
export const NOT_CONNECTED = -1;

/**
 * Sends a request to the background script.
 *
 * @param {Record<string, unknown>} message
 * @returns {Promise<{result: any, connection: string}>} `connection` is the label of the connection in use
 * @throws {Error & {status: number | null, connection: string}}
 */
export async function request(message) {
    const { result, problem, status, connection } = await browserAPI.runtime.sendMessage(message);
    if (problem !== undefined) throw Object.assign(new Error(problem), { status, connection });
    return { result, connection };
}
