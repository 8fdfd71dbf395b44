import assert from 'node:assert/strict';
import test from 'node:test';
import {
    compareByWork, describeFailure, describeNextAttempt, listOf, QueueState, shownState, updateInterval,
} from '../../Resources/web/queue-state.js';

/**
 * @param {string} id
 * @param {Partial<import('../../Resources/web/queue-state.js').Item>} [values]
 * @returns {import('../../Resources/web/queue-state.js').Item}
 */
const item = (id, values) => ({
    id, url: `https://a.example/${id}`, state: 'ready', path: null, bytes: 0, total: null, attempts: 0, error: null,
    addedAt: `2026-11-22T10:00:0${id.length}Z`, finishedAt: null, priority: 0, ...values,
});

/** @param {import('../../Resources/web/queue-state.js').Item[]} items */
const stateOf = (...items) => {
    const state = new QueueState();
    for (const one of items) state.items.set(one.id, one);
    return state;
};

test('Each state belongs to one list', () => {
    const table = [['ready', 'todo'], ['paused', 'todo'], ['quarantined', 'failed'], ['cancelled', 'failed'],
        ['done', 'done'], ['unknown', 'todo']];
    for (const [state, list] of table) assert.equal(listOf(item('a', { state })), list);
});

test('Downloads are sorted by priority, then in the order in which they were added', () => {
    const items = [item('aaa'), item('a'), item('aa', { priority: 1 })];
    assert.deepEqual(items.sort(compareByWork).map(({ id }) => id), ['aa', 'a', 'aaa']);
    assert.deepEqual(stateOf(...items).sorted('todo', ['aaa', 'aa', 'a']), ['aa', 'a', 'aaa']);
});

test('Finished downloads are sorted by the time of their end, the latest first', () => {
    const state = stateOf(item('a', { state: 'done', finishedAt: '1' }), item('b', { state: 'done', finishedAt: '2' }));
    assert.deepEqual(state.sorted('done', ['a', 'b']), ['b', 'a']);
});

test('An event is newer than a list that was requested before it', () => {
    const state = new QueueState();
    const since = state.changeCount;
    state.recordChange('a');
    assert.deepEqual([state.hasChanged('a', since), state.hasChanged('b', since)], [true, false]);
    assert.equal(state.hasChanged('a', state.changeCount), false);
});

test('A download behind the end of a partly loaded list is not shown', () => {
    const state = stateOf(item('aa'));
    assert.equal(state.isBeyond(item('aaa'), 'aa'), false);
    state.next.todo = 'aa';
    assert.equal(state.isBeyond(item('aaa'), 'aa'), true);
    assert.equal(state.isBeyond(item('a'), 'aa'), false);
    assert.equal(state.isBeyond(item('aaa', { state: 'running' }), 'aa'), false);
});

test('The summary counts running, waiting and paused downloads', () => {
    const state = stateOf(item('a', { state: 'running', bytes: 1 }), item('b'), item('c', { state: 'paused' }));
    state.setProgress({ rate: 2048, items: [{ id: 'a', bytes: 1, total: null, rate: 2048, remaining: null }] });
    assert.equal(state.summary, '1 downloading at 2.0 KiB/s · 1 to go · 1 paused');
    assert.equal(state.badgeText, '2');
    state.next.todo = 'b';
    assert.equal(state.badgeText, '2+');
    assert.equal(stateOf(item('a', { state: 'done' })).summary, 'Nothing to do');
});

test('Progress changes the downloads that run and those that ran before', () => {
    const state = stateOf(item('a'), item('b'), item('c'));
    const progress = (/** @type {string} */ id) => ({ id, bytes: 1, total: null, rate: null, remaining: null });
    state.setProgress({ rate: 0, items: [progress('a')] });
    const changed = state.setProgress({ rate: 0, items: [progress('b')] });
    assert.deepEqual(changed.map(({ id }) => id), ['a', 'b']);
});

test('The detail of a download names size, speed and attempts', () => {
    const state = stateOf();
    state.setProgress({ rate: 1, items: [{ id: 'a', bytes: 512, total: 1024, rate: 256, remaining: 2 }] });
    assert.equal(state.detail(item('a', { state: 'running' })), '512 B of 1.0 KiB · 256 B/s · 2 s left');
    assert.equal(state.detail(item('b', { state: 'done', bytes: 10, path: '/d/b' })), '10 B · /d/b');
    assert.equal(state.detail(item('c', { state: 'failed', attempts: 3 })), '3 attempts');
});

test('The progress of a resumed download does not jump back to the bytes that are compared again', () => {
    const state = stateOf();
    state.setProgress({ rate: 0, items: [{ id: 'a', bytes: 512, total: 1024, rate: null, remaining: null }] });
    assert.deepEqual(state.progressOf(item('a', { state: 'running', bytes: 800 })), { done: 800, total: 1024 });
    assert.deepEqual(state.progressOf(item('b', { bytes: 800, total: 900 })), { done: 800, total: 900 });
});

test('A waiting time is updated each second while it is shown in seconds, and less often before', () => {
    const next = '2026-11-22T10:00:00Z';
    const table = [[0, 1000], [-60, 1000], [179, 1000], [180, 15_000], [86_400, 15_000]];
    for (const [seconds, interval] of table) {
        assert.equal(updateInterval(next, Date.parse(next) - seconds * 1000), interval, `${seconds} s before`);
    }
});

test('A download that a worker has claimed but not begun is shown as ready', () => {
    const running = new Map([['a', {}]]);
    /** @type {[string, string, number, string][]} */
    const table = [['a', 'running', 0, 'running'], ['b', 'running', 0, 'ready'], ['b', 'running', 5, 'running'],
        ['b', 'waiting', 0, 'waiting'], ['b', 'done', 0, 'done']];
    for (const [id, state, bytes, shown] of table) assert.equal(shownState({ id, state, bytes }, running), shown);
    // The progress of another worker's downloads is unknown.
    assert.equal(shownState({ id: 'b', state: 'running', bytes: 0 }, new Map()), 'running');
});

test('A failure is described without the address', () => {
    const error = { class: 'http', message: 'https://a.example/x: the server answered 404' };
    assert.equal(describeFailure(error, 'https://a.example/x'), 'The server did not send the file. (the server answered 404)');
    assert.equal(describeFailure({ class: 'new', message: 'why' }), 'why');
    assert.equal(
        describeFailure({ class: 'disk', message: '/d/\u202ex' }),
        'The file could not be written to the disk. (/d/\ufffdx)',
    );
});

test('Waiting downloads show the time until their next attempt', () => {
    const at = (/** @type {number} */ seconds, error = /** @type {object | null} */ ({})) => describeNextAttempt(
        { state: 'waiting', error, nextTryAt: new Date(seconds * 1000).toISOString() }, 0);
    const table = [
        [0, 'Next attempt in a moment'], [-5, 'Next attempt in a moment'],
        [0.6, 'Next attempt in 1 s'], [39.2, 'Next attempt in 40 s'],
        [118.5, 'Next attempt in 119 s'], [119.5, 'Next attempt in 2 min'],
        [2400, 'Next attempt in 40 min'], [7171, 'Next attempt in 2 h'],
        [172_800, 'Next attempt in 2 days'],
    ];
    for (const [seconds, words] of table) assert.equal(at(Number(seconds)), words);
    assert.equal(at(40, null), 'Starts in 40 s');
    assert.equal(describeNextAttempt({ state: 'waiting', error: {} }, 0), '');
    assert.equal(describeNextAttempt({ state: 'ready', error: {}, nextTryAt: new Date(5000).toISOString() }, 0), '');
});
