import assert from 'node:assert/strict';
import test from 'node:test';
import { exchangeOf } from '../restore/translated-block.js';
import { article, LANGUAGES } from './languages.js';

const AT = 12;
const LANGUAGE_NAMES = /** @type {(keyof LANGUAGES)[]} */ (Object.keys(LANGUAGES));

/**
 * Returns what has become of a paragraph.
 *
 * @param {string} now
 * @param {{from?: keyof LANGUAGES, isTraced?: boolean, change?: (text: string) => string}} [options]
 */
const become = (now, options = {}) => {
    const { from = 'english', isTraced = false, change = (text) => text } = options;
    const paragraphs = article(from).map(change);
    return exchangeOf(paragraphs[AT], now, paragraphs.join(' '), isTraced);
};

test('A paragraph in another language with the same numbers and names is translated', () => {
    for (const from of LANGUAGE_NAMES) {
        for (const to of LANGUAGE_NAMES) {
            const expected = from === to ? 'unclear' : 'translated';
            assert.equal(become(article(to)[AT], { from }), expected, from + ' ' + to);
        }
    }
});

test('Another paragraph in the same language is another text, even if a translator has left traces', () => {
    for (const from of LANGUAGE_NAMES) {
        for (const isTraced of [false, true]) {
            assert.equal(become(article(from)[AT + 2], { from, isTraced }) === 'translated', false, from);
        }
    }
    const text = 'Nobody knew which road she had found when the ships were closed for this winter in our article.';
    assert.equal(become(text), 'other');
    assert.equal(become(text, { isTraced: true }), 'other');
});

test('A paragraph in another language with other numbers is another text', () => {
    for (const isTraced of [false, true]) {
        assert.equal(become(article('german', { seed: 1 })[AT], { isTraced }), 'other');
    }
});

test('Without numbers and names, only traces show that a paragraph is translated', () => {
    const change = (/** @type {string} */ text) => text.replace(/\d+| [A-Z]\w+/g, ' x');
    const now = change(article('german')[AT]);
    assert.equal(become(now, { change }), 'unclear');
    assert.equal(become(now, { change, isTraced: true }), 'translated');
});

test('A paragraph that is empty, a placeholder or partly translated may still be translated', () => {
    const english = article('english')[AT];
    const german = article('german')[AT];
    const half = german.slice(0, german.length / 3) + english.slice(english.length / 3);
    for (const now of ['', ' ', 'Wird geladen', 'Bitte warten Sie hier', half, german.repeat(6)]) {
        assert.equal(become(now, { isTraced: true }), 'unclear', now);
    }
});
