// What stands where a list is empty, still loading, or could not be had; and the toast.

import { loadFigures, Sign } from './motion.js';
import { inWords } from './text.js';

/**
 * An element with text and attributes; text is only ever text.
 * @param {string} name
 * @param {{text?: string, className?: string, href?: string}} [what]
 * @param {(Node | string)[]} children
 */
export function element(name, what = {}, ...children) {
    const { text, className, href } = what;
    const made = document.createElement(name);
    if (text !== undefined) made.textContent = text;
    if (className) made.className = className;
    if (href) made.setAttribute('href', href);
    made.append(...children);
    return made;
}

/** The busy ring, half a stroke that turns, once its path is there. */
export function busy(label = 'Loading') {
    const place = element('span', { className: 'sign' });
    const sign = new Sign(place);
    loadFigures().then(() => sign.show('running'));
    const box = element('div', { className: 'busy' }, place);
    box.setAttribute('role', 'img');
    box.setAttribute('aria-label', label);
    return box;
}

/**
 * A notice with a heading, some text and what can be done.
 * @param {{heading: string, text: string, isWrong?: boolean, actions?: HTMLElement[]}} what
 */
export function notice({ heading, text, isWrong = false, actions = [] }) {
    const box = element(
        'div', { className: isWrong ? 'notice wrong' : 'notice' },
        element('h2', { text: heading }), element('p', { text }));
    if (isWrong) box.setAttribute('role', 'alert');
    if (actions.length > 0) box.append(element('div', { className: 'actions' }, ...actions));
    return box;
}

/**
 * A notice of a problem, with the way out.
 * @param {unknown} problem
 * @param {() => void} retry
 */
export function problemNotice(problem, retry) {
    const isSignedOut = /** @type {{status?: number}} */ (problem)?.status === 401;
    const button = element('button', { text: 'Try again', className: 'primary' });
    button.addEventListener('click', () => {
        // The button goes with the notice: whoever pressed it goes on at the heading.
        const heading = button.closest('section')?.querySelector('[tabindex="-1"]:is(h1, h2)');
        if (heading instanceof HTMLElement) heading.focus({ preventScroll: true });
        retry();
    });
    const startPage = element('a', { text: 'Start page', className: 'button primary', href: '/' });
    return notice({
        heading: isSignedOut ? 'Not signed in' : 'Something went wrong',
        text: isSignedOut
            ? 'Open the address that “leftoff serve” prints, or see the start page for other ways.'
            : String(/** @type {Error} */ (problem)?.message ?? problem),
        isWrong: true,
        actions: [isSignedOut ? startPage : button],
    });
}

/**
 * Tells those who listen what those who look can see.
 * @param {string} text
 */
export function say(text) {
    const box = document.getElementById('said');
    // The same words once more would not be read out.
    if (box) box.textContent = box.textContent === text ? `${text}\u00a0` : text;
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let toastTimer;

/**
 * Says something at the bottom of the page, with one thing to do about it.
 * @param {string} text
 * @param {{label: string, run: () => void}} [action]
 */
export function toast(text, action) {
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
        // Whoever is on the button with the keyboard or the pointer keeps it.
        if (box.matches(':hover, :focus-within')) toastTimer = setTimeout(close, 2000);
        else box.replaceChildren();
    };
    // What can be undone stays long enough to be reached without haste.
    toastTimer = setTimeout(close, action ? 30_000 : 6000);
}

/** Takes away what was said: what is done now has its own outcome. */
export function clearToast() {
    clearTimeout(toastTimer);
    document.getElementById('toast')?.replaceChildren();
}

/**
 * Does something, and says so if it fails.
 * @param {() => Promise<unknown>} work
 */
export async function attempt(work) {
    try {
        await work();
    } catch (problem) {
        toast(inWords(/** @type {Error} */ (problem).message));
    }
}

/**
 * Saves a file that the page has made or was given.
 * @param {string} name
 * @param {Blob} body
 */
export function save(name, body) {
    const address = URL.createObjectURL(body);
    const link = element('a', { href: address });
    link.setAttribute('download', name);
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/**
 * Copies a text, or shows it for copying by hand.
 * @param {string | Promise<string>} text
 * @param {string} done what to say when it is copied
 */
export async function copy(text, done) {
    const value = await text;
    try {
        await navigator.clipboard.writeText(value);
        toast(done);
    } catch {
        const dialog = /** @type {HTMLDialogElement | null} */ (document.getElementById('copy-dialog'));
        const field = /** @type {HTMLTextAreaElement | null} */ (document.getElementById('copy-dialog-text'));
        if (!dialog || !field) return;
        field.value = value;
        dialog.showModal();
        field.select();
    }
}

/**
 * Asks for more as soon as the end of a list comes near the view.
 * @param {Element} end what stands below the list @param {string} margin how near, a CSS length @param {() => void} more
 * @returns {() => void} to be called when the list has grown: the observer tells of changes only, and the end may be as near as before
 */
export function nearEnd(end, margin, more) {
    const observer = new IntersectionObserver((entries) => {
        if (entries.some((entry) => entry.isIntersecting)) more();
    }, { rootMargin: margin });
    observer.observe(end);
    return () => {
        observer.unobserve(end);
        observer.observe(end);
    };
}
