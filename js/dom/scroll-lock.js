/* eslint-disable no-unused-vars */

/**
 * Scroll locks: what pages do to stop scrolling below a dialog or a consent banner.
 */

import { scrollState } from './scroller.js';

/** @typedef {import('./scroller.js').Scroller} Scroller */
/** @typedef {{kind: 'fixed' | 'clip', element: Element, x: number, y: number}} Lock `x` and `y` are the true offset */

/**
 * @param {Window} view
 * @returns {Lock | null} null if the page can scroll
 */
export function lockOf(view) {
    return null;
}

/**
 * Returns the state that a scroller would have without the lock of its window.
 *
 * @param {Scroller} scroller
 * @returns {ReturnType<typeof scrollState>}
 */
export function virtualState(scroller) {
    return scrollState(scroller);
}
