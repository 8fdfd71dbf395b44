/**
 * The entries of the restore bookmarklets.
 */

import { documentKey } from '../wire/page-key.js';
import { restoreBriefly } from './brief-restore.js';
import { showNotice } from './notice.js';
import { hasSameAddress } from './same-page.js';
import { readSnapshot } from './snapshot-reader.js';

/** In ms: a window that has not replied after this time was closed, is not signed in, or was not answered. */
const REPLY_TIMEOUT = 300_000;

/**
 * Requests the newest snapshot of this page by opening a page of the service, which asks the reader and then replies
 * with a message, and restores it. Messages from other origins and windows are ignored.
 *
 * @param {string} service the service's origin
 */
export function requestAndRestore(service) {
    const origin = new URL(service).origin;
    const address = service + '/r#' + encodeURIComponent(documentKey(window.location.href));
    const popup = openWindow(address);
    if (!popup) {
        // A page that may not open windows receives no reply; the service's page then offers to resume.
        window.location.href = address;
        return;
    }
    const stop = () => window.removeEventListener('message', receive);
    const receive = (/** @type {MessageEvent} */ event) => {
        if (event.origin !== origin || event.source !== popup) return;
        const snapshot = snapshotOf(event.data);
        if (!snapshot || !hasSameAddress(readSnapshot(snapshot), window.location.href, '')) return;
        stop();
        popup.close();
        restoreAndNotify(snapshot);
    };
    window.addEventListener('message', receive);
    window.setTimeout(stop, REPLY_TIMEOUT);
}

/**
 * @param {string} address
 * @returns {Window | null}
 */
function openWindow(address) {
    try {
        return window.open(address, '_blank', 'popup,width=460,height=420');
    } catch {
        // Firefox throws if the page's sandbox forbids it.
        return null;
    }
}

/**
 * Restores one snapshot.
 *
 * @param {string} json a snapshot as text, which is parsed and never executed
 */
export function restoreOne(json) {
    const snapshot = snapshotOf(json);
    if (snapshot) restoreAndNotify(snapshot);
}

/**
 * @param {any} snapshot
 */
function restoreAndNotify(snapshot) {
    restoreBriefly(window, snapshot).then((result) => showNotice(document, result));
}

/**
 * @param {any} data a snapshot, or an object that contains one, or either as JSON
 * @returns {any} null if there is no snapshot
 */
function snapshotOf(data) {
    try {
        const value = typeof data === 'string' ? JSON.parse(data) : data;
        return value && typeof value === 'object' ? value.snapshot ?? value : null;
    } catch {
        return null;
    }
}
