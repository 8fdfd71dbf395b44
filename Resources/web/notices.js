// Notices for empty lists, loading and errors, and the toast.

import { element } from './elements.js';
import { loadFigures, StateSymbol } from './motion.js';
import { session } from './session.js';
import { withFormNames } from './text.js';

/** @typedef {Error & {retry?: () => void}} PartError an error after which only `retry` helps, if there is one */

/** Creates the busy ring, which appears when its path is loaded. */
export function makeBusyRing(label = 'Loading') {
    const ring = element('span', { className: 'symbol' });
    const symbol = new StateSymbol(ring);
    loadFigures().then(() => symbol.show('running'));
    const box = element('div', { className: 'busy' }, ring);
    box.setAttribute('role', 'img');
    box.setAttribute('aria-label', label);
    return box;
}

/**
 * Creates a notice with a heading, a text and actions.
 *
 * @param {{heading: string, text: string, isWrong?: boolean, actions?: HTMLElement[]}} what
 */
export function makeNotice({ heading, text, isWrong = false, actions = [] }) {
    const box = element(
        'div', { className: isWrong ? 'notice wrong' : 'notice' },
        element('h2', { text: heading }), element('p', { text }));
    if (isWrong) box.setAttribute('role', 'alert');
    if (actions.length > 0) box.append(element('div', { className: 'actions' }, ...actions));
    return box;
}

/**
 * Creates a notice of an error with a button to try again.
 *
 * @param {unknown} problem
 * @param {() => void} retry
 */
export function makeProblemNotice(problem, retry) {
    const isSignedOut = /** @type {{status?: number}} */ (problem)?.status === 401;
    const button = element('button', { text: 'Try again', className: 'primary' });
    button.addEventListener('click', () => {
        // The button disappears with the notice, so the heading receives the focus.
        const heading = button.closest('section')?.querySelector('[tabindex="-1"]:is(h1, h2)');
        if (heading instanceof HTMLElement) heading.focus({ preventScroll: true });
        (/** @type {Partial<PartError>} */ (problem)?.retry ?? retry)();
    });
    const startPage = element('a', { text: 'Start page', className: 'button primary', href: '/' });
    return makeNotice({
        heading: isSignedOut ? 'Not signed in' : 'Something went wrong',
        text: isSignedOut
            ? session.advice
            : String(/** @type {Error} */ (problem)?.message ?? problem),
        isWrong: true,
        actions: [isSignedOut ? startPage : button],
    });
}

/**
 * Announces a text to screen readers.
 *
 * @param {string} text
 */
export function announce(text) {
    const box = document.getElementById('announcement');
    // A screen reader announces a text only if it differs from the last one.
    if (box) box.textContent = box.textContent === text ? `${text}\u00a0` : text;
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let toastTimer;

/**
 * Shows a message at the bottom of the page, with at most one action.
 *
 * @param {string} text
 * @param {{label: string, run: () => void}} [action]
 */
export function showToast(text, action) {
    const box = document.getElementById('toast');
    if (!box) return;
    clearTimeout(toastTimer);
    box.replaceChildren(element('span', { text }));
    if (action) {
        const button = element('button', { text: action.label });
        button.addEventListener('click', () => {
            box.replaceChildren();
            action.run();
        });
        box.append(button);
    }
    const close = () => {
        // The message stays while the pointer or the focus is on it.
        if (box.matches(':hover, :focus-within')) toastTimer = setTimeout(close, 2000);
        else box.replaceChildren();
    };
    // In ms. An action stays long enough to be reached without haste.
    toastTimer = setTimeout(close, action ? 10_000 : 6000);
}

/** Removes the message of an earlier action. */
export function clearToast() {
    clearTimeout(toastTimer);
    document.getElementById('toast')?.replaceChildren();
}

/**
 * Runs an action and shows a message if it fails.
 *
 * @param {() => Promise<unknown>} work
 */
export async function attempt(work) {
    try {
        await work();
    } catch (problem) {
        const { message, retry } = /** @type {PartError} */ (problem);
        showToast(withFormNames(message), retry && { label: 'Load again', run: retry });
    }
}

/**
 * Loads a script on demand. A browser does not request a module again that failed to load, except for a new document.
 *
 * @template Module
 * @param {() => Promise<Module>} load
 * @returns {Promise<Module>} is rejected with an error whose `retry` loads the page again
 */
export async function loadPart(load) {
    try {
        return await load();
    } catch {
        const text = 'A part of this page could not be loaded. Load the page again.';
        throw Object.assign(new Error(text), { retry: () => location.reload() });
    }
}

/**
 * Copies a text, or shows it if the browser does not allow that.
 *
 * @param {string | Promise<string>} text
 * @param {string} done the message for success
 */
export async function copyText(text, done) {
    const value = await text;
    try {
        await navigator.clipboard.writeText(value);
        showToast(done);
    } catch {
        const dialog = /** @type {HTMLDialogElement | null} */ (document.getElementById('copy-dialog'));
        const field = /** @type {HTMLTextAreaElement | null} */ (document.getElementById('copy-dialog-text'));
        if (!dialog || !field) return;
        field.value = value;
        dialog.showModal();
        field.select();
    }
}
