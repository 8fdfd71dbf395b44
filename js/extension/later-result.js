// What a restore reports after its first result: it has gone on when the page changed, or the page has removed the
// place.

import { showResult, withdrawOffer } from './fallback.js';
import { settleExpected } from './expected.js';
import { TABLE, stateOfResult } from './presentation.js';
import { forgetRestoring, restoringIn } from './restoring.js';
import { documentIn } from './visits.js';

/** The statuses of a result. */
const STATUSES = ['restored', 'approximate', 'abstained', 'wrongPage', 'aborted'];
/** In UTF-16 units: the name of a control is a page's text, and a longer one is not a name. */
const MOST_CONTROL = 60;

/**
 * Shows a later result in its tab, if the tab still shows the page on which the place was restored.
 *
 * @param {any} message of the restore script
 * @param {ExtensionSender} sender
 */
export async function handleLaterResult({ status, reason, control, continues }, { tab }) {
    const tabId = tab?.id ?? -1;
    const restoring = await restoringIn(tabId);
    if (!restoring || !STATUSES.includes(status) || await documentIn(tabId) !== restoring.document) return;
    const state = stateOfResult({
        status, reason: String(reason ?? ''), control: String(control ?? '').slice(0, MOST_CONTROL),
        continues: continues === true,
    });
    await settleExpected(tabId, restoring.id, status);
    if (status === 'aborted') await forgetRestoring(tabId);
    if (!TABLE[state.kind].card) await withdrawOffer(tabId);
    await showResult(tabId, restoring.id, state);
}
