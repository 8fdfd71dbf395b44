// Opens the page with all places: requests a one-time code from Leftoff, and signs in with it.

import { makeButton, showActions, showOutcome, showProblem } from './outcome.js';
import { request } from './request.js';
import { openService } from './sign-in.js';

async function open() {
    showOutcome('Opening your places…', '', 'busy');
    showActions();
    try {
        const { result } = await request({ type: 'sign-in' });
        openService(result);
    } catch (problem) {
        showProblem('Not opened', problem);
        showActions(makeButton('Try again', open, 'primary'));
    }
}

/** Lets the reader choose, since the history has led back to this page. */
function offer() {
    showOutcome('Your places', '');
    showActions(makeButton('Open', open, 'primary'));
}

const [navigation] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType('navigation'));
if (navigation?.type === 'back_forward') offer();
else open();
addEventListener('pageshow', ({ persisted }) => {
    if (persisted) offer();
});
