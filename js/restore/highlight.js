/**
 * Shows the reader the line, briefly.
 */

/**
 * @param {Window} top
 * @param {Node} node
 * @param {number} offset
 */
export function highlightLine(top, node, offset) {
    if (!top || !node || offset < 0) return;
}
