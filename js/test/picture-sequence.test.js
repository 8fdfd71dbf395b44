import assert from 'node:assert/strict';
import test from 'node:test';
import { keyOf } from '../anchoring/pictures.js';
import { alignPictures, sizeScore } from '../restore/picture-sequence.js';

/** @typedef {import('../restore/snapshot-reader.js').Picture} Picture */

/**
 * @param {string} key
 * @param {number} [height]
 * @param {string} [alt]
 * @returns {Picture}
 */
const picture = (key, height = 860, alt = '') => ({ key, width: height && 500, height, alt });

/**
 * Returns the numbered pages of a comic.
 *
 * @param {number} count
 * @param {(at: number) => Picture} make
 */
const pages = (count, make = (at) => picture('c/p' + at + '.jpg')) => {
    return Array.from({ length: count }, (_, at) => make(at));
};
/** @param {number} at */
const sized = (at) => picture('', 400 + 10 * (at * 7 % 41));
/** @param {Picture[]} list */
const nameless = (list) => list.map((each) => ({ ...each, key: '' }));
/** @param {Picture[]} list */
const sizeless = (list) => list.map((each) => ({ ...each, width: 0, height: 0 }));
const others = pages(30, (at) => picture('other/q' + (at + 500) + '.png', 300 + 11 * (at * 3 % 7)));
const extra = [picture('x/a.jpg', 700), picture('x/b.jpg', 730), picture('x/c.jpg', 760)];
/** @param {(at: number) => Picture} make */
const list = (make) => pages(40, make).slice(11, 30);
/** @param {number} at */
const byName = (at) => picture('c/p' + at + '.jpg');
/** @param {number} at */
const both = (at) => ({ ...sized(at), key: 'c/p' + at + '.jpg' });
/** @param {number} at */
const byAlt = (at) => picture('', 860, 'Harbour no. ' + at);

/** Sequences around the picture 20 of 40, with the index at which it is found, or null if nothing is clear. */
const SEQUENCES = /** @type {[string, Picture[], Picture[], number | null][]} */ ([
    ['unchanged', list(byName), pages(40), 20],
    ['unchanged, with sizes', list(both), pages(40, both), 20],
    ['only sizes', list(sized), pages(40, sized), 20],
    ['only descriptions', list(byAlt), pages(40, byAlt), 20],
    ['one page before all', list(byName), [extra[0], ...pages(40)], 21],
    ['three pages before all', list(both), [...extra, ...pages(40, both)], 23],
    ['one page just before', list(both), [...pages(20, both), extra[0], ...pages(40, both).slice(20)], 21],
    ['three pages just before', list(both), [...pages(20, both), ...extra, ...pages(40, both).slice(20)], 23],
    ['three pages just before, only sizes', list(sized),
        [...pages(20, sized), ...extra, ...pages(40, sized).slice(20)], 23],
    ['one page just after', list(both), [...pages(21, both), extra[0], ...pages(40, both).slice(21)], 20],
    ['two pages removed before', list(both), [...pages(16, both), ...pages(40, both).slice(18)], 18],
    ['two pages removed just before', list(both), [...pages(18, both), ...pages(40, both).slice(20)], 18],
    ['two pages removed, only sizes', list(sized), [...pages(16, sized), ...pages(40, sized).slice(18)], 18],
    ['other directory', list(both), pages(40, (at) => ({ ...both(at), key: 'token/p' + at + '.jpg' })), 20],
    ['other names with the same numbers', list(both), pages(40, (at) => ({ ...both(at), key: 'n/s_' + at + '.webp' })),
        20],
    ['other resolution', list(both), pages(40, (at) => ({ ...both(at), width: 1000, height: both(at).height * 2 })),
        20],
    ['not loaded', list(both), sizeless(pages(40, both)), 20],
    ['renumbered after a new page before all', list(both),
        [picture('c/p0.jpg', 700), ...pages(40, sized)].map((each, at) => ({ ...each, key: 'c/p' + at + '.jpg' })),
        null],
    ['all alike', list(() => picture('')), pages(40, () => picture('')), null],
    ['one name for all', list(() => picture('c/page.jpg')), pages(40, () => picture('c/page.jpg')), null],
    ['one name for all, with sizes', list((at) => ({ ...sized(at), key: 'c/page.jpg' })),
        pages(40, (at) => ({ ...sized(at), key: 'c/page.jpg' })), 20],
    ['other pictures', list(both), others, null],
    ['other pictures, only sizes', list(sized), nameless(others), null],
    ['other pictures with the same numbers, of another size', list(both),
        pages(40, (at) => picture('d/p' + (at + 3) + '.jpg', 333)), null],
    ['no pictures', list(both), [], null],
    ['nothing known', sizeless(nameless(list(both))), pages(40, both), null],
    ['only the neighbours are left', list(both), pages(40, both).slice(18, 23), null],
    ['the first half is left', list(both), pages(25, both), 20],
    ['in reverse', list(sized), pages(40, sized).reverse(), null],
    ['teasers after it', list(both), [...pages(40, both), ...others], 20],
    ['a gallery before it', list(both), [...others, ...pages(40, both)], 50],
]);

test('A picture is found by the sequence around it, whatever was added, removed or renamed', () => {
    for (const [name, then, now, expected] of SEQUENCES) {
        const found = alignPictures(then, 9, now);
        const index = found && found.score >= 0.4 && found.margin >= 0.6 ? found.index : null;
        assert.equal(index, expected, name + ': ' + JSON.stringify(found));
    }
});

test('Without names, renumbered pictures are found by their sizes', () => {
    const now = [picture('', 700), ...pages(40, sized)].map((each, at) => ({ ...each, key: 'c/p' + at + '.jpg' }));
    const found = alignPictures(list(both), 9, now, false);
    assert.deepEqual([found?.index, found?.score, found?.own], [21, 1, 1]);
});

test('The first and the last picture of a sequence are found', () => {
    assert.equal(alignPictures(pages(10, both), 0, pages(40, both))?.index, 0);
    assert.equal(alignPictures(pages(40, both).slice(30), 9, pages(40, both))?.index, 39);
});

test('Another size is a contradiction unless the ratio of the sides is the same', () => {
    assert.equal(sizeScore(picture('', 400), picture('', 402)), 1);
    assert.equal(sizeScore(picture('', 400), picture('', 403)), 0);
    assert.equal(sizeScore(picture('', 400), picture('', 410)), -4);
    assert.equal(sizeScore(picture('', 400), { key: '', width: 250, height: 200, alt: '' }), 0);
    assert.equal(sizeScore(picture('', 400), picture('', 0)), 0);
});

test('The key of a picture has no query, host or token', () => {
    /** @type {[string, string][]} */
    const table = [
        ['https://a.test/comics/7/page-03.jpg?token=8d1f', '7/page-03.jpg'],
        ['//b.test/comics/7/page-03.jpg#x', '7/page-03.jpg'],
        ['https://a.test/page-03.jpg', '/page-03.jpg'],
        ['page-03.jpg', 'page-03.jpg'],
        ['/cdn/6fd1a04be7729c3358aa/page-03.jpg', '/page-03.jpg'],
        ['/cdn/page-03.6fd1a04be7729c3358aa.jpg', 'cdn/page-03..jpg'],
        ['/photos/1700000000/harbour.jpg', '/harbour.jpg'],
        ['/i/6fd1a04be7729c3358aa.jpg', 'i/6fd1a04be7729c3358aa.jpg'],
        ['data:image/gif;base64,R0lGODlhAQABAAAAACw=', ''],
        ['blob:https://a.test/6fd1', ''],
        ['', ''],
    ];
    for (const [address, key] of table) assert.equal(keyOf(address), key, address);
    const [one, other] = ['a', 'b'].map((end) => keyOf('data:image/png;base64,' + 'long'.repeat(1000) + end));
    assert.equal(/^[a-p]{4,8}$/.test(one) && /^[a-p]{4,8}$/.test(other) && one !== other, true, one + ' ' + other);
    assert.equal(keyOf('/x/' + 'long'.repeat(50)).length, 48);
});
