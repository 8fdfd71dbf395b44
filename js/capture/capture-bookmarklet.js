/**
 * Entry of the capture bookmarklet.
 */

import { encodeJSON } from '../wire/json.js';
import { makePayload } from '../wire/payload.js';
import { captureInTurns } from './capture-steps.js';
import { showCopyDialog } from './copy-dialog.js';

/** In ms: a page that is still there then was not left. */
const LEAVING_TIME = 1500;

/**
 * Captures, and hands the snapshot to the service by opening one of its pages: the page's own policy forbids neither
 * that nor asks for permission, as it may for requests. Browsers let a click open a window for a second or more.
 *
 * @param {string} service the service's origin
 * @param {string} token may only add snapshots
 */
export function captureAndSend(service, token) {
    captureInTurns(window, (snapshot) => {
        makePayload(snapshot, token, (payload) => handOver(service + '/c#' + payload, encodeJSON(snapshot)));
    });
}

/**
 * By a window of its own; where the page may open none, in place of the page, which stays one step back; and where that
 * is hindered too, as a text to copy.
 *
 * @param {string} address
 * @param {string} json
 */
function handOver(address, json) {
    try {
        if (window.open(address, '_blank', 'popup,width=460,height=420')) return;
    } catch {
        // Firefox throws where the page's sandbox forbids it.
    }
    let isLeft = false;
    window.addEventListener('pagehide', () => {
        isLeft = true;
    });
    try {
        window.location.href = address;
    } finally {
        window.setTimeout(() => {
            if (!isLeft) showCopyDialog(document, json);
        }, LEAVING_TIME);
    }
}
