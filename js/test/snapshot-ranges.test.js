import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { withinRanges } from '../wire/snapshot-ranges.js';

const description = new URL('../../Resources/openapi.json', import.meta.url);
const { schemas } = JSON.parse(readFileSync(description, 'utf8')).components;

/**
 * Returns the numbers of a schema.
 *
 * @param {any} schema
 * @param {(string | number)[]} path
 * @returns {{path: (string | number)[], range: number[]}[]}
 */
function numbersOf(schema, path) {
    if (schema.$ref) return numbersOf(schemas[schema.$ref.split('/').at(-1)], path);
    if (schema.oneOf) return numbersOf(schema.oneOf[0], path);
    if (schema.items) return numbersOf(schema.items, [...path, 0]);
    if (schema['x-range']) return [{ path, range: schema['x-range'] }];
    return Object.entries(schema.properties ?? {}).flatMap(([name, member]) => numbersOf(member, [...path, name]));
}

const numbers = numbersOf(schemas.Snapshot, []);

/**
 * Returns a snapshot with a number.
 *
 * @param {(string | number)[]} path
 * @param {any} number
 */
function snapshotWith(path, number) {
    return path.reduceRight((value, step) => (step === 0 ? [value] : { [step]: value }), number);
}

test('Numbers out of range are moved into the ranges that the API describes', () => {
    assert(numbers.length > 60);
    for (const { path, range } of numbers) {
        for (const [number, expected] of [[1e300, range[1]], [-1e300, range[0]], [range[1], range[1]], [0, 0],
            [NaN, null], [Infinity, null]]) {
            assert.deepEqual(withinRanges(snapshotWith(path, number)), snapshotWith(path, expected), path.join('.'));
        }
    }
});

test('Other values stay as they are', () => {
    const snapshot = { schema: 1, links: [{ text: '7', url: 'u', rect: { x: -0.5, y: 2e6, width: 1, height: 1 } }],
        bracket: null, middle: { quote: { exact: 'e' }, rect: undefined }, media: [{ paused: true, duration: 9e11 }] };
    assert.deepEqual(withinRanges(snapshot), snapshot);
});
