/**
 * Entry of the capture bookmarklet.
 */

import { encodeBase64Url } from '../wire/base64url.js';
import { encodeJSON } from '../wire/json.js';
import { captureSnapshot } from './snapshot.js';

/**
 * Captures, and hands the snapshot to the service by opening one of its pages: the page's own policy forbids neither
 * that nor asks for permission, as it may for requests. All of it happens within the click, for popups' sake.
 *
 * @param {string} service the service's origin
 * @param {string} token may only add snapshots
 */
export function captureAndSend(service, token) {
    const json = encodeJSON(captureSnapshot(window));
    const address = service + '/c#' + encodeBase64Url(json) + (token ? '.' + token : '');
    try {
        const popup = window.open(address, '_blank', 'popup,width=460,height=420');
        if (!popup) window.location.href = address;
    } catch {
        window.prompt('Leftoff could not open its window. Copy this and give it to "leftoff capture -":', json);
    }
}
