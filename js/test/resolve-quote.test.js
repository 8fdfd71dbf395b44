import { buildTextIndex } from '../anchoring/text-index.js';
import { CONFIDENCE } from '../restore/confidence.js';
import { neighboursOf } from '../restore/evidence.js';
import { belowHeader } from '../restore/place.js';
import { resolveQuote } from '../restore/resolve-quote.js';
import { readSnapshot } from '../restore/snapshot-reader.js';
import { selectedBounds } from '../restore/target.js';
import { equal, page, Suite } from './harness.js';

const suite = new Suite();
export default suite;

const exact = 'the words that were read here by the window';
const wanted = { exact, prefix: 'before them came ', suffix: ' after which more' };
const around = `<p>before them came ${exact} after which more</p>`;

const resolve = (html, { quote = wanted, anchor = {}, progress = {}, others = [], edits = true } = {}) => {
    page(html);
    const anchors = [{ role: 'primary', quote, offset: { character: 0, x: 0, y: 0 }, ...anchor }, ...others];
    const place = readSnapshot({ url: 'http://place.test/', anchors, progress });
    const index = buildTextIndex(document);
    const bounds = selectedBounds(index, place.primary, window);
    const found = resolveQuote(index, place, place.primary, bounds, neighboursOf(index, place), edits);
    return found && { ...found, text: index.text.slice(found.position, found.position + 9) };
};

suite.test('Words among the same words are certain', () => {
    const found = resolve(around, { anchor: { selector: 'p' } });
    equal([found.isExact, found.confidence > 0.95, found.text], [true, true, 'the words']);
});

suite.test('Words elsewhere among others are not, and a single word is nothing', () => {
    equal(resolve(`<p>zzz ${exact} zzz</p>`).confidence < CONFIDENCE.found, true);
    const few = { exact: 'Summary', prefix: 'before them ', suffix: ' after them' };
    const found = resolve('<p>zzz Summary zzz</p>', { quote: few });
    equal(found === null || found.confidence < CONFIDENCE.neighbour, true);
});

suite.test('Surroundings tell duplicates apart', () => {
    const found = resolve(`<p>zzz ${exact} zzz</p>${around}<p>yyy ${exact} yyy</p>`);
    equal(found.confidence > CONFIDENCE.found, true);
    equal(found.position > 50 && found.position < 100, true);
});

suite.test('Then what stood above and below does', () => {
    const other = (role, text) => ({ role, quote: { exact: text, prefix: '', suffix: '' } });
    const others = [other('above', 'only this stands above it'), other('below', 'only this stands below it')];
    const html = around.repeat(3) + '<p>only this stands above it</p>' + around + '<p>only this stands below it</p>';
    const found = resolve(html + around.repeat(2), { others });
    equal(found.confidence > CONFIDENCE.found, true);
    equal(found.position > 3 * 78 && found.position < 4 * 78 + 60, true);
});

suite.test('Duplicates that nothing tells apart are counted, in a text that has not changed', () => {
    page(around.repeat(40));
    const { length } = buildTextIndex(document).text;
    const anchor = { occurrences: 40, ordinal: 17 };
    const found = resolve(around.repeat(40), { anchor, progress: { text: 0, length } });
    equal(Math.round(found.position / length * 40 - 0.2), 17);
    equal(found.confidence < 0.9, true);
    equal(resolve(around.repeat(41), { anchor, progress: { text: null, length } }), null);
});

suite.test('Edited words are found where they stood, and only where edits are allowed', () => {
    const edited = around.replace('that were read here', 'someone had read there');
    const found = resolve('<p>Another paragraph of the text.</p>' + edited, { anchor: { selector: 'p:nth-child(2)' } });
    equal([found.isExact, found.text, found.confidence > 0.5], [false, 'the words', true]);
    equal(resolve(edited, { edits: false }), null);
    equal(resolve('<p>nothing alike</p>'), null);
});

suite.test('What stood below a header keeps its distance from it, and only that', () => {
    equal(belowHeader(75, { stickyTop: 70 }, 70), 75);
    equal(belowHeader(75, { stickyTop: 70 }, 130), 135);
    equal(belowHeader(75, { stickyTop: 70 }, 20), 25);
    equal(belowHeader(-300, { stickyTop: 0 }, 60), -300);
});
