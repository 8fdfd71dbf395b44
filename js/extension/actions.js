// The actions of the reader in the popup and the menus, with their effects on the button and on the pages that are
// open.

import { applyAutomaticSettings, refreshDistances } from './automatic.js';
import { browserAPI } from './browser-api.js';
import { clearProblem, showCaptured, showState } from './button.js';
import { changeCaptureSettings } from './capture-settings.js';
import { withConnection } from './connection.js';
import { copiesOf, copyAfterCapture } from './copies.js';
import { describeCopies } from './copy-report.js';
import { asHighlight, paintIn, recordHighlight } from './highlights.js';
import { captureTab, storeSnapshot } from './places.js';

const { runtime, tabs } = browserAPI;

/**
 * Captures the page of a tab, and then copies it.
 *
 * @param {number} tab
 * @param {boolean} isStill true if the reader prefers reduced motion
 * @param {boolean} [hasPicture] true to copy a picture of the page, whatever the settings are
 */
export async function capture(tab, isStill, hasPicture = false) {
    await showState(tab, { kind: 'capturing' });
    try {
        return await storeCapture(tab, await captureTab(tab), isStill, hasPicture);
    } catch (problem) {
        // The popup says what failed.
        await showState(tab, { kind: 'nothing' });
        throw problem;
    }
}

/**
 * Stores what was captured in a tab, and then copies the page.
 *
 * @param {number} tab
 * @param {any} snapshot
 * @param {boolean} isStill true if the reader prefers reduced motion
 * @param {boolean} [hasPicture] true to copy a picture of the page, whatever the settings are
 */
export async function storeCapture(tab, snapshot, isStill, hasPicture = false) {
    const place = await storeSnapshot(
        snapshot, (stored) => copyAfterCapture(tab, stored, snapshot, hasPicture));
    await showState(tab, { kind: place.renewed ? 'renewed' : 'captured' });
    showCaptured(isStill);
    refreshDistances(place.url);
    clearProblem();
    return place;
}

/**
 * Changes the places of a page, and shows the distance to the newest one again.
 *
 * @param {string | undefined} page the URL of the page
 * @param {(client: any) => Promise<any>} work
 */
export async function changePlaces(page, work) {
    const result = await withConnection(({ client }) => work(client));
    if (page) await refreshDistances(page);
    return result;
}

/**
 * Changes settings of captures. Pages that are open are observed by the new ones at once.
 *
 * @param {object} patch
 */
export async function changeSettings(patch) {
    const settings = await changeCaptureSettings(patch);
    await applyAutomaticSettings();
    return settings;
}

/**
 * Shows on the button that a window was stored.
 *
 * @param {Promise<import('./windows.js').SetAside | null>} work
 */
export async function showStored(work) {
    const stored = await work;
    if (stored) showCaptured(false);
    return stored;
}

/**
 * Captures the page of a tab and copies a picture of it.
 *
 * @param {number} tab
 */
export async function captureWithPicture(tab) {
    const { id } = await capture(tab, false, true);
    const outcomes = await copiesOf(id);
    if (outcomes.some(({ bytes }) => bytes === 0)) throw new Error(describeCopies(outcomes));
}

/**
 * Highlights the selected words of the page in a tab, and paints them.
 *
 * @param {number} tab
 */
export async function highlight(tab) {
    await showState(tab, { kind: 'capturing' });
    try {
        const place = await storeCapture(tab, asHighlight(await captureTab(tab)), false);
        await recordHighlight(place.url);
        // The words are stored, and painting them is a comfort.
        await paintIn(tab).catch(() => undefined);
        return place;
    } catch (problem) {
        await showState(tab, { kind: 'nothing' });
        throw problem;
    }
}

/** Opens the page with all places, and signs the browser in, whose last session may have ended. */
export async function openPlaces() {
    await withConnection(() => tabs.create({ url: runtime.getURL('open.html') }));
    return null;
}
