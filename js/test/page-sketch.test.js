import { blockHash, hashLikeness } from '../anchoring/block-hash.js';
import { pageSketch, sketchShare } from '../anchoring/page-sketch.js';
import { buildTextIndex } from '../anchoring/text-index.js';
import { hasSameTitle } from '../restore/same-page.js';
import { equal, page, Suite } from './harness.js';

const suite = new Suite();
export default suite;

const words = 'lantern harbour violet timber copper meadow signal quarry feather anchor pepper ribbon'.split(' ');
const paragraph = (number, count = 30) => {
    const word = (_, i) => words[(number * 7 + i * (number % 5 + 1)) % words.length];
    return number + ' ' + Array.from({ length: count }, word).join(' ');
};
const index = (from, to, more = '') => {
    let html = more;
    for (let number = from; number < to; number += 1) html += '<p>' + paragraph(number) + '</p>';
    page(html);
    return buildTextIndex(document);
};

suite.test('A page is all in itself, and stays so when text is added', () => {
    const sketch = pageSketch(index(0, 60));
    equal(sketch.length, 32 * 6);
    equal(sketchShare(sketch, index(0, 60)), 1);
    equal(sketchShare(sketch, index(0, 120)), 1);
});

suite.test('Half a page is about half, and another page nothing', () => {
    const sketch = pageSketch(index(0, 60));
    const half = sketchShare(sketch, index(0, 30));
    equal(half > 0.25 && half < 0.75, true);
    equal(sketchShare(sketch, index(200, 260)) < 0.1, true);
});

suite.test('Menus do not count where there are paragraphs', () => {
    const menu = Array.from({ length: 40 }, (_, i) => '<li>An entry of the menu ' + i + '</li>').join('');
    const sketch = pageSketch(index(0, 20, menu));
    equal(sketchShare(sketch, index(300, 320, menu)) < 0.1, true);
});

suite.test('A page with too little text has no sketch, and nonsense is none', () => {
    page('<p>Little.</p>');
    equal(pageSketch(buildTextIndex(document)), null);
    equal(sketchShare('', index(0, 9)), null);
});

suite.test('Hashes of edited blocks are alike, of others not', () => {
    const text = Array.from({ length: 60 }, (_, i) => 'word' + (i * 37 % 100)).join(' ');
    const edited = text.replace('word37', 'other').replace('word74', 'another');
    const other = Array.from({ length: 60 }, (_, i) => 'term' + i).join(' ');
    equal(blockHash(text).length, 16);
    equal(hashLikeness(blockHash(text), blockHash(text)), 1);
    equal(hashLikeness(blockHash(text), blockHash(edited)) > 0.5, true);
    equal(hashLikeness(blockHash(text), blockHash(other)) < 0.4, true);
    equal([blockHash(' -- '), hashLikeness('', 'abc'), hashLikeness('zzzzzzzzzzzzzzzz', blockHash(text))], ['', 0, 0]);
});

suite.test('A title with another count is the same, one of another article is not', () => {
    equal(hasSameTitle('Harbour at night - The Daily', '(3) Harbour at night - The Daily'), true);
    equal(hasSameTitle('Harbour at night - The Daily', 'Timber prices - The Daily'), false);
    equal(hasSameTitle('', ''), true);
});
