/**
 * The text at the middle of the view, which browsers scroll a text fragment to.
 */

/**
 * @param {import('./reading-line.js').View} view
 * @param {import('../anchoring/text-index.js').TextIndex} index
 * @returns {object | null}
 */
export function middleAnchor(view, index) {
    return view && index ? null : null;
}
