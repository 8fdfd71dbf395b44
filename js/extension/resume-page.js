// The page that asks, at the first Resume, if the extension may work on the page of the place.

import { browserAPI } from './browser-api.js';
import { makeButton, showActions, showOutcome, showPlace, showProblem } from './outcome.js';
import { ALL_PAGES, pagesOfSite } from './permissions.js';
import { request } from './request.js';

const { permissions, tabs } = browserAPI;
const id = new URLSearchParams(location.hash.slice(1)).get('id') ?? '';

/** Opens the page of the place in this tab. */
async function open() {
    try {
        const tab = await tabs.getCurrent();
        await request({ type: 'resume-here', id, tab: tab?.id ?? -1 });
    } catch (problem) {
        showProblem('Not opened', problem);
    }
}

/**
 * Asks the browser for the permission, in response to a click only, and opens the page if it was given.
 *
 * @param {string[]} origins
 */
async function allow(origins) {
    const isAllowed = await permissions.request({ origins }).catch(() => false);
    if (isAllowed) await open();
    else showOutcome('Not allowed', 'The page can be opened all the same: choose “Not now”.');
}

async function show() {
    try {
        const { result: place } = await request({ type: 'place', id });
        const site = new URL(place.url).hostname.replace(/^www\./, '');
        showPlace(place);
        showActions(
            makeButton(`Allow on ${site}`, () => allow(pagesOfSite(place.url)), 'primary'),
            makeButton('Allow on all sites', () => allow(ALL_PAGES)), makeButton('Not now', open));
    } catch (problem) {
        showProblem('Not loaded', problem);
        showActions(makeButton('Try again', show, 'primary'));
    }
}

await show();
