// The popup: captures the page when it opens, and shows what was captured.

import { browserAPI } from './browser-api.js';
import { describeCopies } from './copy-report.js';
import { button, part, showActions, showOutcome } from './outcome.js';
import { NOT_CONNECTED, request } from './request.js';

/** @typedef {{id: number, url?: string, isInReaderMode?: boolean, windowId?: number}} Tab */
/**
 * @typedef {{id: string, url: string, title: string | null, quote: string | null, progress?: number | null,
 *     origin?: string}} Place
 */

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

/**
 * Closes the popup when work is done, or shows why it failed.
 *
 * @param {Promise<unknown>} work
 */
function closeAfter(work) {
    return work.then(() => window.close(), (problem) => showOutcome('That did not work', problem.message, 'cross'));
}
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
        showCopies(result);
        await showActionsAfter(tab, result);
    } catch (problem) {
        showFailure(tab, /** @type {any} */ (problem));
    }
}

/**
 * Shows which copies were kept, when they are.
 *
 * @param {Place} place the place that was just captured
 */
async function showCopies({ id }) {
    const { result } = await request({ type: 'copies', id }).catch(() => ({ result: [] }));
    // The reader may have undone the capture in the meantime.
    if (part('place').hidden) return;
    part('copies').textContent = describeCopies(result);
    part('copies').hidden = result.length === 0;
}

/**
 * @param {Tab} tab
 * @param {Place} place the place that was just captured
 */
async function showActionsAfter(tab, place) {
    const undo = button('Undo', async () => {
        try {
            await request({ type: 'forget', id: place.id, page: place.url });
            part('place').hidden = true;
            part('copies').hidden = true;
            showOutcome('Undone', 'The place was deleted.');
            showActions(button('Capture again', () => capture(tab), 'primary'), ...windowActions(tab));
        } catch (problem) {
            showOutcome('Not undone', /** @type {Error} */ (problem).message, 'cross');
        }
    });
    const all = button('All places', () => closeAfter(request({ type: 'places' })));
    showActions(undo, all, ...windowActions(tab));
    const { result: previous } = await request({ type: 'previous', url: place.url, id: place.id });
    // The reader may have undone the capture in the meantime.
    if (!previous || !undo.isConnected) return;
    const restore = () => closeAfter(request({ type: 'restore', tab: tab.id, id: previous.id }));
    // At the end, because the reader may be about to press another button.
    part('actions').append(button('Go to the previous place', restore));
    if (previous.origin === 'automatic') showAutomatic(previous);
}

/**
 * Shows that the previous place was kept without a click, and lets the reader decide about it.
 *
 * @param {Place} place
 */
function showAutomatic(place) {
    const show = (/** @type {string} */ text, /** @type {HTMLElement[]} */ ...actions) => {
        part('automatic-text').textContent = text;
        part('automatic-actions').replaceChildren(...actions);
    };
    const act = (/** @type {() => Promise<void>} */ work) => async () => {
        await work().catch((problem) => show(problem.message));
    };
    const keep = act(async () => {
        await request({ type: 'keep', id: place.id, page: place.url });
        show('Your previous place is kept.');
    });
    const undo = act(async () => {
        await request({ type: 'undo', id: place.id, page: place.url });
        showAutomatic(place);
    });
    const refuse = act(async () => {
        await request({ type: 'refuse', page: place.url });
        show('Forgotten for good. This page gets no automatic place.', button('Undo', undo));
    });
    const percent = Math.round(Math.min(1, Math.max(0, place.progress ?? 0)) * 100);
    const share = typeof place.progress === 'number' ? `, ${percent} % read` : '';
    show(`Your previous place was kept automatically${share}.`, button('Keep', keep),
        button('Forget for good', refuse));
    part('automatic').hidden = false;
}

/**
 * Returns the buttons for whole windows.
 *
 * @param {Tab} tab
 */
function windowActions({ windowId }) {
    const setAside = async () => {
        showOutcome('Setting aside…', '', 'busy');
        showActions();
        try {
            await request({ type: 'set-aside-or-ask', window: windowId });
            window.close();
        } catch (problem) {
            showOutcome('Not set aside', /** @type {Error} */ (problem).message, 'cross');
            showActions(button('Try again', setAside, 'primary'), button('Windows', list));
        }
    };
    const list = () => closeAfter(tabs.create({ url: runtime.getURL('windows.html') }));
    return [button('Set aside this window', setAside), button('Windows', list)];
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
    const windows = isUnconnected ? [] : windowActions(tab);
    showActions(button(isUnconnected ? 'Connect' : 'Try again', action, 'primary'), ...windows);
}

/** @param {Tab} tab in Firefox's reader view, in which extensions cannot run scripts */
function showReaderView(tab) {
    showOutcome('Not captured', 'Firefox allows no extensions in its reader view. Leave it, and press again.', 'cross');
    const leave = () => closeAfter(tabs.toggleReaderMode?.(tab.id) ?? Promise.resolve());
    showActions(button('Leave the reader view', leave, 'primary'), ...windowActions(tab));
}

const [{ id = -1, url, isInReaderMode, windowId }] = await tabs.query({ active: true, currentWindow: true });
if (isInReaderMode) showReaderView({ id, windowId });
else await capture({ id, url, windowId });
