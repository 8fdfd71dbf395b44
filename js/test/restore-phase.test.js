/**
 * The phases of a restore: each test is a table of what happens in a page, and of what the restore does.
 */

import assert from 'node:assert/strict';
import test from 'node:test';
import { continuesAfter, firstPhase, nextPhase } from '../restore/restore-phase.js';

/**
 * @typedef {import('../restore/restore-phase.js').PhaseEvent} PhaseEvent
 * @typedef {import('../restore/restore-phase.js').PhaseState} PhaseState
 * @typedef {import('../restore/place-search.js').Sight} Sight
 * @typedef {Omit<PhaseEvent, 'at'>} Happening
 * @typedef {[number, Happening]} Moment a time in ms, and what happens then
 */

/** @type {Sight} */
const NOTHING = {
    words: 'missing', status: 'abstained', reason: null, isSettled: false, isStill: false, isCorrected: false,
    isLoading: false, isLocked: false, hasTarget: false,
};
/** @type {Partial<Sight>} */
const THERE = { words: 'there', status: 'restored', hasTarget: true };
/** @type {Partial<Sight>} */
const UNKNOWN = { words: 'unknown', status: 'restored', hasTarget: true };

/**
 * @param {Partial<Sight>} [sight]
 * @returns {Happening}
 */
function sees(sight = {}) {
    return { kind: 'check', sight: { ...NOTHING, ...sight } };
}

/**
 * Returns the checks of a page between two times, one in 100 ms.
 *
 * @param {number} from
 * @param {number} to
 * @param {Partial<Sight>} [sight]
 * @returns {Moment[]}
 */
function checks(from, to, sight = {}) {
    return times(from, to, 100).map((at) => [at, sees(sight)]);
}

/**
 * @param {number} from
 * @param {number} to
 * @param {number} step
 * @returns {number[]}
 */
function times(from, to, step) {
    return Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, number) => from + number * step);
}

/** @type {Happening} */
const CHANGE = { kind: 'change' };
/** @type {Happening} */
const SCROLL = { kind: 'scroll' };
/** @type {Happening} */
const INPUT = { kind: 'input' };
/** @type {Happening} */
const PRESS = { kind: 'press' };
/** @type {Happening} */
const PRESS_OVERLAY = { kind: 'press', isObstructed: true };
/** @type {Happening} */
const LOOK = { kind: 'look' };
/** @type {Happening} */
const TIME = { kind: 'time', isVisible: true };

/**
 * Runs a restore, and returns what it does as text, with the times: `600 restored` is a report.
 *
 * @param {Moment[]} moments
 * @param {boolean} [isProbe]
 * @returns {{phase: string, state: PhaseState, done: string}}
 */
function run(moments, isProbe = false) {
    let state = firstPhase(0, isProbe);
    const done = [];
    // An event that happens at the same time as a check comes before it.
    const inOrder = [...moments].sort(([at, { kind }], [other, { kind: otherKind }]) => {
        return at - other || Number(kind === 'check') - Number(otherKind === 'check');
    });
    for (const [at, happening] of inOrder) {
        const step = nextPhase(state, { ...happening, at });
        state = step.state;
        for (const action of step.actions) {
            const reason = state.reason ? ' ' + state.reason : '';
            done.push(at + ' ' + (action === 'report' ? state.status + reason : action));
        }
    }
    return { phase: state.phase, state, done: done.join(', ') };
}

/**
 * @param {[string, Moment[], string, string][]} table what happens, the moments, the last phase, and what was done
 */
function assertTable(table) {
    for (const [name, moments, phase, done] of table) {
        const { phase: last, done: found } = run(moments);
        assert.deepEqual([name, last, found], [name, phase, done]);
    }
}

/** A place that is reported after 600 ms, and what is done then. */
const RESTORED = checks(0, 600, THERE);
const REPORTED = reported(600);

/**
 * @param {number} at
 * @returns {string} what is done if a place is reported at a time
 */
function reported(at) {
    return `${at} release, ${at} restored, ${at} watch`;
}

test('A place is reported when it holds', () => {
    assertTable([
        ['a still page', [[0, sees({ ...THERE, isStill: true })]], 'watching', reported(0)],
        ['a calm page', checks(0, 500, THERE), 'holding', ''],
        ['a calm page, later', checks(0, 600, THERE), 'watching', REPORTED],
        ['a change that moves nothing', [...checks(0, 900, THERE), [400, CHANGE]], 'holding', ''],
        ['later', [...checks(0, 1000, THERE), [400, CHANGE]], 'watching', reported(1000)],
        ['a correction', [...checks(0, 300, THERE), [400, sees({ ...THERE, isCorrected: true })],
            ...checks(500, 900, THERE)], 'holding', ''],
        ['changes all the time', [...checks(0, 1400, THERE), ...times(0, 1500, 50).map((at) => {
            return /** @type {Moment} */ ([at, CHANGE]);
        })], 'holding', ''],
        ['the same, later', [...checks(0, 1500, THERE), ...times(0, 1500, 50).map((at) => {
            return /** @type {Moment} */ ([at, CHANGE]);
        })], 'watching', reported(1500)],
        ['a page that loads', checks(0, 9900, { ...THERE, isLoading: true }), 'holding', ''],
        ['the same at the end of the time', checks(0, 10_000, { ...THERE, isLoading: true }), 'watching',
            reported(10000)],
        ['words that are replaced and found again', [...checks(0, 200, THERE), ...checks(300, 500, UNKNOWN),
            ...checks(600, 600, THERE)], 'watching', REPORTED],
        ['words that have gone', [...checks(0, 400, THERE), ...checks(500, 3000)], 'searching', ''],
        ['words that come back', [...checks(0, 400, THERE), ...checks(500, 3000), ...checks(3100, 3600, THERE)],
            'holding', ''],
        ['words that come back, later', [...checks(0, 400, THERE), ...checks(500, 3000), ...checks(3100, 3700, THERE)],
            'watching', reported(3700)],
        ['a page that was not searched at the end', checks(0, 10_000, UNKNOWN), 'watching',
            '10000 release, 10000 approximate, 10000 watch'],
        ['held, but not searched at the end', [...checks(0, 100, THERE), ...checks(200, 10_000, UNKNOWN)], 'watching',
            '10000 release, 10000 approximate, 10000 watch'],
    ]);
});

test('A place whose words are translated while it holds is reported when the translation holds', () => {
    /** @type {Partial<Sight>} */
    const TRANSLATED = { ...THERE, status: 'approximate' };
    /** @type {Partial<Sight>} */
    const MOVED = { ...TRANSLATED, isCorrected: true };
    const reportedAt = (/** @type {number} */ at) => `${at} release, ${at} approximate, ${at} watch`;
    /** @type {Moment[]} */
    const translated = [...checks(0, 200, THERE), [300, CHANGE], [300, sees(MOVED)]];
    assertTable([
        ['translated', [...translated, ...checks(400, 800, TRANSLATED)], 'holding', ''],
        ['translated, later', [...translated, ...checks(400, 900, TRANSLATED)], 'watching', reportedAt(900)],
        ['not searched at once', [...checks(0, 200, THERE), [300, CHANGE], ...checks(300, 500, UNKNOWN),
            [600, sees(MOVED)], ...checks(700, 1200, TRANSLATED)], 'watching', reportedAt(1200)],
        ['block by block', [...translated, ...checks(400, 400, TRANSLATED), [500, CHANGE], [500, sees(MOVED)],
            ...checks(600, 1000, TRANSLATED)], 'holding', ''],
        ['block by block, later', [...translated, ...checks(400, 400, TRANSLATED), [500, CHANGE], [500, sees(MOVED)],
            ...checks(600, 1100, TRANSLATED)], 'watching', reportedAt(1100)],
        ['all the time', [...translated, ...checks(400, 1800, TRANSLATED), ...times(400, 1800, 50).map((at) => {
            return /** @type {Moment} */ ([at, CHANGE]);
        })], 'watching', reportedAt(1800)],
        ['translated after a gap', [...checks(0, 200, THERE), ...checks(300, 500), [600, sees(MOVED)],
            ...checks(700, 1200, TRANSLATED)], 'watching', reportedAt(1200)],
        ['and back', [...translated, ...checks(400, 500, TRANSLATED), [600, CHANGE],
            [600, sees({ ...THERE, isCorrected: true })], ...checks(700, 1200, THERE)], 'watching', reported(1200)],
        ['and gone', [...translated, ...checks(400, 500, TRANSLATED), ...checks(600, 900)], 'searching', ''],
        ['scrolled away', [...translated, [400, SCROLL], ...checks(400, 1800, TRANSLATED)], 'holding', '400 place'],
    ]);
});

test('A place that is not found is reported when nothing else is expected, or at the end of the time', () => {
    const undone = (/** @type {number} */ at, /** @type {string} */ what) => {
        return `${at} undo, ${at} release, ${at} ${what}`;
    };
    assertTable([
        ['still expected', checks(0, 9900), 'searching', ''],
        ['never found', checks(0, 10_000), 'over', undone(10_000, 'abstained, 10000 stop')],
        ['nothing is expected', [[300, sees({ isSettled: true })]], 'over', undone(300, 'abstained, 300 stop')],
        ['another page', [[300, sees({ isSettled: true, status: 'wrongPage' })]], 'over',
            undone(300, 'wrongPage, 300 stop')],
        ['approximate', [[300, sees({ isSettled: true, status: 'approximate', hasTarget: true })]], 'watching',
            '300 release, 300 approximate, 300 watch'],
        ['only an offset', [[300, sees({ isSettled: true, status: 'approximate' })]], 'over',
            '300 release, 300 approximate, 300 stop'],
        ['a change since', [[300, sees({ ...UNKNOWN, isSettled: true })]], 'searching', ''],
        ['a control', [[300, sees({ isSettled: true, reason: 'control' })]], 'waiting',
            undone(300, 'abstained control')],
        ['covered', [[300, sees({ isSettled: true, reason: 'covered' })]], 'waiting',
            undone(300, 'abstained covered')],
        ['moved by the page', [[300, sees({ isSettled: true, reason: 'motion' })]], 'over',
            undone(300, 'abstained motion, 300 stop')],
    ]);
    assert.deepEqual(run(checks(0, 1500), true).done, undone(1500, 'abstained, 1500 stop'));
    const covered = run([[300, sees({ isSettled: true, reason: 'covered' })]], true);
    assert.deepEqual([covered.phase, continuesAfter('covered'), continuesAfter('motion')], ['over', true, false]);
});

test('A lock is waited for', () => {
    /** @type {Partial<Sight>} */
    const LOCKED = { isLocked: true };
    assertTable([
        ['locked', checks(0, 9900, LOCKED), 'locked', ''],
        ['for ever', checks(0, 10_000, LOCKED), 'waiting',
            '10000 undo, 10000 release, 10000 abstained locked'],
        ['unlocked', [...checks(0, 400, LOCKED), ...checks(500, 500)], 'locked', ''],
        ['unlocked for two checks', [...checks(0, 400, LOCKED), ...checks(500, 600)], 'searching', '600 attempt'],
        ['unlocked, found', [...checks(0, 400, LOCKED), ...checks(500, 600), ...checks(700, 1300, THERE)], 'watching',
            `600 attempt, ${reported(1300)}`],
        ['unlocked at the end', [...checks(0, 9900, LOCKED), [10_000, sees()]], 'locked', ''],
        ['locks that return', times(0, 3000, 300).flatMap((at) => [
            /** @type {Moment} */ ([at, sees(LOCKED)]), ...checks(at + 100, at + 200)]), 'waiting',
            '200 attempt, 500 attempt, 800 attempt, 1100 attempt, 1200 undo, 1200 release, 1200 abstained locked'],
        ['locked while it holds', [...checks(0, 300, THERE), ...checks(400, 600, { ...THERE, ...LOCKED })], 'watching',
            REPORTED],
    ]);
});

test('A press pauses the restore, unless the page scrolls at once', () => {
    assertTable([
        ['pressed', [[0, sees()], [100, PRESS], ...checks(200, 600)], 'paused', ''],
        ['quiet', [[0, sees()], [100, PRESS], ...checks(200, 700)], 'searching', '700 attempt'],
        ['quiet, at an overlay', [[0, sees()], [100, PRESS_OVERLAY], ...checks(200, 400)], 'searching', '400 attempt'],
        ['changes', [[0, sees()], [100, PRESS_OVERLAY], ...checks(200, 600), [350, CHANGE]], 'paused', ''],
        ['changes that end', [[0, sees()], [100, PRESS_OVERLAY], ...checks(200, 700), [350, CHANGE]], 'searching',
            '700 attempt'],
        ['a page that never rests', [[0, sees()], [100, PRESS], ...checks(200, 2100), ...times(0, 2100, 50).map(
            (at) => /** @type {Moment} */ ([at, CHANGE]))], 'searching', '2100 attempt'],
        ['scrolls', [[0, sees()], [100, PRESS], [400, SCROLL]], 'over', '400 release, 400 aborted, 400 stop'],
        ['scrolls at the end of a lock', [[0, sees()], [100, PRESS_OVERLAY], [400, SCROLL]], 'paused', ''],
        ['scrolls much later', [[0, sees()], [100, PRESS], [800, SCROLL]], 'paused', ''],
        ['a second press', [[0, sees()], [100, PRESS], [500, PRESS], ...checks(600, 1000)], 'paused', ''],
        ['a wheel', [[0, sees()], [100, PRESS], [200, INPUT]], 'over', '200 release, 200 aborted, 200 stop'],
        ['pressed while it holds', [[0, sees(THERE)], [100, PRESS], ...checks(700, 1300, THERE)], 'holding',
            '700 attempt'],
        ['pressed under a lock', [[0, sees({ isLocked: true })], [100, PRESS_OVERLAY], ...checks(400, 600)],
            'searching', '600 attempt'],
        ['pressed at the end', [[0, sees()], [9900, PRESS], ...checks(10_000, 10_600)], 'over',
            '10500 attempt, 10600 undo, 10600 release, 10600 abstained, 10600 stop'],
        ['pressed while it is watched', [...RESTORED, [700, PRESS], ...checks(800, 1300)], 'watching',
            `${REPORTED}, 1300 attempt`],
        ['then scrolled', [...RESTORED, [700, PRESS], [900, SCROLL]], 'over',
            `${REPORTED}, 900 stop`],
    ]);
});

test('Scrolling by the reader ends the restore in each phase', () => {
    assertTable([
        ['searching', [[0, sees()], [50, INPUT]], 'over', '50 release, 50 aborted, 50 stop'],
        ['locked', [[0, sees({ isLocked: true })], [50, INPUT]], 'over', '50 release, 50 aborted, 50 stop'],
        ['holding', [[0, sees(THERE)], [50, INPUT]], 'over', '50 release, 50 aborted, 50 stop'],
        ['watching', [...RESTORED, [700, INPUT]], 'over', `${REPORTED}, 700 stop`],
        ['nothing follows', [...RESTORED, [700, INPUT], [800, SCROLL], [900, PRESS], [12_000, TIME]], 'over',
            `${REPORTED}, 700 stop`],
        ['stopped', [[0, sees()], [50, { kind: 'stop' }]], 'over', '50 release, 50 aborted, 50 stop'],
        ['stopped after the report', [...RESTORED, [700, { kind: 'stop' }]], 'over',
            `${REPORTED}, 700 stop`],
    ]);
});

test('A page that scrolls away is answered three times', () => {
    const away = (/** @type {number} */ at) => /** @type {Moment} */ ([at, SCROLL]);
    assertTable([
        ['once', [...checks(0, 1700, THERE), away(300)], 'holding', '300 place'],
        ['once, and it holds', [...checks(0, 1800, THERE), away(300)], 'watching',
            `300 place, ${reported(1800)}`],
        ['in each frame for a moment', [...checks(0, 1800, THERE), ...[300, 320, 340, 360, 380].map(away)], 'watching',
            `300 place, 320 place, 340 place, 360 place, 380 place, ${reported(1800)}`],
        ['each second', [...checks(0, 3300, THERE), ...[200, 1200, 2200, 3200].map(away)], 'over',
            '200 place, 1200 place, 2200 place, 3200 release, 3200 abstained movedAway, 3200 stop'],
        ['always', [...checks(0, 3000, THERE), ...[100, 400, 700, 1000].map(away)], 'over',
            '100 place, 400 place, 700 place, 1000 release, 1000 abstained movedAway, 1000 stop'],
        ['after the report', [...RESTORED, ...[700, 1000, 1300, 1600].map(away)], 'over',
            `${REPORTED}, 700 place, 1000 place, 1300 place, 1600 release, 1600 abstained movedAway, 1600 stop`],
        ['before and after it', [...checks(0, 1800, THERE), ...[300, 2000, 2300, 2600].map(away)], 'over',
            `300 place, ${reported(1800)}, 2000 place, 2300 place, 2600 release, 2600 abstained movedAway, 2600 stop`],
        ['much later', [...RESTORED, [9000, CHANGE], [10_000, TIME], away(10_500)], 'over', `${REPORTED}, 10500 stop`],
        ['while nothing is found', [[0, sees()], away(100), away(400), away(700), away(1000)], 'searching', ''],
    ]);
});

test('Watching ends with the page\'s changes', () => {
    const ticks = (/** @type {number} */ to) => times(1000, to, 1000).map((at) => /** @type {Moment} */ ([at, TIME]));
    const changes = (/** @type {number} */ to, /** @type {number} */ step) => times(700, to, step).map(
        (at) => /** @type {Moment} */ ([at, CHANGE]));
    const work = (/** @type {number} */ cost, isLost = false) => {
        return /** @type {Happening} */ ({ kind: 'work', cost, isLost });
    };
    assertTable([
        ['no change', [...RESTORED, ...ticks(10_000)], 'over', `${REPORTED}, 10000 stop`],
        ['before the end', [...RESTORED, ...ticks(9000)], 'watching', REPORTED],
        ['a chat', [...RESTORED, ...ticks(359_000), ...changes(359_000, 4000)], 'watching', REPORTED],
        ['a chat of six minutes', [...RESTORED, ...ticks(370_000), ...changes(370_000, 4000)], 'over',
            `${REPORTED}, 360000 stop`],
        ['a chat that falls silent', [...RESTORED, ...ticks(99_000), ...changes(20_000, 4000)], 'over',
            `${REPORTED}, 50000 stop`],
        ['rendered every 100 ms', [...RESTORED, ...ticks(12_000), ...changes(12_000, 100)], 'over',
            `${REPORTED}, 10000 stop`],
        ['rendered every 200 ms, and reported late', [
            ...checks(0, 5900, { ...THERE, words: 'missing' }), ...checks(6000, 6600, THERE), ...ticks(12_000),
            ...times(6700, 12_000, 200).map((at) => /** @type {Moment} */ ([at, CHANGE]))], 'over',
        `${reported(6600)}, 10000 stop`],
        ['a few changes at once', [...RESTORED, ...ticks(12_000), ...times(9000, 9010, 1).slice(0, 10).map(
            (at) => /** @type {Moment} */ ([at, CHANGE]))], 'watching', REPORTED],
        ['a hidden tab', [...RESTORED, [700, CHANGE], [10_000, { kind: 'time', isVisible: false }]], 'over',
            `${REPORTED}, 10000 stop`],
        ['work', [...RESTORED, [700, work(150)], [800, work(150)]], 'watching', REPORTED],
        ['too much work', [...RESTORED, [700, work(150)], [800, work(151)], ...ticks(9000)], 'watching', REPORTED],
        ['too much work in one part', [...RESTORED, ...changes(30_000, 4000), [800, work(301)], ...ticks(30_000)],
            'watching', `${REPORTED}, 10000 attempt`],
        ['too much work in each part', [...RESTORED, ...changes(359_000, 4000), ...ticks(359_000),
            ...times(800, 359_000, 1000).map((at) => /** @type {Moment} */ ([at, work(301)]))], 'watching',
        `${REPORTED}, 10000 attempt, 30000 attempt, 70000 attempt, 150000 attempt, 310000 attempt`],
        ['too much work at first', [...RESTORED, ...changes(60_000, 4000), ...ticks(60_000),
            ...[800, 10_100, 50_100].map((at) => /** @type {Moment} */ ([at, work(301)]))], 'watching',
        `${REPORTED}, 10000 attempt, 30000 attempt, 60000 attempt`],
        ['lost', [...RESTORED, [700, CHANGE], [750, work(5, true)], ...ticks(9000)], 'watching', REPORTED],
        ['lost at the end', [...RESTORED, [750, work(5, true)], [10_000, TIME]], 'over',
            `${REPORTED}, 10000 abstained lost, 10000 stop`],
        ['found again', [...RESTORED, [750, work(5, true)], [900, work(5)], [10_000, TIME]], 'over',
            `${REPORTED}, 10000 stop`],
    ]);
});

test('A restore goes on when the reader has pressed what was in the way', () => {
    /** @type {Moment[]} */
    const waiting = [[300, sees({ isSettled: true, reason: 'control' })]];
    const asked = '300 undo, 300 release, 300 abstained control';
    /** @type {Moment[]} */
    const covered = [[300, sees({ isSettled: true, reason: 'covered' })]];
    const hidden = '300 undo, 300 release, 300 abstained covered';
    /** @type {Happening} */
    const LOOK_OBSTRUCTED = { kind: 'look', isObstructed: true };
    assertTable([
        ['not pressed', [...waiting, [900, LOOK]], 'waiting', asked],
        ['pressed', [...waiting, [800, PRESS], [900, LOOK]], 'locked', asked],
        ['scrolled, then pressed', [...waiting, [700, INPUT], [800, PRESS], [900, LOOK]], 'locked', asked],
        ['found', [...waiting, [800, PRESS], [900, LOOK], ...checks(1000, 1100), ...checks(1200, 1800, THERE)],
            'watching', `${asked}, 1100 attempt, ${reported(1800)}`],
        ['scrolled meanwhile', [...waiting, [800, PRESS], [900, LOOK], ...checks(1000, 1100), [1200, INPUT]], 'over',
            `${asked}, 1100 attempt, 1200 release, 1200 aborted, 1200 stop`],
        ['still obstructed', [...covered, [800, PRESS], [900, LOOK_OBSTRUCTED]], 'waiting', hidden],
        ['pressed again', [...covered, [800, PRESS], [900, LOOK_OBSTRUCTED], [5000, LOOK]], 'locked', hidden],
        ['scrolled in the dialog', [...covered, [800, { ...INPUT, isObstructed: true }]], 'waiting', hidden],
        ['scrolled without it', [...covered, [800, INPUT]], 'over',
            `${hidden}, 800 release, 800 aborted, 800 stop`],
        ['not found after it', [...covered, [800, PRESS], [900, LOOK], ...checks(1000, 3800)], 'searching',
            `${hidden}, 1100 attempt`],
        ['never found after it', [...covered, [800, PRESS], [900, LOOK], ...checks(1000, 3900)], 'over',
            `${hidden}, 1100 attempt, 3900 undo, 3900 release, 3900 abstained, 3900 stop`],
        ['five minutes', [...waiting, [300_299, TIME]], 'waiting', asked],
        ['more than five minutes', [...waiting, [300_300, TIME]], 'over',
            `${asked}, 300300 abstained control, 300300 stop`],
    ]);
    const presses = times(1000, 60_000, 1000).flatMap((at) => {
        /** @type {Moment[]} */
        const moments = [[at, PRESS], [at + 10, LOOK], [at + 100, sees()], [at + 200, sees()],
            [at + 300, sees({ isSettled: true, reason: 'control' })]];
        return moments;
    });
    const often = run([...waiting, ...presses]);
    assert.deepEqual([often.phase, often.state.tries], ['over', 5]);
});
