import assert from 'node:assert/strict';
import test from 'node:test';
import { EventStreamParser } from '../../Resources/web/event-stream.js';

const STREAM = [
    ': a comment', '', 'id: 7', 'event: place', 'data: {"id":"a"}', '', 'data', 'data: two', 'data:  three', '',
    'retry: 10', 'unknown: x', 'event: empty', '', 'data: {"title":"Grüße 🚀"}', 'id', '', 'id: a\0b', 'data: last', '',
    'data: unfinished',
];
const EVENTS = [
    { name: 'place', data: '{"id":"a"}', id: '7' }, { name: 'message', data: '\ntwo\n three', id: '7' },
    { name: 'message', data: '{"title":"Grüße 🚀"}', id: '' }, { name: 'message', data: 'last', id: '' },
];

test('A stream has the same events with each end of lines and in parts of each size', () => {
    for (const end of ['\n', '\r\n', '\r']) {
        const stream = STREAM.map((line) => line + end).join('');
        for (const size of [1, 2, 3, 7, 64, stream.length]) {
            const parser = new EventStreamParser();
            const found = [];
            for (let at = 0; at < stream.length; at += size) found.push(...parser.parse(stream.slice(at, at + size)));
            assert.deepEqual(found, EVENTS, `${JSON.stringify(end)} ${size}`);
        }
    }
});

test('A line feed after the carriage return of an earlier part ends no second line', () => {
    const parser = new EventStreamParser();
    assert.deepEqual(parser.parse('data: a\r'), []);
    assert.deepEqual(parser.parse(''), []);
    assert.deepEqual(parser.parse('\n'), []);
    assert.deepEqual(parser.parse('data: b\r\n\r'), [{ name: 'message', data: 'a\nb', id: '' }]);
    assert.deepEqual(parser.parse('\ndata: c\n\n'), [{ name: 'message', data: 'c', id: '' }]);
});
