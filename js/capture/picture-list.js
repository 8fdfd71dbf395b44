/**
 * The pictures around the one at the reading line, by which it is found when their addresses change.
 */

import { describePicture, picturesIn } from '../anchoring/pictures.js';

/** The number of pictures on each side of the one at the reading line. */
const REACH = 9;
const LONGEST_KEY = 48;

/**
 * @param {import('./reading-line.js').View} view
 * @param {Element} element the picture at the reading line
 * @returns {object | null} the snapshot's `pictures`
 */
export function pictureList(view, element) {
    const all = picturesIn(view.scroller.element ?? view.scroller.view.document);
    const ordinal = all.indexOf(element);
    if (ordinal < 0) return null;
    const from = Math.max(0, ordinal - REACH);
    const list = all.slice(from, ordinal + REACH + 1).map((each) => {
        const { key, ...others } = describePicture(each);
        return { key: key.slice(-LONGEST_KEY), ...others };
    });
    return { at: ordinal - from, ordinal, count: all.length, list };
}

/**
 * @param {Element} element
 * @returns {{key: string, width: number, height: number}} the name of the picture, and its natural size in CSS px
 */
export function pictureKey(element) {
    const { key, width, height } = describePicture(element);
    return { key, width, height };
}
