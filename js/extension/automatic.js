// Automatic places: observes the pages that the reader has chosen, and keeps a place for each while it is read. Also
// shows on the button how far the reader is from the place on a page. Nothing of this happens in private windows.

import { pageKey } from '../wire/page-key.js';
import { automaticSettings, isAutomaticOn } from './automatic-settings.js';
import { browserAPI } from './browser-api.js';
import { showDistance } from './button.js';
import { isServiceOrigin, withConnection } from './connection.js';
import { copyTextOf } from './copies.js';
import { excludedHosts, forgetExcludedHosts } from './excluded-hosts.js';
import { captureAt } from './page-scripts.js';
import { newestWholePlace, withZoom } from './places.js';
import { distanceLabel, effectOf } from './reading-progress.js';
import { covers } from './stop-list.js';
import { allVisits, documentIn, removeVisit, runInTurn, saveVisit, visitIn } from './visits.js';

const { alarms, scripting, tabs } = browserAPI;

/** The alarm at which snapshots are stored that were held back. */
export const STORE_ALARM = 'store-places';
/** In ms: a place is stored at most this often while the page is open, and at least this often while it changes. */
const STORE_INTERVAL = 30_000;

/** @typedef {import('./visits.js').Visit} Visit */

/**
 * Begins to observe the page that a tab shows, if the reader wants that. Leftoff is asked once about each page.
 *
 * @param {ExtensionTab} tab
 * @param {boolean} [isChanged] true if the settings have changed, so that the page is observed anew
 */
export function observeTab({ id = -1, url, incognito }, isChanged = false) {
    if (incognito) return Promise.resolve();
    return runInTurn(id, async () => {
        const settings = await automaticSettings();
        const old = await visitIn(id);
        const isUnused = settings.mode === 'off' && !settings.showsDistance;
        if (isUnused && !old && !isChanged) return;
        // On an excluded site no script runs, not even one that tells documents apart.
        const key = url?.startsWith('http') && !(await isExcluded(url, settings)) ? pageKey(url) : '';
        if (old && old.key !== key) await store(old);
        const document = key ? await documentIn(id) : null;
        if (old && old.key === key && old.document === document && !isChanged) return;
        if (old?.key === key) await store(old);
        await removeVisit(id);
        const visit = key && document !== null ? await newVisit(String(url), key, document, settings) : null;
        await showDistance(id, null);
        if (visit) await saveVisit(id, visit);
        const isAutomatic = visit?.isAutomatic ?? false;
        if (key) await observe(id, { key, isAutomatic, hasPlace: Boolean(visit?.place) });
        // The observer of a page that is excluded now runs already.
        else if (old && isChanged && old.key === pageKey(url ?? '')) {
            await observe(id, { key: old.key, isAutomatic: false, hasPlace: false });
        }
    });
}

/**
 * @param {string} url
 * @param {import('./automatic-settings.js').AutomaticSettings} settings
 */
async function isExcluded(url, settings) {
    const never = await excludedHosts();
    if (!never) return true;
    const excluded = [...settings.stopped, ...never];
    // An archive's copy belongs to its original page.
    return [url, pageKey(url)].some((address) => covers(excluded, new URL(address).hostname));
}

/**
 * @param {string} url
 * @param {string} key
 * @param {number} document
 * @param {import('./automatic-settings.js').AutomaticSettings} settings
 * @returns {Promise<Visit | null>} null if the page is not observed
 */
async function newVisit(url, key, document, settings) {
    const { hostname, origin } = new URL(url);
    if (hostname === '127.0.0.1' && await isServiceOrigin(origin)) return null;
    const isAutomatic = isAutomaticOn(settings, hostname);
    const place = settings.showsDistance ? await newestPlace(url).catch(() => null) : null;
    return { key, document, isAutomatic, place, held: null, isEnding: false, storedAt: 0 };
}

/**
 * @param {number} tabId
 * @param {{key: string, isAutomatic: boolean, hasPlace: boolean}} wanted
 */
async function observe(tabId, wanted) {
    const target = { tabId };
    const isWanted = wanted.isAutomatic || wanted.hasPlace;
    if (isWanted) await scripting.executeScript({ target, files: ['reading.js'] });
    await scripting.executeScript({
        target, args: [wanted],
        // Runs in the page, in the extension's isolated world.
        func: (/** @type {any} */ given) => globalThis.leftoffObserve?.(given),
    });
}

/** @param {string} url */
async function newestPlace(url) {
    const place = await newestWholePlace(url);
    const progress = place?.snapshot?.progress?.px;
    return typeof progress === 'number' ? { progress, isAutomatic: place.origin === 'automatic' } : null;
}

/**
 * Handles a message of the script that observes a page.
 *
 * @param {any} message
 * @param {ExtensionSender} sender
 */
export function handleReading(message, sender) {
    const { tab, frameId } = sender;
    if (tab?.id === undefined || frameId !== 0 || tab.incognito) return Promise.resolve(null);
    const tabId = tab.id;
    return runInTurn(tabId, async () => {
        const visit = await visitIn(tabId);
        if (!visit || visit.key !== message.key) return null;
        const wasReached = visit.place?.isReached === true;
        if (visit.place) {
            const { isAutomatic } = visit.place;
            // A page that has changed has the place at another share of its height than it was captured at.
            if (visit.place.isReached) visit.place = { progress: Number(message.progress), isAutomatic };
            const { progress } = visit.place;
            await showDistance(tabId, distanceLabel(Number(message.progress), progress, isAutomatic));
        }
        if (!visit.isAutomatic || message.event === 'progress') {
            if (wasReached) await saveVisit(tabId, visit);
            return null;
        }
        if (message.isMoved) await captureVisit(tabId, visit);
        const isDue = message.event === 'leave' || visit.isEnding || Date.now() - visit.storedAt >= STORE_INTERVAL;
        if (visit.held && isDue) await storeShown(tabId, visit);
        await saveVisit(tabId, visit);
        // The browser may end at any time.
        if (visit.held) storeLater();
        return null;
    });
}

/**
 * Captures the page of a visit. If the page is gone already, the previous snapshot remains.
 *
 * @param {number} tabId
 * @param {Visit} visit
 */
async function captureVisit(tabId, visit) {
    const snapshot = await captureAt({ tabId }).catch(() => null);
    // An application may show another page by now.
    if (!snapshot || pageKey(String(snapshot.url)) !== visit.key) return;
    const effect = effectOf(snapshot);
    visit.isEnding = effect === 'end';
    if (effect) visit.held = await withZoom(snapshot, tabId);
}

/**
 * Stores what is held of a visit whose page is still open, copies its text, and shows the distance to the place.
 *
 * @param {number} tabId
 * @param {Visit} visit
 */
async function storeShown(tabId, visit) {
    const { held } = visit;
    const place = await store(visit);
    if (visit.held) return;
    // Copying takes longer than the reader's next step may, and the place is stored whether it succeeds or not.
    if (place) copyTextOf(tabId, place, held).catch(() => undefined);
    await refreshPlace(tabId, visit, held.url);
}

/**
 * Reads the newest place of a visit's page again, and shows the distance to it.
 *
 * @param {number} tabId
 * @param {Visit} visit
 * @param {string} url
 */
async function refreshPlace(tabId, visit, url) {
    const { showsDistance } = await automaticSettings();
    // Another document may be of a site on which no script may run.
    if (!showsDistance || await documentIn(tabId) !== visit.document) return;
    visit.place = await newestPlace(url).catch(() => visit.place);
    if (!visit.place) await showDistance(tabId, null);
    const { key, isAutomatic, place } = visit;
    await observe(tabId, { key, isAutomatic, hasPlace: place !== null }).catch(() => undefined);
}

/**
 * Records that a tab shows the place of its page now, from where the distance counts.
 *
 * @param {number} tabId
 */
export function recordArrival(tabId) {
    return runInTurn(tabId, async () => {
        const visit = await visitIn(tabId);
        if (!visit?.place) return;
        visit.place.isReached = true;
        await saveVisit(tabId, visit);
        const { key, isAutomatic } = visit;
        await observe(tabId, { key, isAutomatic, hasPlace: true });
    });
}

/**
 * Shows the distance to the newest place on a page again, in all tabs that show it, after its places have changed.
 *
 * @param {string} url of the page
 */
export async function refreshDistances(url) {
    const key = pageKey(url);
    const shown = (await allVisits()).filter(({ visit }) => visit.key === key);
    await Promise.all(shown.map(({ tabId }) => runInTurn(tabId, async () => {
        const visit = await visitIn(tabId);
        if (visit?.key !== key) return;
        await refreshPlace(tabId, visit, url);
        await saveVisit(tabId, visit);
    })));
}

/**
 * Stores what is held of a visit, if there is anything and the reader still wants that.
 *
 * @param {Visit} visit keeps what is held if Leftoff cannot be reached
 * @returns {Promise<{id: string} | null>} the place; null if none was stored
 */
async function store(visit) {
    const { held } = visit;
    if (!held) return null;
    const settings = await automaticSettings();
    if (!isAutomaticOn(settings, new URL(held.url).hostname) || await isExcluded(held.url, settings)) {
        visit.isAutomatic = false;
        visit.held = null;
        return null;
    }
    try {
        const stored = await withConnection(({ client }) =>
            client.json('/api/snapshots?origin=automatic', { method: 'POST', body: held }));
        // The page was read to its end, or the reader wants no automatic place here.
        if (stored.notice) visit.isAutomatic = false;
        visit.held = null;
        visit.storedAt = Date.now();
        return stored.notice ? null : stored;
    } catch (problem) {
        const { status } = /** @type {{status?: number}} */ (problem);
        // A page that Leftoff refuses, such as one that is never captured, is not tried again. The alarm tries others.
        if (status === undefined || status < 400 || status >= 500 || status === 401) return null;
        visit.isAutomatic = false;
        visit.held = null;
        return null;
    }
}

/** Stores what is held of all visits after half a minute. */
function storeLater() {
    alarms.create(STORE_ALARM, { delayInMinutes: 0.5 });
}

/** Stores what is held of all visits. */
export async function storeHeld() {
    const unsaved = (await allVisits()).filter(({ visit }) => visit.held);
    for (const { tabId } of unsaved) {
        await runInTurn(tabId, async () => {
            const visit = await visitIn(tabId);
            if (!visit?.held) return;
            await store(visit);
            const isOpen = await tabs.get(tabId).then(() => true, () => false);
            if (visit.held || isOpen) await saveVisit(tabId, visit);
            else await removeVisit(tabId);
            if (visit.held) storeLater();
        });
    }
}

/**
 * Stores what is held of a tab that was closed.
 *
 * @param {number} tabId
 */
export function endVisit(tabId) {
    return runInTurn(tabId, async () => {
        const visit = await visitIn(tabId);
        if (visit) await store(visit);
        if (visit?.held) await saveVisit(tabId, visit);
        else await removeVisit(tabId);
        if (visit?.held) storeLater();
        await showDistance(tabId, null);
    });
}

/** Applies changed settings to the pages that are open. */
export async function applyAutomaticSettings() {
    forgetExcludedHosts();
    for (const tab of await tabs.query({})) {
        if (tab.url?.startsWith('http')) await observeTab(tab, true);
    }
    // The snapshots of tabs that were closed are dropped or stored.
    await storeHeld();
    return null;
}
