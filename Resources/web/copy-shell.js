// Opens a copy of a page. No header field can be added to a navigation, and the cookie alone opens nothing private, so
// this page requests a ticket for the address of the copy.

import { api } from './api.js';
import { element } from './elements.js';
// Applies the reader’s choice of motion to this page.
import './motion.js';
import { session } from './session.js';
import { withFormNames } from './text.js';

async function open() {
    try {
        const address = await api.ticket(location.pathname);
        // Links from one copy to the other lead to the line of the place too.
        location.replace(address + (location.hash || (location.search === '?from=copy' ? '#leftoff-line' : '')));
    } catch (problem) {
        const { message, status } = /** @type {import('./service-client.js').ServiceError} */ (problem);
        const isSignedOut = status === 401;
        document.getElementById('outcome')?.replaceChildren(
            element('h1', { text: isSignedOut ? 'This browser is not signed in' : 'The copy was not opened' }),
            element('p', { text: isSignedOut ? session.advice : withFormNames(message), className: 'lead' }));
    }
}

open();
