import assert from 'node:assert/strict';
import test from 'node:test';
import { pageSketch } from '../anchoring/page-sketch.js';
import { CONFIDENCE } from '../restore/confidence.js';
import { expectsMore } from '../restore/pending.js';
import { belowHeader } from '../restore/place.js';
import { hasSameAddress, hasSameKey, hasSameTitle, recognize, withoutLayout } from '../restore/same-page.js';
import { readSnapshot } from '../restore/snapshot-reader.js';
import { textIndexOf } from './text-index.js';

/** @param {object} snapshot */
const placeOf = (snapshot) => readSnapshot({ url: 'http://place.test/', ...snapshot });

/** @param {number} number */
const paragraph = (number) => {
    return 'Paragraph ' + number + ' is long enough for the sketch, as paragraphs of an article usually are: ' + number;
};

/**
 * Identifies a page of ten paragraphs of which some are left.
 *
 * @param {number} left
 * @param {{title?: string, isAtAddress?: boolean, sketch?: string}} [options]
 */
const identified = (left, options = {}) => {
    const all = Array.from({ length: 10 }, (_, at) => paragraph(at));
    const now = all.map((text, at) => (at < left ? text : paragraph(at + 100)));
    const place = placeOf({ title: 'The title then', sketch: options.sketch ?? pageSketch(textIndexOf(all)) });
    return recognized(place, now, options).identity;
};

/**
 * @param {import('../restore/snapshot-reader.js').Place} place
 * @param {string[]} paragraphs those of the page that is open
 * @param {{title?: string, isAtAddress?: boolean, url?: string}} [options]
 */
const recognized = (place, paragraphs, options = {}) => {
    const document = { title: options.title ?? 'The title then', querySelectorAll: () => [] };
    const top = /** @type {any} */ ({ document, location: { href: options.url ?? 'http://place.test/' } });
    return recognize(place, textIndexOf(paragraphs), top, options.isAtAddress ?? true);
};

test('A page with the same title is the same if a tenth of its blocks is left', () => {
    assert.deepEqual([10, 1, 0].map((left) => identified(left)), ['same', 'same', 'unlike']);
});

test('A page with another title is the same if four tenths of its blocks are left', () => {
    const title = 'Another one';
    assert.deepEqual([10, 4, 3].map((left) => identified(left, { title })), ['same', 'same', 'other']);
});

test('A page at another URL is the same if half of its blocks are left', () => {
    const isAtAddress = false;
    assert.deepEqual([10, 5, 4].map((left) => identified(left, { isAtAddress })), ['same', 'same', 'other']);
});

test('Collapsed blocks in a shadow root are blocks of the page', () => {
    const all = Array.from({ length: 10 }, (_, at) => paragraph(at));
    const place = placeOf({ title: 'Then', sketch: pageSketch(textIndexOf(all)) });
    const folds = all.map((text) => {
        return { textContent: text, firstChild: { nodeType: 3, data: text, nextSibling: null } };
    });
    const top = /** @type {any} */ ({ document: { title: 'Then' }, location: { href: 'http://place.test/' } });
    const tree = /** @type {any} */ ({ querySelectorAll: () => folds });
    const identity = (/** @type {any[]} */ trees) => {
        return recognize(place, { ...textIndexOf(['Part 1', 'Part 2']), trees }, top, true).identity;
    };
    assert.deepEqual([identity([]), identity([tree])], ['unlike', 'same']);
});

/**
 * Returns the place of a page with an article of ten paragraphs and further ones: teasers and comments.
 *
 * @param {number} further
 */
const surrounded = (further) => {
    const all = Array.from({ length: 10 + further }, (_, at) => paragraph(at));
    return placeOf({ title: 'Then', sketch: pageSketch(textIndexOf(all)), progress: { length: all.join(' ').length } });
};
const article = Array.from({ length: 10 }, (_, at) => paragraph(at));
const news = Array.from({ length: 10 }, (_, at) => paragraph(at + 500));
const edition = { identity: 'same', isEdition: true, isTranslated: false };
const elsewhere = { title: 'Now', isAtAddress: false, url: 'http://other.test/' };

test('A page whose own paragraphs were on the captured page is an edition of it, whatever its URL and title', () => {
    const place = surrounded(20);
    assert.deepEqual(recognized(place, article, elsewhere), edition);
    assert.deepEqual(recognized(place, [...article, ...news.slice(0, 5)], elsewhere), edition);
    assert.equal(recognized(place, [...article, ...news], elsewhere).identity, 'other');
    assert.deepEqual(recognized(place, article, { title: 'Now' }), edition);
});

test('A page with a few paragraphs of the captured one, such as its footer, is no edition of it', () => {
    const place = surrounded(2);
    assert.equal(recognized(place, article.slice(0, 4), elsewhere).identity, 'same');
    assert.equal(recognized(place, article.slice(0, 3), elsewhere).identity, 'other');
    assert.equal(recognized(surrounded(22), article.slice(0, 6), elsewhere).identity, 'other');
});

test('A page at the same URL is another edition only if its text is much longer or shorter', () => {
    const place = surrounded(6);
    assert.deepEqual(recognized(place, article), edition);
    const place2 = surrounded(3);
    assert.deepEqual(recognized(place2, article), { identity: 'same', isEdition: false, isTranslated: false });
    assert.deepEqual(recognized(place2, article, { url: 'http://other.test/' }), edition);
    const unknown = { identity: 'unknown', isEdition: false, isTranslated: false };
    assert.deepEqual(recognized(placeOf({}), article, elsewhere), unknown);
});

test('Selector, progress, length and missing texts around are no evidence in another edition', () => {
    const anchors = [
        { role: 'primary', selector: 'p', path: ['main'], quote: { exact: 'words' } },
        { role: 'above', quote: { exact: 'a caption' } }, { role: 'below', quote: { exact: 'more text' } },
    ];
    const then = placeOf({ anchors, progress: { text: 0.5, length: 900 } });
    const now = withoutLayout(then, textIndexOf(['words', 'more text']));
    const { primary, progressText, textLength, above, below } = now;
    assert.deepEqual([primary?.selector, primary?.path, primary?.quote?.exact, progressText, textLength],
        ['', [], 'words', null, null]);
    const whole = withoutLayout(then, textIndexOf(['x'.repeat(850)]));
    assert.deepEqual([whole.primary?.selector, whole.textLength, whole.isEdition], ['p', 900, true]);
    assert.deepEqual([above, below?.quote?.exact, then.isEdition, now.isEdition], [null, 'more text', false, true]);
});

test('Without a sketch, only the URL decides', () => {
    assert.equal(identified(0, { sketch: '' }), 'same');
    assert.equal(identified(0, { sketch: '', isAtAddress: false }), 'unknown');
});

test('Titles are the same if seven tenths of their words are', () => {
    assert.equal(hasSameTitle('(3) Inbox of the harbour office', '(14) Inbox of the harbour office'), true);
    assert.equal(hasSameTitle('The morning harbour', 'Sign in | The harbour'), false);
    assert.equal(hasSameTitle('', ''), true);
});

test('A page has the address of a place if its URL or its canonical URL matches', () => {
    const place = placeOf({ url: 'http://a.test/x', canonical: 'http://a.test/main' });
    /** @type {[string, string, boolean][]} */
    const table = [
        ['http://a.test/x?utm_source=y', '', true], ['http://a.test/main', '', true], ['http://a.test/z', '', false],
        ['http://a.test/z', 'http://a.test/main', true], ['http://a.test/z', 'http://a.test/x', true],
        ['http://a.test/z', 'http://a.test/other', false],
    ];
    assert.deepEqual(table.map(([url, canonical]) => [url, canonical, hasSameAddress(place, url, canonical)]), table);
    assert.equal(hasSameAddress(placeOf({ url: 'http://a.test/x' }), 'http://a.test/z', 'http://a.test/x'), true);
    assert.equal(hasSameAddress(readSnapshot({}), 'http://a.test/z', ''), true);
});

test('A page expects more while it lacks three tenths of its text, half of its height or the scroller', () => {
    const known = placeOf({ progress: { length: 1000 }, viewport: { documentHeight: 5000 } });
    const heightOnly = placeOf({ viewport: { documentHeight: 5000 } });
    const empty = placeOf({ progress: { length: 0 }, viewport: { documentHeight: 5000 } });
    assert.deepEqual([699, 700].map((length) => expectsMore(known, length, 100, false)), [true, false]);
    assert.deepEqual([2499, 2500].map((height) => expectsMore(heightOnly, 0, height, false)), [true, false]);
    assert.equal(expectsMore(empty, 0, 100, false), true);
    assert.equal(expectsMore(placeOf({}), 0, 0, false), false);
    assert.equal(expectsMore(known, 1000, 5000, true), true);
});

test('A place keeps its distance from the header, and a hidden one from the view', () => {
    const place = (/** @type {number} */ stickyTop) => placeOf({ stickyTop });
    assert.equal(belowHeader(75, place(70), 130), 135);
    assert.equal(belowHeader(69.6, place(70), 130), 129.6);
    assert.equal(belowHeader(69.4, place(70), 130), 69.4);
});

test('Only the exact words and the same picture count as found', () => {
    const { found, none, ...others } = CONFIDENCE;
    const sure = Object.entries(others).filter(([, confidence]) => confidence >= found).map(([name]) => name);
    assert.deepEqual([sure, none], [['image', 'sequence', 'imageInSequence'], 0]);
});

test('A slide has the same address at each slide, and other places do not', () => {
    const url = 'https://a.test/talk#/3/1';
    const motion = { kind: 'slides', axis: 'x', selector: '.deck > section' };
    for (const later of [url, 'https://a.test/talk', 'https://a.test/talk#/5']) {
        assert(hasSameAddress(placeOf({ url, motion }), later, '') && hasSameKey(placeOf({ url, motion }), later));
        for (const other of [{ url }, { url, motion: { ...motion, kind: 'transform' } }]) {
            assert.equal(hasSameAddress(placeOf(other), later, ''), later === url);
            assert.equal(hasSameKey(placeOf(other), later), later === url);
        }
    }
    assert(!hasSameAddress(placeOf({ url, motion }), 'https://a.test/other#/3/1', ''));
});

test('A page with media has the same address at each time, and another page with such a parameter does not', () => {
    const url = 'https://a.test/film?id=7&t=90';
    const media = [{ selector: 'video', currentTime: 90 }];
    for (const later of [url, 'https://a.test/film?id=7&t=12m30s', 'https://a.test/film?id=7']) {
        assert(hasSameAddress(placeOf({ url, media }), later, '') && hasSameKey(placeOf({ url, media }), later));
        assert.equal(hasSameAddress(placeOf({ url }), later, ''), later === url);
        assert.equal(hasSameKey(placeOf({ url }), later), later === url);
    }
    assert(!hasSameAddress(placeOf({ url, media }), 'https://a.test/film?id=8&t=90', ''));
});
