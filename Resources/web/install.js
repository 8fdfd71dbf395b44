// The install page: copies the bookmarklets, shows the pairing code of the extension, and connects the userscript. A
// click on a bookmarklet shows how to install it instead of running it on this page.

import { api } from './api.js';
import { element, part } from './elements.js';
import { makeProblemNotice, showToast } from './notices.js';
import { session } from './session.js';

for (const button of document.querySelectorAll('[data-copy]')) {
    button.addEventListener('click', async () => {
        const field = /** @type {HTMLTextAreaElement} */ (
            part(`${/** @type {HTMLElement} */ (button).dataset.copy}-text`));
        try {
            await navigator.clipboard.writeText(field.value);
            showToast('Copied. Make a new bookmark and paste this as its address.');
        } catch {
            field.closest('details')?.setAttribute('open', '');
            field.select();
            showToast('The browser did not allow copying. Copy the selected text by hand.');
        }
    });
}

for (const bookmark of document.querySelectorAll('.drag')) {
    bookmark.addEventListener('click', (event) => {
        event.preventDefault();
        showToast('Drag it to your bookmarks bar, then click it there.');
    });
}

/** Shows the bookmarklets, which contain the capture token: this page itself is the same for everybody. */
async function showBookmarklets() {
    try {
        const bookmarklets = Object.entries(await api.bookmarklets());
        for (const [id, address] of bookmarklets) {
            part(id).setAttribute('href', address);
            /** @type {HTMLTextAreaElement} */ (part(`${id}-text`)).value = address;
        }
        part('bookmarklets-notice').replaceChildren();
    } catch (problem) {
        part('bookmarklets-notice').replaceChildren(makeProblemNotice(problem, showBookmarklets));
    }
}

session.hideWhenSignedOut();
part('port').textContent = location.port || '80';
showBookmarklets();

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
            const expired = element('p', { text: 'The code has expired.', className: 'hint' });
            part('code-outcome').replaceChildren(expired);
        }, until.getTime() - Date.now());
    } catch (problem) {
        const text = /** @type {Error} */ (problem).message;
        part('code-outcome').replaceChildren(element('p', { text, className: 'hint' }));
    }
});

/** The values of `data-userscript`, which the userscript sets on this page. */
const userscriptStates = new Map([
    ['there', 'The userscript is installed. Connect it so that it can add places.'],
    ['connected', 'The userscript is connected. Press Alt+Shift+L to capture your place.'],
    ['failed', 'The userscript could not be connected. Sign in with this browser and try again.'],
]);

function showUserscript() {
    const text = userscriptStates.get(document.documentElement.dataset.userscript ?? '');
    if (!text) return;
    part('connect-userscript').hidden = document.documentElement.dataset.userscript === 'connected';
    part('userscript-outcome').textContent = text;
}

new MutationObserver(showUserscript).observe(document.documentElement, { attributeFilter: ['data-userscript'] });
showUserscript();
