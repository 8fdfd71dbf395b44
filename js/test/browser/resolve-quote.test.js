import { buildTextIndex } from '../../anchoring/text-index.js';
import { CONFIDENCE } from '../../restore/confidence.js';
import { neighboursOf } from '../../restore/evidence.js';
import { belowHeader } from '../../restore/place.js';
import { resolveQuote } from '../../restore/resolve-quote.js';
import { readSnapshot } from '../../restore/snapshot-reader.js';
import { selectedBounds } from '../../restore/target.js';
import { between, equal, page, present, Suite } from './harness.js';

const suite = new Suite();
export default suite;

const exact = 'the words that were read here by the window';
const wanted = { exact, prefix: 'before them came ', suffix: ' after which more' };
const around = `<p>before them came ${exact} after which more</p>`;

/**
 * Finds a quote in a page.
 *
 * @param {string} html
 * @param {{quote?: object, anchor?: object, progress?: object, others?: object[], edits?: boolean}} [options]
 */
const find = (html, options = {}) => {
    const { quote = wanted, anchor = {}, progress = {}, others = [], edits = true } = options;
    page(html);
    const anchors = [{ role: 'primary', quote, offset: { character: 0, x: 0, y: 0 }, ...anchor }, ...others];
    const place = readSnapshot({ url: 'http://place.test/', anchors, progress });
    const index = buildTextIndex(document);
    const primary = present(place.primary);
    const bounds = selectedBounds(index, primary, window);
    const found = resolveQuote(index, place, primary, bounds, neighboursOf(index, place), edits);
    return found && { ...found, text: index.text.slice(found.position, found.position + 9) };
};

/**
 * Finds a quote that must be in the page.
 *
 * @param {string} html
 * @param {Parameters<typeof find>[1]} [options]
 */
const resolve = (html, options) => present(find(html, options));

/** @param {number} stickyTop */
const placeBelow = (stickyTop) => /** @type {import('../../restore/snapshot-reader.js').Place} */ ({ stickyTop });

suite.test('A quote with the same prefix and suffix is certain', () => {
    const found = resolve(around, { anchor: { selector: 'p' } });
    equal([found.isExact, found.confidence > 0.95, found.text], [true, true, 'the words']);
});

suite.test('A quote in another context is uncertain, and a single word is not enough', () => {
    between(resolve(`<p>zzz ${exact} zzz</p>`).confidence, -1, CONFIDENCE.found);
    const few = { exact: 'Summary', prefix: 'before them ', suffix: ' after them' };
    const found = find('<p>zzz Summary zzz</p>', { quote: few });
    between(found ? found.confidence : 0, -1, CONFIDENCE.neighbour);
});

suite.test('Prefix and suffix distinguish duplicates', () => {
    const found = resolve(`<p>zzz ${exact} zzz</p>${around}<p>yyy ${exact} yyy</p>`);
    between(found.confidence, CONFIDENCE.found);
    between(found.position, 50, 100);
});

suite.test('The texts above and below distinguish duplicates with the same prefix and suffix', () => {
    const other = (/** @type {string} */ role, /** @type {string} */ text) => {
        return { role, quote: { exact: text, prefix: '', suffix: '' } };
    };
    const others = [other('above', 'only this stands above it'), other('below', 'only this stands below it')];
    const html = around.repeat(3) + '<p>only this stands above it</p>' + around + '<p>only this stands below it</p>';
    const found = resolve(html + around.repeat(2), { others });
    between(found.confidence, CONFIDENCE.found);
    between(found.position, 3 * 78, 4 * 78 + 60);
});

suite.test('Identical duplicates are counted if the text has not changed', () => {
    page(around.repeat(40));
    const { length } = buildTextIndex(document).text;
    const anchor = { occurrences: 40, ordinal: 17 };
    const found = resolve(around.repeat(40), { anchor, progress: { text: 0, length } });
    equal(Math.round(found.position / length * 40 - 0.2), 17);
    between(found.confidence, -1, 0.9);
    equal(find(around.repeat(41), { anchor, progress: { text: null, length } }), null);
});

suite.test('An edited quote is found in its old position, and only if edits are allowed', () => {
    const edited = around.replace('that were read here', 'someone had read there');
    const found = resolve('<p>Another paragraph of the text.</p>' + edited, { anchor: { selector: 'p:nth-child(2)' } });
    equal([found.isExact, found.text, found.confidence > 0.5], [false, 'the words', true]);
    equal(find(edited, { edits: false }), null);
    equal(find('<p>nothing alike</p>'), null);
});

suite.test('A place below a sticky header keeps its distance from the header', () => {
    equal(belowHeader(75, placeBelow(70), 70), 75);
    equal(belowHeader(75, placeBelow(70), 130), 135);
    equal(belowHeader(75, placeBelow(70), 20), 25);
    equal(belowHeader(-300, placeBelow(0), 60), -300);
});
