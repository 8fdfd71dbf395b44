import assert from 'node:assert/strict';
import test from 'node:test';
import { pageSketch } from '../anchoring/page-sketch.js';
import { CONFIDENCE } from '../restore/confidence.js';
import { expectsMore } from '../restore/pending.js';
import { belowHeader } from '../restore/place.js';
import { hasSameAddress, hasSameTitle, identify } from '../restore/same-page.js';
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
    const document = { title: options.title ?? 'The title then', querySelectorAll: () => [] };
    return identify(place, textIndexOf(now), /** @type {any} */ ({ document }), options.isAtAddress ?? true);
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
        ['http://a.test/z', 'http://a.test/main', true], ['http://a.test/z', 'http://a.test/x', false],
    ];
    assert.deepEqual(table.map(([url, canonical]) => [url, canonical, hasSameAddress(place, url, canonical)]), table);
    assert.equal(hasSameAddress(placeOf({ url: 'http://a.test/x' }), 'http://a.test/z', 'http://a.test/x'), false);
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
    assert.deepEqual([sure, none], [['image'], 0]);
});
