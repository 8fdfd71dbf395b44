/* eslint-disable no-unused-vars */

/**
 * The target of a place whose text was translated: the same block, and the same share of it.
 */

/**
 * @param {import('../anchoring/text-index.js').TextIndex} index
 * @param {import('./snapshot-reader.js').Place} place
 * @param {Window} top
 * @returns {import('./target.js').Target | null}
 */
export function blockTarget(index, place, top) {
    return null;
}
