import assert from 'node:assert/strict';
import test from 'node:test';
import { editLikeness, fewestErrors } from '../anchoring/edit-distance.js';
import { randomNumbers } from './random-numbers.js';

/**
 * Returns the same result by dynamic programming (Sellers), one row at a time.
 *
 * @param {string} text
 * @param {string} pattern
 */
const byTable = (text, pattern) => {
    let column = Array.from({ length: pattern.length + 1 }, (_, row) => row);
    let best = { end: 0, errors: pattern.length };
    for (let at = 0; at < text.length; at += 1) {
        const next = [0];
        for (let row = 1; row <= pattern.length; row += 1) {
            const cost = text[at] === pattern[row - 1] ? 0 : 1;
            next[row] = Math.min(next[row - 1] + 1, column[row] + 1, column[row - 1] + cost);
        }
        column = next;
        if (next[pattern.length] < best.errors) best = { end: at + 1, errors: next[pattern.length] };
    }
    return best;
};

test('The bit-parallel distance agrees with dynamic programming on 600 random pairs, also for long patterns', () => {
    const next = randomNumbers(7);
    const random = (/** @type {number} */ length, /** @type {number} */ letters) => {
        return Array.from({ length }, () => 'abcdefgh'[Math.floor(next() * letters)]).join('');
    };
    for (let pair = 0; pair < 600; pair += 1) {
        const letters = 2 + Math.floor(next() * 6);
        const pattern = random(1 + Math.floor(next() * 140), letters);
        const text = random(Math.floor(next() * 260), letters);
        assert.deepEqual(fewestErrors(text, pattern), byTable(text, pattern));
    }
});

test('The first of several equally good matches is returned', () => {
    assert.deepEqual(fewestErrors('one tvo, then two and two', 'two'), { end: 17, errors: 0 });
    assert.deepEqual(fewestErrors('', 'two'), { end: 0, errors: 3 });
});

test('A text that is contained has likeness 1, and a text of other words has likeness 0', () => {
    assert.equal(editLikeness('before the colour of it after', 'the colour of it'), 1);
    assert.equal(editLikeness('before the color of it after', 'the colour of it') > 0.85, true);
    assert.equal(editLikeness('zzzzzzzzzzzzzzzzzzzzzzzzzzzz', 'the colour of it'), 0);
    assert.equal(editLikeness('anything', ''), 0);
});
