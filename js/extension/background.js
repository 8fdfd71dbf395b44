// The background script: captures, observes which places are resumed, restores them, and queues links. Pages of the
// extension send it requests, because it alone holds the connection to Leftoff.

import {
    capture, captureWithPicture, changePlaces, changeSettings, highlight, openPlaces, showStored,
} from './actions.js';
import { STORE_ALARM, applyAutomaticSettings, endVisit, handleReading, observeTab, storeHeld } from './automatic.js';
import { bringBack } from './bring-back.js';
import { browserAPI } from './browser-api.js';
import {
    BADGE_ALARM, clearProblem, forgetState, moveState, redrawState, report, resetState, showUnfinished,
} from './button.js';
import {
    connectionLabel, countUnfinished, isServiceOrigin, resetConnection, signIn, withConnection,
} from './connection.js';
import { captureSettings } from './capture-settings.js';
import { copiesOf } from './copies.js';
import { expectIn, expectPlace, moveExpected, recordOpenedTab } from './expected.js';
import { restoreExpected } from './expected-page.js';
import { fallbackOf, forgetOffer, moveOffer, openOffered, resumeIn, signInToCopy, tryAgain } from './fallback.js';
import { paintAfterRestore, paintIn, paintOnVisit, paintsHighlights, savePaintsHighlights } from './highlights.js';
import { handleLaterResult } from './later-result.js';
import { look } from './look.js';
import { ALL_PAGES } from './permissions.js';
import { placeNamed, previousPlace } from './places.js';
import { goToPlace, openAfterQuestion, openToResume } from './resume.js';
import { forgetRestoring } from './restoring.js';
import { removeSets } from './set-records.js';
import { forgetTab, placeOf, prepareWaitingTab } from './window-tabs.js';
import { setAside, setAsideOrAsk } from './windows.js';

const { alarms, commands, contextMenus, permissions, runtime, storage, tabs } = browserAPI;

/**
 * Handles a message from a page of the service.
 *
 * @param {any} message
 * @param {ExtensionSender} sender
 */
async function handleServicePage(message, sender) {
    const receivedAt = Date.now();
    if (!sender.tab || !(await isServiceOrigin(new URL(sender.url ?? '').origin))) return null;
    if (message.type === 'ready') return await permissions.contains({ origins: ALL_PAGES }) ? 'ready' : 'limited';
    if (message.type === 'open') return openToResume(String(message.id), sender.tab, message.isActive === true);
    if (message.type === 'bring-back') return bringBack(String(message.id), null);
    const opened = await expectPlace(String(message.url), String(message.id), sender.tab.id ?? -1, receivedAt);
    // The check of the sender may have taken longer than loading the page.
    if (opened !== null) await restoreExpected(await tabs.get(opened));
    return null;
}

/** @typedef {(message: any, sender: ExtensionSender) => unknown} Handler */

/**
 * The requests of the extension's own pages about the place of a page.
 *
 * @type {Record<string, Handler>}
 */
const PLACE_REQUESTS = {
    'look': ({ tab, isStill }) => look(tab, isStill === true),
    'capture': ({ tab, isStill }) => capture(tab, isStill === true),
    'place': ({ id }) => placeNamed(id),
    'previous': ({ url, id }) => previousPlace(url, id),
    'restore': ({ tab, id }) => resumeIn(tab, id),
    'resume-here': ({ id, tab }) => openAfterQuestion(id, tab),
    'places': () => openPlaces(),
    'forget': ({ page, id }) => changePlaces(page, (client) => client.forgetSnapshot(id)),
    'undo': ({ page, id }) => changePlaces(page, (client) => client.undo(id)),
    // Automatic places
    'keep': ({ page, id }) => changePlaces(page, (client) => client.keepSnapshot(id)),
    'refuse': ({ page }) => changePlaces(page, (client) => client.refuseAutomatic(page)),
    // The copies of a page, and the page that offers them
    'copies': ({ id }) => copiesOf(id),
    'fallback': ({ id }) => fallbackOf(id),
    'copy': ({ id, kind }) => signInToCopy(id, kind),
    'again': ({ id, tab }) => tryAgain(id, tab),
    // Highlights
    'highlight': ({ tab }) => highlight(tab),
    'highlights': ({ tab }) => paintIn(tab),
};

/**
 * The requests about window sets.
 *
 * @type {Record<string, Handler>}
 */
const WINDOW_REQUESTS = {
    'set-aside-or-ask': ({ window, keepsOpen }) => showStored(setAsideOrAsk(window, keepsOpen === true)),
    'set-aside': ({ window, keepsOpen }) => showStored(setAside(window, keepsOpen === true)),
    'bring-back': ({ id, window }) => bringBack(id, window ?? null),
    'window-tab': (message, { tab }) => expectIn(tab?.id ?? null, message.url, placeOf(message)),
    'window-set': ({ id }) => withConnection(({ client }) => client.window(id)),
    'window-sets': ({ limit }) => withConnection(({ client }) => client.windows(limit)),
    'forget-window': ({ id }) => withConnection(({ client }) => client.forgetWindow(id)),
    'undo-window': ({ id }) => withConnection(({ client }) => client.undoWindow(id)),
};

/**
 * The requests about settings and the connection to Leftoff.
 *
 * @type {Record<string, Handler>}
 */
const SETTING_REQUESTS = {
    'paints-highlights': () => paintsHighlights(),
    'paint-highlights': ({ paints }) => savePaintsHighlights(paints === true),
    'settings': () => captureSettings(),
    'change-settings': ({ patch }) => changeSettings(patch),
    'automatic-settings': () => applyAutomaticSettings(),
    'refusals': () => withConnection(({ client }) => client.json('/api/automatic/refusals')),
    'allow': ({ page }) => withConnection(({ client }) => client.allowAutomatic(page)),
    'sign-in': () => signIn(),
    'connect': () => connectAgain(),
};

/** The requests of the extension's own pages, by the type of the message. */
const OWN_PAGE_REQUESTS = { ...PLACE_REQUESTS, ...WINDOW_REQUESTS, ...SETTING_REQUESTS };

/**
 * Chooses the connection to Leftoff again, and returns its kind. A paired service may have ended, or may have another
 * token: only a response shows that it works.
 */
function connectAgain() {
    resetConnection();
    return withConnection(({ kind }) => countUnfinished().then(clearProblem).then(() => kind));
}

/**
 * Handles a message from one of the extension's own pages.
 *
 * @param {any} message
 * @param {ExtensionSender} sender
 */
async function handleOwnPage(message, sender) {
    if (!Object.hasOwn(OWN_PAGE_REQUESTS, message.type)) return null;
    return OWN_PAGE_REQUESTS[message.type](message, sender);
}

/**
 * Returns true if the sender is one of the extension's own pages.
 *
 * @param {ExtensionSender} sender
 */
function isOwn(sender) {
    return sender.id === runtime.id && String(sender.url).startsWith(runtime.getURL(''));
}

runtime.onMessage.addListener((message, sender, respond) => {
    if (message?.type === 'reading') {
        if (sender.id === runtime.id) handleReading(message, sender);
        return false;
    }
    if (message?.type === 'restore-changed') {
        if (sender.id === runtime.id) {
            handleLaterResult(message, sender);
            paintAfterRestore(sender.tab?.id ?? -1).catch(() => undefined);
        }
        return false;
    }
    const isFromService = !isOwn(sender) && ['ready', 'resume', 'open', 'bring-back'].includes(message?.type);
    const isOffer = message?.type === 'offered' && sender.id === runtime.id && sender.tab !== undefined;
    const work = isFromService ? handleServicePage(message, sender)
        : isOffer ? openOffered(sender) : isOwn(sender) ? handleOwnPage(message, sender) : null;
    if (!work) return false;
    work.then(
        (result) => respond({ result, connection: isFromService ? '' : connectionLabel() }),
        (problem) => respond({
            problem: problem.message, status: problem.status ?? null, connection: connectionLabel(),
        }));
    return true;
});

tabs.onCreated.addListener((tab) => {
    if (tab.id !== undefined) recordOpenedTab(tab.id, tab.openerTabId, tab.pendingUrl ?? '');
});

tabs.onUpdated.addListener((tabId, { url, status, discarded }, tab) => {
    if (discarded === false) prepareWaitingTab(tab);
    if (status === 'loading') resetState(tabId);
    if (status === 'complete') redrawState(tabId);
    if (url || status === 'complete') restoreExpected({ id: tabId, url: tab.url, status });
    if (url || status === 'complete') observeTab({ ...tab, id: tabId });
    // Painting is a comfort: a page that refuses scripts, or a Leftoff that does not answer, is reported elsewhere.
    if (url || status === 'complete') {
        paintOnVisit({ id: tabId, url: url ?? tab.url }, status === 'complete').catch(() => undefined);
    }
});

// Chromium gives a tab another id when it discards its page.
tabs.onReplaced?.addListener(async (added, removed) => {
    await moveExpected(removed, added);
    await moveState(removed, added);
    await moveOffer(removed, added);
});

tabs.onRemoved.addListener((tabId) => {
    endVisit(tabId).then(() => forgetState(tabId));
});

tabs.onRemoved.addListener(async (tabId, { isWindowClosing }) => {
    await forgetOffer(tabId);
    await forgetRestoring(tabId);
    const closedSet = await forgetTab(tabId, isWindowClosing);
    if (closedSet) await removeSets([closedSet]);
});

commands.onCommand.addListener((command, tab) => {
    if (command === 'set-aside' && tab) report(showStored(setAsideOrAsk(tab.windowId ?? -1, false)));
    if (command === 'restore' && tab) report(goToPlace(tab), tab.id);
});

contextMenus.onClicked.addListener((clicked, tab) => {
    if (clicked.menuItemId === 'queue') report(enqueue(clicked.linkUrl ?? '', httpOnly(clicked.pageUrl)));
    if (clicked.menuItemId === 'restore' && tab) report(goToPlace(tab), tab.id);
    if (clicked.menuItemId === 'highlight' && tab) report(highlight(tab.id ?? -1), tab.id);
    if (clicked.menuItemId === 'picture' && tab) report(captureWithPicture(tab.id ?? -1), tab.id);
    if (clicked.menuItemId === 'set-aside' && tab) report(showStored(setAsideOrAsk(tab.windowId ?? -1, false)));
    if (clicked.menuItemId === 'store-window' && tab) report(showStored(setAsideOrAsk(tab.windowId ?? -1, true)));
    if (clicked.menuItemId === 'windows') report(tabs.create({ url: runtime.getURL('windows.html') }));
});

/**
 * Adds a link to the download queue.
 *
 * @param {string} url
 * @param {string | undefined} referer
 */
function enqueue(url, referer) {
    return withConnection(({ client }) => client.enqueue({ urls: [url], referer }));
}

/** @param {string | undefined} address */
function httpOnly(address) {
    return address?.startsWith('http') ? address : undefined;
}

alarms.onAlarm.addListener((alarm) => {
    if (alarm.name === BADGE_ALARM) showUnfinished();
    if (alarm.name === STORE_ALARM) storeHeld();
});
runtime.onStartup.addListener(() => {
    showUnfinished();
});
runtime.onInstalled.addListener(async ({ reason }) => {
    // Content scripts must not read the token. Firefox has no such switch.
    await storage.local.setAccessLevel?.({ accessLevel: 'TRUSTED_CONTEXTS' });
    await contextMenus.removeAll();
    contextMenus.create({
        id: 'queue', title: 'Add this link to the download queue', contexts: ['link'], targetUrlPatterns: ALL_PAGES,
    });
    contextMenus.create({
        id: 'restore', title: 'Go to the place where I left off', contexts: ['page', 'selection'],
        documentUrlPatterns: ALL_PAGES,
    });
    contextMenus.create({
        id: 'highlight', title: 'Highlight', contexts: ['selection'], documentUrlPatterns: ALL_PAGES,
    });
    contextMenus.create({
        id: 'picture', title: 'Capture with a picture of the page', contexts: ['action'],
    });
    contextMenus.create({ id: 'set-aside', title: 'Set aside this window', contexts: ['action'] });
    contextMenus.create({ id: 'store-window', title: 'Store this window and keep it open', contexts: ['action'] });
    contextMenus.create({ id: 'windows', title: 'Windows that were set aside', contexts: ['action'] });
    await welcome(reason);
    await showUnfinished();
});

/**
 * Opens the page for the first use, once ever. Browsers report an installation at each start of an extension that was
 * loaded from a directory.
 *
 * @param {string} reason of the installation; readers who update know the extension
 */
async function welcome(reason) {
    const { isWelcomed } = await storage.local.get('isWelcomed');
    if (isWelcomed) return;
    await storage.local.set({ isWelcomed: true });
    if (reason === 'install') await tabs.create({ url: runtime.getURL('welcome.html') });
}
