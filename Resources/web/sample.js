// The sample page's two buttons: they run the same scripts as the bookmarklets, without one being installed.

import { api, send } from './api.js';
import { ago } from './text.js';

const result = /** @type {HTMLElement} */ (document.getElementById('result'));
const page = location.origin + location.pathname;

/** @param {string} text */
function say(text) {
    result.textContent = text;
}

/** @param {unknown} problem */
function explain(problem) {
    const isSignedOut = /** @type {{status?: number}} */ (problem)?.status === 401;
    say(isSignedOut
        ? 'This browser is not signed in: open the address that “leftoff serve” prints.'
        : /** @type {Error} */ (problem).message);
}

document.getElementById('capture')?.addEventListener('click', async () => {
    try {
        const snapshot = await new Promise((resolve) => {
            // @ts-expect-error defined by the capture script, which the page loads before this one
            globalThis.ExtensionPreprocessingJS.run({ completionFunction: resolve });
        });
        await send('/api/snapshots', { method: 'POST', body: snapshot });
        const share = snapshot.progress?.text ?? snapshot.progress?.px;
        const where = typeof share === 'number' ? ` at ${Math.round(share * 100)} %` : '';
        say(`Captured${where}. Now scroll away, or resize or reload.`);
    } catch (problem) {
        explain(problem);
    }
});

document.getElementById('restore')?.addEventListener('click', async () => {
    try {
        const { places: [place] } = await api.snapshots({ page, limit: 1 });
        if (!place) {
            say('You have captured no place here yet.');
            return;
        }
        say('Going back…');
        // The restore script is an expression, whose value a module hands on. The address is a new one each time,
        // since a browser evaluates a module once.
        const module = await import(`/api/snapshots/${place.id}/restore?as=module&at=${Date.now()}`);
        const outcome = await module.default;
        const sure = typeof outcome.confidence === 'number' ? `, ${Math.round(outcome.confidence * 100)} % sure` : '';
        const what = words[outcome.status] ?? outcome.status;
        say(`${what} (${outcome.tier ?? 'no tier'}${sure}), captured ${ago(new Date(place.storedAt))}.`);
    } catch (problem) {
        explain(problem);
    }
});

const words = /** @type {Record<string, string>} */ ({
    restored: 'Back where you were', approximate: 'Near where you were', abstained: 'The place was not found',
    aborted: 'You moved, so it stopped', wrongPage: 'That place is on another page',
});
