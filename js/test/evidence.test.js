import assert from 'node:assert/strict';
import test from 'node:test';
import { confidenceOf } from '../restore/confidence.js';
import { contextEvidence, hashEvidence, nearness, neighboursOf, progressEvidence, scoreOf, supportOf }
    from '../restore/evidence.js';
import { readSnapshot } from '../restore/snapshot-reader.js';
import { textIndexOf } from './text-index.js';

/** @typedef {import('../restore/evidence.js').Candidate} Candidate */

/** @type {Candidate} */
const bare = { position: 0, isExact: true, quote: 1, context: null, near: null, selector: null, hash: null,
    progress: null, ordinal: 0 };

/**
 * @param {number} actual
 * @param {number} expected
 */
const near = (actual, expected) => {
    assert(Math.abs(actual - expected) < 1e-9, 'found ' + actual + ', expected ' + expected);
};

/** @param {object} snapshot */
const placeOf = (snapshot) => readSnapshot({ url: 'http://place.test/', ...snapshot });

test('A neighbour counts only on its own side, half at 1500 units, and the nearest one decides', () => {
    near(nearness({ above: [0], below: null }, 0) ?? -1, 1);
    near(nearness({ above: [0], below: null }, 1500) ?? -1, 0.5);
    near(nearness({ above: [9000, 0, 7500], below: null }, 9000) ?? -1, 1);
    near(nearness({ above: [10], below: null }, 0) ?? -1, 0);
    near(nearness({ above: null, below: [10] }, 20) ?? -1, 0);
    near(nearness({ above: [100], below: [100] }, 100) ?? -1, 1);
    near(nearness({ above: [], below: [100] }, 100) ?? -1, 0.5);
    assert.equal(nearness({ above: null, below: null }, 5), null);
});

test('Neighbours are ignored if the snapshot has none or if they occur 40 times', () => {
    const anchors = [{ role: 'primary' }, { role: 'above', quote: { exact: 'same' } }];
    const place = placeOf({ anchors });
    const found = (/** @type {number} */ count) => neighboursOf(textIndexOf(Array(count).fill('same')), place);
    assert.equal(found(39).above?.length, 39);
    assert.equal(found(40).above, null);
    assert.equal(found(3).below, null);
    assert.deepEqual(neighboursOf(textIndexOf(['other']), place).above, []);
});

test('Context is the likeness of prefix and suffix, and unknown without both', () => {
    const quote = { exact: 'words', prefix: 'before them ', suffix: ' after them' };
    assert.equal(contextEvidence('before them words after them', 12, quote), 1);
    assert.equal(contextEvidence('words', 0, { ...quote, prefix: '', suffix: '' }), null);
    assert.equal(contextEvidence('before them words', 12, { ...quote, suffix: '' }), 1);
    const edited = contextEvidence('before tham words after them', 12, quote) ?? 0;
    assert(edited > 0.85 && edited < 1, String(edited));
    const half = contextEvidence('zzzzzz zzzz words after them', 12, quote) ?? 0;
    assert(half >= 0.5 && half < 0.75, String(half));
});

test('The hash of a block counts only for a block of 40 units or more', () => {
    const long = 'sixteen letters sixteen letters sixteen ';
    const anchor = /** @type {any} */ ({ hash: 'ffffffffffffffff' });
    assert.equal(hashEvidence(textIndexOf([long.slice(0, 39), long]), anchor, 0), null);
    assert.equal(typeof hashEvidence(textIndexOf([long.slice(0, 39) + 'x', long]), anchor, 0), 'number');
    assert.equal(hashEvidence(textIndexOf([long + long]), /** @type {any} */ ({ hash: '' }), 0), null);
});

test('Progress is certain at the same fraction of the text and nothing a fifth away', () => {
    const index = textIndexOf(['x'.repeat(1000)]);
    const at = (/** @type {number | null} */ text, /** @type {number} */ position) => {
        return progressEvidence(index, placeOf({ progress: { text } }), position);
    };
    near(at(0.5, 500) ?? -1, 1);
    near(at(0.5, 400) ?? -1, 0.5);
    near(at(0.5, 600) ?? -1, 0.5);
    near(at(0.5, 900) ?? -1, 0);
    assert.equal(at(null, 500), null);
    assert.equal(progressEvidence(textIndexOf([]), placeOf({ progress: { text: 0 } }), 0), null);
});

test('Support is the weighted mean of the evidence that exists', () => {
    assert.equal(supportOf(bare), 0);
    near(supportOf({ ...bare, hash: 0.3 }), 0.3);
    near(supportOf({ ...bare, context: 1, near: 0 }), 0.2 / 0.32);
    near(supportOf({ ...bare, context: 1, near: 0.5, selector: 0, hash: 1, progress: 0.5 }), 0.32 / 0.45);
    near(scoreOf({ ...bare, quote: 0.6, context: 0.5 }), 0.55 * 0.6 + 0.45 * 0.5);
});

test('Confidence grows with the words, the support, the margin up to 0.15, and from 16 units on', () => {
    near(confidenceOf(1, 1, 1, 16), 1);
    near(confidenceOf(1, 0, 1, 16), 0.65);
    near(confidenceOf(1, 0, 1, 15), 0.2);
    near(confidenceOf(1, 0, 0.15, 16), 0.65);
    near(confidenceOf(1, 0, 0.075, 16), 0.65 * 0.9);
    near(confidenceOf(1, 0, 0, 16), 0.65 * 0.8);
    near(confidenceOf(0.25, 0, 1, 16), 0.65 * 0.125);
    near(confidenceOf(0.25, 1, 1, 16), 0.08125 + (1 - 0.08125) * 0.55);
});
