// What runs behind the pages: hears what is resumed, brings places back, queues links, and shows how many are queued.

import { browserAPI } from './browser-api.js';
import { expect, opened, take } from './expected.js';
import { captureIn, restoreIn, restoreNewest } from './places.js';
import { pairing, service } from './service.js';

const { action, alarms, commands, contextMenus, permissions, runtime, storage, tabs } = browserAPI;

const BADGE_COLOUR = '#a63d22';
const BADGE_ALARM = 'badge';
const PAGES = ['http://*/*', 'https://*/*'];

/** Shows how many downloads are still to be done. */
async function showQueued() {
    let count = 0;
    try {
        count = await service.queued();
    } catch {
        // Without a service there is nothing to count.
    }
    await action.setBadgeBackgroundColor({ color: BADGE_COLOUR });
    await action.setBadgeText({ text: count > 999 ? '999+' : count > 0 ? String(count) : '' });
    if (count > 0) alarms.create(BADGE_ALARM, { delayInMinutes: 0.5 });
    return count;
}

/** Says by the badge that something could not be done, and by the button's title what. @param {unknown} problem */
async function showProblem(problem) {
    await action.setBadgeBackgroundColor({ color: '#9b2c2c' });
    await action.setBadgeText({ text: '!' });
    await action.setTitle({ title: `Leftoff: ${/** @type {Error} */ (problem).message}` });
}

async function clearProblem() {
    await action.setTitle({ title: '' });
    return showQueued();
}

/** @param {Promise<unknown>} work */
async function attempt(work) {
    try {
        await work;
        await clearProblem();
    } catch (problem) {
        await showProblem(problem);
    }
}

/**
 * What the popup and the service's pages ask for.
 * @param {any} message
 * @param {any} sender
 */
async function answer(message, sender) {
    const heard = Date.now();
    switch (message?.type) {
        case 'ready':
            return (await isService(sender)) && permissions.contains({ origins: PAGES });
        case 'resume':
            if (await isService(sender)) await expect(String(message.url), String(message.id), sender.tab.id, heard);
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
 * Whether a page of the service asks with which this is paired: any program may serve pages on loopback.
 * @param {any} sender
 */
async function isService(sender) {
    const paired = await pairing();
    return Boolean(paired && sender.tab && new URL(sender.url).origin === paired.service);
}

/** Whether one of the extension's own pages asks. @param {any} sender */
function isOwn(sender) {
    return sender.id === runtime.id && String(sender.url).startsWith(runtime.getURL(''));
}

runtime.onMessage.addListener((message, sender, respond) => {
    answer(message, sender).then(
        (result) => respond({ result }),
        (problem) => respond({ problem: problem.message, status: problem.status ?? null }));
    return true;
});

tabs.onCreated.addListener((tab) => {
    if (tab.id !== undefined) opened(tab.id, tab.openerTabId, tab.pendingUrl ?? '');
});

// The address is there only where the reader has let the extension into the page's site.
tabs.onUpdated.addListener(async (tabId, changed, tab) => {
    if (!tab.url?.startsWith('http') || (!changed.url && changed.status !== 'complete')) return;
    const id = await take(tabId, tab.url, changed.status === 'complete');
    if (id) await attempt(restoreIn(tabId, id));
});

commands.onCommand.addListener((command, tab) => {
    if (command === 'restore' && tab) attempt(restoreNewest(tab));
});

contextMenus.onClicked.addListener((clicked, tab) => {
    if (clicked.menuItemId === 'queue') attempt(service.queue(clicked.linkUrl, httpOnly(clicked.pageUrl)));
    if (clicked.menuItemId === 'restore' && tab) attempt(restoreNewest(tab));
});

/** @param {string | undefined} address */
function httpOnly(address) {
    return address?.startsWith('http') ? address : undefined;
}

alarms.onAlarm.addListener((alarm) => {
    if (alarm.name === BADGE_ALARM) showQueued();
});
runtime.onStartup.addListener(() => showQueued());
runtime.onInstalled.addListener(async ({ reason }) => {
    // The token is none of the content scripts' business. Firefox has no such switch.
    await storage.local.setAccessLevel?.({ accessLevel: 'TRUSTED_CONTEXTS' });
    await contextMenus.removeAll();
    contextMenus.create({
        id: 'queue', title: 'Queue this link', contexts: ['link'], targetUrlPatterns: ['http://*/*', 'https://*/*'],
    });
    contextMenus.create({
        id: 'restore', title: 'Go to the place where I left off', contexts: ['page', 'selection'],
        documentUrlPatterns: ['http://*/*', 'https://*/*'],
    });
    await showQueued();
    if (reason === 'install' && !(await pairing())) tabs.create({ url: runtime.getURL('pair.html') });
});
