/** The columns and rows that cells of a copied table cover. */

import assert from 'node:assert/strict';
import test from 'node:test';

import { omitEmptyRows, readSpans } from '../copy/cell-spans.js';

/** @param {Record<string, string>} attributes */
const element = (attributes) =>
    /** @type {any} */ ({ getAttribute: (/** @type {string} */ name) => attributes[name] ?? null });

/** The values of `colspan` and `rowspan`, and what the cell has. */
const SPANS = [
    [{}, {}], [{ colspan: '1', rowspan: '1' }, {}], [{ colspan: '3' }, { columns: 3 }],
    [{ rowspan: ' +2 rows' }, { rows: 2 }], [{ colspan: '0', rowspan: '0' }, {}], [{ colspan: '-4' }, {}],
    [{ colspan: '1e3', rowspan: 'many' }, {}], [{ colspan: '9999999', rowspan: '99999' }, { columns: 100, rows: 1000 }],
];

test('The spans of a cell are whole numbers within limits', () => {
    for (const [attributes, spans] of SPANS) {
        for (const name of ['td', 'th']) {
            const rows = [[{ runs: [] }]];
            readSpans(rows, element(/** @type {any} */ (attributes)), name);
            assert.deepEqual(rows, [[{ runs: [], ...spans }]], JSON.stringify(attributes));
        }
    }
});

test('Only cells have spans', () => {
    const rows = [[{ runs: [] }]];
    readSpans(rows, element({ colspan: '3' }), 'tr');
    readSpans([], element({ colspan: '3' }), 'td');
    assert.deepEqual(rows, [[{ runs: [] }]]);
});

test('A cell covers no rows that the copy omits', () => {
    const text = () => ({ runs: ['a'] });
    const empty = () => ({ runs: [] });
    /** @type {any[][]} */
    const rows = [[{ runs: ['a'], rows: 3 }, text()], [empty()], [text()], [{ runs: ['b'], rows: 2 }], [empty()]];
    omitEmptyRows(rows);
    assert.deepEqual([rows[0][0], rows[3][0]], [{ runs: ['a'], rows: 2 }, { runs: ['b'] }]);
});
