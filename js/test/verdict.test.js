import assert from 'node:assert/strict';
import test from 'node:test';
import { NO_OUTCOME } from '../restore/attempt.js';
import { hasSettled, hasWords, statusOf } from '../restore/verdict.js';

/**
 * @typedef {Partial<import('../restore/attempt.js').Outcome>} Values
 * @typedef {Partial<Parameters<typeof hasSettled>[1]>} Page
 */

/** @type {Values} */
const found = { tier: 'quote', confidence: 0.9, awaitsMore: false };

test('The status depends on the page, the tier, the confidence and the distance that is left', () => {
    /** @type {[Values, string][]} */
    const table = [
        [{}, 'abstained'], [found, 'restored'], [{ ...found, confidence: 0.69 }, 'approximate'],
        [{ ...found, left: 20 }, 'restored'], [{ ...found, left: 21 }, 'approximate'],
        [{ ...found, left: 21, isEdition: true }, 'approximate'],
        [{ ...found, left: 21, isAtEnd: true }, 'approximate'],
        [{ ...found, left: 21, isEdition: true, isAtEnd: true }, 'restored'],
        [{ ...found, identity: 'other' }, 'wrongPage'], [{ ...found, identity: 'unlike' }, 'abstained'],
        [{ ...found, identity: 'unknown' }, 'restored'],
        [{ ...found, identity: 'unknown', confidence: 0.5 }, 'wrongPage'],
    ];
    assert.deepEqual(table.map(([values]) => [values, statusOf({ ...NO_OUTCOME, ...values })]), table);
});

test('A page without the words settles when nothing else is expected', () => {
    const page = { quiet: 0, isAtAddress: true, isProbe: false };
    /** @type {import('../restore/target.js').Target} */
    const hidden = JSON.parse('{"tier": "quote", "confidence": 1}');
    /** @type {[Values, Page, boolean][]} */
    const table = [
        [{ awaitsMore: false }, { quiet: 499 }, false], [{ awaitsMore: false }, { quiet: 500 }, true],
        [{}, { quiet: 5499 }, false], [{}, { quiet: 5500 }, true], [{}, { quiet: 500, isAtAddress: false }, true],
        [{}, { quiet: 499, isProbe: true }, false], [{}, { quiet: 500, isProbe: true }, true],
        [{ hidden, awaitsMore: false }, { quiet: 1199 }, false], [{ hidden, awaitsMore: false }, { quiet: 1200 }, true],
        [{ hidden, awaitsMore: false, tier: 'bracket', confidence: 0.5 }, { quiet: 500 }, true],
        [{ ...found, identity: 'other' }, { quiet: 5499 }, false],
        [{ ...found, identity: 'other' }, { quiet: 5500 }, true],
    ];
    const settled = table.map(([values, changes]) => {
        return [values, changes, hasSettled({ ...NO_OUTCOME, ...values }, { ...page, ...changes })];
    });
    assert.deepEqual(settled, table);
});

test('The words are found if they are sure and on the right page', () => {
    /** @type {import('../restore/target.js').Target} */
    const target = JSON.parse('{"tier": "quote", "confidence": 1}');
    /** @type {[Values, boolean][]} */
    const table = [
        [{ ...found, target }, true], [{ ...found, target, left: 400 }, true], [{ ...found }, false],
        [{ ...found, target, confidence: 0.69 }, false], [{ ...found, target, identity: 'other' }, false],
    ];
    assert.deepEqual(table.map(([values]) => [values, hasWords({ ...NO_OUTCOME, ...values })]), table);
});
