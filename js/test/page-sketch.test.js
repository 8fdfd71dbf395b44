import assert from 'node:assert/strict';
import test from 'node:test';
import { blockHash, hashLikeness } from '../anchoring/block-hash.js';
import { pageSketch, sketchShare } from '../anchoring/page-sketch.js';
import { hasSameTitle } from '../restore/same-page.js';
import { textIndexOf } from './text-index.js';

const words = 'lantern harbour violet timber copper meadow signal quarry feather anchor pepper ribbon'.split(' ');

/** @param {number} number different for each paragraph */
const paragraph = (number) => {
    const word = (/** @type {unknown} */ _, /** @type {number} */ i) => {
        return words[(number * 7 + i * (number % 5 + 1)) % words.length];
    };
    return number + ' ' + Array.from({ length: 30 }, word).join(' ');
};

/**
 * @param {number} from
 * @param {number} to
 * @param {string[]} more paragraphs before the others
 */
const page = (from, to, more = []) => {
    return textIndexOf([...more, ...Array.from({ length: to - from }, (_, at) => paragraph(from + at))]);
};

/** @param {import('../anchoring/text-index.js').TextIndex} index */
const sketchOf = (index) => {
    const sketch = pageSketch(index);
    assert(sketch, `found ${sketch}, expected a sketch`);
    return sketch;
};

test('A page contains its whole sketch, also after text was added', () => {
    const sketch = sketchOf(page(0, 60));
    assert.equal(sketch.length, 32 * 6);
    assert.equal(sketchShare(sketch, page(0, 60)), 1);
    assert.equal(sketchShare(sketch, page(0, 120)), 1);
});

test('Half a page contains about half of its sketch, and another page almost none of it', () => {
    const sketch = sketchOf(page(0, 60));
    const half = sketchShare(sketch, page(0, 30)) ?? 0;
    assert(half > 0.25 && half < 0.75, String(half));
    const other = sketchShare(sketch, page(200, 260)) ?? 1;
    assert(other < 0.1, String(other));
});

test('Menus do not count on pages with paragraphs', () => {
    const menu = Array.from({ length: 40 }, (_, i) => 'An entry of the menu ' + i);
    const share = sketchShare(sketchOf(page(0, 20, menu)), page(300, 320, menu)) ?? 1;
    assert(share < 0.1, String(share));
});

test('A page with too little text has no sketch, and an invalid sketch is ignored', () => {
    assert.equal(pageSketch(textIndexOf(['Little.'])), null);
    assert.equal(sketchShare('', page(0, 9)), null);
});

test('Hashes of edited blocks are alike, and those of other blocks are not', () => {
    const text = Array.from({ length: 60 }, (_, i) => 'word' + (i * 37 % 100)).join(' ');
    const edited = text.replace('word37', 'other').replace('word74', 'another');
    const other = Array.from({ length: 60 }, (_, i) => 'term' + i).join(' ');
    assert.equal(blockHash(text).length, 16);
    assert.equal(hashLikeness(blockHash(text), blockHash(text)), 1);
    const likeness = hashLikeness(blockHash(text), blockHash(edited));
    assert(likeness > 0.5, String(likeness));
    const otherLikeness = hashLikeness(blockHash(text), blockHash(other));
    assert(otherLikeness < 0.4, String(otherLikeness));
    const invalid = [blockHash(' -- '), hashLikeness('', 'abc'), hashLikeness('zzzzzzzzzzzzzzzz', blockHash(text))];
    assert.deepEqual(invalid, ['', 0, 0]);
});

test('A title with another count is the same, and the title of another article is not', () => {
    assert.equal(hasSameTitle('Harbour at night - The Daily', '(3) Harbour at night - The Daily'), true);
    assert.equal(hasSameTitle('Harbour at night - The Daily', 'Timber prices - The Daily'), false);
    assert.equal(hasSameTitle('', ''), true);
});
