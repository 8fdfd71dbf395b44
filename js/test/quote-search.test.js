import { contextLikeness, positionsOf } from '../anchoring/quote-search.js';
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
