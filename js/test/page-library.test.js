import assert from 'node:assert/strict';
import test from 'node:test';
import { LibraryState } from '../../Resources/web/library-state.js';

/**
 * @param {string} id
 * @param {number} second when it was captured
 */
const place = (id, second, note = '') => ({
    id, storedAt: `2026-11-22T10:00:0${second}Z`, url: 'https://a.example/', title: null, quote: null, progress: null,
    fragment: '', linkCount: 0, tags: [], note, copies: [],
});

test('Events during a request replace, remove and add places of its response', () => {
    const state = new LibraryState();
    state.beginRequest();
    state.recordEvent('a', place('a', 1, 'changed'));
    state.recordEvent('b', null);
    state.recordEvent('d', place('d', 4));
    state.recordEvent('e', place('e', 5));
    const merged = state.merge([place('c', 3), place('b', 2), place('a', 1)], true);
    assert.deepEqual(merged.map(({ id, note }) => [id, note]), [['e', ''], ['d', ''], ['c', ''], ['a', 'changed']]);
});

test('A report after the service has read the first page adds a place that came back among the others', () => {
    const table = /** @type {const} */ ([[9, false, 'xdca'], [6, false, 'dxca'], [4, false, 'dcxa'], [1, false, 'dca'],
        [1, true, 'dcax']]);
    for (const [second, isLast, expected] of table) {
        const state = new LibraryState();
        state.beginPage(true);
        state.beginRequest();
        state.recordEvent('x', place('x', second, 'before'));
        state.recordEvent('x', place('x', second));
        assert.equal(state.successor(place('x', second), [], false), undefined);
        const merged = state.merge([place('d', 7), place('c', 5), place('a', 3)], true, isLast);
        assert.equal(merged.map(({ id, note }) => id + note).join(''), expected);
    }
});

test('New places are not added to a filtered list or a later page', () => {
    const state = new LibraryState();
    state.beginRequest();
    state.recordEvent('b', place('b', 2));
    assert.deepEqual(state.merge([place('a', 1)], false).map(({ id }) => id), ['a']);
});

test('A place that was deleted in this page is not added', () => {
    const state = new LibraryState();
    state.forgotten.add('b');
    state.beginRequest();
    state.recordEvent('b', place('b', 2));
    assert.deepEqual(state.merge([], true), []);
});

test('Events count only while a list is requested', () => {
    const state = new LibraryState();
    state.recordEvent('a', null);
    state.beginRequest();
    assert.deepEqual(state.merge([place('a', 1)], true).map(({ id }) => id), ['a']);
    state.recordEvent('a', null);
    state.endRequest();
    assert.equal(state.reported.size, 0);
});

test('Events count until the last of several requests ends', () => {
    const state = new LibraryState();
    state.beginRequest();
    state.beginRequest();
    state.recordEvent('a', null);
    state.endRequest();
    assert.deepEqual(state.merge([place('a', 1), place('b', 2)], true).map(({ id }) => id), ['b']);
    state.endRequest();
    assert.equal(state.reported.size, 0);
});

test('A place is the newest if it was captured after the first one of the list', () => {
    const state = new LibraryState();
    state.places.set('b', place('b', 2));
    const table = /** @type {const} */ ([[place('c', 3), 'b', true], [place('a', 1), 'b', false],
        [place('a', 1), undefined, true]]);
    for (const [one, first, isNewest] of table) assert.equal(state.isNewest(one, first), isNewest);
});

test('A place that this page brought back stays if the event of its removal arrives during the next request', () => {
    const state = new LibraryState();
    state.forget('b');
    assert.equal(state.actionForRemoval('b'), 'ignore');
    // The event of the removal is late: it arrives after the undo, while the list is requested.
    state.beginRequest();
    state.bringBack('b');
    state.recordEvent('b', null);
    const places = [place('c', 3), place('b', 2), place('a', 1)];
    assert.deepEqual(state.merge(places, true).map(({ id }) => id), ['c', 'b', 'a']);
    assert.equal(state.actionForRemoval('b'), 'confirm');
    assert.equal(state.actionForRemoval('a'), 'remove');
});

test('An event of the removal that arrived during the undo is discarded too', () => {
    const state = new LibraryState();
    state.forget('b');
    state.beginRequest();
    state.recordEvent('b', null);
    state.bringBack('b');
    assert.deepEqual(state.merge([place('b', 2)], true).map(({ id }) => id), ['b']);
});

test('A place that is forgotten again after an undo is hidden again', () => {
    const state = new LibraryState();
    state.forget('b');
    state.bringBack('b');
    state.forget('b');
    assert.equal(state.actionForRemoval('b'), 'ignore');
    state.beginRequest();
    state.recordEvent('b', null);
    assert.deepEqual(state.merge([place('b', 2)], true), []);
});

test('A change after the return of a place replaces the place in the response', () => {
    const state = new LibraryState();
    state.beginRequest();
    state.recordEvent('b', place('b', 2, 'changed'));
    state.bringBack('b');
    assert.deepEqual(state.merge([place('b', 2)], true).map(({ note }) => note), ['changed']);
});

test('A place that comes back has its position by its time', () => {
    const state = new LibraryState();
    for (const [id, second] of /** @type {const} */ ([['d', 7], ['c', 5], ['a', 1]])) {
        state.places.set(id, place(id, second));
    }
    const table = /** @type {const} */ ([[9, true, 'd'], [6, true, 'c'], [3, true, 'a'], [0, true, null],
        [3, false, 'a'], [0, false, undefined]]);
    for (const [second, isWhole, next] of table) {
        assert.equal(state.successor(place('x', second), ['d', 'c', 'a'], isWhole), next);
    }
});

/** @returns {LibraryState} the state of a list with the places d, c and a */
const shownState = () => {
    const state = new LibraryState();
    for (const [id, second] of /** @type {const} */ ([['d', 7], ['c', 5], ['a', 3]])) {
        state.places.set(id, place(id, second));
    }
    return state;
};
const shown = ['d', 'c', 'a'];

test('A place that comes back while the first page is requested is not added among the cards', () => {
    const state = shownState();
    state.beginPage(true);
    assert.equal(state.successor(place('x', 6), shown, false), undefined);
    assert.deepEqual(state.endPage(), []);
    assert.equal(state.successor(place('x', 6), shown, false), 'c');
});

test('A place that comes back while the next page is requested is added among the cards, or after the page', () => {
    const state = shownState();
    state.beginPage(false);
    assert.equal(state.successor(place('x', 6), shown, false), 'c');
    assert.equal(state.successor(place('y', 2), shown, false), undefined);
    assert.deepEqual(state.endPage().map(({ id }) => id), ['y']);
    assert.deepEqual(state.endPage(), []);
});

test('A place that is changed after it came back is added as it is now', () => {
    const state = shownState();
    state.beginPage(false);
    state.successor(place('y', 2), shown, false);
    state.successor(place('z', 1), shown, false);
    state.successor(place('y', 2, 'changed'), shown, false);
    assert.deepEqual(state.endPage().map(({ id, note }) => [id, note]), [['z', ''], ['y', 'changed']]);
});

test('A place that comes back to the end of the list is added there, because the next page begins behind it', () => {
    const state = shownState();
    state.last = place('a', 3);
    state.places.delete('a');
    for (const isNext of [false, true]) {
        if (isNext) state.beginPage(false);
        assert.equal(state.successor(place('a', 3), ['d', 'c'], false), null);
        assert.equal(state.successor(place('x', 4), ['d', 'c'], false), null);
        assert.equal(state.successor(place('y', 2), ['d', 'c'], false), undefined);
        // At the same time, a place may follow on the next page.
        assert.equal(state.successor(place('z', 3), ['d', 'c'], false), undefined);
    }
    assert.deepEqual(state.endPage().map(({ id }) => id), ['y', 'z']);
});

test('A place that is forgotten again before the page is shown is not added', () => {
    const state = shownState();
    state.beginPage(false);
    state.successor(place('x', 2), shown, false);
    state.successor(place('y', 1), shown, false);
    state.recordEvent('x', null);
    state.forget('y');
    assert.deepEqual(state.endPage(), []);
});
