import assert from 'node:assert/strict';
import test from 'node:test';

import { browser } from './fake-browser.js';
const { bringBack } = await import('../extension/bring-back.js');
const { tryAgain } = await import('../extension/fallback.js');
const { readWaitingAddress, prepareWaitingTab } = await import('../extension/window-tabs.js');
const { settleExpected, takeExpected } = await import('../extension/expected.js');

const URLS = [1, 2, 3, 4].map((number) => `https://example.org/${number}`);
const SET = {
    id: 'set', groups: [],
    tabs: URLS.map((url, index) => ({
        number: index + 1, url, title: `Page ${index + 1}`, pinned: false, group: null, active: index === 0,
    })),
};
browser.respond = (_, path) => (path.startsWith('/api/windows/set') ? SET : null);

/**
 * Begins with a window that shows these addresses.
 *
 * @param {string[]} urls
 */
function begin(...urls) {
    browser.begin();
    browser.windows = [1, 2].map((id) => ({ id, type: 'normal', incognito: id === 2 }));
    for (const url of urls) browser.open({ url });
}

/** Returns the numbers of the set's tabs in a window. */
function shownIn(/** @type {number} */ windowId) {
    return browser.find({ windowId }).map(({ url }) => Number(url.split('/').at(-1)));
}

test('A page that is open by chance is no part of a set that is opened in a new window', async () => {
    begin('https://example.org/3');
    // The set was open in an earlier life of the browser, which has restored none of its tabs.
    browser.local.windowSets = { set: { state: 'open', at: Date.now() } };
    const { window, opened } = await bringBack('set', null);
    assert.equal(opened, 4);
    assert.deepEqual([shownIn(window), shownIn(1)], [[1, 2, 3, 4], [3]]);
});

test('Tabs that the browser itself has restored are not opened again', async () => {
    begin(...URLS.slice(0, 3));
    browser.local.windowSets = { set: { state: 'open', at: Date.now() } };
    const { window, opened } = await bringBack('set', null);
    assert.deepEqual([window, opened, shownIn(1)], [1, 1, [1, 2, 3, 4]]);
});

test('After an interruption, a single restored tab shows the window', async () => {
    for (const state of ['opening', 'closing']) {
        begin(URLS[1]);
        browser.local.windowSets = { set: { state, at: Date.now() } };
        assert.deepEqual([(await bringBack('set', null)).opened, shownIn(1).sort()], [3, [1, 2, 3, 4]]);
    }
    begin(URLS[1]);
    browser.local.windowSets = { set: { state: 'closing', at: Date.now() - 3 * 24 * 3600_000 } };
    assert.equal((await bringBack('set', null)).opened, 4);
});

test('A set whose tabs were closed opens anew, although a page of it is open by chance', async () => {
    begin();
    const { window } = await bringBack('set', null);
    assert.equal((await bringBack('set', null)).opened, 0);
    browser.tabs = browser.tabs.filter(({ windowId }) => windowId !== window);
    for (const url of URLS) browser.open({ url });
    assert.equal((await bringBack('set', null)).opened, 4);
});

test('Each opened tab is recorded at once', async () => {
    begin();
    const { create } = Reflect.get(globalThis, 'chrome').tabs;
    Reflect.get(globalThis, 'chrome').tabs.create = async (/** @type {any} */ options) => {
        if (browser.tabs.length === 3) throw new Error('The browser ends.');
        return create(options);
    };
    await assert.rejects(bringBack('set', null), /ends/);
    Reflect.get(globalThis, 'chrome').tabs.create = create;
    assert.equal(Object.keys(browser.session.windowTabs).length, 3);
    assert.equal((await bringBack('set', null)).opened, 1);
});

test('The line of the front tab is expected in its tab, whatever address it is redirected to', async () => {
    begin();
    const { window } = await bringBack('set', null);
    const [front] = browser.find({ windowId: window });
    assert.equal((await takeExpected(front.id, 'https://example.org/redirected', true, 1))?.id, 'window:set:1');
    await settleExpected(front.id, 'window:set:1', 'restored');
    assert.equal(await takeExpected(front.id, URLS[0], true, 2), null);
});

test('A set is not added to a private window', async () => {
    begin();
    await assert.rejects(bringBack('set', 2), /private/);
    assert.deepEqual(browser.tabs, []);
});

test('A private tab at the address of a waiting tab does not take its place', async () => {
    begin();
    browser.local.waiting = [{ set: 'set', number: 2, url: URLS[1], at: Date.now() }];
    await prepareWaitingTab({ id: 9, url: URLS[1], incognito: true });
    assert.equal(browser.local.waiting.length, 1);
    assert.equal(await takeExpected(9, URLS[1], true, 1), null);
    await prepareWaitingTab({ id: 9, url: URLS[1], incognito: false });
    assert.equal(browser.local.waiting.length, 0);
    assert.equal((await takeExpected(9, URLS[1], true, 1))?.id, 'window:set:2');
});

/** Addresses that a stored set can have. Only those of the web are opened. */
const OTHER_ADDRESSES = [
    'file:///etc/passwd', 'FILE:///etc/passwd', 'chrome://settings/', 'chrome-extension://a/open.html',
    'moz-extension://a/open.html', 'view-source:https://example.org/', 'view-source:file:///etc/passwd',
    'about:config', 'about:blank#x', 'data:text/html,x', 'blob:https://example.org/1', 'filesystem:https://example.org/1',
    'ftp://example.org/', 'javascript:alert(1)', 'ms-settings:', 'https:example.org', ' https://example.org/', '',
];

for (const url of OTHER_ADDRESSES) {
    test(`A stored tab at ${JSON.stringify(url)} shows its address, in front and behind`, async () => {
        for (const front of [0, 1]) {
            begin();
            const all = [{ ...SET.tabs[0], url, active: front === 0 }, { ...SET.tabs[1], active: front === 1 }];
            browser.respond = (_, path) => (path.startsWith('/api/windows/set') ? { ...SET, tabs: all } : null);
            const { window } = await bringBack('set', null);
            const shown = browser.find({ windowId: window }).map((tab) => tab.url);
            assert.equal(shown.length, 2);
            assert(shown.some((address) => readWaitingAddress(address)?.url === url));
            assert(shown.every((address) => /^(https:\/\/example\.org\/2|chrome-extension:\/\/own\/tab\.html\?.*)$/
                .test(address)));
        }
    });
}

test('“Try again” does not open the address of a place that is not on the web', async () => {
    begin('https://example.org/');
    browser.respond = () => ({ id: 'place', url: 'file:///etc/passwd', snapshot: null });
    await assert.rejects(tryAgain('place', browser.tabs[0].id), /only web pages/);
    assert.equal(browser.tabs[0].url, 'https://example.org/');
});
