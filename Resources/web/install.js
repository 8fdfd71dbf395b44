// The install page: copies the bookmarklets, shows the code for the extension, and connects the userscript. Clicking a
// bookmarklet here would do nothing useful, so that is explained instead.

import { api } from './api.js';
import { element, toast } from './notices.js';

for (const button of document.querySelectorAll('[data-copy]')) {
    button.addEventListener('click', async () => {
        const field = /** @type {HTMLTextAreaElement} */ (
            document.getElementById(`${/** @type {HTMLElement} */ (button).dataset.copy}-text`));
        try {
            await navigator.clipboard.writeText(field.value);
            toast('Copied. Make a new bookmark and paste this as its address.');
        } catch {
            field.closest('details')?.setAttribute('open', '');
            field.select();
            toast('The browser did not let the page copy it: copy the marked text.');
        }
    });
}

for (const bookmark of document.querySelectorAll('.drag')) {
    bookmark.addEventListener('click', (event) => {
        event.preventDefault();
        toast('Drag it on to your bookmarks bar, then click it there.');
    });
}

const part = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** @type {ReturnType<typeof setTimeout> | undefined} */
let expiry;

part('show-code').addEventListener('click', async () => {
    clearTimeout(expiry);
    try {
        const { code, expiresAt } = await api.pairingCode();
        const shown = element('output', { text: `${code.slice(0, 4)}-${code.slice(4)}`, className: 'code' });
        const until = new Date(expiresAt);
        const time = until.toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit' });
        const hint = element('p', { text: `Works once, until ${time}.`, className: 'hint' });
        part('code-outcome').replaceChildren(shown, hint);
        part('show-code').textContent = 'Show another code';
        expiry = setTimeout(() => {
            const gone = element('p', { text: 'That code is too old now.', className: 'hint' });
            part('code-outcome').replaceChildren(gone);
        }, until.getTime() - Date.now());
    } catch (problem) {
        const text = /** @type {Error} */ (problem).message;
        part('code-outcome').replaceChildren(element('p', { text, className: 'hint' }));
    }
});

/** What the userscript writes into `data-userscript` of this page. */
const userscriptStates = new Map([
    ['there', 'The userscript is installed. Connect it, so that it may add places.'],
    ['connected', 'The userscript is connected: Alt+Shift+L captures.'],
    ['failed', 'It could not be connected. Is this browser signed in? Try again.'],
]);

function showUserscript() {
    const text = userscriptStates.get(document.documentElement.dataset.userscript ?? '');
    if (!text) return;
    part('connect-userscript').hidden = document.documentElement.dataset.userscript === 'connected';
    part('userscript-outcome').textContent = text;
}

new MutationObserver(showUserscript).observe(document.documentElement, { attributeFilter: ['data-userscript'] });
showUserscript();
