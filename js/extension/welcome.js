// The page for the first use. It shows the shortcut that the browser has really assigned, and whether the button is
// visible.

import { RING } from '../shared/ring.js';
import { CHECK_MARK } from '../shared/symbols.js';
import { browserAPI } from './browser-api.js';
import { button, part, showActions } from './outcome.js';

const { action, commands, runtime, tabs } = browserAPI;
const isFirefox = runtime.getURL('').startsWith('moz-extension:');

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

/** Opens the browser's own settings for shortcuts. */
function changeShortcut() {
    if (commands.openShortcutSettings) commands.openShortcutSettings();
    else if (!isFirefox) tabs.create({ url: 'chrome://extensions/shortcuts' });
}

async function showShortcut() {
    const all = await commands.getAll();
    const shortcut = all.find(({ name }) => name === '_execute_action')?.shortcut;
    part('shortcut').textContent = shortcut || 'No shortcut yet';
    part('shortcut').classList.toggle('missing', !shortcut);
    if (shortcut) return;
    if (commands.openShortcutSettings || !isFirefox) {
        part('shortcut-text').textContent = 'Another extension uses it. Choose a shortcut for the button:';
        part('shortcut-text').append(' ', button('Choose a shortcut', changeShortcut));
    } else {
        part('shortcut-text').textContent =
            'Choose one at about:addons: the gear above the list, then Manage Extension Shortcuts.';
    }
}

drawRing();
await showShortcut();
// Browsers hide the buttons of new extensions in a menu.
const settings = await action.getUserSettings?.();
part('hidden-button').hidden = settings?.isOnToolbar !== false;
showActions(button('Close', () => window.close(), 'primary'));
