// The page of the windows that were set aside. It asks for the permissions that setting a window aside needs, and
// brings windows back.

import { browserAPI } from './browser-api.js';
import { makeButton, part, showActions, showOutcome, showProblem } from './outcome.js';
import { windowPermissions } from './permissions.js';
import { request } from './request.js';

const { permissions, tabs } = browserAPI;
/** The number of sets in the list; the web page shows all. */
const MOST_SETS = 50;

/** @typedef {{id: string, title: string, tabCount: number, storedAt: string, browser: string}} WindowSet */

/** @param {number} count */
function tabsText(count) {
    return count === 1 ? '1 tab' : `${count} tabs`;
}

let isAllowed = await permissions.contains(windowPermissions());

/**
 * Asks for the permissions, unless the extension has them. Browsers ask only in response to a click, so this comes
 * first.
 *
 * @returns {Promise<boolean>} true if the extension has them
 */
async function requestPermissions() {
    isAllowed ||= await permissions.request(windowPermissions());
    return isAllowed;
}

/**
 * Asks for the permissions, and then sets a window aside.
 *
 * @param {number} window
 * @param {boolean} keepsOpen
 */
function askToSetAside(window, keepsOpen) {
    showOutcome(
        keepsOpen ? 'Store this window' : 'Set this window aside',
        'Leftoff stores where you are in every tab' + (keepsOpen ? '.' : ', and then closes the tabs.')
        + ' For this, the browser asks you once to let the extension read the addresses of your tabs and work on all'
        + ' pages. Private windows are never included.');
    const allow = async () => {
        try {
            if (!await requestPermissions()) {
                showOutcome('Not set aside', 'The browser did not allow it.', 'cross');
                return;
            }
            showOutcome(keepsOpen ? 'Storing…' : 'Setting aside…', '', 'busy');
            showActions();
            const { result } = await request({ type: 'set-aside', window, keepsOpen });
            await showStored(result.id, result.left, keepsOpen);
        } catch (problem) {
            showProblem('That did not work', problem);
        }
    };
    showActions(makeButton(keepsOpen ? 'Allow and store' : 'Allow and set aside', allow, 'primary'));
}

/**
 * @param {string} id of the set that was just stored
 * @param {number} left the number of tabs that could not be closed
 * @param {boolean} keepsOpen
 */
async function showStored(id, left, keepsOpen) {
    const { result: set } = await request({ type: 'window-set', id });
    const stored = `${tabsText(set.tabCount)} ${set.tabCount === 1 ? 'is' : 'are'} stored: ${set.title}.`;
    const [stay, they] = left === 1 ? ['stays', 'it'] : ['stay', 'they'];
    const open = left > 0 ? ` ${tabsText(left)} ${stay} open, because ${they} could not be stored or had moved on to `
        + 'another page.' : '';
    showOutcome(keepsOpen ? 'Stored' : 'Set aside', stored + open, 'check');
    showActions(makeButton('Bring back', () => bringBack(id, false), 'primary'));
    await showSets();
}

/**
 * Brings a set back after asking for the permissions, without which no place can be restored.
 *
 * @param {string} id
 * @param {boolean} isMerged true to add the tabs to this window
 */
async function bringBack(id, isMerged) {
    if (await requestPermissions().catch(() => false)) return openSet(id, isMerged);
    showOutcome('Not allowed', 'Without this permission, the pages open at their top, and tabs of this set that are '
        + 'open already open once more.', 'cross');
    showActions(makeButton('Open them anyway', () => openSet(id, isMerged)));
}

/**
 * @param {string} id
 * @param {boolean} isMerged
 */
async function openSet(id, isMerged) {
    showOutcome('Opening…', '', 'busy');
    showActions();
    try {
        const own = await tabs.getCurrent();
        await request({ type: 'bring-back', id, window: isMerged ? own?.windowId : null });
        if (own?.id !== undefined) await tabs.remove([own.id]);
    } catch (problem) {
        showProblem('That did not work', problem);
    }
}

/** @param {WindowSet} set */
function makeEntry(set) {
    const item = document.createElement('li');
    const title = document.createElement('h3');
    const details = document.createElement('p');
    const actions = document.createElement('p');
    title.textContent = set.title;
    title.dir = 'auto';
    details.className = 'hint';
    const time = new Date(set.storedAt).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
    details.textContent = [tabsText(set.tabCount), set.browser, time].filter(Boolean).join(' · ');
    actions.className = 'actions';
    const withLabel = (/** @type {HTMLElement} */ made) => {
        made.setAttribute('aria-label', `${made.textContent}: ${set.title}`);
        return made;
    };
    const forget = makeButton('Forget', async () => {
        try {
            await request({ type: 'forget-window', id: set.id });
            const undo = makeButton('Undo', async () => {
                await request({ type: 'undo-window', id: set.id }).then(
                    showSets, (problem) => showProblem('That did not work', problem));
            });
            actions.setAttribute('role', 'status');
            actions.replaceChildren('Forgotten. ', withLabel(undo));
            undo.focus();
        } catch (problem) {
            showProblem('That did not work', problem);
        }
    });
    actions.append(
        withLabel(makeButton('Bring back', () => bringBack(set.id, false))),
        withLabel(makeButton('Add to this window', () => bringBack(set.id, true))), withLabel(forget));
    item.append(title, details, actions);
    return item;
}

async function showSets() {
    const { result } = await request({ type: 'window-sets', limit: MOST_SETS });
    part('list').replaceChildren(...result.map(makeEntry));
    part('sets').hidden = result.length === 0;
    return result.length;
}

const query = new URLSearchParams(location.search);
try {
    const asked = query.get('window');
    const stored = query.get('stored');
    if (asked) {
        askToSetAside(Number(asked), query.has('open'));
        await showSets();
    } else if (stored) {
        await showStored(stored, Number(query.get('left') ?? 0), false);
    } else if (await showSets() === 0) {
        showOutcome('Windows', 'No window is set aside. The button’s menu has “Set aside this window”.');
    }
} catch (problem) {
    showProblem('That did not work', problem);
}
