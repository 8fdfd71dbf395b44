import assert from 'node:assert/strict';
import test from 'node:test';
import { ShelfSelection } from '../../Resources/web/shelf-selection.js';

/** @param {ShelfSelection} selection */
const counted = (selection) => {
    const calls = { count: 0 };
    selection.onChange(() => {
        calls.count += 1;
    });
    return calls;
};

test('Pages are selected and deselected by their keys', () => {
    const selection = new ShelfSelection();
    const calls = counted(selection);
    selection.toggle('a');
    selection.set(['b', 'c'], true);
    selection.toggle('b');
    assert.deepEqual([...selection.keys], ['a', 'c']);
    assert.equal(selection.count, 2);
    assert.deepEqual([selection.has('a'), selection.has('b'), selection.isAll], [true, false, false]);
    assert.equal(calls.count, 3);
});

test('While all that match are selected, the keys are the exceptions', () => {
    const selection = new ShelfSelection();
    selection.set(['a'], true);
    selection.selectAll(880);
    assert.deepEqual([selection.count, selection.has('a'), selection.has('unloaded')], [880, true, true]);
    selection.toggle('a');
    assert.deepEqual([selection.count, selection.has('a'), [...selection.keys]], [879, false, ['a']]);
    selection.set(['a'], true);
    assert.deepEqual([selection.count, selection.keys.size], [880, 0]);
});

test('Pages that have left the list are not selected, and no exceptions', () => {
    const selection = new ShelfSelection();
    selection.set(['a', 'b'], true);
    const calls = counted(selection);
    selection.follow(['c'], 7);
    assert.deepEqual([selection.count, calls.count], [2, 0]);
    selection.follow(['a', 'c'], null);
    assert.deepEqual([[...selection.keys], selection.has('a'), calls.count], [['b'], false, 1]);
    selection.selectAll(8);
    selection.toggle('b');
    calls.count = 0;
    selection.follow(['b'], 7);
    assert.deepEqual([selection.count, selection.keys.size, calls.count], [7, 0, 0]);
});

test('If the number of all pages that match changes, so does the number of selected ones', () => {
    const selection = new ShelfSelection();
    selection.selectAll(8);
    const calls = counted(selection);
    selection.follow([], null);
    selection.follow([], 8);
    assert.equal(calls.count, 0);
    selection.follow([], 9);
    assert.deepEqual([selection.count, calls.count], [9, 1]);
});

test('A question is about what was selected when it was asked', () => {
    const selection = new ShelfSelection();
    selection.selectAll(12);
    selection.toggle('a');
    const asked = selection.copy();
    selection.follow([], 400);
    selection.set(['b'], false);
    assert.deepEqual([asked.count, asked.has('a'), asked.has('b')], [11, false, true]);
    selection.clear();
    assert.deepEqual([asked.count, asked.isAll], [11, true]);
});

test('Shift extends from no page after the selection was cleared, even an empty one', () => {
    const selection = new ShelfSelection();
    selection.toggle('a');
    selection.toggle('a');
    selection.anchor = 'a';
    selection.clear();
    assert.equal(selection.anchor, null);
});

test('Listeners hear of a cleared selection once, and not of an empty one', () => {
    const selection = new ShelfSelection();
    selection.set(['a'], true);
    const calls = counted(selection);
    selection.clear();
    selection.clear();
    assert.equal(calls.count, 1);
    assert.deepEqual([selection.count, selection.isAll, selection.anchor], [0, false, null]);
});
