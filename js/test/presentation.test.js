import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';

import { TABLE, present, problemOf, stateOfProblem, stateOfResult } from '../extension/presentation.js';

const DISTANCE = { text: '↓54', title: 'Your place is 54 % further on.' };
const KINDS = /** @type {import('../extension/presentation.js').Kind[]} */ (Object.keys(TABLE));

test('The documentation has the table of the states', () => {
    const text = readFileSync(new URL('../../docs/ways-in.md', import.meta.url), 'utf8');
    const rows = text.split('\n').filter((line) => /^\| `[a-zA-Z]+` \|/.test(line))
        .map((line) => line.split('|').slice(1, -1).map((cell) => cell.trim()));
    const shown = (/** @type {string} */ value) => value || '–';
    assert.deepEqual(rows.map(([kind, , ...cells]) => [kind.slice(1, -1), ...cells]), KINDS.map((kind) => {
        const { symbol, badge, tooltip, card } = present({ kind, message: 'the reason' });
        return [kind, shown(symbol ?? ''), shown(badge), shown(tooltip), shown(card?.heading ?? '')];
    }));
});

test('No state contradicts itself', () => {
    for (const kind of KINDS) {
        const { symbol, badge, tooltip, card } = present({ kind, message: 'why' }, { distance: DISTANCE });
        const hasFailed = symbol === 'cross';
        // A check mark or a busy ring stands beside no failure, and a red mark beside no success.
        if (badge === '!') assert(hasFailed, kind);
        if (card) assert.equal(card.symbol, symbol, kind);
        // Words that are gone are not further on.
        if (hasFailed || symbol === 'busy' || kind === 'approximate') assert(!tooltip.includes('further'), kind);
        if (hasFailed || symbol === 'busy') assert(!badge.includes('54'), kind);
    }
});

test('The number of downloads has precedence over the distance only', () => {
    assert.deepEqual(present({ kind: 'nothing' }, { unfinished: 1200, distance: DISTANCE }).badge, '999+');
    assert.deepEqual(present({ kind: 'nothing' }, { unfinished: 2, distance: DISTANCE }).tooltip, DISTANCE.title);
    assert.equal(present({ kind: 'nothing' }, { distance: DISTANCE }).badge, '↓54');
    assert.equal(present({ kind: 'abstained' }, { unfinished: 2 }).badge, '?');
    assert.equal(present({ kind: 'problem', message: 'No.' }, { unfinished: 2 }).tooltip, 'Leftoff: No.');
});

test('A failure leads to the state that explains it', () => {
    assert.deepEqual(stateOfProblem(problemOf('noPlace', 'None.')), { kind: 'noPlace', message: 'None.' });
    assert.equal(stateOfProblem({ message: 'x', status: -1 }).kind, 'notConnected');
    for (const problem of [new Error('x'), { kind: 'other', message: 'x' }, { kind: '__proto__' }]) {
        assert.equal(stateOfProblem(problem).kind, 'problem');
    }
});

test('A result leads to the state that says what the reader can do, or why the place was not reached', () => {
    const shown = (/** @type {any} */ result) => {
        const state = stateOfResult(result);
        const { card, tooltip } = present(state);
        return [state.kind, card?.heading ?? '', tooltip];
    };
    const waits = (/** @type {string} */ reason, control = '') => (
        { status: 'abstained', reason, control, continues: true });
    assert.deepEqual(shown(waits('control', 'Load more'))[1], 'Press “Load more”');
    assert.deepEqual(shown(waits('control'))[1], 'Show more of this page');
    assert.deepEqual([shown(waits('locked'))[0], shown(waits('covered'))[0]], ['blocked', 'blocked']);
    // Without a way to go on, it is an ordinary result.
    for (const reason of ['control', 'locked', 'covered']) {
        assert.deepEqual(shown({ ...waits(reason), continues: false }), [
            'abstained', 'Your place was not reached', 'Your place was not reached.',
        ]);
        const { card } = present(stateOfResult(waits(reason)));
        assert(card?.text.includes('Leftoff goes'));
    }
    assert.deepEqual(shown({ status: 'abstained' }), [
        'abstained', 'Your words are gone', 'Your words are gone from this page.',
    ]);
    assert.deepEqual(shown({ status: 'abstained', reason: 'motion' }), [
        'abstained', 'Your place was not reached', 'Your place was not reached.',
    ]);
    assert.deepEqual(present(stateOfResult({ status: 'approximate', reason: 'frame' })).card?.text,
        'Your place is in a part of this page that Leftoff cannot read.');
    for (const result of [null, {}, { status: 'nonsense' }]) assert.equal(stateOfResult(result).kind, 'problem');
});
