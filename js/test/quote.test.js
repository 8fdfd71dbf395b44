import assert from 'node:assert/strict';
import test from 'node:test';
import { cutQuote } from '../capture/quote.js';
import { textIndexOf } from './text-index.js';

/**
 * @param {string[]} paragraphs
 * @param {string} at the words at which the quote starts
 * @param {number} longest
 */
const cut = (paragraphs, at, longest = 40) => {
    const index = textIndexOf(paragraphs);
    return { ...cutQuote(index, index.text.indexOf(at), longest), text: index.text };
};

test('A quote starts and ends with whole words, within its block', () => {
    const paragraphs = ['before', 'The quick brown fox jumps over the lazy dog and the cat', 'after'];
    const { quote } = cut(paragraphs, 'uick', 60);
    assert.equal(quote.exact, 'quick brown fox jumps over the lazy dog and the cat');
    assert.equal(quote.prefix, 'before The ');
    assert.equal(quote.suffix, ' after');
});

test('A quote at the end of a block grows backward', () => {
    const { quote, start, text } = cut(['The quick brown fox jumps over the lazy dog'], 'dog');
    assert(quote.exact.endsWith('lazy dog') && quote.exact.length >= 40, quote.exact);
    assert(text.startsWith(quote.exact, start), String(start));
});

test('A quote that repeats gets a longer prefix and suffix', () => {
    const filler = 'word '.repeat(12).trim();
    const around = (/** @type {string} */ name) => [name + ' ' + filler, 'Same here', filler];
    const { quote, occurrences } = cut([...around('first'), ...around('second')], 'Same here');
    assert.equal(occurrences, 2);
    assert(quote.prefix.includes('first'), quote.prefix);
});

test('In a script without spaces a quote may start and end anywhere', () => {
    const { quote } = cut(['山川空'.repeat(12) + '海' + '風雨雪'.repeat(40)], '海', 50);
    assert.deepEqual([quote.exact.length, quote.exact[0]], [50, '海']);
});
