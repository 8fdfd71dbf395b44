// The restore helper. The restore bookmarklet opens it with the page's address in the fragment. It finds the newest
// place on that page and posts it to the window that opened it, for the origin of the place's own page only: a page
// that requests the places of another site receives nothing.

import { api } from './api.js';
import { element } from './notices.js';
import { safeLink, site } from './text.js';

// In ms: the bookmarklet closes this window when it has received the message. A window that closes itself too soon
// would lose the message.
const closeDelay = 3000;

const part = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));

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

async function sendPlace() {
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
            resume.setAttribute('target', '_blank');
            resume.setAttribute('rel', 'noopener noreferrer');
        }
        if (!opener) {
            const text = 'It does not receive messages from other windows. '
                + '“Resume in a new tab” opens it at your place instead.';
            showOutcome('The page cannot be reached', text,
                ...(link ? [resume] : []));
            return;
        }
        const { snapshot } = await api.snapshot(place.id);
        const target = new URL(place.url).origin;
        opener.postMessage({ type: 'leftoff-restore', snapshot }, target);
        showOutcome('Restoring', `Your place was sent to the page of ${site(place.url)}. You can close this window.`,
            ...(link ? [resume] : []));
        setTimeout(() => close(), closeDelay);
    } catch (problem) {
        showOutcome('Not restored', /** @type {Error} */ (problem).message);
    }
}

sendPlace();
