import assert from 'node:assert/strict';
import test from 'node:test';
import { walkSteps } from '../copy/timed-walk.js';

/**
 * Walks through a document of so many nodes in steps of 100.
 *
 * @param {number} nodes
 * @param {number} time of each step, in ms
 * @returns {number[]} the times that the walk reports
 */
function reportedTimes(nodes, time) {
    let now = 0;
    let left = nodes;
    const top = /** @type {any} */ ({ performance: { now: () => now } });
    const walk = /** @type {any} */ ({
        visit(/** @type {number} */ count) {
            now += time;
            left -= count;
            return left <= 0;
        },
    });
    /** @type {number[]} */
    const times = [];
    const steps = walkSteps(top, walk, 100, (spent) => times.push(spent) === 0);
    while (!steps.next().done);
    return times;
}

test('a stalled machine cuts no small page', () => {
    assert.deepEqual(new Set(reportedTimes(1900, 50)), new Set([0]));
});

test('the time of a large page counts from its start', () => {
    const times = reportedTimes(4000, 20);
    assert.deepEqual(times.slice(0, 19), Array(19).fill(0));
    assert.deepEqual(times.slice(19), Array.from({ length: 20 }, (_, at) => 400 + 20 * at));
});

test('a small page that was made to take long is limited too', () => {
    assert.deepEqual(reportedTimes(400, 600), [0, 1200, 1800]);
});
