// The restore helper. The restore bookmarklet opens it with the page's address in the fragment. It finds the newest
// place on that page, and after a click it posts the place to the window that opened it, for the origin of the place's
// own page only. Any page can open this one: without a click it learns nothing, and with one nothing about other sites.

import { api } from './api.js';
import { element, openInNewTab, part } from './elements.js';
// Applies the reader’s choice of motion to this page.
import './motion.js';
import { ago, safeLink, sanitize, short, site } from './text.js';

// In ms: the bookmarklet closes this window when it has received the message. A window that closes itself too soon
// would lose the message.
const closeDelay = 3000;

// In ms: a page can open this window under the pointer just before a click or a key that is meant for the page. The
// button therefore works only after the window has been visible and unchanged for this time. Chromium's questions for
// permissions wait for 500 ms.
const armingDelay = 600;

// The fields that a restore in the page does not need, which stay here. Words that were read in a frame of another site
// must not reach the page around it. `privateMembers` of SnapshotRestore.swift has the same names.
const privateFields = ['selection', 'links', 'pageZoom', 'frame'];

/**
 * @param {string} heading
 * @param {string} text
 * @param {HTMLElement[]} actions
 */
function showOutcome(heading, text, ...actions) {
    part('outcome').replaceChildren(element('h1', { text: heading }), element('p', { text, className: 'lead' }));
    part('actions').replaceChildren(...actions, element('a', { text: 'All places', className: 'button', href: '/' }));
    document.title = `${heading} · Leftoff`;
}

/**
 * @param {string} hash
 */
function readAddress(hash) {
    try {
        return safeLink(decodeURIComponent(hash.replace(/^#/, '')));
    } catch {
        return null;
    }
}

/**
 * Makes a button work once, after the window has been visible and unchanged for a while.
 *
 * @param {HTMLButtonElement} button
 * @param {() => void} act
 */
function enableAfterDelay(button, act) {
    let timer = 0;
    const wait = () => {
        clearTimeout(timer);
        button.disabled = true;
        if (document.visibilityState !== 'visible') return;
        // The button does not take the focus: the reader may be typing.
        timer = setTimeout(() => { button.disabled = false; }, armingDelay);
    };
    const watched = new AbortController();
    const { signal } = watched;
    document.addEventListener('visibilitychange', wait, { signal });
    for (const name of ['focus', 'resize']) window.addEventListener(name, wait, { signal });
    // Clicks and keys that were meant for the page.
    for (const name of ['keydown', 'pointerdown']) {
        window.addEventListener(name, () => {
            if (button.disabled) wait();
        }, { signal });
    }
    // A key that is held down since before the window opened.
    button.addEventListener('keydown', (event) => {
        if (event.repeat) event.preventDefault();
    }, { signal });
    button.addEventListener('click', (event) => {
        if (!event.isTrusted) return;
        watched.abort();
        button.disabled = true;
        act();
    }, { signal });
    wait();
}

/**
 * @param {any} place with an id
 * @param {Window} opener
 * @param {HTMLElement[]} actions
 */
async function sendPlace(place, opener, actions) {
    try {
        const { snapshot } = await api.snapshot(place.id);
        for (const name of privateFields) delete snapshot[name];
        opener.postMessage({ type: 'leftoff-restore', snapshot }, new URL(place.url).origin);
        showOutcome('Restoring', `Your place was sent to the page of ${site(place.url)}. You can close this window.`,
            ...actions);
        setTimeout(() => close(), closeDelay);
    } catch (problem) {
        showOutcome('Not restored', /** @type {Error} */ (problem).message);
    }
}

/**
 * Asks before a place is sent to its page.
 *
 * @param {any} place
 * @param {Window} opener
 * @param {HTMLElement[]} actions
 */
function requestConfirmation(place, opener, actions) {
    const button = /** @type {HTMLButtonElement} */ (
        element('button', { text: 'Go back to my place', className: 'primary' }));
    showOutcome('Go back to your place?',
        `${site(place.url)} receives the place that you stored ${ago(new Date(place.storedAt))}.`,
        button, ...actions);
    const title = short(sanitize(place.title ?? ''), 120);
    if (title) part('outcome').append(element('p', {}, element('strong', { text: title })));
    enableAfterDelay(button, () => sendPlace(place, opener, actions));
}

async function offerPlace() {
    const address = readAddress(location.hash);
    const opener = /** @type {Window | null} */ (window.opener);
    history.replaceState(null, '', location.pathname);
    if (!address) {
        const text = 'The restore bookmarklet opens this page with the address of the page that you are on.';
        showOutcome('Nothing to restore', text);
        return;
    }
    try {
        const { places: [place] } = await api.snapshots({ page: address, limit: 1 });
        if (!place) {
            showOutcome('No place here yet', `You have not captured a place on this page of ${site(address)}.`);
            return;
        }
        const resume = element('a', { text: 'Resume in a new tab', className: 'button primary' });
        const link = safeLink(place.fragment);
        if (link) {
            resume.setAttribute('href', link);
            openInNewTab(resume);
        }
        if (!opener) {
            const text = 'It does not receive messages from other windows. '
                + '“Resume in a new tab” opens it at your place instead.';
            showOutcome('The page cannot be reached', text,
                ...(link ? [resume] : []));
            return;
        }
        resume.classList.remove('primary');
        requestConfirmation(place, opener, link ? [resume] : []);
    } catch (problem) {
        showOutcome('Not restored', /** @type {Error} */ (problem).message);
    }
}

offerPlace();
