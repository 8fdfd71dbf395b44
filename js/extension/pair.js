// The pairing page: exchanges a code from the service's install page for a token, which is never shown.

import { browserAPI } from './browser-api.js';
import { button, showActions, showOutcome } from './outcome.js';
import { pair } from './service.js';

const field = (/** @type {string} */ id) => /** @type {HTMLInputElement} */ (document.getElementById(id));
const form = /** @type {HTMLFormElement} */ (document.getElementById('form'));

/** The pages that the reader can allow, so that Resume restores places automatically. */
const ORIGINS = ['http://*/*', 'https://*/*'];
/** The service. Firefox asks for this permission too. */
const SERVICE_ORIGINS = ['http://127.0.0.1/*'];

form.addEventListener('submit', async (event) => {
    event.preventDefault();
    // This comes first, since browsers ask for permission only in response to a click.
    const origins = field('restore').checked ? ORIGINS : SERVICE_ORIGINS;
    const permission = browserAPI.permissions.request({ origins });
    showOutcome('Pairing…', '');
    const isAllowed = await permission.catch(() => false);
    try {
        await pair(`http://127.0.0.1:${Number(field('port').value)}`, field('code').value);
        form.hidden = true;
        const restoring = isAllowed && field('restore').checked
            ? 'Resume on Leftoff’s page restores your place automatically.'
            : 'Alt+Shift+K restores the newest place on a page.';
        showOutcome('Paired', `Alt+Shift+L or the toolbar button captures the current page. ${restoring}`, 'check');
        showActions(button('Close', () => window.close()));
        await browserAPI.runtime.sendMessage({ type: 'count' });
    } catch (problem) {
        showOutcome('Not paired', /** @type {Error} */ (problem).message, 'cross');
        field('code').select();
    }
});
// Until this script has run, the browser would submit the form itself, and the code with it.
form.inert = false;
field('code').focus();
