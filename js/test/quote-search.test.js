import assert from 'node:assert/strict';
import test from 'node:test';
import { contextLikeness, positionsOf } from '../anchoring/quote-search.js';

test('All positions are found, including overlapping ones', () => {
    assert.deepEqual(positionsOf('aaaa', 'aa'), [0, 1, 2]);
    assert.deepEqual(positionsOf('abc', 'd'), []);
    assert.deepEqual(positionsOf('abc', ''), []);
});

test('At most the given number of positions is returned', () => {
    assert.deepEqual(positionsOf('aaaa', 'a', 3), [0, 1, 2]);
    assert.equal(positionsOf('a'.repeat(600), 'a').length, 500);
});

test('Equal surroundings have likeness 1, and others less', () => {
    const quote = { exact: 'x', prefix: 'one two ', suffix: ' three four' };
    assert.equal(contextLikeness('one two x three four', 8, quote), 1);
    const similar = contextLikeness('zzz two x three four', 8, quote);
    assert(similar > 0.7, String(similar));
    const other = contextLikeness('zzz zzz x zzzzz zzzz', 8, quote);
    assert(other < 0.2, String(other));
});

test('An empty prefix or suffix matches the start or end of the text', () => {
    assert.equal(contextLikeness('x three', 0, { exact: 'x', prefix: '', suffix: ' three' }), 1);
    assert.equal(contextLikeness('one x three', 4, { exact: 'x', prefix: '', suffix: ' three' }), 0.5);
});
