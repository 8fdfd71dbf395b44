/**
 * Snapshots as the restore reads them.
 */

import assert from 'node:assert/strict';
import test from 'node:test';
import { readSnapshot } from '../restore/snapshot-reader.js';

const url = 'https://example.org/';

test('A snapshot without the newer parts has none of them', () => {
    const { lock, shape, pictures, motion, frame, unread } = readSnapshot({ url, anchors: [{ role: 'primary' }] });
    assert.deepEqual([lock, shape, pictures, motion, frame, unread], [null, null, null, null, null, null]);
});

test('The newer parts of a snapshot are read whole', () => {
    const parts = {
        lock: { kind: 'fixed', x: 0, y: 1200.5 },
        shape: { block: 4, blocks: 40, size: 300, share: 0.25, marks: ['1912', 'Wien'], links: ['0a1b2c'] },
        pictures: {
            at: 1, ordinal: 30, count: 60, list: [
                { key: 'a/29.jpg', width: 800, height: 1200, alt: '' },
                { key: 'a/30.jpg', width: 800, height: 1200, alt: 'b' },
            ],
        },
        motion: {
            path: ['#host'], selector: '#scroll', kind: 'slides', axis: 'x', x: -2400, y: 0, extent: 9600, slide: 2,
            slides: 8,
        },
        frame: {
            path: [{ selector: 'iframe', path: [], index: 1, name: 'reader', src: `${url}a`, width: 640, height: 480 }],
            url: 'https://reader.example/a', place: { anchors: [] },
        },
        unread: {
            kind: 'frame', path: [], selector: 'iframe', rect: { x: 0, y: 60, width: 640, height: 480 }, share: 0.8,
            within: 0.1,
        },
    };
    const image = { src: '', alt: '', key: 'a/30.jpg', width: 800, height: 1200 };
    const place = readSnapshot({ url, ...parts, anchors: [{ role: 'primary', image }] });
    for (const [name, part] of Object.entries(parts)) assert.deepEqual(Reflect.get(place, name), part, name);
    assert.deepEqual(place.primary?.image, image);
});

test('A part with an unknown kind, or without what it needs, counts as absent', () => {
    const invalid = [
        { lock: { kind: 'other', x: 0, y: 5 } }, { lock: 'fixed' }, { lock: [] }, { shape: 3 }, { pictures: [] },
        { pictures: { at: 1, list: [{ key: 'a' }] } }, { pictures: { at: -1, list: [{}] } },
        { pictures: { list: [{}] } },
        { motion: { kind: 'slides', axis: 'z' } }, { motion: { kind: 'transform' } }, { motion: null },
        { frame: { path: [] } }, { frame: { url } }, { unread: { kind: 'page' } }, { unread: 1 },
    ];
    for (const part of invalid) {
        const place = readSnapshot({ url, ...part });
        assert.equal(Reflect.get(place, Object.keys(part)[0]), null, JSON.stringify(part));
    }
});

test('The number of a picture is smaller than that of all pictures', () => {
    const numberOf = (/** @type {any} */ ordinal, /** @type {any} */ count) => (
        readSnapshot({ pictures: { at: 0, ordinal, count, list: [{ key: 'a' }] } }).pictures?.ordinal);
    assert.deepEqual([numberOf(4, 5), numberOf(5, 5), numberOf(4, null)], [4, null, null]);
});

test('Values of the wrong type within a part count as absent, and lists are cut', () => {
    const many = Array.from({ length: 50 }, (_, at) => `${at}`);
    const place = readSnapshot({
        url,
        shape: { block: -1, blocks: 1.5, size: '3', share: NaN, marks: [1, ...many], links: many },
        pictures: { at: 0, ordinal: {}, list: [7, ...many] },
        motion: { kind: 'transform', axis: 'y', x: 'a', extent: Infinity, slide: -2 },
        frame: { path: [null, ...many], url: 3, place: 'x' },
        unread: { kind: 'shadow', rect: {}, share: '1', path: [3, '#a'] },
    });
    const { shape, pictures, motion, frame, unread } = place;
    assert.deepEqual(shape, {
        block: null, blocks: null, size: null, share: null, marks: many.slice(0, 12), links: many.slice(0, 6),
    });
    assert.deepEqual([pictures?.list.length, pictures?.ordinal, pictures?.count], [19, null, null]);
    assert.deepEqual(pictures?.list[0], { key: '', alt: '', width: 0, height: 0 });
    assert.deepEqual([motion?.x, motion?.extent, motion?.slide, motion?.selector], [0, 0, null, '']);
    assert.deepEqual([frame?.path.length, frame?.url, frame?.place], [8, '', null]);
    assert.deepEqual([unread?.rect, unread?.share, unread?.path], [null, null, ['#a']]);
});
