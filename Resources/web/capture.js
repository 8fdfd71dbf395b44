// The capture receiver: the bookmarklet opens it with the captured place after the `#`, which never leaves the
// browser but for the request below. Any page can open it, so what arrives is hostile until the service has validated
// it, and it is only ever shown as text.

import { send } from './api.js';
import { element } from './notices.js';
import { safeLink, site } from './text.js';

const part = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));

/**
 * Takes the payload apart: `<base64url of the snapshot's JSON>` or `<base64url>.<capture token>`.
 * @param {string} hash the address's part after the `#`
 * @returns {{text: string, snapshot: Record<string, any>, token: string | undefined} | null}
 */
export function readPayload(hash) {
    const [encoded, token] = hash.replace(/^#/, '').split('.', 2);
    if (!encoded) return null;
    try {
        const binary = atob(encoded.replaceAll('-', '+').replaceAll('_', '/'));
        const text = new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(binary, (c) => c.charCodeAt(0)));
        const snapshot = JSON.parse(text);
        if (snapshot === null || typeof snapshot !== 'object' || Array.isArray(snapshot)) return null;
        return { text, snapshot, token: /^[\w-]+$/.test(token ?? '') ? token : undefined };
    } catch {
        return null;
    }
}

/** @param {string} heading @param {string} text @param {"check" | "cross" | undefined} mark */
function say(heading, text, mark = undefined) {
    const drawn = mark ? [symbol(mark)] : [];
    const lead = element('p', { text, className: 'lead' });
    part('outcome').replaceChildren(...drawn, element('h1', { text: heading }), lead);
    document.title = `${heading} · Leftoff`;
}

/** @param {"check" | "cross"} kind */
function symbol(kind) {
    const make = (/** @type {string} */ name, /** @type {Record<string, string>} */ attributes) => {
        const made = document.createElementNS('http://www.w3.org/2000/svg', name);
        for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
        return made;
    };
    const className = kind === 'check' ? 'mark' : 'mark wrong';
    const svg = make('svg', { class: className, viewBox: '0 0 64 64', 'aria-hidden': 'true' });
    const strokes = kind === 'check' ? ['M19 33.5 28.5 43 46 23'] : ['M22 22 42 42', 'M42 22 22 42'];
    svg.append(make('circle', { cx: '32', cy: '32', r: '29' }));
    svg.append(...strokes.map((d) => make('path', { d, pathLength: '1' })));
    return svg;
}

/** @param {Record<string, any>} snapshot */
function showPlace(snapshot) {
    const address = String(snapshot.url ?? snapshot.baseURI ?? '');
    const anchors = Array.isArray(snapshot.anchors) ? snapshot.anchors : [];
    const primary = anchors.find((anchor) => anchor?.role === 'primary') ?? anchors[0];
    const quote = typeof primary?.quote?.exact === 'string' ? primary.quote.exact : '';
    part('site').textContent = safeLink(address) ? site(address) : address.slice(0, 300);
    part('title').textContent = typeof snapshot.title === 'string' && snapshot.title ? snapshot.title : site(address);
    part('quote').hidden = quote === '';
    /** @type {HTMLElement} */ (part("quote").firstElementChild).textContent = quote;
    part('place').hidden = false;
}

/** @param {(HTMLElement)[]} actions */
function offer(...actions) {
    const back = [];
    if (history.length > 1) {
        // Where a page may open no window, the bookmarklet came here in the page's own.
        const button = element('button', { text: 'Back to the page' });
        button.addEventListener('click', () => history.back());
        back.push(button);
    }
    part('actions').replaceChildren(...actions, ...back);
}

/** @param {string} text @param {() => void} run @param {string} [className] */
function button(text, run, className) {
    const made = element('button', { text, className });
    made.setAttribute('type', 'button');
    made.addEventListener('click', run);
    return made;
}

const allPlaces = () => element('a', { text: 'All places', className: 'button', href: '/' });

/** @param {{text: string, snapshot: Record<string, any>, token: string | undefined}} payload */
async function keep(payload) {
    say('Keeping your place…', '');
    offer();
    try {
        const answer = await send('/api/snapshots', { method: 'POST', rawBody: payload.text, token: payload.token });
        const stored = await answer.json();
        say('Captured', 'Your place is kept. You can close this window and read on.', 'check');
        const undo = button('Undo', async () => {
            try {
                await send(`/api/snapshots/${encodeURIComponent(stored.id)}`, { method: 'DELETE' });
                say('Forgotten', 'Nothing was kept.');
                offer(button('Keep it after all', () => keep(payload)), allPlaces());
            } catch (problem) {
                say('Not undone', /** @type {Error} */ (problem).message, 'cross');
            }
        });
        // Only a browser that is signed in may take something away again.
        offer(...(stored.forgettable ? [undo] : []), allPlaces());
    } catch (problem) {
        refuse(payload, /** @type {import('./api.js').ServiceProblem} */ (problem));
    }
}

/**
 * @param {{text: string, snapshot: Record<string, any>, token: string | undefined}} payload
 * @param {import("./api.js").ServiceProblem} problem
 */
function refuse(payload, problem) {
    const isRefused = problem.status === 401;
    if (isRefused && payload.token) {
        const text = 'Its token is no longer valid. Install it again, or keep this place now.';
        say('This bookmarklet is out of date', text, 'cross');
        offer(
            button('Keep this place', () => keep({ ...payload, token: undefined }), 'primary'),
            element('a', { text: 'Install again', className: 'button', href: '/install' }));
    } else {
        const text = isRefused
            ? 'This browser is not signed in. Open the address that “leftoff serve” prints, then try again.'
            : problem.message;
        say('Not kept', text, 'cross');
        offer(button('Try again', () => keep(payload), 'primary'), allPlaces());
    }
    const byHand = part('by-hand');
    byHand.hidden = false;
    /** @type {HTMLTextAreaElement} */ (byHand.querySelector("textarea")).value = payload.text;
}

function receive() {
    const payload = readPayload(location.hash);
    // At once, so that neither the token nor the place stays in the address bar or in the history.
    history.replaceState(null, '', location.pathname);
    if (!payload) {
        say(
            'Nothing was captured',
            'This page takes what the capture bookmarklet hands to it. There is nothing here, or it is damaged.',
        );
        const install = element('a', { text: 'Install the bookmark', className: 'button primary', href: '/install' });
        offer(install, allPlaces());
        return;
    }
    showPlace(payload.snapshot);
    if (payload.token) {
        keep(payload);
        return;
    }
    say('Keep this place?', 'A page asks Leftoff to keep this. It came without the token of your bookmarklet.');
    offer(button('Keep this place', () => keep(payload), 'primary'), button('No', () => {
        part('place').hidden = true;
        say('Nothing was kept', 'You can close this window.');
        offer(allPlaces());
    }));
}

receive();
