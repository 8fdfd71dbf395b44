/**
 * The columns and rows that a cell of a table covers. The bookmarklets, which are limited in length, omit them.
 */

/** @typedef {import('./runs.js').Cell} Cell */

/** The limits of the HTML Standard (4.9.11) are 1,000 columns and 65,534 rows; pages with more than these err. */
const MOST_COLUMNS = 100;
const MOST_ROWS = 1000;

/**
 * Records the spans of a cell that was just added.
 *
 * @param {Cell[][]} all the rows
 * @param {Element} element of the table
 * @param {string} name of the element; it is a cell if this is `td` or `th`
 */
export function readSpans(all, element, name) {
    const cell = all.at(-1)?.at(-1);
    if (!cell || (name !== 'td' && name !== 'th')) return;
    const columns = spanOf(element, 'colspan', MOST_COLUMNS);
    const rows = spanOf(element, 'rowspan', MOST_ROWS);
    if (columns > 1) cell.columns = columns;
    if (rows > 1) cell.rows = rows;
}

/**
 * Reduces the spans of cells that cover rows without text, which a copy omits.
 *
 * @param {Cell[][]} rows all of them
 */
export function omitEmptyRows(rows) {
    const isKept = rows.map((row) => row.some(({ runs }) => runs.length > 0));
    rows.forEach((row, at) => {
        for (const cell of row) {
            if (cell.rows === undefined) continue;
            const left = isKept.slice(at, at + cell.rows).filter(Boolean).length;
            if (left > 1) cell.rows = left;
            else delete cell.rows;
        }
    });
}

/**
 * @param {Element} element
 * @param {string} name of the attribute
 * @param {number} most
 * @returns {number} from 1; 1 if the attribute is no such number
 */
function spanOf(element, name, most) {
    // The digits at the start count (HTML Standard, 2.3.4.2).
    const digits = /^[\t\n\f\r ]*\+?(\d+)/.exec(element.getAttribute(name) ?? '')?.[1] ?? '1';
    return Math.min(Math.max(Number(digits), 1), most);
}
