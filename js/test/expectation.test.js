import assert from 'node:assert/strict';
import test from 'node:test';

import {
    OPENING_TIME, RESUMING_TIME, bindTo, expectationFor, isOnTheWay, moveTo, newExpectation, settle, tryOn,
    withExpectation,
} from '../extension/expectation.js';

/** @typedef {import('../extension/expectation.js').Expectation} Expectation */

const PAGE = 'https://example.org/page';
const LOGIN = 'https://example.org/login';
const resumed = (/** @type {number | null} */ tab = 7) => newExpectation({ key: PAGE, id: 'p', from: 1, at: 0, tab });

/**
 * Opens pages in the tab one after another, and returns those on which the place is looked for.
 *
 * @param {[string, number, string, boolean?][]} pages the key, the document, the outcome, and true if the reader was
 *     told
 * @param {Expectation[]} [begun]
 * @returns {{tried: string[], left: Expectation[]}}
 */
function visit(pages, begun = [resumed()]) {
    let all = begun;
    const tried = [];
    for (const [key, document, outcome, isTold] of pages) {
        const found = expectationFor(all, { tab: 7, key, isComplete: true });
        const one = found ? tryOn(all, found, { tab: 7, key, document }) : null;
        if (!one) continue;
        tried.push(`${key.split('/').at(-1)} ${document}`);
        all = settle(withExpectation(all.filter((other) => other !== found), one), {
            tab: 7, id: 'p', outcome, tries: one.tries, isTold,
        });
    }
    return { tried, left: all };
}

test('A page on the way to the place does not use it up', () => {
    /** @type {[[string, number, string, boolean?][], string[], number][]} */
    const flows = [
        // A redirect to a login, and back
        [[[LOGIN, 1, 'wrongPage'], [PAGE, 2, 'restored'], [PAGE, 3, 'restored']], ['login 1', 'page 2'], 0],
        // A redirect by a script
        [[[PAGE, 1, 'interrupted'], [LOGIN, 2, 'abstained'], [PAGE, 3, 'approximate']],
            ['page 1', 'login 2', 'page 3'], 0],
        // A login at the address of the page
        [[[PAGE, 1, 'interrupted'], [PAGE, 2, 'restored']], ['page 1', 'page 2'], 0],
        // Each document is tried once, unless its application shows another page
        [[[PAGE, 1, 'abstained'], [PAGE, 1, 'restored'], [LOGIN, 1, 'abstained'], [PAGE, 1, 'restored']],
            ['page 1', 'login 1', 'page 1'], 0],
        // The reader has scrolled
        [[[PAGE, 1, 'aborted'], [PAGE, 2, 'restored']], ['page 1'], 0],
        // After the reader was told, only the page itself counts
        [[[PAGE, 1, 'abstained', true], [LOGIN, 2, 'abstained'], [PAGE, 3, 'restored']], ['page 1', 'page 3'], 0],
    ];
    for (const [pages, tried, left] of flows) {
        const found = visit(pages);
        assert.deepEqual([found.tried, found.left.length], [tried, left]);
    }
});

test('A tab that goes on and on without the place is given up', () => {
    const pages = Array.from({ length: 20 }, (_, index) => (
        /** @type {[string, number, string]} */ ([LOGIN + index, index, 'wrongPage'])));
    assert.equal(visit(pages).tried.length, 8);
});

test('A place is expected for a minute in any tab, and for 15 minutes in its own', () => {
    assert.equal(resumed(null).until, OPENING_TIME);
    const [bound] = bindTo([], resumed(null), 7);
    assert.deepEqual([bound.tab, bound.until], [7, RESUMING_TIME]);
    assert.equal(RESUMING_TIME, 15 * 60_000);
    const found = (/** @type {Expectation} */ one, /** @type {number} */ tab, /** @type {string} */ key) =>
        expectationFor([one], { tab, key, isComplete: true }) !== undefined;
    assert.deepEqual([found(resumed(null), 8, PAGE), found(resumed(null), 8, LOGIN)], [true, false]);
    assert.deepEqual([found(bound, 7, LOGIN), found(bound, 8, PAGE)], [true, false]);
    // While a page loads, its address may still be that of a redirect.
    assert.equal(expectationFor([bound], { tab: 7, key: LOGIN, isComplete: false }), undefined);
    // The first page at the address is that of the tab.
    assert.equal(tryOn([], resumed(null), { tab: 8, key: PAGE, document: 1 })?.tab, 8);
});

test('A tab expects the place that was resumed in it last, and keeps it when the tab is replaced', () => {
    const newer = { ...resumed(), id: 'q' };
    const other = { ...resumed(8), id: 'r' };
    const all = withExpectation([resumed(), other, resumed(null)], newer);
    assert.deepEqual(all.map(({ id, tab }) => [id, tab]), [['r', 8], ['p', null], ['q', 7]]);
    assert.deepEqual(moveTo(all, 7, 9).map(({ tab }) => tab), [8, null, 9]);
    assert.equal(moveTo(all, 10, 11), all);
});

test('The next page of an application ends the restore on the previous one, and the reader has not scrolled', () => {
    const one = { ...resumed(), tries: 2 };
    assert.equal(settle([one], { tab: 7, id: 'p', outcome: 'aborted', tries: 1 }).length, 1);
    assert.equal(settle([one], { tab: 7, id: 'p', outcome: 'aborted', tries: 2 }).length, 0);
    assert.equal(settle([one], { tab: 7, id: 'p', outcome: 'restored', tries: 1 }).length, 0);
    assert.equal(settle([one], { tab: 7, id: 'q', outcome: 'restored' }).length, 1);
});

test('The reader is not told on the way, but on the third page that asks for a login', () => {
    const onTheWay = [1, 2, 3].map((tries) => [
        isOnTheWay({ tries }, false, false), isOnTheWay({ tries }, true, true), isOnTheWay({ tries }, true, false),
    ]);
    assert.deepEqual(onTheWay, [[true, true, false], [true, true, false], [true, false, false]]);
});
