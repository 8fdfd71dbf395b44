/**
 * The entry of the userscript: captures on a keyboard shortcut or from the manager's menu, and restores the place when
 * a page was opened with Resume.
 */

import { captureInTasks } from '../capture/capture-steps.js';
import { runInSlices } from '../copy/slices.js';
import { textDocumentSteps } from '../copy/text-copy.js';
import { showNotice } from '../restore/notice.js';
import { watchReader } from '../restore/reader-input.js';
import { restorePlace } from '../restore/restore.js';
import { settleExpected, takeExpected } from './expected-place.js';
import { showCard } from './page-card.js';
import { CAPTURE_TOKEN, observeServicePage } from './service-page.js';
import { managerClient } from './service-requests.js';
import { isPressed, readShortcut } from './shortcut.js';

/** The shortcut that captures unless the reader has chosen another. */
const STANDARD_SHORTCUT = 'Alt+Shift+L';
/** The storage key of a shortcut that the reader has chosen. */
const SHORTCUT = 'shortcut';
/** In ms: a page may open before the service's page has stored what the page is expected to show. */
const EXPECTATION_DELAYS = [0, 400, 1500, 4000, 10_000];
/** In UTF-16 units: longer words are cut on the card. */
const MOST_CARD_TEXT = 90;

/**
 * @param {string} service the origin of the service
 */
export function startUserscript(service) {
    if (window.location.origin === service) return observeServicePage(service);
    restoreExpected();
    GM.registerMenuCommand('Capture this place', () => capture(service));
    GM.registerMenuCommand('Change the keyboard shortcut', changeShortcut);
    captureOnShortcut(service);
}

/** Restores the place that this page is expected to show, unless the reader has started to read. */
function restoreExpected() {
    const openedAt = Date.now();
    let isReading = false;
    let isTaken = false;
    const stopWatching = watchReader([window], () => {
        isReading = true;
    });
    const restoreIfExpected = () => {
        takeExpected(window.location.href, openedAt).then((expected) => {
            if (!expected || isTaken) return;
            isTaken = true;
            // A reader who has scrolled already is not moved, nor after another load of the page.
            if (isReading) return settleExpected(expected, 'aborted');
            restorePlace(window, expected.snapshot).then((result) => {
                showNotice(document, result);
                settleExpected(expected, result.status);
            });
        });
    };
    for (const delay of EXPECTATION_DELAYS) window.setTimeout(restoreIfExpected, delay);
    window.setTimeout(stopWatching, Math.max(...EXPECTATION_DELAYS));
}

/**
 * Captures when the shortcut is pressed.
 *
 * @param {string} service
 */
function captureOnShortcut(service) {
    let shortcut = readShortcut(STANDARD_SHORTCUT);
    GM.getValue(SHORTCUT, STANDARD_SHORTCUT).then((text) => {
        shortcut = readShortcut(text) ?? shortcut;
    });
    window.addEventListener('keydown', (event) => {
        if (!shortcut || !event.isTrusted || event.repeat || !isPressed(shortcut, event)) return;
        event.preventDefault();
        event.stopPropagation();
        capture(service);
    }, true);
}

/** Asks the reader for another shortcut, which pages use from their next load on. */
function changeShortcut() {
    GM.getValue(SHORTCUT, STANDARD_SHORTCUT).then((text) => {
        const question = 'Leftoff: the keyboard shortcut that captures a place, such as ' + STANDARD_SHORTCUT;
        const wanted = window.prompt(question, text);
        if (wanted === null) return;
        if (readShortcut(wanted)) return GM.setValue(SHORTCUT, wanted);
        const hint = 'Use one letter or digit together with Alt, Ctrl or Meta.';
        showCard({ heading: 'Shortcut not changed', text: hint, symbol: 'cross' });
    });
}

/**
 * @param {string} service
 */
function capture(service) {
    GM.getValue(CAPTURE_TOKEN, '').then((token) => {
        if (!token) {
            const text = 'Open ' + service + '/install and choose “Connect the userscript”.';
            showCard({ heading: 'Not connected', text, symbol: 'cross' });
            return;
        }
        captureInTasks(window, (snapshot) => storePlace(managerClient(service, token), snapshot));
    });
}

/**
 * Sends a snapshot to the service and shows a card with the outcome.
 *
 * @param {ReturnType<typeof managerClient>} client
 * @param {any} snapshot
 */
function storePlace(client, snapshot) {
    const showFailure = (/** @type {Error} */ problem) => {
        showCard({ heading: 'Not captured', text: problem.message, symbol: 'cross' });
    };
    client.addSnapshot(snapshot).then(({ id, undo, renewed }) => {
        let isUndone = false;
        const forget = () => {
            isUndone = true;
            client.undo(id, undo).then(() => {
                showCard({ heading: 'Undone', text: 'The place was deleted.' });
            }, showFailure);
        };
        const primary = snapshot.anchors[0];
        const words = primary && primary.quote ? primary.quote.exact : snapshot.title;
        const text = words.length > MOST_CARD_TEXT ? words.slice(0, MOST_CARD_TEXT - 1) + '…' : words;
        const action = undo ? { label: 'Undo', run: forget } : undefined;
        if (renewed) {
            showCard({ heading: 'Already saved', text: 'Your place was saved here before: ' + text });
            return;
        }
        showCard({ heading: 'Captured', text, action });
        copyText(client, id, undo, snapshot, (outcome) => {
            if (!isUndone) showCard({ heading: 'Captured', text: text + ' · ' + outcome, action });
        });
    }, showFailure);
}

/**
 * Copies the text of the page after its place was stored.
 *
 * @param {ReturnType<typeof managerClient>} client
 * @param {string} id of the place
 * @param {string} ticket the undo ticket of the capture
 * @param {any} snapshot
 * @param {(outcome: string) => void} report receives what to tell the reader
 */
function copyText(client, id, ticket, snapshot, report) {
    runInSlices(window, textDocumentSteps(window, snapshot), (copied) => {
        if (!copied) return;
        client.addCopy(id, 'text', copied.json, ticket).then((stored) => {
            if (stored && stored.bytes) report('The text of the page was kept.');
            else if (stored && stored.notice) report(stored.notice);
        }, ({ status, message }) => {
            // A service of an earlier version keeps no copies.
            if (status !== 404 && status !== 405) report('No copy of the text was kept: ' + message);
        });
    });
}
