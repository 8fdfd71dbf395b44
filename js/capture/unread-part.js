/* eslint-disable no-unused-vars */

/**
 * The main part of a view if it cannot be read: a frame of another origin, a closed shadow root, an editable document.
 */

/**
 * @param {import('./reading-line.js').View} view
 * @param {import('../anchoring/text-index.js').TextIndex} index
 * @returns {object | null} the snapshot's `unread`; null if the main part of the view can be read
 */
export function unreadPart(view, index) {
    return null;
}
