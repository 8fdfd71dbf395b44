import assert from 'node:assert/strict';
import test from 'node:test';

import { browser } from './fake-browser.js';
const { setAside } = await import('../extension/windows.js');

const OWN = 'chrome-extension://own/';
const PLACE = { id: 'p', url: 'https://gone.test/a', title: 'Gone', snapshot: { url: 'https://gone.test/a', anchors: [1] } };

/**
 * The places by the page on which they are.
 *
 * @type {Record<string, any>}
 */
let places = {};

/**
 * @param {string} method
 * @param {string} path
 * @param {any} body
 */
browser.respond = (method, path, body) => {
    const { pathname, searchParams } = new URL(path, 'http://leftoff.test');
    if (pathname === '/api/settings') return { neverCaptured: ['bank.test'] };
    if (pathname === '/api/windows') return { id: 'newset', title: 'A set', tabs: body.tabs };
    if (pathname === '/api/windows/oldset/tab') return { snapshot: { url: 'https://old.test/', anchors: [2] } };
    if (pathname === '/api/windows/oldset') return { tabs: [{ url: 'https://old.test/', title: 'Old', quote: null }] };
    if (pathname === '/api/snapshots') return [places[searchParams.get('page') ?? '']].filter(Boolean);
    return pathname === '/api/snapshots/p' ? PLACE : null;
};
browser.run = (tab, { files }) => (files?.[0] === 'page/capture.js' ? { url: tab.url, links: ['https://l.test/'] } : null);

/**
 * Begins with these windows, in a browser in which window sets are open.
 *
 * @param {any[]} windows
 * @param {string[]} [sets]
 */
function begin(windows, sets = []) {
    browser.begin();
    browser.windows = windows.map((window) => ({ type: 'normal', incognito: false, ...window }));
    browser.local.windowSets = Object.fromEntries(sets.map((set) => [set, { state: 'open', at: Date.now() }]));
}

/**
 * Sets a window with these tabs aside.
 *
 * @param {any[]} tabs
 * @param {{known?: Record<string, any>, sets?: string[], window?: object}} [options] `known` are places by their pages
 */
async function storedOf(tabs, options = {}) {
    const { known = {}, sets, window } = options;
    begin([{ id: 1, ...window }], sets);
    places = known;
    for (const tab of tabs) browser.open(tab);
    const result = await setAside(1, false);
    const { body } = browser.requests.find(({ path, method }) => method === 'POST' && path === '/api/windows') ?? {};
    return { result, stored: body.tabs, open: browser.tabs.map(({ url }) => url) };
}

test('A page of the extension in place of a page that is gone is stored as the page with its place', async () => {
    const { result, stored, open } = await storedOf([
        { url: 'https://example.org/' }, { url: `${OWN}copy.html#id=p&reason=missing` },
        { url: `${OWN}copy.html#id=window%3Aoldset%3A1&reason=missing` },
    ]);
    assert.deepEqual(stored.map((/** @type {any} */ { url, snapshot }) => [url, snapshot.anchors]), [
        ['https://example.org/', undefined], ['https://gone.test/a', [1]], ['https://old.test/', [2]]]);
    assert.deepEqual([result.left, open], [0, [`${OWN}windows.html?stored=newset`]]);
});

test('Tabs that are not stored stay open, and the reader learns of them', async () => {
    const kept = [`${OWN}copy.html#id=forgotten&reason=missing`, `${OWN}automatic.html`, 'javascript:void 0'];
    const { result, stored, open } = await storedOf([
        { url: 'https://example.org/' }, { url: `${OWN}windows.html` }, ...kept.map((url) => ({ url })),
    ]);
    assert.deepEqual(stored.map((/** @type {any} */ { url }) => url), ['https://example.org/']);
    assert.deepEqual([result.left, open], [3, [...kept, `${OWN}windows.html?stored=newset&left=3`]]);
});

test('Of a page on a host that is never captured, only the address is stored', async () => {
    const known = { 'https://bank.test/inbox?id=1': PLACE };
    const tab = { title: 'Your test result', pinned: true };
    const { stored } = await storedOf([
        { ...tab, url: 'https://bank.test/inbox?id=1' }, { ...tab, url: 'https://bank.test/inbox?id=1', discarded: true },
        { ...tab, url: 'https://web.archive.org/web/20260101000000/https://www.bank.test/inbox' },
    ], { known });
    assert.equal(stored.length, 3);
    for (const { title, snapshot, pinned } of stored) assert.deepEqual([title, snapshot, pinned], ['', null, true]);
});

test('A sleeping tab and a reader view get the place of their page itself, which may expire later', async () => {
    const known = { 'https://example.org/a': { ...PLACE, snapshot: { ...PLACE.snapshot, links: ['https://l.test/'] } } };
    const reader = `about:reader?url=${encodeURIComponent('https://example.org/a')}`;
    const { stored } = await storedOf([
        { url: 'https://example.org/a', discarded: true }, { url: reader, isInReaderMode: true },
        { url: 'https://example.org/b', discarded: true },
    ], { known });
    assert.deepEqual(stored.map((/** @type {any} */ { url, sleeping, snapshot, place }) =>
        [url, sleeping, snapshot?.anchors, snapshot?.links, place]), [
        ['https://example.org/a', true, [1], [], undefined], ['https://example.org/a', false, [1], [], undefined],
        ['https://example.org/b', true, undefined, undefined, undefined],
    ]);
});

test('Private windows are refused', async () => {
    await assert.rejects(storedOf([{ url: 'https://example.org/' }], { window: { incognito: true } }), /never stored/);
    assert.deepEqual(browser.requests, []);
});

test('After the last tab of an older set is set aside, that set is not open any more', async () => {
    const tab = { url: `${OWN}tab.html?set=oldset&tab=1&title=Old#https://old.test/` };
    await storedOf([tab], { sets: ['oldset', 'other'] });
    assert.deepEqual(Object.keys(browser.local.windowSets), ['other']);
});

test('A window that is set aside beside another one is closed, and the other one shows where it went', async () => {
    begin([1, 2, 3].map((id) => ({ id, incognito: id === 2, focused: id === 2 })));
    browser.open({ url: 'https://example.org/' });
    await setAside(1, false);
    assert.deepEqual(browser.windows.map(({ id }) => id), [2, 3]);
    const left = browser.tabs.map(({ url, windowId }) => [url, windowId]);
    assert.deepEqual(left, [[`${OWN}windows.html?stored=newset`, 3]]);
});

test('Two windows can be set aside at once', async () => {
    begin([{ id: 1 }, { id: 2 }, { id: 3 }], ['other']);
    for (const windowId of [1, 2]) browser.open({ url: `https://example.org/${windowId}`, windowId });
    await Promise.all([setAside(1, false), setAside(2, false)]);
    assert.deepEqual(browser.windows.map(({ id }) => id), [3]);
    assert.deepEqual(Object.keys(browser.local.windowSets), ['other']);
});
