// The pairing page: a code from the service's install page becomes a token, which nobody sees.

import { browserAPI } from './browser-api.js';
import { pair } from './service.js';
import { button, offer, say } from './signs.js';

const field = (/** @type {string} */ id) => /** @type {HTMLInputElement} */ (document.getElementById(id));
const form = /** @type {HTMLFormElement} */ (document.getElementById('form'));

/** What the reader may allow at pairing. The service's own host stands there too, since Firefox asks for it as well. */
const ORIGINS = ['http://*/*', 'https://*/*'];
const SERVICE_ORIGINS = ['http://127.0.0.1/*'];

form.addEventListener('submit', async (event) => {
    event.preventDefault();
    // First of all, as browsers ask only in answer to a click.
    const asked = browserAPI.permissions.request({ origins: field('restore').checked ? ORIGINS : SERVICE_ORIGINS });
    say('Pairing…', '');
    const mayRestore = await asked.catch(() => false);
    try {
        await pair(`http://127.0.0.1:${Number(field('port').value)}`, field('code').value);
        form.hidden = true;
        const how = mayRestore && field('restore').checked
            ? 'Resume on Leftoff’s page brings you back by itself.'
            : 'Alt+Shift+K brings you back to a page’s newest place.';
        say('Paired', `Alt+Shift+L or the button captures the page you are on. ${how}`, 'check');
        offer(button('Close', () => window.close()));
        await browserAPI.runtime.sendMessage({ type: 'count' });
    } catch (problem) {
        say('Not paired', /** @type {Error} */ (problem).message, 'cross');
        field('code').select();
    }
});
// Before this, the browser itself would have sent the form, and the code with it.
form.inert = false;
field('code').focus();
