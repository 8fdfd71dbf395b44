// The options page: shows the connection, lets the reader allow automatic restores, and exchanges a code from the
// service's install page for a token, which is never shown.

import { browserAPI } from './browser-api.js';
import { saveHostsOnClick, showNeverCaptured } from './never-captured.js';
import { makeButton, part, showActions, showOutcome, showProblem } from './outcome.js';
import { ALL_PAGES, SERVICE_PAGES } from './permissions.js';
import { NOT_CONNECTED, request } from './request.js';
import { pair } from './service.js';

const field = (/** @type {string} */ id) => /** @type {HTMLInputElement} */ (part(id));
const form = /** @type {HTMLFormElement} */ (part('form'));
const { permissions } = browserAPI;

/** Shows the connection in use, and how to get one if there is none. */
async function showConnection() {
    let kind = '';
    try {
        const { result, connection } = await request({ type: 'connect' });
        kind = result;
        part('connection').textContent = connection;
        showOutcome('Connected', 'The toolbar button captures the current page.', 'check');
    } catch (problem) {
        const { message, status } = /** @type {Error & {status: number}} */ (problem);
        if (status === NOT_CONNECTED) showOutcome('Connect this browser to Leftoff', 'There are two ways.');
        else showOutcome('Not connected', message, 'cross');
    }
    part('connection').hidden = !kind;
    part('install').hidden = kind === 'native';
    part('automatic').hidden = kind === '' || await permissions.contains({ origins: ALL_PAGES });
    /** @type {HTMLDetailsElement} */ (part('pairing')).open = kind === '';
    await showNeverCaptured(kind);
}

part('check').addEventListener('click', showConnection);
part('allow').addEventListener('click', async () => {
    // With this permission, Resume restores places automatically.
    const isAllowed = await permissions.request({ origins: ALL_PAGES }).catch(() => false);
    part('automatic').hidden = isAllowed;
});

/** Shows the setting of painted highlights, and stores it when it changes. */
async function showPaintsHighlights() {
    const box = field('paint-highlights');
    box.addEventListener('change', () => request({ type: 'paint-highlights', paints: box.checked }));
    const { result } = await request({ type: 'paints-highlights' });
    box.checked = result !== false;
}

form.addEventListener('submit', async (event) => {
    event.preventDefault();
    // This comes first, since browsers ask for permission only in response to a click.
    const origins = field('restore').checked ? ALL_PAGES : SERVICE_PAGES;
    const permission = permissions.request({ origins });
    showOutcome('Pairing…', '', 'busy');
    const isAllowed = await permission.catch(() => false);
    try {
        await pair(`http://127.0.0.1:${Number(field('port').value)}`, field('code').value);
        for (const id of ['connection', 'install', 'automatic', 'pairing']) part(id).hidden = true;
        const restoring = isAllowed && field('restore').checked
            ? 'Resume on Leftoff’s page restores your place automatically.'
            : 'Alt+Shift+K restores the newest place on a page.';
        showOutcome('Paired', `Alt+Shift+L or the toolbar button captures the current page. ${restoring}`, 'check');
        showActions(makeButton('Close', () => window.close()));
        await request({ type: 'connect' }).catch(() => undefined);
    } catch (problem) {
        showProblem('Not paired', problem);
        field('code').select();
    }
});
saveHostsOnClick();
await showPaintsHighlights();
await showConnection();
// Until this script has run, the browser would submit the form itself, and the code with it.
form.inert = false;
if (/** @type {HTMLDetailsElement} */ (part('pairing')).open) field('code').focus();
