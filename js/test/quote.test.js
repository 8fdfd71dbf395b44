import { buildTextIndex } from '../anchoring/text-index.js';
import { cutQuote } from '../capture/quote.js';
import { equal, page, Suite } from './harness.js';

const suite = new Suite();
export default suite;

const cut = (html, at, longest = 40) => {
    page(html);
    const index = buildTextIndex(document);
    return { ...cutQuote(index, index.text.indexOf(at), longest), text: index.text };
};

suite.test('A quote starts and ends with whole words, within its block', () => {
    const html = '<p>before</p><p>The quick brown fox jumps over the lazy dog and the cat</p><p>after</p>';
    const { quote } = cut(html, 'uick', 60);
    equal(quote.exact, 'quick brown fox jumps over the lazy dog and the cat');
    equal(quote.prefix, 'before The ');
    equal(quote.suffix, ' after');
});

suite.test('A short rest of a block grows backward', () => {
    const { quote, start, text } = cut('<p>The quick brown fox jumps over the lazy dog</p>', 'dog');
    equal(quote.exact.endsWith('lazy dog') && quote.exact.length >= 40, true);
    equal(text.startsWith(quote.exact, start), true);
});

suite.test('A quote that repeats gets longer surroundings', () => {
    const filler = 'word '.repeat(12);
    const around = (name) => '<p>' + name + ' ' + filler + '</p><p>Same here</p><p>' + filler + '</p>';
    const html = around('first') + around('second');
    const { quote, occurrences } = cut(html, 'Same here');
    equal(occurrences, 2);
    equal(quote.prefix.includes('first'), true);
});

suite.test('Scripts without spaces are cut where they stand', () => {
    const { quote } = cut('<p>' + '山川空'.repeat(12) + '海' + '風雨雪'.repeat(40) + '</p>', '海', 50);
    equal([quote.exact.length, quote.exact[0]], [50, '海']);
});
