import assert from 'node:assert/strict';
import test from 'node:test';
import { areOnLine, blockStartOf, distanceFromStart, scrollBy, spans } from '../dom/block-axis.js';
import { distanceAcross } from '../restore/place-across.js';
import { withinView } from '../restore/place.js';
import { isEnough } from '../restore/shown.js';

/**
 * @param {number} left
 * @param {number} top
 * @param {number} right
 * @param {number} bottom
 */
const box = (left, top, right, bottom) => ({ left, top, right, bottom });

test('Two boxes are on one line if they share half of the smaller one', () => {
    const large = box(0, 0, 20, 60);
    assert.equal(areOnLine('top', large, box(20, 50, 30, 70)), true);
    assert.equal(areOnLine('top', large, box(20, 51, 30, 71)), false);
    assert.equal(areOnLine('top', box(20, 50, 30, 70), large), true);
    assert.equal(areOnLine('right', box(0, 0, 60, 20), box(50, 90, 70, 99)), true);
    assert.equal(areOnLine('right', box(0, 0, 60, 20), box(51, 0, 71, 20)), false);
});

test('A box spans a point across the lines, including its edges', () => {
    const places = [9, 10, 20, 21];
    const expected = [false, true, true, false];
    assert.deepEqual(places.map((x) => spans('top', box(10, 0, 20, 5), { x, y: 99 })), expected);
    assert.deepEqual(places.map((y) => spans('left', box(0, 10, 5, 20), { x: 99, y })), expected);
});

test('Distances and scrolling are measured from the side of the first line', () => {
    const [inner, outer] = [box(10, 20, 30, 40), box(0, 0, 100, 200)];
    const starts = ['horizontal-tb', 'vertical-lr', 'sideways-lr', 'vertical-rl', 'sideways-rl'].map(blockStartOf);
    assert.deepEqual(starts, ['top', 'left', 'left', 'right', 'right']);
    assert.deepEqual(starts.map((start) => distanceFromStart(start, inner, outer)), [20, 10, 10, 70, 70]);
    assert.deepEqual(['top', 'left', 'right'].map((start) => scrollBy(/** @type {any} */ (start), 5)),
        [{ x: 0, y: 5 }, { x: 5, y: 0 }, { x: -5, y: 0 }]);
});

test('A line in view stays, and one beside the view moves to its edge', () => {
    const view = box(0, 0, 300, 100);
    /** @type {[number, number, boolean, number][]} */
    const table = [
        [10, 90, false, 0], [-500, 6, false, 0], [294, 900, false, 0], [-500, 5, false, -516], [295, 900, false, 279],
        [400, 480, false, 196], [-80, -10, false, -96], [-600, -10, true, -294], [297, 300, false, 0],
    ];
    const found = table.map(([left, right, isFromRight]) => {
        return [left, right, isFromRight, distanceAcross(box(left, 0, right, 9), view, 'x', isFromRight)];
    });
    assert.deepEqual(found, table);
    assert.equal(distanceAcross(box(0, 150, 9, 180), view, 'y', false), 96);
});

test('A line stays in a view that has become smaller, and is not moved in one of the same size', () => {
    /** @type {[number, number, number, number][]} wanted, extent, view, expected */
    const table = [
        [700, 20, 900, 700], [880, 20, 900, 880], [700, 20, 600, 580], [700, 20, 720, 700], [700, 20, 719, 699],
        [-1, 20, 600, -1], [5, 20, 10, 0], [5, 20, -50, 0], [700, 0, 600, 560], [300, 700, 800, 300],
        [700, 700, 600, 560], [560, 0, 600, 560], [700, 0, 30, 0],
    ];
    const found = table.map(([wanted, extent, view]) => [wanted, extent, view, withinView(wanted, extent, view)]);
    assert.deepEqual(found, table);
});

test('A place without height is seen at the edge of the view, also after layout is rounded', () => {
    /** @type {[number, number, boolean][]} part, extent, expected */
    const table = [
        [0, 0, true], [-0.4, 0, true], [-0.6, 0, false], [5.6, 400, true], [5.4, 400, false], [0, 20, false],
        [-0.4, 20, false], [2, 4, true], [1, 4, false],
    ];
    assert.deepEqual(table.map(([part, extent]) => [part, extent, isEnough(part, extent)]), table);
});
