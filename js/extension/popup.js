// The popup: captures the page when it opens, and shows what was captured.

import { browserAPI } from './browser-api.js';
import { button, showActions, showOutcome } from './outcome.js';
import { NOT_PAIRED, pairedClient, pairing } from './service.js';

/** @typedef {{id: number, url?: string}} Tab */
/** @typedef {{id: string, url: string, title: string | null, quote: string | null}} Place */

const { runtime, tabs } = browserAPI;

const part = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));

/**
 * Sends a request to the background script, which completes it even if the popup closes first.
 *
 * @param {Record<string, unknown>} message
 */
async function request(message) {
    const { result, problem, status } = await runtime.sendMessage(message);
    if (problem !== undefined) throw Object.assign(new Error(problem), { status });
    return result;
}

/** @param {Place} place */
function showPlace(place) {
    part('site').textContent = siteOf(place.url);
    part('title').textContent = place.title || place.url;
    part('quote').textContent = place.quote ?? '';
    part('quote').hidden = !place.quote;
    part('place').hidden = false;
}

/** @param {string} address */
function siteOf(address) {
    try {
        return new URL(address).host.replace(/^www\./, '');
    } catch {
        return address;
    }
}

const closeAfter = (/** @type {Promise<unknown>} */ work) => work.then(() => window.close());
const openPairing = () => closeAfter(tabs.create({ url: runtime.getURL('pair.html') }));

/** @param {Tab} tab */
async function capture(tab) {
    showOutcome('Capturing…', '');
    showActions();
    try {
        const place = await request({ type: 'capture', tab: tab.id });
        showOutcome('Captured', 'Your place is saved.', 'check');
        showPlace(place);
        await showActionsAfter(tab, place);
    } catch (problem) {
        showFailure(tab, /** @type {any} */ (problem));
    }
}

/**
 * @param {Tab} tab
 * @param {Place} place the place that was just captured
 */
async function showActionsAfter(tab, place) {
    const client = await pairedClient();
    const undo = button('Undo', async () => {
        try {
            await client.forgetSnapshot(place.id);
            part('place').hidden = true;
            showOutcome('Undone', 'The place was deleted.');
            showActions(button('Capture again', () => capture(tab)));
        } catch (problem) {
            showOutcome('Not undone', /** @type {Error} */ (problem).message, 'cross');
        }
    });
    const all = button('All places', () => closeAfter(tabs.create({ url: client.origin })));
    showActions(undo, all);
    const places = await client.snapshotsOn(place.url, 2);
    const previous = places.find((/** @type {Place} */ other) => other.id !== place.id);
    if (!previous) return;
    const restore = () => closeAfter(request({ type: 'restore', tab: tab.id, id: previous.id }));
    showActions(undo, button('Go to the previous place', restore), all);
}

/**
 * @param {Tab} tab
 * @param {Error & {status?: number}} problem
 */
function showFailure(tab, problem) {
    const needsPairing = problem.status === NOT_PAIRED || problem.status === 401;
    showOutcome(needsPairing ? 'Not paired' : 'Not captured', problem.message, 'cross');
    const action = needsPairing ? openPairing : () => capture(tab);
    showActions(button(needsPairing ? 'Pair' : 'Try again', action, 'primary'));
}

const [tab] = await tabs.query({ active: true, currentWindow: true });
if (!(await pairing())) {
    showOutcome('Pair this browser first', 'You need a code from Leftoff’s install page.');
    showActions(button('Pair', openPairing, 'primary'));
} else {
    await capture({ id: tab.id ?? -1, url: tab.url });
}
