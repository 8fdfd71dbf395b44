import assert from 'node:assert/strict';
import test from 'node:test';
import { resolveQuote } from '../restore/resolve-quote.js';
import { readSnapshot } from '../restore/snapshot-reader.js';
import { textIndexOf } from './text-index.js';

const exact = 'the words that were read here by the window';
const nobody = { above: null, below: null };

/**
 * Finds a quote in paragraphs, without prefix and suffix unless they are given.
 *
 * @param {string[]} paragraphs
 * @param {{quote?: object, anchor?: object, progress?: object, bounds?: {start: number, end: number} | null,
 *     neighbours?: import('../restore/evidence.js').Neighbours, edits?: boolean, isEdition?: boolean}} [options]
 */
const find = (paragraphs, options = {}) => {
    const { quote, anchor, progress, bounds = null, neighbours = nobody, edits = true, isEdition = false } = options;
    const anchors = [{ role: 'primary', quote: { exact, prefix: '', suffix: '', ...quote }, ...anchor }];
    const snapshot = { url: 'http://place.test/', anchors, progress: progress ?? {} };
    const place = { ...readSnapshot(snapshot), isEdition };
    const primary = place.primary;
    assert(primary);
    return resolveQuote(textIndexOf(paragraphs), place, primary, bounds, neighbours, edits);
};

test('Exact words without any support are found if they occur once, and ambiguous if twice', () => {
    assert.deepEqual(find(['before', exact])?.isExact, true);
    assert.equal(find([exact, 'between them', exact]), null);
});

test('The position is that of the reading character', () => {
    assert.equal(find(['before', exact], { anchor: { offset: { character: 4 } } })?.position, 11);
});

test('Among duplicates, the one with the captured number counts if the page has as many and about as much text', () => {
    const text = [exact, 'between them', exact];
    const { length } = textIndexOf(text).text;
    const anchor = { occurrences: 2, ordinal: 1 };
    assert.equal(find(text, { anchor, progress: { length } })?.position, length - exact.length);
    assert.equal(find(text, { anchor: { ...anchor, ordinal: 0 }, progress: { length } })?.position, 0);
    assert.equal(find(text, { anchor: { ...anchor, occurrences: 3 }, progress: { length } }), null);
    assert.equal(find(text, { anchor: { occurrences: 2 }, progress: { length } }), null);
    assert.equal(find(text, { anchor }), null);
    assert(find(text, { anchor, progress: { length: length * 1.02 } }));
    assert.equal(find(text, { anchor, progress: { length: length * 1.05 } }), null);
    assert.equal(find(text, { anchor, progress: { length: length * 0.95 } }), null);
});

test('A margin of at least 0.03 decides between duplicates', () => {
    const text = [exact, 'x'.repeat(4000), exact];
    const progress = (/** @type {number} */ at) => ({ progress: { text: at } });
    assert.equal(find(text, progress(0))?.position, 0);
    assert.equal(find(text, progress(0.5)), null);
});

test('Edited words are found within their bounds, if at least three in ten are left', () => {
    const some = 'the words someone were reading here near the window';
    const bounds = (/** @type {string} */ now) => ({ start: 7, end: 7 + now.length });
    const anchor = { selector: 'p' };
    const found = find(['before', some], { anchor, bounds: bounds(some) });
    assert.equal(found?.isExact, false);
    assert.equal(found?.position, 7);
    const few = 'nobody wrote about them here at any time before';
    assert.equal(find(['before', few], { anchor, bounds: bounds(few) }), null);
    assert.equal(find(['before', some], { anchor, bounds: bounds(some), edits: false }), null);
});

test('Edited words are searched between the texts above and below, unless these are too far apart', () => {
    const some = 'the words someone were reading here near the window';
    const at = (/** @type {number} */ gap) => {
        const text = ['above', 'x'.repeat(gap), some, 'below'];
        const { length } = textIndexOf(text).text;
        return find(text, { neighbours: { above: [0], below: [length - 5] } });
    };
    assert.equal(at(100)?.position, 107);
});

test('In another edition, words of which some are missing are approximate, and others are not found', () => {
    const some = 'the words that were read here by a door';
    const around = { prefix: 'long before this there came ', suffix: ' and then some more words came after it' };
    const text = ['long before this there came ' + some + ' and then some more words came after it'];
    const found = (/** @type {boolean} */ isEdition) => find(text, { quote: around, isEdition })?.confidence ?? 0;
    assert(found(false) >= 0.7, String(found(false)));
    assert.equal(found(true), 0.6);
    const few = 'the words someone were reading here near the window';
    const far = { above: [0], below: null };
    const text2 = ['above', 'x'.repeat(2600), few];
    const other = { neighbours: far, anchor: { selector: 'p' } };
    const low = find(text2, other)?.confidence ?? 0;
    assert(low > 0 && low < 0.5, String(low));
    assert.equal(find(text2, { ...other, isEdition: true }), null);
});

test('Edited words are approximate if they are not between the texts above and below, which are still there', () => {
    const some = 'the words that were read here by a door';
    const quote = { prefix: 'long before this there came ', suffix: ' and then some more words came after it' };
    const there = quote.prefix + some + quote.suffix;
    const text = ['above', 'something else', 'below', 'x'.repeat(50), there];
    const found = (/** @type {import('../restore/evidence.js').Neighbours} */ neighbours) => {
        return find(text, { quote, neighbours })?.confidence ?? 0;
    };
    const at = (/** @type {string} */ words) => [text.join(' ').indexOf(words)];
    assert.equal(found({ above: at('above'), below: at('below') }), 0.6);
    assert(found({ above: at('above'), below: null }) > 0.7);
});

test('In another edition, a few words that occur once, as before, are sure', () => {
    const quote = { exact: 'See also', prefix: 'the end of the part ', suffix: ' some list that is gone' };
    const text = ['the end of the part', 'See also', 'References'];
    const found = (/** @type {number} */ occurrences, /** @type {boolean} */ isEdition) => {
        return find(text, { quote, anchor: { occurrences }, isEdition })?.confidence ?? 0;
    };
    assert(found(1, false) < 0.7, String(found(1, false)));
    assert(found(1, true) >= 0.7, String(found(1, true)));
    assert(found(2, true) < 0.7, String(found(2, true)));
});

test('In another edition, one of several occurrences is doubtful without a clear margin', () => {
    const quote = { prefix: 'the pad in the steppe ', suffix: ' on a clear morning' };
    const there = quote.prefix + exact + quote.suffix;
    const text = [there, 'x'.repeat(1000), there];
    const neighbours = { above: [0], below: null };
    const found = (/** @type {boolean} */ isEdition) => find(text, { quote, neighbours, isEdition })?.confidence ?? 0;
    assert(found(false) >= 0.7, String(found(false)));
    assert.equal(found(true), 0.6);
});

test('Exact words keep their tier if the context was edited, and use its likeness', () => {
    const quote = { prefix: 'a caption that is missing and a step ', suffix: ' and more words that follow here' };
    const found = find(['an heading', 'a step ' + exact + ' and other words that follow here'], { quote });
    assert.equal(found?.isExact, true);
    assert((found?.confidence ?? 0) > 0.8, String(found?.confidence));
});

test('Exact words in another context lose against edited ones in the old context', () => {
    const edited = exact.replace('read here', 'read there');
    const quote = { prefix: 'before them came ', suffix: ' after which more was said' };
    const right = 'before them came ' + edited + ' after which more was said';
    const found = find(['zzzz yyy ' + exact + ' xxx wwww', 'v'.repeat(90), right], { quote, progress: { text: 0.7 } });
    assert.equal(found?.isExact, false);
});

test('Duplicates with equal support are ambiguous, and the bounds of the selector distinguish them', () => {
    const around = 'before them came ' + exact + ' after which more';
    const quote = { prefix: 'before them came ', suffix: ' after which more' };
    assert.equal(find([around, around], { quote }), null);
    const text = [exact, 'between them', exact];
    const { length } = textIndexOf(text).text;
    const anchor = { selector: 'p' };
    assert.equal(find(text, { anchor, bounds: { start: 0, end: exact.length } })?.position, 0);
    assert.equal(find(text, { anchor, bounds: { start: length - exact.length, end: length } })?.position,
        length - exact.length);
});

test('Half of the words in the wrong place are not enough', () => {
    const some = 'the words that were said by nobody at any time';
    const anchor = { selector: 'p' };
    const neighbours = { above: [], below: [] };
    assert.equal(find(['before', some], { anchor, neighbours, progress: { text: 1 } }), null);
});
