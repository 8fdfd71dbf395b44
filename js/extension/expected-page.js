// Restores places on the pages that are expected to show them.

import { browserAPI } from './browser-api.js';
import { report } from './button.js';
import { isExpected, takeExpected } from './expected.js';
import { resumeIn } from './fallback.js';
import { UNKNOWN_DOCUMENT, documentIn } from './visits.js';

const { tabs } = browserAPI;

/**
 * Restores the place that a page is expected to show, if there is one.
 *
 * @param {ExtensionTab} tab
 */
export async function restoreExpected({ id = -1, url, status }) {
    // The URL is present only on the sites that the reader has allowed the extension to work on.
    if (!url?.startsWith('http')) return;
    const isComplete = status === 'complete';
    if (!(await isExpected(id, url, isComplete))) return;
    const document = await documentIn(id) ?? UNKNOWN_DOCUMENT;
    // A page that redirects by a script is gone by now, and the next one is reported too.
    const isHere = await tabs.get(id).then((tab) => tab.url === url, () => false);
    const expected = isHere ? await takeExpected(id, url, isComplete, document) : null;
    if (expected) await report(resumeIn(id, expected.id, expected), id);
}
