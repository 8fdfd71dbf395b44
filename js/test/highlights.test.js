/** Highlights: the search for their words, what is painted where, and when. */

import assert from 'node:assert/strict';
import test from 'node:test';

import { browser } from './fake-browser.js';
import { settle } from './clock.js';
import { findHighlight } from '../highlights/find-highlight.js';

const {
    asHighlight, paintIn, paintOnVisit, paintsHighlights, recordHighlight, savePaintsHighlights,
} = await import('../extension/highlights.js');

const TEXT = 'One sail was set. The sea was calm. Two sails were set. The sea was calm. At dusk they turned back home.';
const PAGE = 'https://a.example/ships';

/**
 * @param {string} exact
 * @param {string} prefix
 * @param {string} suffix
 */
const quote = (exact, prefix = '', suffix = '') => ({ exact, prefix, suffix });

test('The words of a highlight are found where the words around them are', () => {
    const second = TEXT.lastIndexOf('The sea');
    for (const [given, start] of /** @type {[any, number][]} */ ([
        [quote('At dusk they turned back'), TEXT.indexOf('At dusk')],
        [quote('dusk', 'At ', ' they'), TEXT.indexOf('dusk')],
        [quote('The sea was calm.', 'sails were set. ', ' At dusk'), second],
        [quote('The sea was calm.', 'One sail was set. ', ' Two'), TEXT.indexOf('The sea')],
        [quote('  The sea\n was\u00a0calm.', 'sails were\n set. ', ' At dusk'), second],
    ])) {
        const end = start + given.exact.trim().replace(/\s+/g, ' ').length;
        assert.deepEqual(findHighlight(TEXT, given), { start, end }, given.exact);
    }
});

test('Words that are edited, ambiguous or in another context are not found', () => {
    for (const given of [
        quote('The sea was rough.'), quote('The sea was calm.'), quote('The sea was calm.', 'zzz', 'zzz'),
        quote('dusk', 'zzz', 'zzz'), quote(''), quote('   '),
    ]) {
        assert.equal(findHighlight(TEXT, given), null, given.exact);
    }
});

/** The highlights of the page, as the service returns them. */
const HIGHLIGHTS = [
    { id: 'b', ...quote('second'), note: 'n', tags: [], storedAt: '' },
    { id: 'a', ...quote('first'), note: '', tags: ['t'], storedAt: '' },
];

/**
 * What was injected into tabs: files, arguments and styles.
 *
 * @type {any[]}
 */
const injected = [];

function begin() {
    browser.begin();
    injected.length = 0;
    browser.respond = (_, path) => {
        if (path === '/api/shelf/highlight-sites') return ['a.example'];
        if (path.startsWith('/api/shelf/highlights?')) return HIGHLIGHTS;
        return path === '/api/settings' ? { neverCaptured: ['private.example'] } : null;
    };
    browser.run = (_, { files, args }) => {
        injected.push(files ?? args);
        return args ? { painted: ['a'], gone: ['b'], unsupported: false, needsStyle: true } : null;
    };
    Reflect.get(globalThis, 'chrome').scripting.insertCSS = async (/** @type {any} */ { css, origin }) => {
        injected.push([css.includes('::highlight(leftoff)'), origin]);
    };
    return browser.open({ url: PAGE });
}

const shelfRequests = () => browser.requests.map(({ path }) => path).filter((path) => path.startsWith('/api/shelf/'));

test('The highlights of a page are painted by a style of the reader, without their notes and tags', async () => {
    const tab = begin();
    await paintOnVisit(tab, true);
    const quotes = [{ id: 'b', ...quote('second') }, { id: 'a', ...quote('first') }];
    assert.deepEqual(injected, [['page/paint.js'], [PAGE, quotes], [true, 'USER']]);
});

test('The highlights that are gone are listed with their notes', async () => {
    const { painted, gone, unsupported } = await paintIn(begin().id);
    assert.deepEqual([painted, gone, unsupported], [[HIGHLIGHTS[1]], [HIGHLIGHTS[0]], false]);
});

test('A page without access or highlights, and a setting that is off, cause no request for highlights', async () => {
    const cases = /** @type {[string, string, () => unknown, string[]][]} */ ([
        ['without access', PAGE, () => { browser.isAllowed = () => false; }, []],
        ['without highlights', 'https://b.example/', () => undefined, ['/api/shelf/highlight-sites']],
        ['of the browser', 'chrome://newtab/', () => undefined, []],
        ['turned off', PAGE, () => savePaintsHighlights(false), []],
    ]);
    for (const [name, url, prepare, requests] of cases) {
        const tab = { ...begin(), url };
        await prepare();
        await paintOnVisit(tab, true);
        assert.deepEqual([shelfRequests(), injected], [requests, []], name);
    }
});

test('The hosts with highlights are requested every ten minutes, and a highlight adds its host', async () => {
    begin();
    const other = browser.open({ url: 'https://b.example/' });
    await paintOnVisit(other, true);
    await paintOnVisit(other, true);
    assert.deepEqual(shelfRequests(), ['/api/shelf/highlight-sites']);
    await recordHighlight(other.url);
    await paintOnVisit(other, true);
    assert.equal(shelfRequests().length, 2);
    browser.clock.advance(600_001);
    await paintOnVisit(other, true);
    assert.deepEqual(shelfRequests().slice(2), ['/api/shelf/highlight-sites']);
    await settle();
});

test('A service without highlights is asked once, and paints nothing', async () => {
    const tab = begin();
    browser.respond = () => null;
    await paintOnVisit(tab, true);
    await paintOnVisit(tab, true);
    assert.deepEqual([shelfRequests(), injected], [['/api/shelf/highlight-sites'], []]);
});

test('The next page of an application loses the highlights of the one before', async () => {
    const tab = begin();
    const { respond } = browser;
    browser.respond = (...request) => (request[1].startsWith('/api/shelf/highlights?') ? [] : respond(...request));
    await paintOnVisit(tab, true);
    assert.deepEqual(injected, []);
    await paintOnVisit(tab, false);
    assert.deepEqual(injected.slice(0, 2), [['page/paint.js'], [PAGE, []]]);
});

test('The words of a host that is never captured are not painted', async () => {
    begin();
    const tab = browser.open({ url: 'https://private.example/' });
    await assert.rejects(paintIn(tab.id), /never captured/);
    assert.deepEqual(injected, []);
});

test('A highlight needs selected words', async () => {
    const selection = quote('words');
    assert.deepEqual(asHighlight({ url: PAGE, selection }), { url: PAGE, selection, purpose: 'highlight' });
    for (const snapshot of [{ url: PAGE }, { url: PAGE, selection: null }, { url: PAGE, selection: quote('') }]) {
        await assert.rejects((async () => asHighlight(snapshot))(), /Select the words/);
    }
});

test('Highlights are painted unless the reader turns that off', async () => {
    begin();
    assert.equal(await paintsHighlights(), true);
    await savePaintsHighlights(false);
    assert.equal(await paintsHighlights(), false);
});

test('Sites of highlights cover their hosts with www., subdomains, a final dot, and copies of archives', async () => {
    for (const [url, isCovered] of /** @type {[string, boolean][]} */ ([
        ['https://a.example/x', true], ['https://www.a.example/x', true], ['https://m.a.example/', true],
        ['https://a.example./x', true], ['https://A.EXAMPLE:8443/x', true],
        ['https://web.archive.org/web/2020/https://www.a.example/x', true],
        ['https://web.archive.org/web/2020/https://b.example/x', false], ['https://ba.example/', false],
        ['https://a.example.b.test/', false],
    ])) {
        const tab = { ...begin(), url };
        await paintOnVisit(tab, true);
        assert.equal(shelfRequests().length, isCovered ? 2 : 1, url);
    }
});
