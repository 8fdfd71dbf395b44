// The capture receiver. The bookmarklet opens it with the captured place in the fragment, which leaves the browser only
// in the request below. Any page can open it, so the payload is hostile until the service has validated it. It is shown
// only as text.

import { api } from './api.js';
import { element } from './notices.js';
import { CHECK_MARK, CROSS } from './symbols.js';
import { plain, safeLink, site, title } from './text.js';

const part = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** In bytes, the same as the service's limit. A few compressed bytes may expand to very many. */
const largestSnapshot = 65_536;

/** @typedef {{text: string, snapshot: Record<string, any>, token: string | undefined}} Payload */

/**
 * Parses a payload: `<base64url of the snapshot's JSON>`, `<base64url>.<capture token>`, or
 * `<base64url>.<capture token>.z` if the JSON is compressed (RFC 1951).
 *
 * @param {string} hash the fragment of the address
 * @returns {Promise<Payload | null>}
 */
export async function readPayload(hash) {
    const [encoded, token, form] = hash.replace(/^#/, '').split('.', 3);
    if (!encoded) return null;
    try {
        const binary = atob(encoded.replaceAll('-', '+').replaceAll('_', '/'));
        const bytes = Uint8Array.from(binary, (c) => c.charCodeAt(0));
        const text = new TextDecoder('utf-8', { fatal: true }).decode(form === 'z' ? await inflated(bytes) : bytes);
        const snapshot = JSON.parse(text);
        if (snapshot === null || typeof snapshot !== 'object' || Array.isArray(snapshot)) return null;
        return { text, snapshot, token: /^[\w-]+$/.test(token ?? '') ? token : undefined };
    } catch {
        return null;
    }
}

/**
 * @param {Uint8Array} bytes
 * @returns {Promise<Uint8Array>}
 */
async function inflated(bytes) {
    const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
    const whole = new Uint8Array(largestSnapshot);
    for (let length = 0; ;) {
        const { done, value } = await reader.read();
        if (done) return whole.subarray(0, length);
        if (length + value.length > largestSnapshot) throw new Error('too large');
        whole.set(value, length);
        length += value.length;
    }
}

/**
 * @param {string} heading
 * @param {string} text
 * @param {"check" | "cross" | undefined} mark
 */
function showOutcome(heading, text, mark = undefined) {
    const drawn = mark ? [symbol(mark)] : [];
    const lead = element('p', { text, className: 'lead' });
    part('outcome').replaceChildren(...drawn, element('h1', { text: heading }), lead);
    document.title = `${heading} · Leftoff`;
}

/**
 * @param {"check" | "cross"} kind
 */
function symbol(kind) {
    const make = (/** @type {string} */ name, /** @type {Record<string, string>} */ attributes) => {
        const made = document.createElementNS('http://www.w3.org/2000/svg', name);
        for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
        return made;
    };
    const className = kind === 'check' ? 'mark' : 'mark wrong';
    const svg = make('svg', { class: className, viewBox: '-54 -54 196 196', 'aria-hidden': 'true' });
    svg.append(make('circle', { cx: '44', cy: '44', r: '90' }));
    svg.append(make('path', { d: kind === 'check' ? CHECK_MARK : CROSS, pathLength: '1' }));
    return svg;
}

/**
 * @param {Record<string, any>} snapshot
 */
function showPlace(snapshot) {
    const address = String(snapshot.url ?? snapshot.baseURI ?? '');
    const anchors = Array.isArray(snapshot.anchors) ? snapshot.anchors : [];
    const primary = anchors.find((anchor) => anchor?.role === 'primary') ?? anchors[0];
    const quote = typeof primary?.quote?.exact === 'string' ? primary.quote.exact : '';
    part('site').textContent = safeLink(address) ? site(address) : plain(address.slice(0, 300));
    part('title').textContent = (typeof snapshot.title === 'string' && title(snapshot.title)) || site(address);
    part('quote').hidden = quote === '';
    /** @type {HTMLElement} */ (part('quote').firstElementChild).textContent = quote;
    part('place').hidden = false;
}

/**
 * @param {(HTMLElement)[]} actions
 */
function showActions(...actions) {
    const back = [];
    if (history.length > 1) {
        // If the page may not open a window, the bookmarklet navigates the page's own.
        const button = element('button', { text: 'Back to the page' });
        button.addEventListener('click', () => history.back());
        back.push(button);
    }
    part('actions').replaceChildren(...actions, ...back);
}

/**
 * @param {string} text
 * @param {() => void} run
 * @param {string} [className]
 */
function button(text, run, className) {
    const made = element('button', { text, className });
    made.setAttribute('type', 'button');
    made.addEventListener('click', run);
    return made;
}

const allPlaces = () => element('a', { text: 'All places', className: 'button', href: '/' });

/**
 * @param {Payload} payload
 */
async function save(payload) {
    showOutcome('Saving your place…', '');
    showActions();
    try {
        const stored = await api.captureText(payload.text, payload.token);
        showOutcome('Captured', 'Your place is saved. You can close this window and read on.', 'check');
        const undo = button('Undo', async () => {
            try {
                if (stored.forgettable) await api.forget(stored.id);
                else await api.undo(stored.id, stored.undo, payload.token ?? '');
                showOutcome('Forgotten', 'The place was removed.');
                showActions(button('Save it again', () => save(payload)), allPlaces());
            } catch (problem) {
                showOutcome('Not undone', /** @type {Error} */ (problem).message, 'cross');
            }
        });
        showActions(undo, allPlaces());
    } catch (problem) {
        showProblem(payload, /** @type {import('./service-client.js').ServiceError} */ (problem));
    }
}

/**
 * @param {Payload} payload
 * @param {import('./service-client.js').ServiceError} problem
 */
function showProblem(payload, problem) {
    const isRefused = problem.status === 401;
    if (isRefused && payload.token) {
        const text = 'Its token is no longer valid. Install the bookmarklet again, or save this place now.';
        showOutcome('This bookmarklet is out of date', text, 'cross');
        showActions(
            button('Save this place', () => save({ ...payload, token: undefined }), 'primary'),
            element('a', { text: 'Install again', className: 'button', href: '/install' }));
    } else {
        const text = isRefused
            ? 'This browser is not signed in. Open the address that “leftoff serve” prints, then try again.'
            : problem.message;
        showOutcome('Not saved', text, 'cross');
        showActions(button('Try again', () => save(payload), 'primary'), allPlaces());
    }
    const byHand = part('by-hand');
    byHand.hidden = false;
    /** @type {HTMLTextAreaElement} */ (byHand.querySelector('textarea')).value = payload.text;
}

async function receive() {
    const { hash } = location;
    // First of all, so that neither the token nor the place stays in the address bar or in the history.
    history.replaceState(null, '', location.pathname);
    const payload = await readPayload(hash);
    if (!payload) {
        showOutcome(
            'Nothing was captured',
            'The capture bookmarklet opens this page with a captured place. '
                + 'The address contains none, or it is damaged.',
        );
        const install = element('a', {
            text: 'Install the bookmarklet', className: 'button primary', href: '/install',
        });
        showActions(install, allPlaces());
        return;
    }
    showPlace(payload.snapshot);
    if (payload.token) {
        save(payload);
        return;
    }
    showOutcome(
        'Save this place?',
        'A page asks Leftoff to save this place. The request does not have the token of your bookmarklet.',
    );
    showActions(button('Save this place', () => save(payload), 'primary'), button('No', () => {
        part('place').hidden = true;
        showOutcome('Not saved', 'You can close this window.');
        showActions(allPlaces());
    }));
}

receive();
