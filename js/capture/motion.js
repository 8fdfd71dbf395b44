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
 * @param {import('../dom/geometry.js').Box} box the visible part of the scroller
 * @returns {number} the share of the content that has been moved, 0 to 1
 */
export function motionProgress(motion, box) {
    return 0;
}
