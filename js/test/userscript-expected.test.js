import assert from 'node:assert/strict';
import test from 'node:test';

import { Clock } from './clock.js';

const clock = new Clock().install();
/** @type {Map<string, string>} */
const stored = new Map();
Object.assign(globalThis, { GM: {
    getValue: async (/** @type {string} */ name, /** @type {string} */ otherwise) => stored.get(name) ?? otherwise,
    setValue: async (/** @type {string} */ name, /** @type {string} */ value) => void stored.set(name, value),
    deleteValue: async (/** @type {string} */ name) => void stored.delete(name),
} });
const { expectPlace, settleExpected, takeExpected } = await import('../userscript/expected-place.js');

const PAGE = 'https://example.org/page';

/** Stores a place for the page, and returns the time of the click. */
async function resume() {
    await expectPlace(PAGE, { title: 'Page' }, Date.now());
    return Date.now();
}

test('A place stays expected until a page has it, or the reader scrolls there', async () => {
    for (const status of ['restored', 'approximate', 'aborted']) {
        const since = await resume();
        for (const before of ['wrongPage', 'abstained']) {
            const expected = await takeExpected(PAGE, since);
            assert(expected);
            assert.deepEqual(expected.snapshot, { title: 'Page' });
            await settleExpected(expected, before);
        }
        const expected = await takeExpected(PAGE, since);
        assert(expected);
        await settleExpected(expected, status);
        assert.equal(await takeExpected(PAGE, since), null);
    }
});

test('Other pages, and pages that were open before, do not show the place', async () => {
    const since = await resume();
    assert.equal(await takeExpected('https://example.org/login', since), null);
    assert.equal(await takeExpected(PAGE, since - 1), null);
    assert(await takeExpected(PAGE, since));
});

test('A login may take 15 minutes', async () => {
    const since = await resume();
    clock.advance(14 * 60_000);
    assert(await takeExpected(PAGE, Date.now()));
    clock.advance(2 * 60_000);
    assert.equal(await takeExpected(PAGE, Date.now()), null);
    assert.equal(stored.size, 0);
    assert(since < Date.now());
});

test('The end of a restore does not remove a place that was resumed meanwhile', async () => {
    const expected = await takeExpected(PAGE, await resume());
    assert(expected);
    clock.advance(1000);
    const later = await resume();
    await settleExpected(expected, 'restored');
    assert(await takeExpected(PAGE, later));
});
