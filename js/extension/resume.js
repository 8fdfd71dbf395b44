// Opens the page of a place for Resume, and brings the reader to the place there: at once where the extension may work,
// and by a click on the toolbar button elsewhere. The first time, a page of the extension asks for the permission.

import { browserAPI } from './browser-api.js';
import { showState, stateOf } from './button.js';
import { addressOf } from './editions.js';
import { resumedKey } from './expectation.js';
import { bindExpected, expectIn } from './expected.js';
import { resumeIn } from './fallback.js';
import { pagesOfSite } from './permissions.js';
import { placeNamed, restoreNewest } from './places.js';
import { requireWebAddress } from './web-address.js';

const { permissions, runtime, storage, tabs } = browserAPI;

/** The storage key of the answer to the question for the permission. */
const ASKED = 'isAskedForPages';

/**
 * Opens the page of a place beside the tab in which the reader chose Resume.
 *
 * @param {string} id of the place, or the name of a tab of a window set
 * @param {ExtensionTab} from
 * @param {boolean} isActive false if the reader asked for a tab in the background
 * @returns {Promise<null>}
 */
export async function openToResume(id, from, isActive) {
    const place = await placeNamed(id);
    requireWebAddress(place.url);
    const beside = { openerTabId: from.id, index: (from.index ?? 0) + 1, active: isActive };
    const isAllowed = await permissions.contains({ origins: pagesOfSite(place.url) });
    const { [ASKED]: isAsked } = await storage.local.get(ASKED);
    if (!isAllowed && !isAsked) {
        const url = runtime.getURL(`resume.html#${new URLSearchParams({ id })}`);
        await tabs.create({ ...beside, active: true, url });
        return null;
    }
    if (isAllowed) await expectIn(null, place.url, id);
    const tab = await tabs.create({ ...beside, url: addressOfPlace(place, isAllowed) });
    if (isAllowed) await bindExpected(id, tab.id ?? -1);
    else await waitIn(tab.id ?? -1, place.url, id);
    return null;
}

/**
 * Opens the page of a place in a tab that has asked for the permission.
 *
 * @param {string} id
 * @param {number} tabId
 * @returns {Promise<null>}
 */
export async function openAfterQuestion(id, tabId) {
    const place = await placeNamed(id);
    requireWebAddress(place.url);
    await storage.local.set({ [ASKED]: true });
    const isAllowed = await permissions.contains({ origins: pagesOfSite(place.url) });
    if (isAllowed) await expectIn(tabId, place.url, id);
    else await waitIn(tabId, place.url, id);
    await tabs.update(tabId, { url: addressOfPlace(place, isAllowed) });
    return null;
}

/**
 * Returns the address that opens the page of a place. It has the time of the medium that was playing, if the page takes
 * one. A service of an earlier version does not know it.
 *
 * @param {{url: string, address?: string, fragment?: string}} place
 * @param {boolean} isAllowed false if the browser itself has to scroll to the words
 */
function addressOfPlace({ url, address = url, fragment = address }, isAllowed) {
    const opened = isAllowed ? address : fragment;
    requireWebAddress(opened);
    return opened;
}

/**
 * Makes the button of a tab offer the way to a place.
 *
 * @param {number} tabId
 * @param {string} url of the page
 * @param {string} id of the place
 */
function waitIn(tabId, url, id) {
    return showState(tabId, { kind: 'waiting', id, key: resumedKey(url), at: Date.now() });
}

/**
 * Returns the place that the button of a tab offers.
 *
 * @param {ExtensionTab} tab
 * @returns {Promise<{id: string, isHere: boolean} | null>} `isHere` is true if the tab shows the page of the place
 */
export async function waitingPlace(tab) {
    const { kind, id, key } = await stateOf(tab.id ?? -1);
    if (kind !== 'waiting' || !id) return null;
    return { id, isHere: resumedKey(addressOf(tab)) === key };
}

/**
 * Goes to the place that the button of a tab offers, or else to the place to resume on its page.
 *
 * @param {ExtensionTab} tab
 */
export async function goToPlace(tab) {
    const waiting = await waitingPlace(tab);
    return waiting?.isHere ? resumeIn(tab.id ?? -1, waiting.id) : restoreNewest(tab, resumeIn);
}
