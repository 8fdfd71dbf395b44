import assert from 'node:assert/strict';
import test from 'node:test';

import { browser } from './fake-browser.js';
import { settle } from './clock.js';

Object.assign(globalThis, {
    Path2D: class {},
    OffscreenCanvas: class {
        getContext() {
            return new Proxy({}, { get: () => () => undefined, set: () => true });
        }
    },
});
const { look } = await import('../extension/look.js');
const { resetState, showState, stateOf } = await import('../extension/button.js');
const { goToPlace, openAfterQuestion, openToResume } = await import('../extension/resume.js');

const PAGE = 'https://example.org/a';
const PLACE = {
    id: 'deep', url: PAGE, title: 'A page', quote: 'words', progress: 0.43, fragment: `${PAGE}#:~:text=words`,
};
const DEEP = {
    url: PAGE, pageYOffset: 900, progress: { px: 0.5, text: 0.6 }, anchors: [{ quote: { exact: 'others' } }],
};
const TOP = { ...DEEP, pageYOffset: 0, progress: { px: 0, text: 0 }, title: 'A page' };

/**
 * Begins a test with a page.
 *
 * @param {object} given
 * @param {any[]} [given.places] of the page
 * @param {any} [given.snapshot] null if the browser lets no script run in the page
 * @param {string} [given.url]
 * @param {boolean} [given.isConnected]
 * @param {string[]} [given.never] hosts that are never captured
 */
function begin({ places = [], snapshot = DEEP, url = PAGE, isConnected = true, never = [] } = {}) {
    browser.begin();
    browser.respond = (method, path) => {
        if (path === '/api/settings') return { neverCaptured: never };
        if (!isConnected) return null;
        if (method === 'POST') return { ...PLACE, id: 'new', renewed: false };
        if (path.startsWith('/api/queue')) return [];
        return path.startsWith('/api/snapshots?') ? places : { ...PLACE, snapshot: DEEP };
    };
    browser.run = (_, { args, files }) => {
        if (!snapshot) throw new Error('Cannot access contents of the page');
        if (files?.[0] === 'page/capture.js') return snapshot;
        return args ? { status: 'restored' } : [0, 1];
    };
    return browser.open({ url });
}
const stored = () => browser.requests.filter(({ method }) => method === 'POST').length;

test('Looking stores nothing on a page with a place, and nothing at the untouched top of one without', async () => {
    for (const [given, kind, count] of /** @type {[object, string, number][]} */ ([
        [{ places: [PLACE] }, 'place', 0], [{ places: [PLACE], snapshot: TOP }, 'place', 0],
        [{ places: [PLACE], snapshot: null }, 'place', 0], [{ places: [PLACE], never: ['example.org'] }, 'place', 0],
        [{ snapshot: TOP }, 'untouched', 0], [{}, 'captured', 1],
    ])) {
        const tab = begin(given);
        const found = await look(tab.id, true);
        await settle();
        assert.deepEqual([found.kind, stored()], [kind, count], JSON.stringify(given));
    }
});

test('The popup learns how far the place is, and if the reader is at its line', async () => {
    const tab = begin({ places: [PLACE] });
    const found = await look(tab.id, true);
    assert.deepEqual(found, { kind: 'place', place: PLACE, here: 0.6, isHere: false });
    const here = begin({ places: [PLACE], snapshot: { ...DEEP, anchors: [{ quote: { exact: 'words' } }] } });
    assert.equal(/** @type {any} */ (await look(here.id, true)).isHere, true);
    const hidden = begin({ places: [PLACE], snapshot: null });
    assert.equal(/** @type {any} */ (await look(hidden.id, true)).here, null);
});

test('The reason why a page cannot be captured is shown before any other', async () => {
    for (const [given, words] of /** @type {[object, string][]} */ ([
        [{ snapshot: null }, 'does not allow extensions'], [{ never: ['example.org'] }, 'never captured'],
        [{ snapshot: null, isConnected: false }, 'does not allow extensions'], [{ isConnected: false }, 'missing'],
        [{ snapshot: null, url: 'chrome://settings' }, 'does not allow extensions'],
    ])) {
        const message = await look(begin(given).id, true).catch((problem) => problem.message);
        assert(String(message).includes(words), `${JSON.stringify(given)}: ${message}`);
    }
});

test('The first Resume without permission asks, and later ones open a tab whose button goes to the place', async () => {
    const from = begin();
    browser.isAllowed = () => false;
    await openToResume('deep', from, true);
    assert.equal(browser.tabs.at(-1).url, 'chrome-extension://own/resume.html#id=deep');
    const asking = browser.tabs.at(-1);
    await openAfterQuestion('deep', asking.id);
    for (const open of [async () => asking, async () => {
        await openToResume('deep', from, false);
        return browser.tabs.at(-1);
    }]) {
        const tab = await open();
        assert.equal(tab.url, PLACE.fragment);
        await settle();
        assert.deepEqual(browser.button.get(tab.id), { text: '▶', title: 'Click to go to your place.' });
        // The popup goes there at once, on the page of the place only.
        assert.deepEqual(await look(tab.id, true), { kind: 'waiting', id: 'deep' });
        tab.url = 'https://login.example.org/';
        assert.equal((await look(tab.id, true)).kind, 'place');
        tab.url = PAGE;
        assert.equal((await goToPlace(tab)).status, 'restored');
        assert.equal((await stateOf(tab.id)).kind, 'restored');
    }
    assert.equal(stored(), 0);
});

test('Resume opens a page that takes a time at the time of the place, and expects it there', async () => {
    for (const isAllowed of [true, false]) {
        const from = begin();
        const address = 'https://example.org/a?t=90s';
        browser.respond = () => ({ ...PLACE, address, fragment: `${address}#:~:text=words`, snapshot: DEEP });
        browser.isAllowed = () => isAllowed;
        await openAfterQuestion('deep', from.id);
        assert.equal(from.url, isAllowed ? address : `${address}#:~:text=words`);
        // The time may be another one when the page has opened.
        if (!isAllowed) assert.equal((await stateOf(from.id)).key, PAGE);
        else assert.deepEqual(browser.session.expected.map((/** @type {any} */ one) => one.key), [PAGE]);
        await showState(from.id, { kind: 'nothing' });
    }
});

test('A tab that waits for a click keeps that over a login, and forgets it on a page that loads later', async () => {
    const from = begin();
    browser.isAllowed = () => false;
    await openAfterQuestion('deep', from.id);
    await resetState(from.id);
    assert.equal((await stateOf(from.id)).kind, 'waiting');
    await showState(from.id, { kind: 'waiting', id: 'deep', key: 'k', at: Date.now() - 16 * 60_000 });
    await resetState(from.id);
    assert.equal((await stateOf(from.id)).kind, 'nothing');
});

test('With the permission for the site, Resume opens the page and expects it there', async () => {
    const from = begin();
    browser.isAllowed = ([origin]) => origin === 'https://example.org/*';
    await openToResume('deep', from, true);
    const tab = browser.tabs.at(-1);
    assert.equal(tab.url, PAGE);
    assert.deepEqual(browser.session.expected.map((/** @type {any} */ one) => [one.id, one.tab]), [['deep', tab.id]]);
    await showState(tab.id, { kind: 'nothing' });
});

test('A tab that is closed or left during a restore shows no failure', async () => {
    for (const leave of [
        () => { browser.tabs = []; },
        () => { browser.run = (_, { func }) => (func && String(func).includes('timeOrigin') ? 2 : null); },
    ]) {
        const tab = begin({ places: [PLACE] });
        browser.run = (_, { args, files }) => {
            if (files) return null;
            if (!args) return [0, 1];
            leave();
            throw new Error('Frame with ID 0 was removed.');
        };
        assert.equal(await goToPlace(tab), null);
        assert.equal((await stateOf(tab.id)).kind, 'nothing');
    }
    const tab = begin({ places: [PLACE] });
    browser.run = (_, { args, files, func }) => {
        if (files) return null;
        if (args) throw new Error('out of memory');
        return String(func).includes('getEntriesByType') ? [0, 1] : 1;
    };
    assert.equal(await goToPlace(tab).catch((/** @type {Error} */ { message }) => message), 'out of memory');
});
