/* eslint-disable no-unused-vars */

/**
 * The alignment of a captured sequence of pictures with that of the page.
 */

/** @typedef {import('./snapshot-reader.js').Picture} Picture */

/**
 * @param {Picture[]} then
 * @param {number} at the index in `then` of the picture at the reading line
 * @param {Picture[]} now
 * @returns {{index: number, score: number, margin: number} | null} the index in `now`, the share of the highest
 *     possible score, and the difference from the next best one; null without an alignment
 */
export function alignPictures(then, at, now) {
    return null;
}
