// The state of the page for which the popup opens. Looking at a page with a place stores nothing; a page without one is
// captured, unless it stands as it was opened.

import { isAtUntouchedTop } from '../shared/untouched-top.js';
import { storeCapture } from './actions.js';
import { browserAPI } from './browser-api.js';
import { addressOf } from './editions.js';
import { captureTab, placeNamed, placeToResume } from './places.js';
import { waitingPlace } from './resume.js';

/**
 * @typedef {{kind: 'waiting', id: string}} Waiting the button offered to go to a place, and was pressed
 * @typedef {{kind: 'place', place: any, here: number | null, isHere: boolean}} Found `here` is the reader's progress
 *     from 0 to 1, and null if it is unknown; `isHere` is true if the reader is at the place's line
 * @typedef {{kind: 'untouched', title: string, url: string}} Untouched
 * @typedef {{kind: 'captured', place: any}} Captured
 */

/**
 * Looks at the page of a tab, and captures it if it has no place and the reader has moved in it.
 *
 * @param {number} tabId
 * @param {boolean} isStill true if the reader prefers reduced motion
 * @returns {Promise<Waiting | Found | Untouched | Captured>}
 */
export async function look(tabId, isStill) {
    const tab = await browserAPI.tabs.get(tabId);
    const waiting = await waitingPlace(tab);
    if (waiting?.isHere) return { kind: 'waiting', id: waiting.id };
    // Capturing changes nothing in the page. It begins at once, since the reader may go on scrolling.
    const capture = captureTab(tabId).then((snapshot) => ({ snapshot, problem: null }), (problem) => ({
        snapshot: null, problem,
    }));
    const isPage = /^(https?|file):/.test(addressOf(tab));
    const place = waiting ? await placeNamed(waiting.id) : isPage ? await placeToResume(tab).catch(async (problem) => {
        // The reason why the page cannot be captured is the better one, since no connection would change it.
        throw (await capture).problem ?? problem;
    }) : null;
    const { snapshot, problem } = await capture;
    if (place) {
        const { px = 0, text = null } = snapshot?.progress ?? {};
        const anchors = snapshot?.frame?.place?.anchors ?? snapshot?.anchors;
        const words = anchors?.[0]?.quote?.exact;
        return {
            kind: 'place', place: waiting ? { ...place, snapshot: undefined } : place,
            here: snapshot && !waiting ? text ?? px : null,
            isHere: !waiting && words !== undefined && words === place.quote,
        };
    }
    if (problem) throw problem;
    const { title = '', url } = snapshot;
    if (isAtUntouchedTop(snapshot)) return { kind: 'untouched', title, url };
    return { kind: 'captured', place: await storeCapture(tabId, snapshot, isStill) };
}
