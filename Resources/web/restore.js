// The restore helper: the restore bookmarklet opens it with the page's address after the `#`. It finds the newest place
// on that page and posts it to the window that opened it, addressed to the origin of the place's own page and no other:
// a page that asks for the places of another site gets nothing.

import { api, send } from './api.js';
import { element } from './notices.js';
import { safeLink, site } from './text.js';

const closingPause = 3000;

const part = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** @param {string} heading @param {string} text @param {HTMLElement[]} actions */
function say(heading, text, ...actions) {
    part('outcome').replaceChildren(element('h1', { text: heading }), element('p', { text, className: 'lead' }));
    part('actions').replaceChildren(...actions, element('a', { text: 'All places', className: 'button', href: '/' }));
    document.title = `${heading} · Leftoff`;
}

/** @param {string} hash */
function readAddress(hash) {
    try {
        return safeLink(decodeURIComponent(hash.replace(/^#/, '')));
    } catch {
        return null;
    }
}

async function help() {
    const address = readAddress(location.hash);
    const opener = /** @type {Window | null} */ (window.opener);
    history.replaceState(null, '', location.pathname);
    if (!address) {
        const text = 'This page is opened by the restore bookmarklet, with the address of the page you are on.';
        say('Nothing to restore', text);
        return;
    }
    try {
        const { places: [place] } = await api.snapshots({ page: address, limit: 1 });
        if (!place) {
            say('No place here yet', `You have kept no place on this page of ${site(address)}.`);
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
            const text = 'It does not let another window answer it. Resume opens it at your place instead.';
            say('The page cut itself off', text,
                ...(link ? [resume] : []));
            return;
        }
        const { snapshot } = await (await send(`/api/snapshots/${encodeURIComponent(place.id)}`)).json();
        const target = new URL(place.url).origin;
        opener.postMessage({ type: 'leftoff-restore', snapshot }, target);
        say('Restoring', `Your place was handed to the page of ${site(place.url)}. You can close this window.`,
            ...(link ? [resume] : []));
        // The bookmarklet closes this window once it has heard; a window that closes too soon is not heard at all.
        setTimeout(() => close(), closingPause);
    } catch (problem) {
        say('Not restored', /** @type {Error} */ (problem).message);
    }
}

help();
