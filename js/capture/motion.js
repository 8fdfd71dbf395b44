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

/**
 * @param {object} motion
 * @returns {number | null} the share of the content that has been moved, 0 to 1; null if it is unknown
 */
export function motionProgress(motion) {
    return null;
}
