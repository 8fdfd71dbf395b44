/* eslint-disable no-unused-vars */

/**
 * The pictures around the one at the reading line, by which it is found when their addresses change.
 */

/**
 * @param {import('./reading-line.js').View} view
 * @param {Element} element the picture at the reading line
 * @returns {object | null} the snapshot's `pictures`
 */
export function pictureList(view, element) {
    return null;
}

/**
 * @param {Element} element
 * @returns {{key: string, width: number, height: number}} the name of the picture, and its natural size in CSS px
 */
export function pictureKey(element) {
    return { key: '', width: 0, height: 0 };
}
