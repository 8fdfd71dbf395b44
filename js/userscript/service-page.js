/**
 * The userscript on the service's own pages: it observes which place is resumed, and `/install` connects it.
 */

import { expectPlace } from './expected-place.js';
import { managerClient, pageClient } from './service-requests.js';

/** The storage key of the capture token. */
export const CAPTURE_TOKEN = 'captureToken';

/**
 * The place whose link the pointer or the keyboard focus is on.
 *
 * @type {{id: string, response: Promise<any>} | null}
 */
let prepared = null;

/**
 * Starts observing a page of the service.
 *
 * @param {string} service the origin of the service
 */
export function observeServicePage(service) {
    document.documentElement.dataset.userscript = 'there';
    document.addEventListener('pointerover', (event) => requestPlace(event.target), true);
    document.addEventListener('focusin', (event) => requestPlace(event.target), true);
    document.addEventListener('click', (event) => handleClick(service, event), true);
    document.addEventListener('auxclick', (event) => handleClick(service, event), true);
    GM.getValue(CAPTURE_TOKEN, '').then((token) => {
        if (token) document.documentElement.dataset.userscript = 'connected';
    });
}

/**
 * @param {string} service
 * @param {MouseEvent} event
 */
function handleClick(service, event) {
    const target = /** @type {Element | null} */ (event.target);
    if (!event.isTrusted || !target || !target.closest) return;
    const connectButton = target.closest('[data-connect-userscript]');
    const link = requestPlace(target);
    if (connectButton) connect(service);
    if (!link || event.button > 1 || !prepared) return;
    const { href } = link;
    const since = Date.now();
    prepared.response.then(({ snapshot }) => expectPlace(href, snapshot, since)).catch(() => undefined);
    // Browsers keep searching for the text of a fragment while a page loads, and would scroll again later.
    link.setAttribute('href', href.replace(/(#?):~:.*$/, ''));
    window.setTimeout(() => link.setAttribute('href', href));
}

/**
 * Requests a place when the pointer or the keyboard focus reaches its link, so that it arrives before the page opens.
 *
 * @param {EventTarget | null} target
 * @returns {HTMLAnchorElement | null} the link
 */
function requestPlace(target) {
    const isElement = target instanceof Element;
    const link = isElement ? /** @type {HTMLAnchorElement | null} */ (target.closest('a[data-resume]')) : null;
    const id = link ? link.dataset.resume ?? '' : '';
    if (!link || (prepared && prepared.id === id)) return link;
    const response = pageClient().snapshot(id);
    response.catch(() => {
        prepared = null;
    });
    prepared = { id, response };
    return link;
}

/**
 * Connects the userscript. The page is signed in, so it may request a pairing code; the userscript exchanges the code
 * for the capture token.
 *
 * @param {string} service
 */
function connect(service) {
    const root = document.documentElement;
    pageClient().createPairingCode()
        .then(({ code }) => managerClient(service, '').pair(code, 'capture'))
        .then(({ token }) => GM.setValue(CAPTURE_TOKEN, token))
        .then(() => {
            root.dataset.userscript = 'connected';
        }, () => {
            root.dataset.userscript = 'failed';
        });
}
