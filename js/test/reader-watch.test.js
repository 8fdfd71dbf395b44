/**
 * The reader's input during a restore.
 */

import assert from 'node:assert/strict';
import test from 'node:test';
import { watchInput } from '../restore/reader-watch.js';

/**
 * Passes events to a watched window, and returns what they are taken for.
 *
 * @param {Record<string, any>[]} events
 * @returns {string[]}
 */
function kindsOf(events) {
    /** @type {Map<string, (event: any) => void>} */
    const listeners = new Map();
    const window = /** @type {any} */ ({
        performance: { now: () => 0 },
        addEventListener: (/** @type {string} */ name, /** @type {any} */ listener) => listeners.set(name, listener),
        removeEventListener: (/** @type {string} */ name) => listeners.delete(name),
    });
    /** @type {string[]} */
    const kinds = [];
    const stop = watchInput([window], window, (kind) => kinds.push(kind));
    for (const event of events) {
        listeners.get(event.type)?.({ isTrusted: true, composedPath: () => [], key: '', ...event });
    }
    stop();
    assert.equal(listeners.size, 0);
    return kinds;
}

/**
 * @param {string} type
 * @param {number} y
 */
const touch = (type, y) => ({ type, touches: [{ clientX: 100, clientY: y }] });
const FINGER = { type: 'pointerdown', pointerType: 'touch' };

test('A tap pauses a restore, a moving finger and a mouse on the text end it', () => {
    for (const [name, events, kinds] of /** @type {[string, any[], string[]][]} */ ([
        ['a finger that rests', [FINGER, touch('touchstart', 300)], ['pause']],
        ['a finger that shakes', [FINGER, touch('touchstart', 300), touch('touchmove', 309)], ['pause']],
        ['a finger that scrolls', [FINGER, touch('touchstart', 300), touch('touchmove', 311)], ['pause', 'end']],
        ['the events of a mouse after a tap', [
            FINGER, touch('touchstart', 300), { type: 'mousedown' }, { type: 'click' },
        ], ['pause', 'pause', 'pause']],
        ['a mouse', [{ type: 'pointerdown', pointerType: 'mouse' }, { type: 'mousedown' }], ['end', 'end']],
        ['a mouse after a tap', [FINGER, { type: 'pointerdown', pointerType: 'mouse' }, { type: 'mousedown' }],
            ['pause', 'end', 'end']],
        ['a pen', [{ type: 'pointerdown', pointerType: 'pen' }], ['end']],
        ['a wheel', [{ type: 'wheel' }], ['end']],
        ['events of a script', [{ ...FINGER, isTrusted: false }, { type: 'wheel', isTrusted: false }], []],
    ])) assert.deepEqual([name, kindsOf(events)], [name, kinds]);
});
