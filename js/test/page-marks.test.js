// Tests how tags and notes of a place are combined with what was changed elsewhere meanwhile.

import assert from 'node:assert/strict';
import test from 'node:test';

import { changedTags, mergedNote } from '../../Resources/web/marks-merge.js';

test('A note that was changed elsewhere keeps both texts', () => {
    const editing = { base: 'base', stored: 'base' };
    for (const [theirs, mine, note] of [
        ['base', 'base TWO', 'base TWO'], ['base', '', ''], ['base ONE', 'base TWO', 'base ONE TWO'],
        ['base ONE', 'basis', 'basis ONE'], ['other', 'basis', 'other\n\nbasis'], ['other', 'base TWO', 'other TWO'],
        ['', 'base TWO', 'base TWO'], ['base TWO', 'base TWO', 'base TWO'],
    ]) assert.equal(mergedNote(editing, theirs, mine), note, `${theirs} | ${mine}`);
    // Written on after both were stored, while the field had only the reader's text.
    assert.equal(mergedNote({ base: 'base TWO', stored: 'base TWO' }, 'base ONE TWO', 'base TWO, more'),
        'base ONE TWO, more');
    // The service removes spaces at the end, which is no change by another.
    assert.equal(mergedNote({ base: 'a ', stored: 'a' }, 'a', 'a b'), 'a b');
});

test('A change of tags leaves those that were changed elsewhere', () => {
    /** @type {[string[], {added?: string[], removed?: string[]}, string[]][]} */
    const cases = [
        [['a'], { added: ['b'] }, ['a', 'b']], [['a'], { added: ['A', 'b', 'B'] }, ['a', 'b']],
        [['a', 'b'], { removed: ['A'] }, ['b']], [[], { removed: ['a'] }, []], [['b'], {}, ['b']],
    ];
    for (const [tags, change, expected] of cases) assert.deepEqual(changedTags(tags, change), expected);
});
