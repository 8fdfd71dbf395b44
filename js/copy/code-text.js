/**
 * The text of a block of code.
 */

/**
 * Divides code at line breaks.
 *
 * @param {string} code
 * @param {number} longest the length of the longest part, unless a line is longer
 * @returns {string[]} at least one part; only the last one may be empty
 */
export function divideCode(code, longest) {
    const parts = [];
    let rest = code;
    while (rest.length > longest) {
        const end = (rest.lastIndexOf('\n', longest - 1) + 1) || (rest.indexOf('\n', longest) + 1);
        if (end === 0) break;
        parts.push(rest.slice(0, end));
        rest = rest.slice(end);
    }
    return [...parts, rest];
}

/**
 * @param {string} code
 * @returns {string} without an empty line at the start and white space at the end
 */
export function trimCode(code) {
    // An expression for the white space at the end would search again from each character of such a run.
    return code.replace(/\r\n?/g, '\n').replace(/^[^\S\n]*\n/, '').trimEnd();
}
