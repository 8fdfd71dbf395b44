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
