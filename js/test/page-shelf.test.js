import assert from 'node:assert/strict';
import test from 'node:test';
import { leftText, stateText } from '../../Resources/web/place-display.js';
import { ShelfSelection } from '../../Resources/web/shelf-selection.js';
import {
    countOf, firstPath, isListed, listAddress, matchingOf, numberOf, numberText, remember, remembered, requestOf,
    stampOf, startView, tabAddress, valuesOf, viewAfter, views,
} from '../../Resources/web/shelf-state.js';
import {
    ChunkCache, chunkLimit, chunksOf, heightLimit, rowLimit, visibleRange,
} from '../../Resources/web/shelf-window.js';

// A time without an offset is one of the reader's clock, as the texts are.
const date = new Date('2026-11-20T12:00:00');
const empty = { q: '', site: '', tag: '', kind: '', sort: 'newest' };

/**
 * @param {number} number
 * @returns {import('../../Resources/web/shelf-state.js').Card}
 */
const card = (number) => ({
    page: `https://a.example/${number}`, state: 'unfinished', until: null, isDue: false, places: 1, highlights: 0,
    minutesLeft: null, tags: [], latestAt: '2026-11-01T12:00:00Z', resume: `r${number}`,
    place: {
        id: `p${number}`, storedAt: '2026-11-01T12:00:00Z', url: `https://a.example/${number}`, title: null,
            quote: null,
        progress: null, fragment: '', linkCount: 0, tags: [], note: '', copies: [],
    },
});
const cards = (/** @type {number} */ from, /** @type {number} */ number) =>
    Array.from({ length: number }, (_, index) => card(from + index));

test('An address describes a view, and what it does not name is remembered', () => {
    const memory = /** @type {const} */ ({ view: 'finished', sort: 'site' });
    const table = /** @type {[string, import('../../Resources/web/shelf-state.js').Remembered, object][]} */ ([
        ['', {}, { ...empty, view: 'unfinished' }],
        ['', memory, { ...empty, view: 'finished', sort: 'site' }],
        ['?view=later&sort=oldest', memory, { ...empty, view: 'later', sort: 'oldest' }],
        ['?q=fox', memory, { ...empty, view: 'all', q: 'fox', sort: 'site' }],
        ['?site=a.example', {}, { ...empty, view: 'all', site: 'a.example' }],
        ['?tag=swift&view=unfinished', {}, { ...empty, view: 'unfinished', tag: 'swift' }],
        ['?view=nothing&sort=x&kind=y', {}, { ...empty, view: 'unfinished' }],
        ['?kind=copy&view=trash', {}, { ...empty, view: 'trash', kind: 'copy' }],
    ]);
    for (const [search, remembered, expected] of table) assert.deepEqual(valuesOf(search, remembered), expected,
        search);
});

test('The address of filters describes the same filters', () => {
    for (const search of ['?view=unfinished', '?view=later', '?view=all', '?q=a+b', '?tag=%26&sort=shortest',
        '?view=finished&q=fox&site=a.example&kind=copy']) {
        const values = valuesOf(search);
        assert.equal(listAddress(values), `/${search}`);
        assert.deepEqual(valuesOf(listAddress(values).slice(1)), values);
    }
    assert.equal(listAddress({}), '/');
});

test('The tabs keep a search, whose pages they count, and the trash has none', () => {
    const table = [
        ['?q=fox', ['/?view=unfinished&q=fox', '/?view=later&q=fox', '/?view=finished&q=fox', '/?q=fox']],
        ['?view=later&kind=copy&sort=site',
            ['unfinished', 'later', 'finished', 'all'].map((view) => `/?view=${view}&kind=copy&sort=site`)],
        ['?view=trash&kind=copy', ['unfinished', 'later', 'finished', 'all'].map((view) => `/?view=${view}`)],
    ];
    for (const [search, addresses] of table) {
        const values = valuesOf(String(search));
        assert.deepEqual(views.map((view) => tabAddress(values, view)), [...addresses, '/?view=trash']);
    }
});

test('A search leads to all pages and back, and is not where the next visit begins', () => {
    const of = (/** @type {string} */ search) => valuesOf(search);
    const table = /** @type {const} */ ([
        // Typing from a tab, further letters, and the end of the search.
        ['?view=unfinished', '?view=unfinished&q=f', 'all'], ['?q=f', '?q=fo', 'all'],
        ['?q=f', '?view=all', 'finished'],
        // A search in a tab stays there.
        ['?view=later&q=f', '?view=later&q=fo', 'later'], ['?view=later&q=f', '?view=later', 'later'],
        // The list of a site or tag, and a menu.
        ['?tag=x', '?view=all', 'finished'], ['?q=f&tag=x', '?tag=x', 'all'],
        ['?view=all', '?view=all&kind=copy', 'all'],
        ['?view=later', '?view=later&site=a.example', 'later'],
    ]);
    for (const [old, now, view] of table) {
        assert.equal(viewAfter(of(old), of(now), 'finished'), view, `${old} ${now}`);
    }
    assert.deepEqual(['', '?view=all', '?q=f', '?tag=x', '?site=a.example', '?view=later&q=f', '?kind=copy&view=all']
        .map((search) => startView(of(search))),
    ['unfinished', 'all', undefined, undefined, undefined, 'later', 'all']);
});

test('The first request has the path that the list requests', () => {
    assert.equal(firstPath('', {}), '/api/shelf?state=unfinished&sort=newest&limit=100&offset=0');
    assert.equal(firstPath('?q=a&kind=copy', {}), '/api/shelf?q=a&kind=copy&sort=newest&limit=100&offset=0');
    assert.equal(firstPath('?view=trash', {}), null);
    assert.deepEqual(requestOf(valuesOf('?view=later'), 200, 50),
        { state: ['later'], sort: 'newest', limit: 50, offset: 200 });
    assert.deepEqual(matchingOf(valuesOf('?view=all&tag=x')), { tag: 'x' });
});

test('A browser remembers the view, the order and the density, but not the trash', () => {
    let text = '';
    const storage = { getItem: () => text, setItem: (/** @type {string} */ _, /** @type {string} */ to) =>
        { text = to; } };
    remember(storage, { view: 'later', sort: 'site', density: 'compact' });
    assert.deepEqual(remembered(storage), { view: 'later', sort: 'site', density: 'compact' });
    remember(storage, { view: 'trash', sort: 'oldest' });
    assert.deepEqual(remembered(storage), { view: undefined, sort: 'oldest', density: undefined });
    for (const damaged of ['', 'null', '[1]', '{', '{"view":"x","sort":3,"density":{}}']) {
        text = damaged;
        assert.deepEqual(Object.values(remembered(storage)).filter(Boolean), [], damaged);
    }
    assert.deepEqual(Object.values(remembered(undefined)).filter(Boolean), []);
    remember({ setItem: () => { throw new Error('full'); } }, { view: 'all' });
});

test('Tabs show the counts of the service', () => {
    const counts = { unfinished: 3, later: 2 };
    assert.deepEqual(/** @type {const} */ (['unfinished', 'later', 'finished', 'all', 'trash'])
        .map((view) => countOf(view, counts, 7)), [3, 2, 0, 5, 7]);
    assert.equal(countOf('all', undefined, undefined), undefined);
});

test('A search that finds as many pages as it may says that there may be more', () => {
    const [few, many] = [{ unfinished: 3, later: 2 }, { unfinished: 1200, later: 700, finished: 100 }];
    const cases = [
        { number: 5, q: 'words', counts: few, text: '5' }, { number: 1200, q: 'words', counts: many, text: '1,200+' },
        { number: 1200, q: '', counts: many, text: '1,200' }, { number: 7, q: 'words', counts: undefined, text: '7' },
    ];
    for (const { number, q, counts, text } of cases) assert.equal(numberText(number, { q }, counts), text);
});

test('The number of pages of a search is that of its counts', () => {
    const counts = { unfinished: 3, later: 2 };
    assert.deepEqual(/** @type {const} */ (['unfinished', 'finished', 'all'])
        .map((view) => numberOf({ total: null, counts }, view)), [3, 0, 5]);
    assert.deepEqual([numberOf({ total: 0, counts }, 'all'), numberOf({}, 'all')], [0, 0]);
});

test('A page is listed in the view of its state, and a due one as unfinished', () => {
    const table = /** @type {const} */ ([
        ['unfinished', false, ['unfinished', 'all']], ['later', false, ['later', 'all']],
        ['later', true, ['unfinished', 'all']], ['finished', false, ['finished', 'all']],
    ]);
    for (const [state, isDue, listed] of table) {
        assert.deepEqual(views.filter((view) => isListed(view, { state, isDue })), listed);
    }
});

test('A stamp differs if a page was added, changed its state, or has something new', () => {
    const response = { pages: cards(0, 2), total: 2, counts: { unfinished: 2 } };
    const changes = [
        { pages: cards(1, 2) }, { total: 3 }, { counts: { unfinished: 1, finished: 1 } },
        { pages: [{ ...card(0), latestAt: '2026-11-02T12:00:00Z' }, card(1)] }, { pages: [], total: 0 },
    ];
    assert.equal(stampOf({ ...response }), stampOf({ ...response, pages: cards(0, 1) }));
    assert.equal(new Set([{}, ...changes].map((change) => stampOf({ ...response, ...change }))).size, 6);
});

test('A state and the time that is left are texts', () => {
    const table = /** @type {[import('../../Resources/web/shelf-state.js').PageState, string | null, boolean,
        string][]} */ ([
        ['unfinished', null, false, ''], ['finished', null, false, 'Finished'], ['later', null, false, 'Later'],
        ['later', '2026-11-25T12:00:00', false, 'Later, Nov 25'],
        ['later', '2027-01-31T12:00:00', false, 'Later, Jan 31, 2027'],
        ['later', '2026-11-01T12:00:00', true, 'Due'], ['later', 'nonsense', false, 'Later'],
    ]);
    for (const [state, until, isDue, text] of table) assert.equal(stateText({ state, until, isDue }, date,
        'en-US'), text);
    assert.deepEqual([null, undefined, 0, 1, 89, 90, 6000].map(leftText),
        ['', '', '', '1 min left', '89 min left', '2 h left', '100 h left']);
});

test('The rows of the view and some around them are elements', () => {
    const table = [
        [0, 800, 50, 1000, 0, 0, 16], [0, 800, 50, 1000, 10, 0, 26], [-200, 800, 50, 1000, 2, 0, 14],
        [25_000, 800, 50, 1000, 4, 496, 520], [49_900, 800, 50, 1000, 0, 998, 1000], [90_000, 800, 50, 1000, 0,
            1000, 1000],
        [0, 800, 50, 3, 10, 0, 3], [0, 800, 50, 0, 10, 0, 0], [-5000, 800, 50, 1000, 2, 0, 0],
    ];
    for (const [top, height, row, total, overscan, start, end] of table) {
        assert.deepEqual(visibleRange(top, height, row, total, overscan), { start, end }, String([top, total,
            overscan]));
    }
    assert(rowLimit(52) * 52 <= heightLimit);
});

test('Rows far from each other need only their own chunks', () => {
    assert.deepEqual(chunksOf([]), [0]);
    assert.deepEqual(chunksOf([99_999, 0, 1, 29]), [0, 999]);
    assert.deepEqual(chunksOf([205, 99, 100].values()), [0, 1, 2]);
});

test('A list of a known length loads what is missing, and keeps the chunks that were seen last', () => {
    const cache = new ChunkCache();
    assert.deepEqual(cache.missing(0, 30), [0]);
    cache.receive(0, { pages: cards(0, 100), total: 5000 });
    assert.equal(cache.length, 5000);
    assert.deepEqual(cache.missing(50, 150), [1]);
    for (let number = 1; number <= chunkLimit; number += 1) {
        // The first chunk stays in the view.
        cache.missing(0, 10);
        cache.receive(number, { pages: cards(number * 100, 100), total: 5000 });
    }
    assert.equal(cache.chunks.size, chunkLimit);
    assert.equal(cache.at(5)?.page, 'https://a.example/5');
    assert.deepEqual(cache.missing(100, 200), [1]);
    assert.equal(cache.indexOf('https://a.example/2001'), 2001);
    assert.equal(cache.indexOfPlace('p2001'), 2001);
    assert.equal(cache.indexOfPlace('r2001'), 2001);
    assert.equal(cache.indexOf('https://a.example/101'), -1);
    cache.replace(5, card(9999));
    assert.equal(cache.at(5)?.page, 'https://a.example/9999');
});

test('A search grows until its last part, which may be empty', () => {
    for (const [number, length] of [[40, 140], [0, 100]]) {
        const cache = new ChunkCache();
        cache.receive(0, { pages: cards(0, 100), total: null, isLast: false });
        assert.deepEqual([cache.length, cache.isComplete], [200, false]);
        cache.receive(1, { pages: cards(100, number), total: null });
        assert.deepEqual([cache.length, cache.isComplete, cache.total], [length, true, null]);
    }
    const whole = new ChunkCache();
    whole.receive(0, { pages: cards(0, 100), total: null, isLast: true });
    assert.equal(whole.length, 100);
});

test('A selection has pages, or all that match except for some', () => {
    const selection = new ShelfSelection();
    let changes = 0;
    selection.onChange(() => { changes += 1; });
    selection.set(['a', 'b'], true);
    selection.toggle('a');
    assert.deepEqual([selection.count, selection.has('a'), selection.has('b')], [1, false, true]);
    selection.selectAll(50);
    selection.toggle('b');
    assert.deepEqual([selection.count, selection.has('b'), selection.has('x'), selection.isAll], [49, false, true,
        true]);
    selection.clear();
    assert.deepEqual([selection.count, selection.isAll, selection.has('x'), changes], [0, false, false, 5]);
    selection.clear();
    assert.equal(changes, 5);
});
