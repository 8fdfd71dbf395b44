import { buildTextIndex } from '../anchoring/text-index.js';
import { CONFIDENCE } from '../restore/confidence.js';
import { belowHeader } from '../restore/place.js';
import { positionOfPiece } from '../restore/locate.js';
import { resolveQuote } from '../restore/resolve-quote.js';
import { equal, page, Suite } from './harness.js';

const suite = new Suite();
export default suite;

const unknown = { text: null, length: null };
const quote = { exact: 'the words that were read', prefix: 'before them ', suffix: ' after them' };
const around = '<p>before them the words that were read after them</p>';

const resolve = (html, { wanted = quote, selector = null, expected = unknown } = {}) => {
    page(html);
    const index = buildTextIndex(document);
    return resolveQuote(index, wanted, selector ? document.querySelector(selector) : null, expected);
};

suite.test('Words at their selector among the same words are certain', () => {
    equal(resolve(around, { selector: 'p' }).confidence, CONFIDENCE.quoteAtSelector);
    equal(resolve(around).confidence, CONFIDENCE.quoteUnique);
});

suite.test('Words elsewhere among others are less so, and too few of them are nothing', () => {
    equal(resolve('<p>zzz the words that were read zzz</p>').confidence, CONFIDENCE.quoteElsewhere);
    const few = { exact: 'Summary', prefix: 'before them ', suffix: ' after them' };
    equal(resolve('<p>zzz Summary zzz</p>', { wanted: few }), null);
});

suite.test('Surroundings tell duplicates apart', () => {
    const found = resolve('<p>zzz the words that were read zzz</p>' + around);
    equal(found.confidence, CONFIDENCE.quoteByContext);
    equal(found.position > 30, true);
});

suite.test('Then the selector does, then the position in a text of the same length', () => {
    const twice = around + '<p id=x>before them the words that were read after them</p>';
    equal(resolve(twice, { selector: '#x' }).confidence, CONFIDENCE.quoteBySelector);
    const many = around.repeat(60);
    page(many);
    const length = buildTextIndex(document).text.length;
    const found = resolve(many, { expected: { text: 0.501, length } });
    equal(found.confidence, CONFIDENCE.quoteByPosition);
    equal(Math.abs(found.position / length - 0.501) < 0.01, true);
});

suite.test('What cannot be told apart is not found', () => {
    equal(resolve(around + around), null);
    equal(resolve(around.repeat(60), { expected: { text: 0.5, length: 100 } }), null);
    equal(resolve('<p>nothing alike</p>'), null);
});

suite.test('A piece of an edited quote leads to the character', () => {
    equal(positionOfPiece('Some new words and then brown fox jumps over', 'The quick brown fox jumps over', 0), 14);
    equal(positionOfPiece('nothing alike here', 'The quick brown fox', 0), null);
});

suite.test('A header that has grown pushes what was in view, and only that', () => {
    equal(belowHeader(75, { stickyTop: 70 }, 70), 75);
    equal(belowHeader(75, { stickyTop: 70 }, 130), 135);
    equal(belowHeader(75, { stickyTop: 70 }, 20), 75);
    equal(belowHeader(-300, { stickyTop: 0 }, 60), -300);
});
