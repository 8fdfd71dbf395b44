/**
 * A short notice in the page, for the reader of a place that could not be restored exactly.
 */

import { call } from '../dom/node.js';
import { overlayParent, setStyles } from '../dom/overlay.js';

/** In ms: the time for which the notice is shown. */
const NOTICE_TIME = 5000;

/** The notice for each status. The statuses `restored` and `aborted` need none. */
const NOTICES = new Map([
    ['approximate', 'Leftoff: this is approximately your place. The text has changed.'],
    ['abstained', 'Leftoff: your place was not found on this page.'],
    ['wrongPage', 'Leftoff: your place is on another page.'],
]);

/**
 * Returns the notice for a restore that goes on when the page changes.
 *
 * @param {import('./place-search.js').Result} result
 * @returns {string}
 */
function noticeOfWaiting({ reason, control }) {
    if (reason === 'control') {
        // Some buttons show only a symbol.
        const button = control ? '“' + control + '”' : 'the button that shows more';
        return 'Leftoff: your place is further on. Press ' + button + ', and Leftoff goes there.';
    }
    return 'Leftoff: something covers the page. Close it, and Leftoff goes to your place.';
}

/**
 * Shows the notice for a result, if it needs one.
 *
 * @param {Document} document
 * @param {import('./place-search.js').Result} result
 */
export function showNotice(document, result) {
    const waits = !globalThis.LEFTOFF_LITE && result.continues;
    const text = waits ? noticeOfWaiting(result) : NOTICES.get(result.status);
    const parent = overlayParent(document);
    if (!text || !parent) return;
    const notice = call(document, 'createElement', 'div');
    notice.textContent = text;
    notice.setAttribute('role', 'status');
    setStyles(notice, {
        all: 'initial', position: 'fixed', bottom: '16px', left: '16px', padding: '10px 14px', color: '#fff',
        background: '#222', font: '14px/1.4 sans-serif', 'border-radius': '8px', 'z-index': '2147483647',
    });
    parent.append(notice);
    setTimeout(() => notice.remove(), NOTICE_TIME);
}
