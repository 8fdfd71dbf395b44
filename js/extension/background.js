// The background script: captures, observes which places are resumed, restores them, and queues links. Pages of the
// extension send it requests, because it alone holds the connection to Leftoff.

import { browserAPI } from './browser-api.js';
import { BADGE_ALARM, clearProblem, report, showCaptured, showUnfinished } from './button.js';
import {
    connectionLabel, countUnfinished, isServiceOrigin, resetConnection, signIn, withConnection,
} from './connection.js';
import { consumeExpected, expectPlace, tabOpened } from './expected.js';
import { captureIn, previousPlace, restoreIn, restoreNewest } from './places.js';

const { alarms, commands, contextMenus, permissions, runtime, storage, tabs } = browserAPI;

const PAGES = ['http://*/*', 'https://*/*'];

/**
 * Handles a message from a page of the service.
 *
 * @param {any} message
 * @param {ExtensionSender} sender
 */
async function handleServicePage(message, sender) {
    const receivedAt = Date.now();
    if (!sender.tab || !(await isServiceOrigin(new URL(sender.url ?? '').origin))) return null;
    if (message.type === 'ready') return permissions.contains({ origins: PAGES });
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
    if (place) await report(restoreIn(id, place));
}

/**
 * Handles a message from one of the extension's own pages.
 *
 * @param {any} message
 */
async function handleOwnPage(message) {
    switch (message.type) {
        case 'capture':
            return capture(message.tab, message.isStill === true);
        case 'previous':
            return previousPlace(message.url, message.id);
        case 'restore':
            return restoreIn(message.tab, message.id);
        case 'forget':
            return withConnection(({ client }) => client.forgetSnapshot(message.id));
        case 'places':
            return openPlaces();
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
 * @param {number} tab
 * @param {boolean} isStill true if the reader prefers reduced motion
 */
async function capture(tab, isStill) {
    try {
        const place = await captureIn(tab);
        showCaptured(isStill);
        return place;
    } finally {
        clearProblem();
    }
}

/** Opens the page with all places. The native connection signs the browser in; a paired one was signed in before. */
async function openPlaces() {
    await withConnection(({ kind, client }) =>
        tabs.create({ url: kind === 'native' ? runtime.getURL('open.html') : client.origin }));
    return null;
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
    const isFromService = message?.type === 'ready' || message?.type === 'resume';
    const work = isFromService ? handleServicePage(message, sender) : isOwn(sender) ? handleOwnPage(message) : null;
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

tabs.onUpdated.addListener((tabId, { url, status }, tab) => {
    if (url || status === 'complete') restoreExpected({ id: tabId, url: tab.url, status });
});

commands.onCommand.addListener((command, tab) => {
    if (command === 'restore' && tab) report(restoreNewest(tab));
});

contextMenus.onClicked.addListener((clicked, tab) => {
    if (clicked.menuItemId === 'queue') report(enqueue(clicked.linkUrl ?? '', httpOnly(clicked.pageUrl)));
    if (clicked.menuItemId === 'restore' && tab) report(restoreNewest(tab));
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
