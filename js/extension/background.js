// The background script: captures, observes which places are resumed, restores them, and queues links. Pages of the
// extension send it requests, because it alone holds the connection to Leftoff.

import {
    capture, captureWithPicture, changePlaces, changeSettings, openPlaces, showStored,
} from './actions.js';
import {
    STORE_ALARM, automaticSettingsChanged, handleReading, pageShown, storeHeld, tabClosed,
} from './automatic.js';
import { bringBack } from './bring-back.js';
import { browserAPI } from './browser-api.js';
import {
    BADGE_ALARM, clearProblem, forgetState, pageHasLoaded, pageLoads, report, showUnfinished,
} from './button.js';
import {
    connectionLabel, countUnfinished, isServiceOrigin, resetConnection, signIn, withConnection,
} from './connection.js';
import { captureSettings } from './capture-settings.js';
import { copiesOf } from './copies.js';
import { consumeExpected, expectIn, expectPlace, tabOpened } from './expected.js';
import { fallbackOf, forgetOffer, openOffered, resumeIn, signInToCopy, tryAgain } from './fallback.js';
import { look } from './look.js';
import { placeNamed, previousPlace } from './places.js';
import { ALL_PAGES as PAGES, goToPlace, openAfterQuestion, openToResume } from './resume.js';
import { removeSets } from './set-records.js';
import { forgetTab, placeOf, wake } from './window-tabs.js';
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
    if (message.type === 'ready') return await permissions.contains({ origins: PAGES }) ? 'ready' : 'limited';
    if (message.type === 'open') return openToResume(String(message.id), sender.tab, message.isActive === true);
    if (message.type === 'bring-back') return bringBack(String(message.id), null);
    const opened = await expectPlace(String(message.url), String(message.id), sender.tab.id ?? -1, receivedAt);
    // The check of the sender may have taken longer than loading the page.
    if (opened !== null) await restoreExpected(await tabs.get(opened));
    return null;
}

/**
 * Restores the place that a page is expected to show, if there is one.
 *
 * @param {ExtensionTab} tab
 */
async function restoreExpected({ id = -1, url, status }) {
    // The URL is present only on the sites that the reader has allowed the extension to work on.
    if (!url?.startsWith('http')) return;
    const place = await consumeExpected(id, url, status === 'complete');
    if (place) await report(resumeIn(id, place), id);
}

/**
 * Handles a message from one of the extension's own pages.
 *
 * @param {any} message
 * @param {ExtensionSender} sender
 */
async function handleOwnPage(message, sender) {
    switch (message.type) {
        case 'look':
            return look(message.tab, message.isStill === true);
        case 'resume-here':
            return openAfterQuestion(message.id, message.tab);
        case 'place':
            return placeNamed(message.id);
        case 'capture':
            return capture(message.tab, message.isStill === true);
        case 'copies':
            return copiesOf(message.id);
        case 'settings':
            return captureSettings();
        case 'change-settings':
            return changeSettings(message.patch);
        case 'previous':
            return previousPlace(message.url, message.id);
        case 'restore':
            return resumeIn(message.tab, message.id);
        case 'fallback':
            return fallbackOf(message.id);
        case 'copy':
            return signInToCopy(message.id, message.kind);
        case 'again':
            return tryAgain(message.id, message.tab);
        case 'forget':
            return changePlaces(message.page, (client) => client.forgetSnapshot(message.id));
        case 'places':
            return openPlaces();
        case 'keep':
            return changePlaces(message.page, (client) => client.keepSnapshot(message.id));
        case 'refuse':
            return changePlaces(message.page, (client) => client.refuseAutomatic(message.page));
        case 'undo':
            return changePlaces(message.page, (client) => client.undo(message.id));
        case 'refusals':
            return withConnection(({ client }) => client.json('/api/automatic/refusals'));
        case 'allow':
            return withConnection(({ client }) => client.allowAutomatic(message.page));
        case 'automatic-settings':
            return automaticSettingsChanged();
        case 'set-aside-or-ask':
            return showStored(setAsideOrAsk(message.window, message.keepsOpen === true));
        case 'set-aside':
            return showStored(setAside(message.window, message.keepsOpen === true));
        case 'bring-back':
            return bringBack(message.id, message.window ?? null);
        case 'window-tab':
            return expectIn(sender.tab?.id ?? null, message.url, placeOf(message));
        case 'window-set':
            return withConnection(({ client }) => client.window(message.id));
        case 'window-sets':
            return withConnection(({ client }) => client.windows(message.limit));
        case 'forget-window':
            return withConnection(({ client }) => client.forgetWindow(message.id));
        case 'undo-window':
            return withConnection(({ client }) => client.undoWindow(message.id));
        case 'sign-in':
            return signIn();
        case 'connect':
            resetConnection();
            // A paired service may have ended, or may have another token: only a response shows that it works.
            return withConnection(({ kind }) => countUnfinished().then(clearProblem).then(() => kind));
        default:
            return null;
    }
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
    if (tab.id !== undefined) tabOpened(tab.id, tab.openerTabId, tab.pendingUrl ?? '');
});

tabs.onUpdated.addListener((tabId, { url, status, discarded }, tab) => {
    if (discarded === false) wake(tab);
    if (status === 'loading') pageLoads(tabId);
    if (status === 'complete') pageHasLoaded(tabId);
    if (url || status === 'complete') restoreExpected({ id: tabId, url: tab.url, status });
    if (url || status === 'complete') pageShown({ ...tab, id: tabId });
});

tabs.onRemoved.addListener((tabId) => {
    tabClosed(tabId).then(() => forgetState(tabId));
});

tabs.onRemoved.addListener(async (tabId, { isWindowClosing }) => {
    await forgetOffer(tabId);
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
        id: 'queue', title: 'Add this link to the download queue', contexts: ['link'], targetUrlPatterns: PAGES,
    });
    contextMenus.create({
        id: 'restore', title: 'Go to the place where I left off', contexts: ['page', 'selection'],
        documentUrlPatterns: PAGES,
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
