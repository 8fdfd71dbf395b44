/**
 * Scroll locks: what pages do to stop scrolling below a dialog or a consent banner.
 */

import { call, read } from './node.js';
import { rootScrollerElement, scrollState } from './scroller.js';

/** @typedef {import('./scroller.js').Scroller} Scroller */
/** @typedef {{kind: 'fixed' | 'clip', element: Element, x: number, y: number}} Lock
 *     `fixed`: the root or the body has left the flow and is shifted by the offset; `clip`: what is out of view is cut
 *     off; `x` and `y` are the offset that the page has without the lock */

/** Values of `overflow` that keep the reader from scrolling. */
const CUT_OFF = /^(hidden|clip)$/;

/**
 * Returns the scroll lock of a window. A page that has nothing to scroll is not locked.
 *
 * @param {Window} view
 * @returns {Lock | null}
 */
export function lockOf(view) {
    const root = read(view.document, 'documentElement');
    const body = read(view.document, 'body');
    if (!root) return null;
    const { pageXOffset, pageYOffset } = view;
    const rootStyle = view.getComputedStyle(root);
    const bodyStyle = body ? view.getComputedStyle(body) : rootStyle;
    // The overflow of the body is that of the window if the root has none (CSS Overflow 3, section 3.3).
    const isPassedOn = rootStyle.overflowX === 'visible' && rootStyle.overflowY === 'visible';
    const isCutOff = CUT_OFF.test((isPassedOn ? bodyStyle : rootStyle).overflowY);
    for (const [element, { position, left, top }] of [[root, rootStyle], [body ?? root, bodyStyle]]) {
        if (position !== 'fixed' && !(position === 'absolute' && isCutOff)) continue;
        const x = Math.max(0, -parseFloat(left) || 0);
        const y = Math.max(0, -parseFloat(top) || 0);
        if (x === 0 && y === 0 && call(element, 'getBoundingClientRect').bottom <= view.innerHeight + 1) continue;
        return { kind: 'fixed', element, x: pageXOffset + x, y: pageYOffset + y };
    }
    if (body && !isPassedOn && CUT_OFF.test(bodyStyle.overflowY) && isTall(body)) {
        const [x, y] = [read(body, 'scrollLeft'), read(body, 'scrollTop')];
        return { kind: 'clip', element: body, x: pageXOffset + x, y: pageYOffset + y };
    }
    if (!isCutOff || !isTall(rootScrollerElement(view) ?? root)) return null;
    return { kind: 'clip', element: isPassedOn && body ? body : root, x: pageXOffset, y: pageYOffset };
}

/**
 * @param {Element} element
 * @returns {boolean} true if the content of an element is higher than the element
 */
function isTall(element) {
    return read(element, 'scrollHeight') > read(element, 'clientHeight') + 1;
}

/**
 * Returns the state that a scroller would have without the lock of its window.
 *
 * @param {Scroller} scroller
 * @returns {ReturnType<typeof scrollState>}
 */
export function virtualState(scroller) {
    const state = scrollState(scroller);
    const lock = scroller.element ? null : lockOf(scroller.view);
    if (!lock) return state;
    const { kind, element, x, y } = lock;
    const margin = parseFloat(scroller.view.getComputedStyle(element).marginBottom) || 0;
    const height = kind === 'clip' ? read(element, 'scrollHeight')
        : y + call(element, 'getBoundingClientRect').bottom + margin;
    return { ...state, x, y, scrollHeight: Math.max(state.scrollHeight, Math.round(height)) };
}
