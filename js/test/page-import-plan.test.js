import assert from 'node:assert/strict';
import test from 'node:test';
import {
    lossesText, planDirectories, planOmissions, planQuestion, summaryMessages, summaryRows,
} from '../../Resources/web/import-plan.js';

/** @type {import('../../Resources/web/import-plan.js').ImportPlan} */
const plan = {
    downloads: 3, directories: [{ path: '/d', count: 2 }, { path: '/d/sub', count: 1 }],
    dropped: [{ what: 'proxies', count: 1 }, { what: 'header fields', count: 2 }],
};

test('The question names the file and the number of downloads', () => {
    assert.equal(planQuestion('pocket.csv', plan), 'Import 3 downloads of pocket.csv?');
    assert.equal(planQuestion('a.json', { ...plan, downloads: 1 }), 'Import 1 download of a.json?');
    assert.equal(planQuestion('a.json', { ...plan, downloads: 0 }), 'Import a.json?');
});

test('Each folder is listed with its number of files', () => {
    assert.deepEqual(planDirectories(plan), ['/d: 2 files', '/d/sub: 1 file']);
});

test('Twenty folders are listed, and the others are counted', () => {
    const directories = Array.from({ length: 22 }, (_, index) => ({ path: `/d/${index}`, count: 2 }));
    const lines = planDirectories({ ...plan, directories });
    assert.equal(lines.length, 21);
    assert.equal(lines.at(-1), '2 more folders: 4 files');
});

test('What is left out is listed with its number of entries', () => {
    assert.deepEqual(planOmissions(plan), ['proxies: left out of 1 entry', 'header fields: left out of 2 entries']);
});

/** @type {import('../../Resources/web/import-plan.js').ImportSummary} */
const empty = {
    format: 'karakeep', places: 0, pages: 0, highlights: 0, approximate: 0, tags: 0, topTags: [], oldest: null,
    newest: null, undated: 0, finished: 0, later: 0, windows: 0, downloads: 0, copies: 0, unreadable: 0,
    omissions: [], losses: [],
};

test('Each kind of contents has a row, and what the file does not contain has none', () => {
    assert.deepEqual(summaryRows({
        ...empty, places: 1204, pages: 1, highlights: 38, approximate: 2, tags: 2,
        topTags: [{ name: 'recipes', count: 210 }], oldest: '2019-03-01T12:00:00',
        newest: '2026-10-30T12:00:00', undated: 4, finished: 300, later: 12, downloads: 1, copies: 5,
        unreadable: 1, losses: [{ what: 'covers', count: 12 }, { what: 'text notes', count: 3 }],
    }, 'en-GB'), [
        ['Format', 'karakeep'], ['Places', `${(1204).toLocaleString()} on 1 page`], ['Highlights', '38'],
        ['Approximate', '2'], ['Tags', '2: recipes 210, …'],
        ['Dates', '1 Mar 2019 to 30 Oct 2026; 4 without a date'], ['States', '300 finished, 12 later'],
        ['Downloads', '1'], ['Copies', '5'], ['No counterpart', 'covers (12), text notes (3)'],
        ['Unreadable', '1 entry'],
    ]);
    assert.deepEqual(summaryRows(empty), [['Format', 'karakeep'], ['Places', 'none']]);
    assert.deepEqual(summaryRows({ ...empty, windows: 2 }), [['Format', 'karakeep'], ['Windows', '2']]);
});

test('A single day and places without any date have short texts', () => {
    const [oldest, newest] = ['2020-05-17T10:00:00', '2020-05-17T11:00:00'];
    const dates = (/** @type {Partial<typeof empty>} */ some) =>
        summaryRows({ ...empty, ...some }, 'en-GB').find(([label]) => label === 'Dates')?.[1];
    assert.equal(dates({ oldest, newest }), '17 May 2020');
    assert.equal(dates({ undated: 3 }), '3 without a date');
});

test('Twenty messages are listed, and the others are counted', () => {
    const omissions = Array.from({ length: 23 }, (_, index) => `line ${index}: not imported`);
    assert.equal(summaryMessages({ ...empty, omissions }).length, 21);
    assert.equal(summaryMessages({ ...empty, omissions }).at(-1), '3 more');
    assert.deepEqual(summaryMessages({ ...empty, omissions: ['one'] }), ['one']);
});

test('Data without a counterpart is listed with its counts', () => {
    const losses = [{ what: 'covers', count: 12 }, { what: 'replies', count: 1 }];
    assert.equal(lossesText(losses), 'covers (12), replies (1)');
});
