import assert from 'node:assert/strict';
import test from 'node:test';
import { NO_OUTCOME } from '../restore/attempt.js';
import { hasSettled, statusOf } from '../restore/verdict.js';

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

test('A page settles at once if nothing has changed, and later if something may still be loaded', () => {
    const page = { quiet: 0, calmChecks: 0, isAtAddress: true, hasScrollAnchoring: true };
    /** @type {[Values, Page, boolean][]} */
    const table = [
        [found, { calmChecks: 4 }, true], [found, { calmChecks: 3 }, false],
        [found, { calmChecks: 4, hasScrollAnchoring: false }, false],
        [found, { quiet: 499 }, false], [found, { quiet: 500 }, true],
        [{}, { calmChecks: 9, quiet: 5499 }, false], [{}, { quiet: 5500 }, true],
        [{}, { quiet: 500, isAtAddress: false }, true],
        [{ ...found, identity: 'other' }, { calmChecks: 9, quiet: 5499 }, false],
        [{ ...found, identity: 'other' }, { quiet: 5500 }, true],
    ];
    const settled = table.map(([values, changes]) => {
        return [values, changes, hasSettled({ ...NO_OUTCOME, ...values }, { ...page, ...changes })];
    });
    assert.deepEqual(settled, table);
});
