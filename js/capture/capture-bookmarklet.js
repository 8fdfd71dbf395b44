/**
 * The entry of the capture bookmarklet.
 */

import { runInSlices } from '../copy/slices.js';
import { textCopyJSON, textCopySteps } from '../copy/text-copy.js';
import { encodeJSON } from '../wire/json.js';
import { addCopy, makePayload } from '../wire/payload.js';
import { captureInTasks } from './capture-steps.js';
import { showCopyDialog } from './copy-dialog.js';

/** In ms: the time for copying. Browsers allow a script to open a window for at least a second after a click. */
const COPYING_TIME = 600;
/** In ms: if the page is still open after this time, the navigation was blocked. */
const LEAVING_TIME = 1500;

/**
 * Captures the page and sends the snapshot to the service by opening a page of the service. Unlike a request, this
 * cannot be forbidden by the page's policy and needs no permission. As much of the page's text as fits goes with it.
 *
 * @param {string} service the service's origin
 * @param {string} token the capture token
 */
export function captureAndSend(service, token) {
    captureInTasks(window, (snapshot) => {
        makePayload(snapshot, token, (payload) => {
            const open = (/** @type {string} */ whole) => openReceiver(service + '/c#' + whole, encodeJSON(snapshot));
            let isOpen = false;
            const openOnce = (/** @type {string} */ whole) => {
                if (!isOpen) open(whole);
                isOpen = true;
            };
            // A large page takes longer to copy than the browser allows before the window opens.
            window.setTimeout(() => openOnce(payload), COPYING_TIME);
            runInSlices(window, textCopySteps(window, snapshot), (copy) => {
                const copyWithin = (/** @type {number} */ size) => copy && textCopyJSON(copy, size);
                if (!isOpen) addCopy(payload, copyWithin, openOnce);
            });
        });
    });
}

/**
 * Opens the URL in a new window. If the page may not open windows, the URL replaces the page, which stays one step back
 * in the history. If that is blocked too, a dialog shows the snapshot as text to copy.
 *
 * @param {string} address
 * @param {string} json
 */
function openReceiver(address, json) {
    try {
        if (window.open(address, '_blank', 'popup,width=460,height=420')) return;
    } catch {
        // Firefox throws if the page's sandbox forbids it.
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
