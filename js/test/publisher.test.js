import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';

import { isSamePublisher } from '../wire/publisher.js';

const table = JSON.parse(
    readFileSync(new URL('../../Tests/PlacesTests/Fixtures/publishers/table.json', import.meta.url), 'utf8'));

test('A page can declare only a page of its own publisher as its original', () => {
    assert.equal(table.length > 20, true);
    assert.deepEqual(
        table.map((/** @type {[string, string]} */ [one, other]) => [one, other, isSamePublisher(one, other)]), table);
});

test('The rule holds in both directions', () => {
    for (const [one, other, expected] of table) assert.equal(isSamePublisher(other, one), expected, `${one} ${other}`);
});
