/**
 * The rows of a table of data, while it is read.
 */

import { omitEmptyRows } from './cell-spans.js';
import { textOf } from './runs.js';

/** @typedef {import('./runs.js').Cell} Cell */
/** @typedef {import('./runs.js').Run} Run */

export class TableRows {
    constructor() {
        /** @type {Cell[][]} */
        this.rows = [];
        /** The length of the text, and that of the text in links. */
        this.length = 0;
        this.linked = 0;
    }

    addRow() {
        this.rows.push([]);
    }

    /** @param {boolean} isHeader */
    addCell(isHeader) {
        if (this.rows.length === 0) this.addRow();
        this.rows[this.rows.length - 1].push(isHeader ? { runs: [], header: true } : { runs: [] });
    }

    /**
     * Adds text to the last cell.
     *
     * @param {Run[]} runs
     * @param {{length: number, linked: number}} lengths
     * @returns {boolean} false if there is no cell: the text is before the cells
     */
    fill(runs, { length, linked }) {
        const row = this.rows[this.rows.length - 1];
        if (!row || row.length === 0) return false;
        const cell = row[row.length - 1];
        cell.runs = cell.runs.length > 0 ? [...cell.runs, ' ', ...runs] : runs;
        this.length += length;
        this.linked += linked;
        return true;
    }

    /** @returns {{rows: Cell[][], text: string}} without empty rows */
    content() {
        if (!globalThis.LEFTOFF_LITE) omitEmptyRows(this.rows);
        const rows = this.rows.filter((row) => row.some(({ runs }) => runs.length > 0));
        const text = rows.map((row) => row.map(({ runs }) => textOf(runs)).filter(Boolean).join(' ')).join(' ');
        return { rows, text };
    }
}
