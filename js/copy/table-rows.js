/**
 * The rows of a table of data, while it is read.
 */

import { textOf } from './runs.js';

/** @typedef {import('./runs.js').Cell} Cell */
/** @typedef {import('./runs.js').Run} Run */

/** The limits of the number of columns and of rows that a cell covers; more would be a mistake of the page. */
const MOST_COLUMNS = 100;
const MOST_ROWS = 1000;

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

    /**
     * @param {boolean} isHeader
     * @param {Element} [element] of the cell, which may cover several columns and rows
     */
    addCell(isHeader, element) {
        if (this.rows.length === 0) this.addRow();
        /** @type {Cell} */
        const cell = isHeader ? { runs: [], header: true } : { runs: [] };
        const columns = spanOf(element, 'colspan', MOST_COLUMNS);
        const rows = spanOf(element, 'rowspan', MOST_ROWS);
        if (columns > 1) cell.columns = columns;
        if (rows > 1) cell.rows = rows;
        this.rows[this.rows.length - 1].push(cell);
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
        const rows = withoutEmptyRows(this.rows);
        const text = rows.map((row) => row.map(({ runs }) => textOf(runs)).filter(Boolean).join(' ')).join(' ');
        return { rows, text };
    }
}

/**
 * Returns the number of columns or of rows that a cell covers.
 *
 * @param {Element | undefined} element
 * @param {string} name of the attribute
 * @param {number} most
 * @returns {number} from 1; 1 if the attribute is no such number
 */
function spanOf(element, name, most) {
    // As the rules for parsing non-negative integers (HTML Standard, 2.3.4.2): the digits at the start count.
    const digits = /^\s*\+?(\d+)/.exec(element?.getAttribute(name) ?? '')?.[1] ?? '1';
    return Math.min(Math.max(Number(digits), 1), most);
}

/**
 * Removes the rows without text. A cell that covers removed rows covers fewer.
 *
 * @param {Cell[][]} rows
 * @returns {Cell[][]}
 */
function withoutEmptyRows(rows) {
    const isKept = rows.map((row) => row.some(({ runs }) => runs.length > 0));
    /** @type {Cell[][]} */
    const kept = [];
    rows.forEach((row, at) => {
        if (!isKept[at]) return;
        kept.push(row.map((cell) => {
            const { rows: covered = 1, ...rest } = cell;
            const left = covered > 1 ? isKept.slice(at, at + covered).filter(Boolean).length : 1;
            return left > 1 ? { ...rest, rows: left } : rest;
        }));
    });
    return kept;
}
