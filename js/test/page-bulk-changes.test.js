import assert from 'node:assert/strict';
import test from 'node:test';
import {
    dateFieldValue, dayOf, laterChoices, markText, mergeReceipts, resultText, selectionsOf, tagsIn,
} from '../../Resources/web/bulk-changes.js';

const receipt = (changed = 0, unchanged = 0, omissions = /** @type {string[]} */ ([])) =>
    ({ id: 'a', kind: 'mark', changed, unchanged, omissions });

test('Pages are sent in requests of at most 1,000, in their order', () => {
    const keys = Array.from({ length: 2001 }, (_, index) => `https://a.example/${index}`);
    const selections = selectionsOf(keys);
    assert.deepEqual(selections.map(({ pages }) => pages.length), [1000, 1000, 1]);
    assert.deepEqual(selections.flatMap(({ pages }) => pages), keys);
    assert.deepEqual(selectionsOf([]), []);
});

test('A request of long keys stays below the limit of a body, in bytes of UTF-8', () => {
    const keys = Array.from({ length: 60 }, (_, index) => `https://a.example/${'ä'.repeat(10_000)}${index}`);
    const selections = selectionsOf(keys);
    assert.deepEqual(selections.flatMap(({ pages }) => pages), keys);
    for (const selection of selections) assert(new TextEncoder().encode(JSON.stringify(selection)).length < 1 << 20);
    // One key that is too long is sent alone, so that the service says what is wrong with it.
    assert.equal(selectionsOf(['a', 'b'.repeat(800_000), 'c']).length, 3);
});

test('The receipts of several requests are one, and the last request is undone first', () => {
    const merged = mergeReceipts([
        { ...receipt(3, 1, ['x']), id: 'a' }, { ...receipt(2, 0, ['x', 'y']), id: 'b' }, { ...receipt(0, 4), id: null },
    ]);
    assert.deepEqual(merged, { ids: ['b', 'a'], changed: 5, unchanged: 5, omissions: ['x', 'y'] });
});

test('The message says what was changed', () => {
    const now = new Date(2026, 10, 30);
    const until = new Date(2027, 0, 31).toISOString();
    const table = /** @type {const} */ ([
        [{ kind: 'mark', state: 'finished' }, receipt(12), /^Finished 12 pages$/],
        [{ kind: 'mark', state: 'unfinished' }, receipt(1), /^Reopened 1 page$/],
        [{ kind: 'mark', state: 'later', until: null }, receipt(2), /^Put off 2 pages$/],
        [{ kind: 'mark', state: 'later', until }, receipt(2), /^Put off 2 pages until .*2027/],
        [{ kind: 'tags', add: ['a', 'b'], remove: [] }, receipt(10), /^Tagged 10 pages with “a”, “b”$/],
        [{ kind: 'tags', add: [], remove: ['a'] }, receipt(3), /^Removed “a” from 3 places$/],
        [{ kind: 'forget' }, receipt(25), /^Forgot 25 places$/],
        [{ kind: 'mark', state: 'finished' }, receipt(0, 3), /^Nothing changed: they were so already$/],
        [{ kind: 'forget' }, receipt(0, 1), /^Nothing changed: the places are gone already$/],
        [{ kind: 'forget' }, receipt(0, 0), /^Nothing changed: no page matches any more$/],
        [{ kind: 'tags', add: ['a'], remove: [] }, receipt(0, 0, ['2 places have 32 tags']), /^Nothing changed$/],
    ]);
    for (const [change, result, text] of table) {
        assert(text.test(resultText(/** @type {any} */ (change), result, now)), String(text));
    }
    assert.equal(markText({ kind: 'mark', state: 'finished' }, '“A title”'), 'Finished “A title”');
});

test('The days for later begin at midnight, and none of them is today', () => {
    // From a Saturday to the Friday after.
    for (let day = 28; day < 35; day += 1) {
        const now = new Date(2026, 10, day, 15, 30);
        const choices = laterChoices(now);
        assert.equal(choices.at(-1)?.until, null);
        for (const { label, until } of choices.slice(0, -1)) {
            assert(until && until > now && until.getHours() === 0 && until.getMinutes() === 0, label);
        }
        assert.equal(choices[1].until?.getDay(), 6);
        assert.equal(choices[2].until?.getDay(), 1);
        for (const { until } of choices.slice(1, 3)) assert(Number(until) - Number(now) <= 7 * 86_400_000);
    }
});

test('A day of a date field is read as midnight, and a day that does not exist or is not later is refused', () => {
    const now = new Date(2026, 10, 30, 12);
    const table = [['2026-12-01', true], ['2027-01-31', true], ['2026-11-30', false], ['2026-02-31', false],
        ['2027-02-31', false], ['', false], ['31.1.2027', false], ['0001-01-01', false]];
    for (const [text, isDay] of table) {
        const day = dayOf(String(text), now);
        assert.equal(day !== null, isDay, String(text));
        if (day) assert.equal(dateFieldValue(day), text);
    }
});

test('Tags are separated by commas, and a repeated one counts once', () => {
    const table = [['a, b', ['a', 'b']], [' a ,, A ,b c', ['a', 'b c']], ['', []], [' , ', []]];
    for (const [text, tags] of table) assert.deepEqual(tagsIn(String(text)), tags);
});
