import { contextLikeness, occurrencesOf, positionsOf, wordLikeness } from '../anchoring/quote-search.js';
import { equal, Suite } from './harness.js';

const suite = new Suite();
export default suite;

suite.test('All positions are found, also overlapping ones', () => {
    equal(positionsOf('aaaa', 'aa'), [0, 1, 2]);
    equal(positionsOf('abc', 'd'), []);
    equal(positionsOf('abc', ''), []);
});

suite.test('Equal surroundings count as 1, others less', () => {
    const quote = { exact: 'x', prefix: 'one two ', suffix: ' three four' };
    equal(contextLikeness('one two x three four', 8, quote), 1);
    equal(contextLikeness('zzz two x three four', 8, quote) > 0.7, true);
    equal(contextLikeness('zzz zzz x zzzzz zzzz', 8, quote) < 0.2, true);
});

suite.test('At an end of the text nothing is what is expected', () => {
    equal(contextLikeness('x three', 0, { exact: 'x', prefix: '', suffix: ' three' }), 1);
    equal(contextLikeness('one x three', 4, { exact: 'x', prefix: '', suffix: ' three' }), 0.5);
});

suite.test('Occurrences keep the order of the text', () => {
    const quote = { exact: 'x', prefix: 'b ', suffix: '' };
    const found = occurrencesOf('a x b x', quote);
    equal(found.map(({ position, context }) => [position, context === 1]), [[2, false], [6, true]]);
});

suite.test('Likeness of words is a share of the wanted ones', () => {
    equal(wordLikeness('one two three four', 'Four, three and one.'), 0.75);
    equal(wordLikeness('', 'one'), 0);
    equal(wordLikeness('山川空海風雨', '山川空海風雨'), 1);
});
