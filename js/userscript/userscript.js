/**
 * Entry of the userscript: captures by a shortcut and by the manager's menu, and restores when a page is opened by
 * Resume.
 */

import { captureInTurns } from '../capture/capture-steps.js';
import { tellReader } from '../restore/notice.js';
import { watchReader } from '../restore/reader-input.js';
import { restorePlace } from '../restore/restore.js';
import { encodeJSON } from '../wire/json.js';
import { takeExpected } from './expected-place.js';
import { showCard } from './page-card.js';
import { requestService } from './service-requests.js';
import { CAPTURE_TOKEN, workOnServicePage } from './service-page.js';
import { isPressed, readShortcut } from './shortcut.js';

/** Where the reader has set no other. */
const STANDARD_SHORTCUT = 'Alt+Shift+L';
/** The name under which the reader's own is kept. */
const SHORTCUT = 'shortcut';
/** In ms: a page may be here before the service's page has written down what is expected of it. */
const ARRIVAL_DELAYS = [0, 400, 1500, 4000, 10_000];

/**
 * @param {string} service the service's origin
 */
export function startUserscript(service) {
    if (window.location.origin === service) return workOnServicePage(service);
    restoreExpected();
    GM.registerMenuCommand('Capture this place', () => captureHere(service));
    GM.registerMenuCommand('Change the shortcut', changeShortcut);
    listen(service);
}

/** Restores what this page is expected to show. A reader who goes on meanwhile is left where they are. */
function restoreExpected() {
    const began = Date.now();
    let isRead = false;
    const stopWatching = watchReader([window], () => {
        isRead = true;
    });
    const look = () => {
        // What is not taken is there for who loads the page again.
        if (isRead) return;
        takeExpected(window.location.href, began).then((snapshot) => {
            if (snapshot && !isRead) restorePlace(window, snapshot).then((result) => tellReader(document, result));
        });
    };
    for (const delay of ARRIVAL_DELAYS) window.setTimeout(look, delay);
    window.setTimeout(stopWatching, Math.max(...ARRIVAL_DELAYS));
}

/**
 * @param {string} service
 */
function listen(service) {
    let shortcut = readShortcut(STANDARD_SHORTCUT);
    GM.getValue(SHORTCUT, STANDARD_SHORTCUT).then((/** @type {string} */ text) => {
        shortcut = readShortcut(text) ?? shortcut;
    });
    window.addEventListener('keydown', (event) => {
        if (!shortcut || !event.isTrusted || event.repeat || !isPressed(shortcut, event)) return;
        event.preventDefault();
        event.stopPropagation();
        captureHere(service);
    }, true);
}

/** Asks for another shortcut, which counts from the next page on. */
function changeShortcut() {
    GM.getValue(SHORTCUT, STANDARD_SHORTCUT).then((/** @type {string} */ text) => {
        const wanted = window.prompt('Leftoff: the shortcut that captures, such as ' + STANDARD_SHORTCUT, text);
        if (wanted === null) return;
        if (readShortcut(wanted)) return GM.setValue(SHORTCUT, wanted);
        const hint = 'One letter or digit with Alt, Ctrl or Meta is needed.';
        showCard({ heading: 'No shortcut', text: hint, isWrong: true });
    });
}

/**
 * @param {string} service
 */
function captureHere(service) {
    GM.getValue(CAPTURE_TOKEN, '').then((/** @type {string} */ token) => {
        if (!token) {
            const text = 'Open ' + service + '/install and choose “Connect the userscript”.';
            showCard({ heading: 'Not connected yet', text, isWrong: true });
            return;
        }
        captureInTurns(window, (snapshot) => keepCaptured(service, token, snapshot));
    });
}

/**
 * @param {string} service
 * @param {string} token
 * @param {any} snapshot
 */
function keepCaptured(service, token, snapshot) {
    const fail = (/** @type {Error} */ problem) => {
        showCard({ heading: 'Not kept', text: problem.message, isWrong: true });
    };
    requestService('POST', service + '/api/snapshots', token, encodeJSON(snapshot)).then(({ id, undo }) => {
        const address = service + '/api/snapshots/' + encodeURIComponent(id) + '/undo';
        const takeBack = () => {
            requestService('POST', address, token, encodeJSON({ ticket: undo })).then(() => {
                showCard({ heading: 'Forgotten', text: 'Nothing was kept.' });
            }, fail);
        };
        const primary = snapshot.anchors[0];
        const words = primary && primary.quote ? primary.quote.exact : snapshot.title;
        const text = words.length > 90 ? words.slice(0, 89) + '…' : words;
        showCard({ heading: 'Captured', text, action: undo ? { label: 'Undo', run: takeBack } : undefined });
    }, fail);
}
