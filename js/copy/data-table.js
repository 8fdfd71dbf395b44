/**
 * Tables of data, as opposed to tables that lay out a page.
 */

/** Elements that occur in tables that lay out a page. */
const LAYOUT = 'table, h1, h2, h3, article, section, form, blockquote, pre, nav, iframe';
/** In UTF-16 units: longer cells are columns of a page. */
const LONGEST_CELL = 1500;
/** The number of rows that are examined. */
const EXAMINED_ROWS = 8;

/**
 * @param {Element} table
 * @returns {boolean}
 */
export function isDataTable(table) {
    const role = table.getAttribute('role');
    if (role === 'presentation' || role === 'none') return false;
    const { rows } = /** @type {HTMLTableElement} */ (table);
    if (!rows || rows.length === 0 || table.querySelector(LAYOUT)) return false;
    let columns = 0;
    for (let at = 0; at < Math.min(rows.length, EXAMINED_ROWS); at += 1) {
        const { cells } = rows[at];
        columns = Math.max(columns, cells.length);
        for (const cell of cells) if ((cell.textContent ?? '').length > LONGEST_CELL) return false;
    }
    return columns > 1 && (rows.length > 1 || table.querySelector('th') !== null);
}
