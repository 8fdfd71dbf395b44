// The capture receiver. The bookmarklet opens it with the captured place in the fragment, which leaves the browser only
// in the request below. Any page can open it, so the payload is hostile until the service has validated it. It is shown
// only as text.

import { api } from './api.js';
import { element, part, shape } from './elements.js';
// Applies the reader’s choice of motion to this page.
import './motion.js';
import { session } from './session.js';
import { CHECK_MARK, CROSS } from './symbols.js';
import { safeLink, sanitize, site, title } from './text.js';

/** In bytes, the same as the service's limits. A few compressed bytes may expand to very many. */
const largestSnapshot = 65_536;
const largestCopy = 4 << 20;

/**
 * @typedef {object} Payload
 * @property {string} text the JSON of the snapshot
 * @property {Record<string, any>} snapshot
 * @property {string | undefined} token
 * @property {string | null} copy the JSON of a copy of the page's text
 * @property {boolean} isPart true if the copy does not contain the whole text
 */

/**
 * Parses a payload: `<base64url of the snapshot's JSON>`, `<base64url>.<capture token>`, or
 * `<base64url>.<capture token>.z` if the JSON is compressed (RFC 1951). A fourth part is a compressed copy of the
 * page's text; a fifth one, `part`, says that it is not the whole text.
 *
 * @param {string} hash the fragment of the address
 * @returns {Promise<Payload | null>}
 */
export async function readPayload(hash) {
    const [encoded, token, form, copy = '', extent = ''] = hash.replace(/^#/, '').split('.', 5);
    if (!encoded) return null;
    try {
        const bytes = decodeBase64URL(encoded);
        const text = decodeUTF8(form === 'z' ? await inflate(bytes, largestSnapshot) : bytes);
        const snapshot = JSON.parse(text);
        if (snapshot === null || typeof snapshot !== 'object' || Array.isArray(snapshot)) return null;
        return {
            text, snapshot, token: /^[\w-]+$/.test(token ?? '') ? token : undefined, copy: await readCopy(copy),
            isPart: extent === 'part',
        };
    } catch {
        return null;
    }
}

/**
 * @param {string} encoded
 * @returns {Promise<string | null>} null if there is no copy, or if it is damaged: the place counts more than its copy
 */
async function readCopy(encoded) {
    try {
        return encoded === '' ? null : decodeUTF8(await inflate(decodeBase64URL(encoded), largestCopy));
    } catch {
        return null;
    }
}

/**
 * @param {string} encoded base64url
 */
function decodeBase64URL(encoded) {
    return Uint8Array.from(atob(encoded.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));
}

/**
 * @param {Uint8Array} bytes
 */
function decodeUTF8(bytes) {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
}

/**
 * @param {Uint8Array} bytes
 * @param {number} limit in bytes
 * @returns {Promise<Uint8Array>}
 */
async function inflate(bytes, limit) {
    const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
    const chunks = [];
    for (let length = 0; ;) {
        const { done, value } = await reader.read();
        if (done) return new Uint8Array(await new Blob(chunks).arrayBuffer());
        length += value.length;
        if (length > limit) throw new Error('too large');
        chunks.push(value);
    }
}

/**
 * @param {string} heading
 * @param {string} text
 * @param {"check" | "cross" | undefined} mark
 */
function showOutcome(heading, text, mark = undefined) {
    const drawn = mark ? [makeSymbol(mark)] : [];
    const lead = element('p', { text, className: 'lead' });
    part('outcome').replaceChildren(...drawn, element('h1', { text: heading }), lead);
    document.title = `${heading} · Leftoff`;
}

/**
 * @param {"check" | "cross"} kind
 */
function makeSymbol(kind) {
    const className = kind === 'check' ? 'mark' : 'mark wrong';
    return shape('svg', { class: className, viewBox: '-54 -54 196 196', 'aria-hidden': 'true' },
        shape('circle', { cx: 44, cy: 44, r: 90 }),
        shape('path', { d: kind === 'check' ? CHECK_MARK : CROSS, pathLength: 1 }));
}

/**
 * @param {Record<string, any>} snapshot
 */
function showPlace(snapshot) {
    const address = String(snapshot.url ?? snapshot.baseURI ?? '');
    const anchors = Array.isArray(snapshot.anchors) ? snapshot.anchors : [];
    const primary = anchors.find((anchor) => anchor?.role === 'primary') ?? anchors[0];
    const quote = typeof primary?.quote?.exact === 'string' ? primary.quote.exact : '';
    part('site').textContent = safeLink(address) ? site(address) : sanitize(address.slice(0, 300));
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
function makeButton(text, run, className) {
    const made = element('button', { text, className });
    made.setAttribute('type', 'button');
    made.addEventListener('click', run);
    return made;
}

const makeListLink = () => element('a', { text: 'All places', className: 'button', href: '/' });

/**
 * @param {Payload} payload
 */
async function save(payload) {
    showOutcome('Saving your place…', '');
    showActions();
    try {
        const stored = await api.captureText(payload.text, payload.token);
        if (stored.renewed) {
            showOutcome('Already saved', 'Your place was saved here before. You can close this window.', 'check');
            showActions(makeListLink());
            return;
        }
        showOutcome('Captured', 'Your place is saved. You can close this window and read on.', 'check');
        const undo = makeButton('Undo', async () => {
            try {
                if (stored.forgettable) await api.forget(stored.id);
                else await api.undo(stored.id, stored.undo, payload.token ?? '');
                showOutcome('Forgotten', 'The place was removed.');
                part('copy').hidden = true;
                showActions(makeButton('Save it again', () => save(payload)), makeListLink());
            } catch (problem) {
                showOutcome('Not undone', /** @type {Error} */ (problem).message, 'cross');
            }
        });
        showActions(undo, makeListLink());
        await saveCopy(payload, stored);
    } catch (problem) {
        showProblem(payload, /** @type {import('./service-client.js').ServiceError} */ (problem));
    }
}

/**
 * Stores the copy of the page's text that came with the place, and says what was kept.
 *
 * @param {Payload} payload
 * @param {{id: string, forgettable?: boolean, undo?: string}} stored
 */
async function saveCopy({ copy, isPart, token }, { id, forgettable, undo }) {
    if (copy === null) return;
    const outcome = part('copy');
    outcome.hidden = false;
    try {
        const kept = await api.addTextCopy(id, copy, forgettable ? undefined : undo, token);
        outcome.textContent = kept.notice ?? (isPart
            ? 'A copy of the text around your place was kept. The extension keeps the whole text.'
            : 'A copy of the page’s text was kept.');
    } catch (problem) {
        outcome.textContent = `No copy of the text was kept. ${/** @type {Error} */ (problem).message}`;
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
            makeButton('Save this place', () => save({ ...payload, token: undefined }), 'primary'),
            element('a', { text: 'Install again', className: 'button', href: '/install' }));
    } else {
        const text = isRefused
            ? `This browser is not signed in. ${session.advice} Then try again.`
            : problem.message;
        showOutcome('Not saved', text, 'cross');
        showActions(makeButton('Try again', () => save(payload), 'primary'), makeListLink());
    }
    const byHand = part('by-hand');
    byHand.hidden = false;
    /** @type {HTMLTextAreaElement} */ (byHand.querySelector('textarea')).value = payload.text;
}

async function receivePayload() {
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
        showActions(install, makeListLink());
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
    // Without the token, the copy may be false: a page could store it for any other page.
    const saveButton = makeButton('Save this place', () => save({ ...payload, copy: null }), 'primary');
    const refuseButton = makeButton('No', () => {
        part('place').hidden = true;
        showOutcome('Not saved', 'You can close this window.');
        showActions(makeListLink());
    });
    showActions(saveButton, refuseButton);
}

receivePayload();
