/**
 * What the userscript does on the service's own pages: it hears which place is resumed, and is connected on `/install`.
 */

import { encodeJSON } from '../wire/json.js';
import { expectPlace } from './expected-place.js';
import { requestService } from './service-requests.js';

/** The name under which the capture token is kept. */
export const CAPTURE_TOKEN = 'captureToken';

/** @type {{id: string, answer: Promise<any>} | null} */
let prepared = null;

/**
 * @param {string} service
 */
export function workOnServicePage(service) {
    document.documentElement.dataset.userscript = 'there';
    document.addEventListener('pointerover', (event) => prepare(event.target), true);
    document.addEventListener('focusin', (event) => prepare(event.target), true);
    document.addEventListener('click', (event) => heardClick(service, event), true);
    document.addEventListener('auxclick', (event) => heardClick(service, event), true);
    GM.getValue(CAPTURE_TOKEN, '').then((/** @type {string} */ token) => {
        if (token) document.documentElement.dataset.userscript = 'connected';
    });
}

/**
 * @param {string} service
 * @param {MouseEvent} event
 */
function heardClick(service, event) {
    const target = /** @type {Element | null} */ (event.target);
    if (!event.isTrusted || !target || !target.closest) return;
    const connect = target.closest('[data-connect-userscript]');
    const link = prepare(target);
    if (connect) connectHere(service);
    if (!link || event.button > 1 || !prepared) return;
    const { href } = link;
    const since = Date.now();
    prepared.answer.then(({ snapshot }) => expectPlace(href, snapshot, since)).catch(() => undefined);
    // The browser looks for the text of a fragment on and on, and would scroll again once it has found it.
    link.setAttribute('href', href.replace(/(#?):~:.*$/, ''));
    window.setTimeout(() => link.setAttribute('href', href));
}

/**
 * Asks for a place when the pointer or the keyboard comes to its link, so that it is there before the page is.
 *
 * @param {EventTarget | null} target
 * @returns {HTMLAnchorElement | null} the link
 */
function prepare(target) {
    const isElement = target instanceof Element;
    const link = isElement ? /** @type {HTMLAnchorElement | null} */ (target.closest('a[data-resume]')) : null;
    const id = link ? link.dataset.resume ?? '' : '';
    if (!link || (prepared && prepared.id === id)) return link;
    const answer = ownRequest('/api/snapshots/' + encodeURIComponent(id), 'GET');
    answer.catch(() => {
        prepared = null;
    });
    prepared = { id, answer };
    return link;
}

/**
 * The page is signed in, so it may ask for a code; the userscript takes it and gets a token that may only add places.
 *
 * @param {string} service
 */
function connectHere(service) {
    const root = document.documentElement;
    ownRequest('/api/pairings/code', 'POST')
        .then(({ code }) => {
            return requestService('POST', service + '/api/pairings', '', encodeJSON({ code, access: 'capture' }));
        })
        .then(({ token }) => GM.setValue(CAPTURE_TOKEN, token))
        .then(() => {
            root.dataset.userscript = 'connected';
        }, () => {
            root.dataset.userscript = 'failed';
        });
}

/**
 * A request of the page to its own service, with the session that the browser has there.
 *
 * @param {string} path
 * @param {string} method
 * @returns {Promise<any>}
 */
function ownRequest(path, method) {
    return window.fetch(path, { method, cache: 'no-store', redirect: 'error' }).then((answer) => {
        if (!answer.ok) throw new Error(String(answer.status));
        return answer.json();
    });
}
