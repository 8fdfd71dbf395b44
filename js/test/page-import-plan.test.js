import assert from 'node:assert/strict';
import test from 'node:test';
import { planDirectories, planOmissions, planQuestion } from '../../Resources/web/import-plan.js';

/** @type {import('../../Resources/web/import-plan.js').ImportPlan} */
const plan = {
    downloads: 3, directories: [{ path: '/d', count: 2 }, { path: '/d/sub', count: 1 }],
    dropped: [{ what: 'proxies', count: 1 }, { what: 'header fields', count: 2 }],
};

test('The question names the file and the number of downloads', () => {
    assert.equal(planQuestion('pocket.csv', plan), 'Import 3 downloads of pocket.csv?');
    assert.equal(planQuestion('a.json', { ...plan, downloads: 1 }), 'Import 1 download of a.json?');
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
