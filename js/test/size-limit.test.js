import assert from 'node:assert/strict';
import test from 'node:test';
import { encodeJSON } from '../wire/json.js';
import { withinSizeLimit } from '../wire/size-limit.js';

const parts = {
    url: 'http://a.test/?' + 'q'.repeat(3000), baseURI: 'http://a.test/', canonical: 'c'.repeat(400),
    title: 't'.repeat(300),
    links: Array.from({ length: 20 }, () => 'l'.repeat(100)), media: ['m'.repeat(500)], selection: 's'.repeat(600),
    scrollers: Array.from({ length: 6 }, () => 'o'.repeat(100)), anchors: ['a'.repeat(900), 'b'.repeat(900)],
    bracket: { fraction: 0.5 },
};
const whole = encodeJSON(parts).length;

test('A snapshot of the largest size stays whole, and one byte less omits links first', () => {
    assert.deepEqual(withinSizeLimit(parts, whole), parts);
    const smaller = withinSizeLimit(parts, whole - 1);
    assert.deepEqual([smaller.links.length, smaller.media.length], [10, 1]);
});

test('The parts that matter least are omitted first, and the first anchor last', () => {
    const stages = [];
    let last = '';
    for (let size = whole; size > 0; size -= 50) {
        const { links, media, selection, scrollers, anchors, bracket, title, url } = withinSizeLimit(parts, size);
        const stage = [links.length, media.length, selection ? 1 : 0, scrollers.length, anchors.length, bracket ? 1 : 0,
            title === '' ? 0 : 1, url.length > 100 ? 1 : 0].join(' ');
        if (stage !== last) stages.push(stage);
        last = stage;
    }
    assert.deepEqual(stages, [
        '20 1 1 6 2 1 1 1', '10 1 1 6 2 1 1 1', '0 0 1 6 2 1 1 1', '0 0 0 6 2 1 1 1', '0 0 0 4 2 1 1 1',
        '0 0 0 4 1 0 1 1', '0 0 0 0 0 0 1 1', '0 0 0 0 0 0 0 0',
    ]);
});

test('The size is counted in bytes of UTF-8', () => {
    const wide = { ...parts, selection: 'ü'.repeat(600) };
    assert.equal(withinSizeLimit(wide, whole).links.length, 10);
});

test('The pictures and marks that are further from the line are omitted before all other parts', () => {
    const list = Array.from({ length: 19 }, (_, at) => ({ key: `${at}.jpg`, width: 800, height: 1200, alt: '' }));
    const pictures = { at: 9, ordinal: 30, count: 60, list };
    const shape = { block: 4, blocks: 40, size: 300, share: 0.2, marks: 'abcdefghijkl'.split(''), links: ['0a1b2c'] };
    const snapshot = { ...parts, pictures, shape };
    const size = encodeJSON(snapshot).length;
    const reduced = withinSizeLimit(snapshot, size - 1);
    assert.deepEqual(reduced.pictures, { at: 2, ordinal: 30, count: 60, list: list.slice(7, 12) });
    assert.deepEqual(reduced.shape, { ...shape, marks: ['a', 'b', 'c', 'd'] });
    const first = { ...snapshot, pictures: { ...pictures, at: 1 } };
    assert.deepEqual(withinSizeLimit(first, size - 1).pictures.list, list.slice(0, 4));
    const less = withinSizeLimit(snapshot, encodeJSON(reduced).length - 1);
    assert.deepEqual([less.pictures, less.shape, less.links.length], [null, null, 20]);
});

test('The place in a frame is omitted with the anchors, and the frame itself last', () => {
    const frame = { path: [{ selector: '#frame' }], url: 'http://b.test/', place: { anchors: ['c'.repeat(900)] } };
    const snapshot = { ...parts, frame, unread: { kind: 'frame' } };
    const stages = new Set();
    for (let size = encodeJSON(snapshot).length; size > 0; size -= 50) {
        const { anchors, frame: left, title } = withinSizeLimit(snapshot, size);
        stages.add([anchors.length, left ? (left.place ? 'place' : 'path') : 'none', title === '' ? 0 : 1].join(' '));
    }
    assert.deepEqual([...stages], ['2 place 1', '1 place 1', '0 path 1', '0 path 0', '0 none 0']);
});
