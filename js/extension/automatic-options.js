// The options of automatic places.

import { automaticSettings, saveAutomaticSettings } from './automatic-settings.js';
import { browserAPI } from './browser-api.js';
import { makeButton, part, showOutcome, showProblem } from './outcome.js';
import { ALL_PAGES } from './permissions.js';
import { request } from './request.js';
import { STOP_LIST, parseSites, patternsOf } from './stop-list.js';

const form = /** @type {HTMLFormElement} */ (part('form'));
const modes = /** @type {HTMLInputElement[]} */ ([...form.querySelectorAll('input[name=mode]')]);
const sites = /** @type {HTMLTextAreaElement} */ (part('sites'));
const stopped = /** @type {HTMLTextAreaElement} */ (part('stopped'));
const distance = /** @type {HTMLInputElement} */ (part('distance'));

/** @returns {any} */
const chosenMode = () => modes.find(({ checked }) => checked)?.value ?? 'off';

function showMode() {
    part('named').hidden = chosenMode() !== 'named';
}

/**
 * Returns the sites in the two lists; null if a line names no site, which is then shown.
 *
 * @returns {{sites: string[], stopped: string[]} | null}
 */
function readLists() {
    const [named, never] = [parseSites(sites.value), parseSites(stopped.value)];
    const wrong = [...named.wrong, ...never.wrong];
    if (wrong.length > 0) showOutcome('Not saved', `“${wrong[0].slice(0, 60)}” is not a site.`, 'cross');
    else if (chosenMode() === 'named' && named.sites.length === 0) {
        showOutcome('Not saved', 'Name at least one site.', 'cross');
    } else return { sites: named.sites, stopped: never.sites };
    return null;
}

/**
 * Returns the pages on which the extension must be allowed to run. The distance is shown by a script in the page too.
 *
 * @param {string} mode
 * @param {string[]} named
 * @returns {string[]}
 */
function neededOrigins(mode, named) {
    if (mode === 'named') return patternsOf(named);
    return mode === 'all' || distance.checked ? ALL_PAGES : [];
}

form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const mode = chosenMode();
    const found = readLists();
    if (!found) return;
    // This comes first, since browsers ask for permission only in response to a click.
    const origins = neededOrigins(mode, found.sites);
    const isAllowed = origins.length === 0
        || await browserAPI.permissions.request({ origins }).catch(() => false);
    if (!isAllowed) {
        showOutcome('Not saved', 'The browser did not allow the extension to work on these sites.', 'cross');
        return;
    }
    await saveAutomaticSettings({ mode, ...found, showsDistance: distance.checked });
    await request({ type: 'automatic-settings' }).catch(() => undefined);
    const text = mode === 'off' ? 'No place is kept without a click.' : 'Open pages are observed too.';
    showOutcome('Saved', text, 'check');
});

/** Lists the pages on which the reader has refused automatic places. */
async function showRefusals() {
    const { result } = await request({ type: 'refusals' });
    part('refused').hidden = result.length === 0;
    part('refusals').replaceChildren(...result.map((/** @type {{page: string}} */ { page }) => {
        const item = document.createElement('li');
        const name = document.createElement('span');
        name.textContent = page;
        const allow = makeButton('Allow again', async () => {
            try {
                await request({ type: 'allow', page });
                await showRefusals();
            } catch (problem) {
                showProblem('Not allowed', problem);
            }
        });
        allow.setAttribute('aria-label', `Allow again: ${page}`);
        item.append(name, allow);
        return item;
    }));
}

for (const mode of modes) mode.addEventListener('change', showMode);
part('usual').addEventListener('click', () => {
    stopped.value = STOP_LIST.join('\n');
});
const settings = await automaticSettings();
for (const mode of modes) mode.checked = mode.value === settings.mode;
sites.value = settings.sites.join('\n');
stopped.value = settings.stopped.join('\n');
distance.checked = settings.showsDistance;
showMode();
form.inert = false;
// Without a connection there is nothing to list.
await showRefusals().catch(() => undefined);
