import assert from 'node:assert/strict';
import test from 'node:test';

import { browser } from './fake-browser.js';
browser.install('moz-extension');
const { fallbackOf, readFallbackAddress, resumeIn, signInToCopy } = await import('../extension/fallback.js');
const { copyTextOf } = await import('../extension/copies.js');

const URL_OF_PAGE = 'https://example.org/a';
const SNAPSHOT = { url: URL_OF_PAGE, capturedAt: '2026-01-01T00:00:00Z' };
const TABS = [
    { url: URL_OF_PAGE, title: 'A page', quote: 'words' }, { url: 'https://example.org/b', title: 'B', quote: null },
];
browser.respond = (method, path) => {
    if (path === '/api/windows/set/tab?number=1') return { snapshot: SNAPSHOT };
    if (path === '/api/windows/set/tab?number=2') return { snapshot: null };
    if (path === '/api/windows/set') return { tabs: TABS, storedAt: '2026-02-01T00:00:00Z' };
    if (path.startsWith('/api/snapshots?')) return [{ id: 'a', copies: [] }, { id: 'b', copies: ['text'] }];
    if (path === '/api/settings') return { copyText: true, neverCaptured: [] };
    if (path === '/api/snapshots/p') return { id: 'p', url: URL_OF_PAGE, snapshot: SNAPSHOT };
    return path === '/host/page' || method === 'PUT' ? { origin: 'http://127.0.0.1:1', code: 'c', bytes: 9 } : null;
};

/**
 * Resumes a place in a page of which the browser says that its status is the given one.
 *
 * @param {string} id
 * @param {number} status
 * @param {object} [tab]
 */
async function resumed(id, status, tab) {
    browser.begin();
    const { id: tabId } = browser.open({ url: URL_OF_PAGE, ...tab });
    browser.run = (_, { args, files }) => {
        if (status < 0) throw new Error('Missing host permission for the tab');
        return args || files ? { status: 'wrongPage' } : [status, 1];
    };
    const result = await resumeIn(tabId, id).catch((problem) => problem.message);
    return { result, shown: browser.shown.map(readFallbackAddress) };
}

test('A tab of a set whose page is gone is replaced by a page that offers the copy of another place', async () => {
    assert.deepEqual(await resumed('window:set:1', 404), { result: null, shown: ['window:set:1'] });
    const found = await fallbackOf('window:set:1');
    assert.deepEqual([found.place.url, found.place.title], [URL_OF_PAGE, 'A page']);
    assert.deepEqual([found.holder, found.kinds], ['b', ['text']]);
    assert.equal(found.archive, `https://web.archive.org/web/20260101000000/${URL_OF_PAGE}`);
    assert.equal((await signInToCopy(found.holder, 'text')).next, '/copies/b/text#leftoff-line');
    assert.equal((await fallbackOf('p')).holder, 'p');
});

test('A tab of a set without a place is never replaced', async () => {
    for (const status of [404, 410, -1]) {
        assert.deepEqual(await resumed('window:set:2', status), { result: null, shown: [] });
    }
});

test('In Firefox, only an error page is unreachable, and a page without permission stays', async () => {
    const error = { favIconUrl: 'chrome://global/skin/icons/info.svg' };
    assert.deepEqual((await resumed('p', -1, error)).shown, ['p']);
    for (const favIconUrl of ['https://example.org/icon.png', 'chrome://branding/content/icon32.png']) {
        const { result, shown } = await resumed('p', -1, { favIconUrl });
        assert.deepEqual(shown, []);
        assert(result.includes('does not allow extensions'));
    }
});

test('Other addresses name no place', () => {
    for (const address of ['https://example.org/copy.html#id=p', 'moz-extension://own/copy.html', 'moz-extension://own/']) {
        assert.equal(readFallbackAddress(address), null);
    }
});

test('A copy of another page than the captured one is not stored', async () => {
    browser.begin();
    const { id } = browser.open({ url: URL_OF_PAGE });
    const stored = () => browser.requests.filter(({ method }) => method === 'PUT').length;
    const copy = { json: '{}', isWhole: true };
    const other = 'https://bank.test/';
    for (const addresses of [[other, other], [URL_OF_PAGE, other], [URL_OF_PAGE, 'https://example.org/next']]) {
        browser.run = (_, { args }) => (args ? { copy, addresses } : null);
        await copyTextOf(id, { id: 'p' }, SNAPSHOT);
        assert.equal(stored(), 0);
    }
    browser.run = (_, { args }) => (args ? { copy, addresses: [URL_OF_PAGE, `${URL_OF_PAGE}#part`] } : null);
    await copyTextOf(id, { id: 'p' }, SNAPSHOT);
    assert.equal(stored(), 1);
});
