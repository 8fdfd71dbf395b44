import assert from 'node:assert/strict';
import test from 'node:test';
import { linkDigits, markPositions, marksOf, withPlainDigits } from '../anchoring/text-marks.js';
import { shapeOf } from '../capture/shape.js';
import { recognize } from '../restore/same-page.js';
import { readSnapshot } from '../restore/snapshot-reader.js';
import { hasSameBlocks, isTranslation, termsOf } from '../restore/translation.js';
import { article, LANGUAGES } from './languages.js';
import { textIndexOf } from './text-index.js';

/**
 * Returns the place of a paragraph.
 *
 * @param {string[]} paragraphs
 * @param {number} at
 * @param {{url: string, text: string}[]} [links]
 */
const placeIn = (paragraphs, at, links = []) => {
    const index = textIndexOf(paragraphs);
    const quote = (/** @type {number} */ number) => {
        return { exact: paragraphs[number].slice(0, 120), prefix: '', suffix: '' };
    };
    return readSnapshot({
        schema: 1, url: 'http://place.test/', title: 'Then', sketch: '',
        anchors: [{ role: 'primary', quote: quote(at) }, { role: 'above', quote: quote(at - 1) },
            { role: 'below', quote: quote(at + 1) }],
        progress: { text: index.blocks[at] / index.text.length, length: index.text.length },
        shape: shapeOf(index, index.blocks[at] + 20, links),
    });
};

/**
 * @param {boolean} isTraced
 * @returns {any} a window
 */
const windowOf = (isTraced) => {
    const document = { title: 'Now', querySelector: () => (isTraced ? {} : null), querySelectorAll: () => [] };
    return { document, location: { href: 'http://place.test/' } };
};

/**
 * @param {string[]} then
 * @param {string[]} now
 * @param {{isTraced?: boolean, at?: number}} [options]
 */
const isTranslated = (then, now, options = {}) => {
    const { isTraced = false, at = 12 } = options;
    return isTranslation(textIndexOf(now), placeIn(then, at), windowOf(isTraced));
};

test('A text in another language with the same numbers and names is a translation', () => {
    const languages = /** @type {(keyof LANGUAGES)[]} */ (Object.keys(LANGUAGES));
    for (const from of languages) {
        for (const to of languages) {
            for (const at of [2, 12, 21]) {
                assert.equal(isTranslated(article(from), article(to), { at }), from !== to, [from, to, at].join());
            }
        }
    }
});

test('Another article in another language is no translation, even if it is translated itself', () => {
    for (const language of /** @type {(keyof LANGUAGES)[]} */ (['german', 'japanese', 'arabic'])) {
        for (const seed of [1, 2, 3]) {
            assert.equal(isTranslated(article('english'), article(language, { seed })), false, language + seed);
            assert.equal(isTranslated(article('english'), article(language, { seed }), { isTraced: true }), false);
        }
    }
});

test('Another article in the same language is no translation', () => {
    assert.equal(isTranslated(article('english'), article('english', { seed: 1 })), false);
    const edited = article('english');
    edited[12] = edited[12].replace(/old|ships|near|letters/g, 'x');
    assert.equal(isTranslated(article('english'), edited), false);
});

test('A translation has as many blocks as the page, or twice as many, unless it has traces or many marks', () => {
    const german = article('german');
    const more = article('german', { seed: 2, count: 8 });
    assert.equal(isTranslated(article('english'), [...german, ...more]), true);
    const merged = german.flatMap((text, at) => (at % 2 === 0 ? [text + ' ' + german[at + 1]] : at < 9 ? [text] : []));
    assert.equal(isTranslated(article('english'), merged), true);
    // Four numbers are few.
    const few = (/** @type {string[]} */ texts) => texts.map((text, at) => {
        return text.replace(at === 11 || at === 12 ? / [A-Z]\w+/g : /[\p{Lu}\d]\S*/gu, ' x');
    });
    assert.equal(isTranslated(few(article('english')), few(german)), true);
    assert.equal(isTranslated(few(article('english')), few([...german, ...more])), false);
    assert.equal(isTranslated(few(article('english')), few([...german, ...more]), { isTraced: true }), true);
    const both = german.flatMap((text, at) => [text, article('french')[at]]);
    assert.equal(isTranslated(article('english'), both), true);
    const table = /** @type {[number, number, boolean][]} */ ([
        [100, 115, true], [100, 116, false], [100, 179, false], [100, 180, true], [100, 220, true], [100, 221, false],
        [115, 100, true], [200, 100, true], [0, 0, true],
    ]);
    for (const [then, now, expected] of table) assert.equal(hasSameBlocks(then, now), expected, then + ' ' + now);
});

test('A short page, or one without numbers, names and links, is no translation without traces', () => {
    assert.equal(isTranslated(article('english', { count: 5 }), article('german', { count: 5 }), { at: 2 }), false);
    const plain = (/** @type {string[]} */ texts) => texts.map((text) => text.replace(/[\p{Lu}\d]\S*/gu, 'x'));
    const [then, now] = [plain(article('english')), plain(article('german'))];
    assert.equal(isTranslated(then, now), false);
    assert.equal(isTranslated(then, now, { isTraced: true }), true);
});

test('The links of the paragraphs show that a text is a translation', () => {
    const bare = (/** @type {string[]} */ texts) => {
        return texts.map((text) => text.replace(/\d+/g, 'x').replace(/ [A-Z]\w+/g, ' y'));
    };
    const links = [1, 2, 3].map((number) => ({ url: 'http://place.test/' + number, text: 'harbour' }));
    const place = placeIn(bare(article('english')), 12, links);
    assert.deepEqual(place.shape?.links, links.map(({ url }) => linkDigits(url)));
    const withLinks = (/** @type {string[]} */ urls) => {
        const tree = /** @type {any} */ ({ querySelectorAll: () => urls.map((href) => ({ href })) });
        return { ...textIndexOf(bare(article('japanese'))), trees: [tree] };
    };
    const urls = [...links.map(({ url }) => url), 'http://place.test/other'];
    assert.equal(isTranslation(withLinks(urls), place, windowOf(false)), true);
    assert.equal(isTranslation(withLinks(urls.slice(1)), place, windowOf(false)), false);
    assert.equal(isTranslation(withLinks(urls.slice(1)), place, windowOf(true)), true);
});

test('The page at the address of a place is the same one if it is translated, although no block is left', () => {
    const place = placeIn(article('english'), 12);
    const changed = { ...place, sketch: '0'.repeat(60) };
    const german = textIndexOf(article('german'));
    const found = recognize(changed, german, windowOf(false), true);
    assert.deepEqual(found, { identity: 'same', isEdition: false, isTranslated: true });
    assert.equal(recognize(changed, german, windowOf(false), false).identity, 'other');
    assert.equal(recognize({ ...changed, shape: null }, german, windowOf(false), true).identity, 'other');
});

test('The marks of a text are its numbers of two digits and its names inside sentences, numbers first', () => {
    assert.deepEqual(marksOf('The harbour of Quintero had 12 ships, and 9 boats, in 1842. The Aldridge, (Paris) 12'),
        ['12', '1842', 'Quintero', 'Aldridge']);
    assert.deepEqual(marksOf('١٨٤٢ and ۱۲'), ['1842', '12']);
    assert.deepEqual(marksOf('1,234.56'), ['234', '56']);
    assert.deepEqual(marksOf('in Москва and in ' + 'A' + 'b'.repeat(40)), ['A' + 'b'.repeat(23)]);
    assert.equal(withPlainDigits('a٣۹z'), 'a39z');
    assert.equal(withPlainDigits('०९ ৩ ௭ ๕ ４ ᥆ 𝟘'), '09 3 7 5 4 0 𝟘');
});

test('A number is found as a whole, and a name with any ending', () => {
    const text = '1842 842 18421 x1842 Quintero Quinteros LaQuintero';
    assert.deepEqual(markPositions(text, '1842', 9), [0, 16]);
    assert.deepEqual(markPositions(text, '842', 9), [5]);
    assert.deepEqual(markPositions(text, 'Quintero', 9), [21, 30]);
    assert.deepEqual(markPositions(text, 'Quintero', 1), [21]);
});

test('The shape has the marks of the block first, then those of the blocks around it', () => {
    const texts = Array.from({ length: 20 }, (_, at) => 'Block with ' + (100 + at) + ' in it');
    const index = textIndexOf(texts);
    const shape = /** @type {any} */ (shapeOf(index, index.blocks[10] + 9, []));
    assert.deepEqual(shape, {
        block: 10, blocks: 20, size: 20, share: 0.45, marks: ['110', '109', '111', '108', '112', '107', '113'],
        links: [],
    });
    const many = Array.from({ length: 30 }, (_, at) => 10 + at).join(' ');
    const full = /** @type {any} */ (shapeOf(textIndexOf(['a 77', many, 'b 88 99']), 10, []));
    assert.deepEqual(full.marks, Array.from({ length: 12 }, (_, at) => String(10 + at)));
});

test('The terms of scripts without spaces are pairs of characters', () => {
    assert.deepEqual(termsOf('The Harbour, 港の町 x'), ['the', 'harbour', '港の', 'の町', 'x']);
});

test('Only links in the text around the place that lead to other pages are kept', () => {
    const index = textIndexOf(['one', 'two links here', 'three', 'four', 'five', 'six']);
    const links = [
        { url: 'http://a.test/1', text: 'links' }, { url: 'http://a.test/2', text: 'six' },
        { url: 'http://a.test/#3', text: 'here' }, { url: 'http://a.test/4', text: '' },
        { url: 'http://a.test/5', text: 'four' },
    ];
    const shape = /** @type {any} */ (shapeOf(index, 5, links));
    assert.deepEqual(shape.links, [links[0], links[4]].map(({ url }) => linkDigits(url)));
});
