// The popup: captures the page when it opens, and shows what was captured.

import { browserAPI } from './browser-api.js';
import { button, part, showActions, showOutcome } from './outcome.js';
import { NOT_CONNECTED, request } from './request.js';

/** @typedef {{id: number, url?: string}} Tab */
/** @typedef {{id: string, url: string, title: string | null, quote: string | null}} Place */

const { runtime, tabs } = browserAPI;

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

/** @param {string} label of the connection in use; empty if there is none */
function showConnection(label) {
    part('connection').textContent = label;
    part('connection').hidden = !label;
}

const closeAfter = (/** @type {Promise<unknown>} */ work) => work.then(() => window.close());
const openConnecting = () => closeAfter(tabs.create({ url: runtime.getURL('pair.html') }));

/** @param {Tab} tab */
async function capture(tab) {
    showOutcome('Capturing…', '', 'busy');
    showActions();
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
    try {
        const { result, connection } = await request({ type: 'capture', tab: tab.id, isStill });
        showOutcome('Captured', 'Your place is saved.', 'check');
        showPlace(result);
        showConnection(connection);
        await showActionsAfter(tab, result);
    } catch (problem) {
        showFailure(tab, /** @type {any} */ (problem));
    }
}

/**
 * @param {Tab} tab
 * @param {Place} place the place that was just captured
 */
async function showActionsAfter(tab, place) {
    const undo = button('Undo', async () => {
        try {
            await request({ type: 'forget', id: place.id });
            part('place').hidden = true;
            showOutcome('Undone', 'The place was deleted.');
            showActions(button('Capture again', () => capture(tab), 'primary'));
        } catch (problem) {
            showOutcome('Not undone', /** @type {Error} */ (problem).message, 'cross');
        }
    });
    const all = button('All places', () => closeAfter(request({ type: 'places' })));
    showActions(undo, all);
    const { result: previous } = await request({ type: 'previous', url: place.url, id: place.id });
    // The reader may have undone the capture in the meantime.
    if (!previous || !undo.isConnected) return;
    const restore = () => closeAfter(request({ type: 'restore', tab: tab.id, id: previous.id }));
    undo.after(button('Go to the previous place', restore));
}

/**
 * @param {Tab} tab
 * @param {Error & {status: number | null, connection: string}} problem
 */
function showFailure(tab, problem) {
    const isUnconnected = problem.status === NOT_CONNECTED || problem.status === 401;
    showOutcome(isUnconnected ? 'Not connected' : 'Not captured', problem.message, 'cross');
    showConnection(isUnconnected ? '' : problem.connection);
    const action = isUnconnected ? openConnecting : () => capture(tab);
    showActions(button(isUnconnected ? 'Connect' : 'Try again', action, 'primary'));
}

const [tab] = await tabs.query({ active: true, currentWindow: true });
await capture({ id: tab.id ?? -1, url: tab.url });
