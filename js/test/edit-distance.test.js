import { editLikeness, fewestErrors } from '../anchoring/edit-distance.js';
import { equal, Suite } from './harness.js';

const suite = new Suite();
export default suite;

/** The same by the table of Sellers, a row at a time. */
const byTable = (text, pattern) => {
    let column = Array.from({ length: pattern.length + 1 }, (_, row) => row);
    let best = { end: 0, errors: pattern.length };
    for (let at = 0; at < text.length; at += 1) {
        const next = [0];
        for (let row = 1; row <= pattern.length; row += 1) {
            const cost = text[at] === pattern[row - 1] ? 0 : 1;
            next[row] = Math.min(next[row - 1] + 1, column[row] + 1, column[row - 1] + cost);
        }
        column = next;
        if (next[pattern.length] < best.errors) best = { end: at + 1, errors: next[pattern.length] };
    }
    return best;
};

/** A generator of its own, so that a failure can be repeated. */
const numbers = (seed) => () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return seed / 4294967296;
};

suite.test('Bits and table agree on 600 random pairs, also with patterns of several blocks', () => {
    const next = numbers(7);
    const random = (length, letters) => {
        return Array.from({ length }, () => 'abcdefgh'[Math.floor(next() * letters)]).join('');
    };
    for (let pair = 0; pair < 600; pair += 1) {
        const letters = 2 + Math.floor(next() * 6);
        const pattern = random(1 + Math.floor(next() * 140), letters);
        const text = random(Math.floor(next() * 260), letters);
        equal(fewestErrors(text, pattern), byTable(text, pattern));
    }
});

suite.test('The first of the best places counts', () => {
    equal(fewestErrors('one tvo, then two and two', 'two'), { end: 17, errors: 0 });
    equal(fewestErrors('', 'two'), { end: 0, errors: 3 });
});

suite.test('A contained text is fully alike, and one of other words not at all', () => {
    equal(editLikeness('before the colour of it after', 'the colour of it'), 1);
    equal(editLikeness('before the color of it after', 'the colour of it') > 0.85, true);
    equal(editLikeness('zzzzzzzzzzzzzzzzzzzzzzzzzzzz', 'the colour of it'), 0);
    equal(editLikeness('anything', ''), 0);
});
