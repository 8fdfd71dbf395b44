// The page that takes the place of a page that is gone, or opens beside a page that has lost the place: it offers the
// local copies, the archive's copy, and another attempt.

import { browserAPI } from './browser-api.js';
import { makeButton, part, showActions, showOutcome, showPlace, showProblem, siteOf } from './outcome.js';
import { request } from './request.js';
import { openService } from './sign-in.js';
import { isWebAddress } from './web-address.js';

/** The heading and the text for each reason. */
const REASONS = new Map([
    ['unreachable', ['This page cannot be reached', 'Its server did not respond.']],
    ['offline', ['This page cannot be reached', 'This computer is offline.']],
    ['missing', ['This page is gone', 'Its server says that there is no page at this address any more.']],
    ['wrongPage', ['Another page is at this address now', 'It is not the page on which you captured your place.']],
    ['searching', ['Your place was not found yet', 'The page is still being searched.']],
    ['needsControl', ['Your place was not found yet', 'The page shows the rest of its content by a button.']],
    ['blocked', ['Your place was not found yet', 'The page waits for an answer.']],
    ['abstained', ['Your words are no longer on this page', 'The page has changed since you captured your place.']],
]);

const parameters = new URLSearchParams(location.hash.slice(1));
const id = parameters.get('id') ?? '';
const given = parameters.get('reason') ?? '';
const reason = given === 'unreachable' && !navigator.onLine ? 'offline' : given;
/** The id of the place with which the copies open, which is not that of a tab of a window set. */
let holder = id;

/** @param {'text' | 'picture'} kind */
async function openCopy(kind) {
    try {
        const { result } = await request({ type: 'copy', id: holder, kind });
        openService(result, result.next);
    } catch (problem) {
        showProblem('Not opened', problem);
    }
}

async function tryAgain() {
    const tab = await browserAPI.tabs.getCurrent();
    try {
        await request({ type: 'again', id, tab: tab?.id ?? -1 });
    } catch (problem) {
        showProblem('Not opened', problem);
    }
}

/** @param {string} address of the live page */
function openPage(address) {
    if (isWebAddress(address)) location.href = address;
}

/**
 * @param {string | null} address
 * @param {string} time of the capture
 */
function showArchive(address, time) {
    part('archive').hidden = !address;
    if (!address) return;
    const captured = /** @type {HTMLTimeElement} */ (part('captured'));
    captured.dateTime = time;
    captured.textContent = new Date(time).toLocaleDateString(undefined, { dateStyle: 'long' });
    part('archive-actions').replaceChildren(makeButton('Open the archive’s copy', () => {
        location.href = address;
    }));
}

async function show() {
    const [heading, text] = REASONS.get(reason) ?? ['Your place', ''];
    showOutcome(heading, text);
    try {
        const { result } = await request({ type: 'fallback', id });
        const { place, kinds, archive, capturedAt } = result;
        holder = result.holder;
        document.title = `${place.title || siteOf(place.url)} · Leftoff`;
        showPlace(place);
        const actions = [];
        if (kinds.includes('text')) actions.push(makeButton('Open your copy', () => openCopy('text'), 'primary'));
        if (kinds.includes('picture')) {
            actions.push(makeButton('As it was', () => openCopy('picture'), kinds.length === 1 ? 'primary' : ''));
        }
        if (kinds.length === 0) showOutcome(heading, `${text} Leftoff has no copy of it.`.trim());
        showActions(...actions);
        // The page may be right although its server says that it is gone, so one way leads to it without a check.
        part('live').replaceChildren(
            makeButton('Try the page again', tryAgain), makeButton('Open the page anyway', () => openPage(place.url)));
        showArchive(archive, capturedAt);
    } catch (problem) {
        showProblem('Not loaded', problem);
        showActions(makeButton('Try again', show, 'primary'));
    }
}

await show();
