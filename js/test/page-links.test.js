import assert from 'node:assert/strict';
import test from 'node:test';
import {
    asHarvested, countValues, downloadOf, downloadsOf, LinksState,
} from '../../Resources/web/links-state.js';

const all = { words: '', kind: '', extension: '', host: null };

/** @returns {import('../../Resources/web/links-state.js').Link[]} */
const links = () => [
    { url: 'https://a.example/one.pdf', text: 'The first paper', kind: 'anchor' },
    { url: 'https://b.example/two.PNG', text: 'A picture', kind: 'image' },
    { url: 'mailto:me@a.example', text: 'Write to me', kind: 'anchor' },
    { url: 'https://a.example/one.pdf', text: 'The same paper', kind: 'anchor' },
    { url: null, raw: 'http://[', kind: 'style' },
];

/** Returns a state that shows all links. */
const stateOf = () => {
    const state = new LinksState();
    state.setLinks(links());
    state.filter(all);
    return state;
};

/** @param {{text?: string}[]} found */
const texts = (found) => found.map(({ text }) => text);

test('Each filter excludes the links that do not match it', () => {
    /** @type {[Partial<typeof all> | {host: string}, number[]][]} */
    const table = [
        [{}, [0, 1, 2, 3, 4]], [{ words: ' PAPER  first ' }, [0]], [{ words: 'a.example' }, [0, 2, 3]],
        [{ kind: 'image' }, [1]], [{ extension: 'png' }, [1]], [{ extension: 'pdf', words: 'same' }, [3]],
        [{ host: 'a.example' }, [0, 3]], [{ host: 'c.example' }, []], [{ words: 'absent' }, []],
    ];
    for (const [filters, indices] of table) {
        const state = stateOf();
        state.filter({ ...all, ...filters });
        assert.deepEqual(state.shown.map((link) => state.links.indexOf(link)), indices, JSON.stringify(filters));
    }
});

test('Links of other schemes are shown but cannot be selected', () => {
    const state = stateOf();
    assert.deepEqual(state.links.map(({ target }) => target),
        ['https://a.example/one.pdf', 'https://b.example/two.PNG', null, 'https://a.example/one.pdf', null]);
    assert.deepEqual(texts(state.selectable), ['The first paper', 'A picture', 'The same paper']);
});

test('Without a selection an action applies to all links shown', () => {
    const state = stateOf();
    assert.deepEqual(texts(state.chosen), ['The first paper', 'A picture', 'The same paper']);
    state.selectRange(1, 1, true);
    assert.deepEqual(texts(state.chosen), ['A picture']);
});

test('A range is selected in both directions, without the links that cannot be selected', () => {
    const state = stateOf();
    assert.deepEqual(state.selectRange(3, 1, true), [1, 3]);
    assert.deepEqual(texts(state.chosen), ['A picture', 'The same paper']);
    assert.deepEqual(state.selectRange(3, 4, false), [3]);
    assert.deepEqual(texts(state.chosen), ['A picture']);
});

test('A filter deselects the links that it hides, and moves the start of a range to the first link', () => {
    const state = stateOf();
    state.selectAll(true);
    state.anchor = 3;
    state.filter({ ...all, kind: 'image' });
    assert.deepEqual([texts(state.chosen), state.anchor], [['A picture'], 0]);
    state.filter(all);
    assert.deepEqual(texts(state.chosen), ['A picture']);
});

test('The selection is described in words', () => {
    const state = stateOf();
    assert.equal(state.selectionText, 'All 3 links');
    state.selectRange(0, 1, true);
    assert.equal(state.selectionText, '2 of 3 selected');
    state.filter({ ...all, words: 'same' });
    assert.equal(state.selectionText, '1 link');
});

test('On the whole page the links that were in view come first, unless the service sorted them', () => {
    const state = new LinksState();
    state.reset([{ url: 'https://b.example/', text: 'b' }, { url: 'https://i.example/' }, null]);
    const page = () => [
        { url: 'https://a.example/', kind: 'anchor' }, { url: 'https://b.example/', kind: 'anchor' },
        { url: 'https://i.example/', kind: 'image' },
    ];
    state.receivePage(page(), false);
    assert.deepEqual(state.ofPage?.map(({ url, isInView }) => [url, isInView]), [
        ['https://b.example/', true], ['https://a.example/', false], ['https://i.example/', false],
    ]);
    state.receivePage(page(), true);
    assert.deepEqual(state.ofPage?.map(({ url }) => url),
        ['https://a.example/', 'https://b.example/', 'https://i.example/']);
    assert.equal(state.isWholePage, false);
    state.setLinks(state.ofPage ?? []);
    assert.equal(state.isWholePage, true);
});

test('Another place replaces the links, also if its snapshot has none', () => {
    const state = stateOf();
    state.receivePage(links(), true);
    state.queued.add('https://a.example/one.pdf');
    for (const value of [undefined, null, 'no list', []]) {
        state.reset(value);
        assert.deepEqual([state.inView, state.ofPage, state.queued.size], [[], null, 0]);
    }
    state.reset([{ url: 'https://a.example/' }, {}]);
    assert.deepEqual(state.inView.map(({ url, text }) => [url, text]), [['https://a.example/', ''], ['', '']]);
});

test('Queued links are deselected, and links that were selected meanwhile stay selected', () => {
    const state = stateOf();
    state.selectRange(0, 0, true);
    const { chosen } = state;
    state.selectRange(1, 1, true);
    state.recordQueued(chosen);
    assert.deepEqual([[...state.queued], texts(state.chosen)], [['https://a.example/one.pdf'], ['A picture']]);
});

test('Each URL is queued once, with the file name of its first link', () => {
    const [a, b] = ['https://a.example/1', 'https://a.example/2'];
    const found = [
        { url: a, target: a, download: 'one' }, { url: b, target: b }, { url: a, target: a, download: 'x' },
    ];
    assert.deepEqual(downloadsOf(found), [{ url: a, suggestedName: 'one' }, b]);
    assert.equal(downloadOf({ url: a, target: a, download: '' }), a);
});

test('A link is saved without the values that the page has added', () => {
    const link = { url: 'https://a.example/', text: 'a', isInView: true, target: 'https://a.example/' };
    assert.deepEqual(asHarvested(link), { url: 'https://a.example/', text: 'a' });
    assert.equal(link.isInView, true);
});

test('Values are counted, the most frequent first, and equally frequent ones alphabetically', () => {
    assert.deepEqual(countValues(['b', '', 'a', 'c', 'c']), [['c', 2], ['a', 1], ['b', 1]]);
});
