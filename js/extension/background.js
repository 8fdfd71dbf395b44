// The background script: observes which places are resumed, restores them, queues links, and shows the number of
// unfinished downloads on its badge.

import { browserAPI } from './browser-api.js';
import { consumeExpected, expectPlace, tabOpened } from './expected.js';
import { captureIn, restoreIn, restoreNewest } from './places.js';
import { countUnfinished, pairedClient, pairing } from './service.js';

const { action, alarms, commands, contextMenus, permissions, runtime, storage, tabs } = browserAPI;

const BADGE_COLOUR = '#a63d22';
const PROBLEM_COLOUR = '#9b2c2c';
const BADGE_ALARM = 'badge';
const PAGES = ['http://*/*', 'https://*/*'];

/** Shows the number of unfinished downloads on the badge, and returns it. */
async function showUnfinished() {
    let count = 0;
    try {
        count = await countUnfinished();
    } catch {
        // Without the service the badge is empty.
    }
    await action.setBadgeBackgroundColor({ color: BADGE_COLOUR });
    await action.setBadgeText({ text: count > 999 ? '999+' : count > 0 ? String(count) : '' });
    if (count > 0) alarms.create(BADGE_ALARM, { delayInMinutes: 0.5 });
    return count;
}

/**
 * Marks the button as failed and explains the failure in its tooltip.
 *
 * @param {Error} problem
 */
async function showProblem(problem) {
    await action.setBadgeBackgroundColor({ color: PROBLEM_COLOUR });
    await action.setBadgeText({ text: '!' });
    await action.setTitle({ title: `Leftoff: ${problem.message}` });
}

async function clearProblem() {
    await action.setTitle({ title: '' });
    return showUnfinished();
}

/**
 * Waits for work and shows its outcome on the button.
 *
 * @param {Promise<unknown>} work
 */
async function report(work) {
    try {
        await work;
        await clearProblem();
    } catch (problem) {
        await showProblem(/** @type {Error} */ (problem));
    }
}

/**
 * Handles a message from the popup, the pairing page or a page of the service.
 *
 * @param {any} message
 * @param {ExtensionSender} sender
 */
async function handle(message, sender) {
    const receivedAt = Date.now();
    switch (message?.type) {
        case 'ready':
            return (await isService(sender)) && permissions.contains({ origins: PAGES });
        case 'resume':
            if (!(await isService(sender))) return null;
            await expectPlace(String(message.url), String(message.id), sender.tab?.id ?? -1, receivedAt);
            return null;
        case 'capture':
            return isOwn(sender) ? captureIn(message.tab).finally(clearProblem) : null;
        case 'restore':
            return isOwn(sender) ? restoreIn(message.tab, message.id) : null;
        case 'count':
            return isOwn(sender) ? clearProblem() : null;
        default:
            return null;
    }
}

/**
 * Returns true if the sender is a page of the paired service. Any program can serve pages on loopback.
 *
 * @param {ExtensionSender} sender
 */
async function isService(sender) {
    const paired = await pairing();
    return Boolean(paired && sender.tab && new URL(sender.url ?? '').origin === paired.service);
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
    handle(message, sender).then(
        (result) => respond({ result }),
        (problem) => respond({ problem: problem.message, status: problem.status ?? null }));
    return true;
});

tabs.onCreated.addListener((tab) => {
    if (tab.id !== undefined) tabOpened(tab.id, tab.openerTabId, tab.pendingUrl ?? '');
});

// The URL is present only on the sites that the reader has allowed the extension to work on.
tabs.onUpdated.addListener(async (tabId, changed, tab) => {
    if (!tab.url?.startsWith('http') || (!changed.url && changed.status !== 'complete')) return;
    const id = await consumeExpected(tabId, tab.url, changed.status === 'complete');
    if (id) await report(restoreIn(tabId, id));
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
async function enqueue(url, referer) {
    return (await pairedClient()).enqueue({ urls: [url], referer });
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
    await showUnfinished();
    if (reason === 'install' && !(await pairing())) tabs.create({ url: runtime.getURL('pair.html') });
});
