// The buttons of the sample page, which run the scripts of the bookmarklets.

import { api } from './api.js';
import { session } from './session.js';
import { ago } from './text.js';

const result = /** @type {HTMLElement} */ (document.getElementById('result'));
const page = location.origin + location.pathname;

/**
 * @param {string} text
 */
function showResult(text) {
    result.textContent = text;
}

/**
 * @param {unknown} problem
 */
function showProblem(problem) {
    const isSignedOut = /** @type {{status?: number}} */ (problem)?.status === 401;
    showResult(isSignedOut
        ? `This browser is not signed in. ${session.advice}`
        : /** @type {Error} */ (problem).message);
}

document.getElementById('capture')?.addEventListener('click', async () => {
    try {
        const snapshot = await new Promise((resolve) => {
            // @ts-expect-error defined by the capture script, which the page loads before this one
            globalThis.ExtensionPreprocessingJS.run({ completionFunction: resolve });
        });
        await api.capture(snapshot);
        const share = snapshot.progress?.text ?? snapshot.progress?.px;
        const where = typeof share === 'number' ? ` at ${Math.round(share * 100)} %` : '';
        showResult(`Captured${where}. Now scroll away, resize the window or reload.`);
    } catch (problem) {
        showProblem(problem);
    }
});

document.getElementById('restore')?.addEventListener('click', async () => {
    try {
        const { places: [place] } = await api.snapshots({ page, limit: 1 });
        if (!place) {
            showResult('You have not captured a place here yet.');
            return;
        }
        showResult('Going back…');
        const { snapshot } = await api.snapshot(place.id);
        // @ts-expect-error defined by the restore script, which the page loads before this one
        const outcome = await globalThis.leftoffRestore(snapshot);
        const sure = typeof outcome.confidence === 'number' ? `, ${Math.round(outcome.confidence * 100)} % sure` : '';
        const what = outcomes[outcome.status] ?? outcome.status;
        showResult(`${what} (${outcome.tier ?? 'no tier'}${sure}), captured ${ago(new Date(place.storedAt))}.`);
    } catch (problem) {
        showProblem(problem);
    }
});

const outcomes = /** @type {Record<string, string>} */ ({
    restored: 'Back where you were', approximate: 'Near where you were', abstained: 'The place was not found',
    aborted: 'Stopped, because you moved the page', wrongPage: 'That place is on another page',
});
