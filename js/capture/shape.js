/* eslint-disable no-unused-vars */

/**
 * The shape of the text around the reading line: what a translation keeps.
 */

/**
 * @param {import('../anchoring/text-index.js').TextIndex} index
 * @param {number} position of the reading character in the text
 * @param {object[]} links the snapshot's links
 * @returns {object | null} the snapshot's `shape`
 */
export function shapeOf(index, position, links) {
    return null;
}
