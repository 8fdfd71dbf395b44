// Opens the page with all places: requests a one-time code from the native messaging host, and sends it to the service
// in the body of a form, so that it is part of no address and of no history.

import { button, showActions, showOutcome } from './outcome.js';
import { request } from './request.js';

/** The addresses at which a service of this computer listens. */
const LOOPBACK = /^http:\/\/127\.0\.0\.1:[0-9]{1,5}$/;

async function open() {
    showOutcome('Opening your places…', '', 'busy');
    showActions();
    try {
        const { result: { origin, code } } = await request({ type: 'sign-in' });
        if (!LOOPBACK.test(origin)) throw new Error('Leftoff returned an address that is not on this computer.');
        submit(`${origin}/login`, code);
    } catch (problem) {
        showOutcome('Not opened', /** @type {Error} */ (problem).message, 'cross');
        showActions(button('Try again', open, 'primary'));
    }
}

/**
 * @param {string} address
 * @param {string} code
 */
function submit(address, code) {
    const form = document.createElement('form');
    const field = document.createElement('input');
    form.method = 'POST';
    form.action = address;
    form.hidden = true;
    field.name = 'code';
    field.value = code;
    field.autocomplete = 'off';
    form.append(field);
    document.body.append(form);
    form.submit();
    form.remove();
}

/** Lets the reader choose, since the history has led back to this page. */
function offer() {
    showOutcome('Your places', '');
    showActions(button('Open', open, 'primary'));
}

const [navigation] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType('navigation'));
if (navigation?.type === 'back_forward') offer();
else open();
addEventListener('pageshow', ({ persisted }) => {
    if (persisted) offer();
});
