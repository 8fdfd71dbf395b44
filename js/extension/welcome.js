// The page for the first use. It shows the shortcuts that the browser has really assigned, and where the button
// is.

import { RING } from '../shared/ring.js';
import { CHECK_MARK } from '../shared/symbols.js';
import { browserAPI, isFirefox } from './browser-api.js';
import { makeButton, part, showActions } from './outcome.js';

const { action, commands, tabs } = browserAPI;

/** Draws the ring that closes to a check mark, which the toolbar button shows after a capture. */
function drawRing() {
    const namespace = 'http://www.w3.org/2000/svg';
    const [x, y, side] = RING.image;
    for (const [d, name, transform] of [
        [RING.d, 'track', ''], [RING.d, 'ring', ''], [CHECK_MARK, 'check', `translate(${x} ${y}) scale(${side / 88})`],
    ]) {
        const path = document.createElementNS(namespace, 'path');
        path.setAttribute('d', d);
        path.setAttribute('class', name);
        path.setAttribute('pathLength', '1');
        path.setAttribute('transform', transform);
        part('ring').append(path);
    }
}

/** Shows the shortcuts that the browser has assigned. It assigns none that another extension uses already. */
async function showShortcuts() {
    const all = await commands.getAll();
    let isMissing = false;
    for (const [id, command] of [['capture', '_execute_action'], ['restore', 'restore']]) {
        const shortcut = all.find(({ name }) => name === command)?.shortcut;
        part(id).textContent = shortcut || 'No shortcut';
        part(id).classList.toggle('missing', !shortcut);
        isMissing ||= !shortcut;
    }
    part('missing').hidden = !isMissing;
    return isMissing;
}

/** Returns the button that opens the browser's own settings for shortcuts; nothing if there is no way to open them. */
function shortcutSettings() {
    const open = commands.openShortcutSettings
        ?? (isFirefox() ? null : () => tabs.create({ url: 'chrome://extensions/shortcuts' }));
    if (open) return [makeButton('Choose shortcuts', () => open())];
    part('instruction').textContent =
        'You can choose others at about:addons, with the gear above the list and Manage Extension Shortcuts.';
    return [];
}

drawRing();
const isMissing = await showShortcuts();
// Browsers hide the buttons of new extensions in a menu.
const settings = await action.getUserSettings?.();
part('hidden-button').hidden = settings?.isOnToolbar !== false;
showActions(makeButton('Close', () => window.close(), 'primary'), ...(isMissing ? shortcutSettings() : []));
