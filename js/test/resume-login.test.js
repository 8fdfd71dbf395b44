import assert from 'node:assert/strict';
import test from 'node:test';

import { browser } from './fake-browser.js';
import { settle } from './clock.js';
const { stateOf } = await import('../extension/button.js');
const { expectIn, moveExpected } = await import('../extension/expected.js');
const { restoreExpected } = await import('../extension/expected-page.js');
const { handleLaterResult } = await import('../extension/later-result.js');
const { restoreSnapshot } = await import('../extension/places.js');

const PAGE = 'https://example.org/page';
const LOGIN = 'https://login.example.org/';
browser.respond = (_, path) => (path === '/api/snapshots/p' ? { id: 'p', url: PAGE, snapshot: { url: PAGE } } : null);

/** The document in the tab, and how a restore ends there. */
const page = { document: 1, status: 200, result: /** @type {any} */ (null), asksForLogin: false };
/**
 * The options of the restores.
 *
 * @type {any[]}
 */
const restores = [];
/**
 * The headings of the cards that were shown.
 *
 * @type {string[]}
 */
const cards = [];

browser.run = (_, { args, files, func }) => {
    if (files) return null;
    if (args?.length === 2) {
        restores.push(args[1]);
        return page.result;
    }
    if (args) return cards.push(args[0].heading);
    const code = String(func);
    if (code.includes('getEntriesByType')) {
        if (page.status === 0) throw new Error('Frame with ID 0 is showing error page');
        return [page.status, page.document];
    }
    if (code.includes('querySelectorAll')) return page.asksForLogin;
    return code.includes('timeOrigin') ? page.document : code.includes('href') ? PAGE : null;
};

/** Begins with a tab in which the place was resumed. */
async function begin() {
    browser.begin();
    restores.length = 0;
    cards.length = 0;
    page.status = 200;
    const tab = browser.open({ url: PAGE });
    await expectIn(tab.id, PAGE, 'p');
    return tab;
}

/**
 * Loads a page in the tab.
 *
 * @param {any} tab
 * @param {string} url
 * @param {any} result of the restore there
 * @param {boolean} [asksForLogin]
 */
async function load(tab, url, result, asksForLogin = false) {
    tab.url = url;
    Object.assign(page, { document: page.document + 1, result, asksForLogin });
    await restoreExpected({ ...tab, status: 'loading' });
    await restoreExpected({ ...tab, status: 'complete' });
    await settle();
}

const kindIn = async (/** @type {any} */ tab) => (await stateOf(tab.id)).kind;

test('A place is restored after a login on another page, which shows no card', async () => {
    const tab = await begin();
    await load(tab, LOGIN, { status: 'wrongPage' });
    assert.deepEqual([await kindIn(tab), cards], ['waiting', []]);
    await load(tab, `${LOGIN}second`, { status: 'aborted' });
    await load(tab, PAGE, { status: 'restored' });
    assert.deepEqual([await kindIn(tab), cards], ['restored', []]);
    assert.deepEqual(restores, [true, true, false].map((isProbe) => ({ isProbe, isOuter: false })));
    await load(tab, PAGE, { status: 'restored' });
    assert.equal(restores.length, 3);
});

test('A login at the address of the page is passed in silence, and a page without the words is not', async () => {
    const tab = await begin();
    await load(tab, PAGE, { status: 'abstained' }, true);
    assert.deepEqual([await kindIn(tab), cards], ['waiting', []]);
    await load(tab, PAGE, { status: 'abstained' });
    assert.deepEqual([await kindIn(tab), cards], ['abstained', ['Your words are gone']]);
    // The reader goes on to other pages, but may load this one again.
    await load(tab, LOGIN, { status: 'restored' });
    assert.equal(restores.length, 2);
    await load(tab, PAGE, { status: 'restored' });
    assert.equal(await kindIn(tab), 'restored');
});

test('The third page that asks for a login says that the place was not found', async () => {
    const tab = await begin();
    for (const count of [0, 0, 1]) {
        await load(tab, PAGE, { status: 'wrongPage' }, true);
        assert.equal(cards.length, count);
    }
});

test('After 15 minutes the place is not expected any more', async () => {
    for (const [minutes, count] of [[14, 1], [16, 0]]) {
        const tab = await begin();
        browser.clock.advance(minutes * 60_000);
        await load(tab, PAGE, { status: 'restored' });
        assert.equal(restores.length, count);
    }
});

test('A tab that is replaced keeps its place', async () => {
    const tab = await begin();
    const other = browser.open({ url: PAGE });
    await moveExpected(tab.id, other.id);
    await load(tab, PAGE, { status: 'restored' });
    assert.equal(restores.length, 0);
    await load(other, PAGE, { status: 'restored' });
    assert.equal(restores.length, 1);
});

test('A redirect by a script does not look for the place on the page that has gone', async () => {
    const tab = await begin();
    const left = { ...tab };
    tab.url = LOGIN;
    await restoreExpected({ ...left, status: 'loading' });
    assert.equal(restores.length, 0);
});

test('A button that the page shows is named, and the place is reached when it was pressed', async () => {
    const tab = await begin();
    await load(tab, PAGE, { status: 'abstained', reason: 'control', control: 'Load more', continues: true });
    assert.deepEqual([await kindIn(tab), cards], ['needsControl', ['Press “Load more”']]);
    await handleLaterResult({ status: 'restored' }, { tab });
    assert.equal(await kindIn(tab), 'restored');
    // The place is used up.
    await load(tab, PAGE, { status: 'restored' });
    assert.equal(restores.length, 1);
});

test('A later result counts only on the page on which the place was restored', async () => {
    const tab = await begin();
    await handleLaterResult({ status: 'abstained', reason: 'lost' }, { tab });
    await load(tab, PAGE, { status: 'restored' });
    for (const message of [{ status: 'elsewhere' }, {}]) await handleLaterResult(message, { tab });
    assert.equal(await kindIn(tab), 'restored');
    await handleLaterResult({ status: 'abstained', reason: 'lost' }, { tab });
    assert.equal(await kindIn(tab), 'abstained');
    page.document += 1;
    await handleLaterResult({ status: 'restored' }, { tab });
    assert.equal(await kindIn(tab), 'abstained');
});

test('Only a page of the place is replaced if it is gone, and no later page that the tab shows', async () => {
    for (const [status, reason] of [[404, 'missing'], [0, 'unreachable']]) {
        const table = [
            { addresses: [PAGE], isReplaced: true },
            // The site redirects to the page of an error.
            { addresses: [`${PAGE}/error`], isReplaced: true },
            { addresses: [LOGIN, PAGE], isReplaced: true },
            { addresses: [LOGIN, 'https://elsewhere.example/'], isReplaced: false },
        ];
        for (const { addresses, isReplaced } of table) {
            const tab = await begin();
            for (const address of addresses) {
                page.status = address === addresses.at(-1) ? Number(status) : 200;
                const loaded = load(tab, address, { status: 'wrongPage' });
                await settle();
                browser.clock.advance(1000);
                await loaded;
            }
            assert.deepEqual(browser.shown.map((one) => new URLSearchParams(one.split('#')[1]).get('reason')),
                isReplaced ? [reason] : []);
            if (isReplaced) continue;
            page.status = 200;
            await load(tab, PAGE, { status: 'restored' });
            assert.equal(await kindIn(tab), 'restored');
        }
    }
});

test('A login that is sent with status 404 is not replaced', async () => {
    const tab = await begin();
    page.status = 404;
    await load(tab, LOGIN, { status: 'wrongPage' }, true);
    assert.deepEqual([browser.shown, await kindIn(tab)], [[], 'waiting']);
});

test('A page that is gone has no result, also if it was zoomed', async () => {
    const tab = await begin();
    Object.assign(Reflect.get(globalThis, 'chrome').tabs, { setZoom: async () => undefined });
    page.result = null;
    assert.equal(await restoreSnapshot(tab.id, { url: PAGE, pageZoom: 2 }), null);
    page.result = { status: 'restored' };
    const zoomed = await restoreSnapshot(tab.id, { url: PAGE, pageZoom: 2 });
    assert.deepEqual(zoomed, { status: 'restored', zoom: 'applied' });
});
