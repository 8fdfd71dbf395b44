import assert from 'node:assert/strict';
import test from 'node:test';
import { linkDigits } from '../anchoring/text-marks.js';
import { blockTarget } from '../restore/block-target.js';
import { readSnapshot } from '../restore/snapshot-reader.js';
import { textIndexOf } from './text-index.js';

const COUNT = 100;

/**
 * Returns the index of a page of blocks, each of which has one text node.
 *
 * @param {string[]} texts
 * @returns {import('../anchoring/text-index.js').TextIndex}
 */
const indexOf = (texts) => {
    const index = textIndexOf(texts);
    index.segments = texts.map((data, at) => {
        const node = /** @type {any} */ ({ data, nodeType: 3, parentNode: null, at });
        return { node, start: index.blocks[at], length: data.length, trimmed: false };
    });
    return index;
};

/** @param {(at: number) => string} mark */
const page = (mark) => {
    return Array.from({ length: COUNT }, (_, at) => 'Ein Absatz mit Wörtern ' + mark(at) + ' und mehr Wörtern');
};

/**
 * @param {object} shape
 * @param {string} [selector]
 */
const placeWith = (shape, selector = 'p') => readSnapshot({
    anchors: [{ role: 'primary', quote: { exact: 'A paragraph of words' }, selector, offset: { y: 20 } }],
    shape: { block: 50, blocks: COUNT, size: 40, share: 0.5, marks: [], links: [], ...shape },
});

/** Returns a range whose box is that of its block: each has 100 px. */
const createRange = () => {
    let at = 0;
    return {
        setStart: (/** @type {any} */ node) => { at = node.at; },
        setEnd: () => undefined,
        getClientRects: () => [{ left: 0, top: at * 100, right: 500, bottom: at * 100 + 20, width: 500, height: 20 }],
    };
};

/**
 * Returns the ordinal of the block that is found, with its confidence and the offset in it.
 *
 * @param {import('../anchoring/text-index.js').TextIndex} index
 * @param {import('../restore/snapshot-reader.js').Place} place
 * @param {number | null} selected the ordinal of the block that the selector matches
 */
const found = (index, place, selected) => {
    const node = selected === null ? null : index.segments[selected].node;
    const element = node && { contains: (/** @type {any} */ other) => other === node };
    const document = { nodeType: 9, createRange, querySelector: () => element, defaultView: {} };
    const top = /** @type {any} */ ({ document, innerHeight: 800 });
    document.defaultView = top;
    for (const segment of index.segments) Reflect.set(segment.node, 'ownerDocument', document);
    const target = blockTarget(index, place, top);
    if (!target) return null;
    const ordinal = index.segments.findIndex((segment) => segment.node === target.node);
    return [ordinal, target.confidence, target.offset / index.segments[ordinal].length];
};

const plain = indexOf(page(() => ''));
const numbered = indexOf(page((at) => String(1000 + at)));

test('The block is the one that the selector matches, and the place is a little before the same share of it', () => {
    const length = plain.segments[50].length;
    assert.deepEqual(found(plain, placeWith({}), 50), [50, 0.6, Math.round(length * 0.46) / length]);
    assert.deepEqual(found(plain, placeWith({ share: 0 }), 51), [51, 0.6, 0]);
    assert.deepEqual(found(plain, placeWith({ share: 1 }), 49), [49, 0.6, Math.round(length * 0.96) / length]);
});

test('Without other evidence the block is the one at the same share of all blocks, which is less sure', () => {
    assert.equal(String(found(plain, placeWith({ share: 0 }), null)), '50,0.4,0');
    assert.equal(String(found(plain, placeWith({ share: 0 }), 90)), '50,0.4,0');
    assert.equal(String(found(plain, placeWith({ share: 0, block: 25, blocks: 50 }), null)), '51,0.4,0');
});

test('Numbers, names and links decide if the selector matches another block', () => {
    const place = (/** @type {string[]} */ ...marks) => placeWith({ marks, share: 0 });
    assert.deepEqual(found(numbered, place('1053', '1052', '1054'), 50)?.slice(0, 2), [53, 0.6]);
    assert.deepEqual(found(numbered, place('1053', '1052', '1054'), null)?.slice(0, 2), [53, 0.6]);
    assert.deepEqual(found(numbered, place('1053'), 50)?.slice(0, 2), [50, 0.6]);
    // Either of them may be right, or none.
    assert.deepEqual(found(numbered, place('1080'), 20)?.slice(0, 2), [50, 0.4]);
    assert.deepEqual(found(numbered, place('1080', '1079', '1081'), 20)?.slice(0, 2), [80, 0.6]);
});

test('A mark of many blocks says nothing', () => {
    const common = indexOf(page(() => '1842'));
    assert.deepEqual(found(common, placeWith({ marks: ['1842'], share: 0 }), null), [50, 0.4, 0]);
});

test('The block with a captured link is found', () => {
    const index = indexOf(page((at) => String(1000 + at)));
    const link = /** @type {any} */ ({ href: 'http://place.test/x', nodeType: 1, parentNode: null });
    Reflect.set(index.segments[53].node, 'parentNode', link);
    index.trees = [/** @type {any} */ ({ querySelectorAll: () => [link] })];
    const links = [linkDigits(link.href)];
    const place = placeWith({ links, marks: ['1053', '1054'], share: 0 });
    assert.deepEqual(found(index, place, null)?.slice(0, 2), [53, 0.6]);
});

test('A place without a shape has no block', () => {
    assert.equal(found(plain, placeWith({ blocks: 0 }), 50), null);
    assert.equal(blockTarget(plain, readSnapshot({}), /** @type {any} */ ({})), null);
});
