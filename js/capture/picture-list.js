/**
 * The pictures around the one at the reading line, by which it is found when their addresses change.
 */

import { describePicture, picturesIn } from '../anchoring/pictures.js';

/** The number of pictures on each side of the one at the reading line. */
const REACH = 9;

/**
 * @param {import('./reading-line.js').View} view
 * @param {Element} element the picture at the reading line
 * @returns {object | null} the snapshot's `pictures`; null in the bookmarklet, which is limited in length
 */
export function pictureList(view, element) {
    return globalThis.LEFTOFF_LITE ? null : listAround(view, element);
}

/**
 * @param {import('./reading-line.js').View} view
 * @param {Element} element
 * @returns {object | null}
 */
function listAround({ scroller }, element) {
    const all = picturesIn(scroller.element ?? scroller.view.document);
    const ordinal = all.indexOf(element);
    if (ordinal < 0) return null;
    const from = Math.max(0, ordinal - REACH);
    const list = all.slice(from, ordinal + REACH + 1).map(describePicture);
    return { at: ordinal - from, ordinal, count: all.length, list };
}

/**
 * @param {Element} element
 * @returns {{key: string, width: number, height: number}} the name of the picture, and its natural size in CSS px
 */
export function pictureKey(element) {
    const picture = globalThis.LEFTOFF_LITE ? { key: '', width: 0, height: 0 } : describePicture(element);
    const { key, width, height } = picture;
    return { key, width, height };
}
