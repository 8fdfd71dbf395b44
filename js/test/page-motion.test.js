import assert from 'node:assert/strict';
import test from 'node:test';
import { framesOf, throwFrames } from '../../Resources/web/motion-frames.js';

/**
 * @param {string} property
 * @param {number[]} values at equal distances
 */
const line = (property, ...values) => ({
    property, duration: 800, easing: 'linear',
    keyframes: values.map((value, index) => ({ offset: index / (values.length - 1), value })),
});
const figure = {
    rise: 100,
    flight: [
        line('across', 0, 1), line('down', 0, 0.2, 1), line('up', 0, 1, 0), line('scale', 1, 0),
        line('rotation', 0, 0.1),
    ],
};

test('A throw starts at the position of the element, rises, and ends small at its target', () => {
    const frames = throwFrames(figure, { x: 200, y: -300 }, 0.1);
    assert.deepEqual(frames.map(({ offset }) => offset), [0, 0.5, 1]);
    assert.deepEqual(frames.map(({ translate }) => translate), ['0px 0px', '100px -160px', '200px -300px']);
    assert.deepEqual(frames.map(({ scale }) => Number(scale).toFixed(2)), ['1.00', '0.55', '0.10']);
    assert.deepEqual(frames.map(({ rotate }) => rotate), ['0rad', '0.05rad', '0.1rad']);
});

test('A throw to the left leans to the left', () => {
    assert.equal(throwFrames(figure, { x: -1, y: 0 }, 1).at(-1)?.rotate, '-0.1rad');
});

test('Properties with keyframes at other times are interpolated', () => {
    const flight = [line('across', 0, 1), line('down', 0, 0, 0, 0, 1)];
    const frames = throwFrames({ rise: 0, flight }, { x: 100, y: 100 }, 1);
    assert.deepEqual(frames.map(({ translate }) => translate),
        ['0px 0px', '25px 0px', '50px 0px', '75px 0px', '100px 100px']);
});

test('Keyframes keep the offsets of the timing and receive the style of each value', () => {
    const frames = framesOf(line('opacity', 1, 0.5, 0), (value) => ({ opacity: value }));
    assert.deepEqual(frames, [{ offset: 0, opacity: 1 }, { offset: 0.5, opacity: 0.5 }, { offset: 1, opacity: 0 }]);
});
