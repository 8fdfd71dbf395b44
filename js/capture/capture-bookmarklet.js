/**
 * Entry of the capture bookmarklet.
 */

import { encodeBase64Url } from '../wire/base64url.js';
import { encodeJSON } from '../wire/json.js';
import { captureInTurns } from './capture-steps.js';

/**
 * Captures, and hands the snapshot to the service by opening one of its pages: the page's own policy forbids neither
 * that nor asks for permission, as it may for requests. Browsers let a click open a window for a second or more.
 *
 * @param {string} service the service's origin
 * @param {string} token may only add snapshots
 */
export function captureAndSend(service, token) {
    captureInTurns(window, (snapshot) => sendSnapshot(encodeJSON(snapshot), service, token));
}

/**
 * @param {string} json
 * @param {string} service
 * @param {string} token
 */
function sendSnapshot(json, service, token) {
    const address = service + '/c#' + encodeBase64Url(json) + (token ? '.' + token : '');
    try {
        const popup = window.open(address, '_blank', 'popup,width=460,height=420');
        if (!popup) window.location.href = address;
    } catch {
        window.prompt('Leftoff could not open its window. Copy this and give it to "leftoff capture -":', json);
    }
}
