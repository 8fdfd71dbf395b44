// What stands where a list is empty, still loading, or could not be had; and the toast.

/**
 * An element with text and attributes; text is only ever text.
 * @param {string} name
 * @param {{text?: string, className?: string, href?: string}} [what]
 * @param {(Node | string)[]} children
 */
export function element(name, { text, className, href } = {}, ...children) {
    const made = document.createElement(name);
    if (text !== undefined) made.textContent = text;
    if (className) made.className = className;
    if (href) made.setAttribute('href', href);
    made.append(...children);
    return made;
}

/** The busy ring, half a stroke that turns. */
export function busy(label = 'Loading') {
    const namespace = 'http://www.w3.org/2000/svg';
    const svg = document.createElementNS(namespace, 'svg');
    svg.setAttribute('viewBox', '0 0 32 32');
    svg.setAttribute('role', 'img');
    svg.setAttribute('aria-label', label);
    const path = document.createElementNS(namespace, 'path');
    path.setAttribute('d', 'M16 4.5a11.5 11.5 0 0 1 0 23');
    svg.append(path);
    return element('div', { className: 'busy' }, svg);
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
    button.addEventListener('click', retry);
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
    toastTimer = setTimeout(close, action ? 12_000 : 5000);
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
