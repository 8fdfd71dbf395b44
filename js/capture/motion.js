/* eslint-disable no-unused-vars */

/**
 * Content that the page moves by transforms instead of scrolling.
 */

/**
 * @param {import('./reading-line.js').View} view
 * @param {import('./reading-line.js').LineStart} line
 * @returns {object | null} the snapshot's `motion`; null if nothing around the line is moved
 */
export function motionOf(view, line) {
    return null;
}
