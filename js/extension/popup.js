// The popup. On a page with a place it shows the place, offers to resume it, and stores nothing. A page without a place
// is captured when the popup opens, unless it stands as it was opened: then the popup offers to save it.

import { browserAPI } from './browser-api.js';
import { describeCopies } from './copy-report.js';
import { makeButton, part, showActions, showOutcome, showPlace, showProblem } from './outcome.js';
import { TABLE } from './presentation.js';
import { distanceLabel } from './reading-progress.js';
import { NOT_CONNECTED, request } from './request.js';

/** @typedef {{id: number, url?: string, isInReaderMode?: boolean, windowId?: number}} Tab */
/**
 * @typedef {{id: string, url: string, title: string | null, quote: string | null, progress?: number | null,
 *     origin?: string, storedAt?: string, renewed?: boolean}} Place
 */

const { runtime, tabs } = browserAPI;

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
    return work.then(() => window.close(), (problem) => showProblem('That did not work', problem));
}
const openConnecting = () => closeAfter(tabs.create({ url: runtime.getURL('pair.html') }));

const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;

/**
 * Shows what the background script finds on the page.
 *
 * @param {Tab} tab
 */
async function look(tab) {
    showOutcome('Looking…', '', 'busy');
    try {
        const { result, connection } = await request({ type: 'look', tab: tab.id, isStill });
        showConnection(connection);
        if (result.kind === 'waiting') await resume(tab, result.id);
        else if (result.kind === 'place') showFound(tab, result);
        else if (result.kind === 'untouched') showUntouched(tab, result);
        else await showCaptured(tab, result.place);
    } catch (problem) {
        showFailure(tab, /** @type {any} */ (problem), look);
    }
}

/**
 * Goes to a place on the page, and closes the popup.
 *
 * @param {Tab} tab
 * @param {string} id of the place
 */
function resume(tab, id) {
    showOutcome('Going to your place…', '', 'busy');
    showActions();
    return closeAfter(request({ type: 'restore', tab: tab.id, id }));
}

/**
 * Shows the place that the page has. Nothing is stored until the reader captures here.
 *
 * @param {Tab} tab
 * @param {{place: Place, here: number | null, isHere: boolean}} found
 */
function showFound(tab, { place, here, isHere }) {
    const isFar = !isHere && here !== null && typeof place.progress === 'number';
    const far = isFar ? distanceLabel(here, place.progress ?? 0, false).title : '';
    showOutcome(isHere ? 'You are at your place' : 'Your place on this page', far);
    showPlace(place);
    const time = place.storedAt ? new Date(place.storedAt).toLocaleString(undefined, {
        dateStyle: 'medium', timeStyle: 'short',
    }) : '';
    const share = typeof place.progress === 'number' ? `${percentOf(place)} % of the page` : '';
    part('when').textContent = [time, share].filter(Boolean).join(' · ');
    part('when').hidden = !part('when').textContent;
    const resumeButton = makeButton('Resume', () => resume(tab, place.id), 'primary');
    const captureButton = makeButton('Capture here', () => capture(tab));
    captureButton.dataset.key = 'c';
    captureButton.title = 'C';
    const all = makeButton('All places', () => closeAfter(request({ type: 'places' })));
    showActions(resumeButton, captureButton, all, ...windowActions(tab));
    // Enter resumes.
    resumeButton.focus();
    if (place.origin === 'automatic') showAutomatic(place);
}

/**
 * Offers to save a page without a place that stands as it was opened.
 *
 * @param {Tab} tab
 * @param {{title: string, url: string}} page
 */
function showUntouched(tab, { title, url }) {
    showOutcome('No place on this page yet', 'You are at its top.');
    showPlace({ url, title, quote: null });
    const save = makeButton('Save this page', () => capture(tab), 'primary');
    const all = makeButton('All places', () => closeAfter(request({ type: 'places' })));
    save.dataset.key = 'c';
    save.title = 'C';
    showActions(save, all, ...windowActions(tab));
    save.focus();
}

/** @param {{progress?: number | null}} place */
function percentOf({ progress }) {
    return Math.round(Math.min(1, Math.max(0, progress ?? 0)) * 100);
}

/** @param {Tab} tab */
async function capture(tab) {
    showOutcome('Capturing…', '', 'busy');
    showActions();
    part('place').hidden = true;
    part('copies').hidden = true;
    part('when').hidden = true;
    part('automatic').hidden = true;
    try {
        const { result, connection } = await request({ type: 'capture', tab: tab.id, isStill });
        showConnection(connection);
        await showCaptured(tab, result);
    } catch (problem) {
        showFailure(tab, /** @type {any} */ (problem), capture);
    }
}

/**
 * @param {Tab} tab
 * @param {Place} place the place that was just captured
 */
async function showCaptured(tab, place) {
    const { tooltip = '', symbol } = TABLE[place.renewed ? 'renewed' : 'captured'];
    showOutcome(place.renewed ? 'Already saved' : 'Captured', tooltip, symbol);
    showPlace(place);
    showCopies(place);
    await showActionsAfter(tab, place);
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
    const undo = makeButton('Undo', async () => {
        try {
            await request({ type: 'forget', id: place.id, page: place.url });
            part('place').hidden = true;
            part('copies').hidden = true;
            showOutcome('Undone', 'The place was deleted.');
            showActions(makeButton('Capture again', () => capture(tab), 'primary'), ...windowActions(tab));
        } catch (problem) {
            showProblem('Not undone', problem);
        }
    });
    const all = makeButton('All places', () => closeAfter(request({ type: 'places' })));
    // Undoing would delete a place that was there before.
    showActions(...(place.renewed ? [] : [undo]), all, ...windowActions(tab));
    const { result: previous } = await request({ type: 'previous', url: place.url, id: place.id });
    // The reader may have undone the capture in the meantime.
    if (!previous || !all.isConnected) return;
    const restore = () => closeAfter(request({ type: 'restore', tab: tab.id, id: previous.id }));
    // At the end, because the reader may be about to press another button.
    part('actions').append(makeButton('Go to the previous place', restore));
    if (previous.origin === 'automatic') showAutomatic(previous);
}

/**
 * Shows that a place was kept without a click, and lets the reader decide about it.
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
        show('Your place is kept.');
    });
    const undo = act(async () => {
        await request({ type: 'undo', id: place.id, page: place.url });
        showAutomatic(place);
    });
    const refuse = act(async () => {
        await request({ type: 'refuse', page: place.url });
        show('Forgotten for good. This page gets no automatic place.', makeButton('Undo', undo));
    });
    const share = typeof place.progress === 'number' ? `, ${percentOf(place)} % read` : '';
    show(`Your place was kept automatically${share}.`, makeButton('Keep', keep),
        makeButton('Forget for good', refuse));
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
            showProblem('Not set aside', problem);
            showActions(makeButton('Try again', setAside, 'primary'), makeButton('Windows', list));
        }
    };
    const list = () => closeAfter(tabs.create({ url: runtime.getURL('windows.html') }));
    return [makeButton('Set aside this window', setAside), makeButton('Windows', list)];
}

/**
 * @param {Tab} tab
 * @param {Error & {status: number | null, connection: string}} problem
 * @param {(tab: Tab) => unknown} again does the same once more
 */
function showFailure(tab, problem, again) {
    const isUnconnected = problem.status === NOT_CONNECTED || problem.status === 401;
    showOutcome(isUnconnected ? 'Not connected' : 'Not captured', problem.message, 'cross');
    showConnection(isUnconnected ? '' : problem.connection);
    const action = isUnconnected ? openConnecting : () => again(tab);
    const windows = isUnconnected ? [] : windowActions(tab);
    showActions(makeButton(isUnconnected ? 'Connect' : 'Try again', action, 'primary'), ...windows);
}

/** @param {Tab} tab in Firefox's reader view, in which extensions cannot run scripts */
function showReaderView(tab) {
    showOutcome('Not captured', 'Firefox allows no extensions in its reader view. Leave it, and press again.', 'cross');
    const leave = () => closeAfter(tabs.toggleReaderMode?.(tab.id) ?? Promise.resolve());
    showActions(makeButton('Leave the reader view', leave, 'primary'), ...windowActions(tab));
}

// A key that a button names presses it.
document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.repeat) return;
    const named = /** @type {HTMLElement | null} */ (
        document.querySelector(`button[data-key="${CSS.escape(event.key.toLowerCase())}"]`));
    named?.click();
});
const [{ id = -1, url, isInReaderMode, windowId }] = await tabs.query({ active: true, currentWindow: true });
if (isInReaderMode) showReaderView({ id, windowId });
else await look({ id, url, windowId });
