/**
 * Scroll locks: what pages do to stop scrolling below a dialog or a consent banner.
 */

import { call, read } from './node.js';
import { rootScrollerElement, scrollState } from './scroller.js';

/** @typedef {import('./scroller.js').Scroller} Scroller */
/** @typedef {{kind: 'fixed' | 'clip', element: Element, x: number, y: number}} Lock
 *     `fixed`: the root, the body or what contains the content has left the flow and is shifted by the offset;
 *     `clip`: what is out of view is cut off; `x` and `y` are the offset that the page has without the lock */

/** The number of elements among which the one that contains a page's content is looked for. */
const MOST_WRAPPERS = 100;

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
    const rootStyle = view.getComputedStyle(root);
    const bodyStyle = body ? view.getComputedStyle(body) : rootStyle;
    // The overflow of the body is that of the window if the root has none (CSS Overflow 3, section 3.3).
    const isPassedOn = rootStyle.overflowX === 'visible' && rootStyle.overflowY === 'visible';
    const isCutOff = CUT_OFF.test((isPassedOn ? bodyStyle : rootStyle).overflowY);
    const lockBy = (/** @type {Lock['kind']} */ kind, /** @type {Element} */ element, x = 0, y = 0) => {
        return { kind, element, x: view.pageXOffset + x, y: view.pageYOffset + y };
    };
    for (const element of [root, body ?? root]) {
        const { position, left, top } = element === root ? rootStyle : bodyStyle;
        if (position !== 'fixed' && !(position === 'absolute' && isCutOff)) continue;
        const [x, y] = [left, top].map((offset) => Math.max(0, -parseFloat(offset) || 0));
        if (x + y > 0 || call(element, 'getBoundingClientRect').bottom > view.innerHeight + 1) {
            return lockBy('fixed', element, x, y);
        }
    }
    if (!globalThis.LEFTOFF_LITE) {
        const wrapper = body ? fixedWrapper(body, view) : null;
        const box = wrapper ? call(wrapper, 'getBoundingClientRect') : null;
        // It may be shifted by `top` or by a transform.
        if (wrapper && box) return lockBy('fixed', wrapper, Math.max(0, -box.left), Math.max(0, -box.top));
    }
    if (body && !isPassedOn && CUT_OFF.test(bodyStyle.overflowY) && isTall(body)) {
        return lockBy('clip', body, read(body, 'scrollLeft'), read(body, 'scrollTop'));
    }
    return isCutOff && isTall(rootScrollerElement(view) ?? root) ? lockBy('clip', isPassedOn && body ? body : root)
        : null;
}

/**
 * @param {Element} body
 * @param {Window} view
 * @returns {Element | null} the fixed element with the content, at most two levels below the body
 */
function fixedWrapper(body, view) {
    if (isTall(rootScrollerElement(view) ?? body)) return null;
    const outer = [...read(body, 'children')];
    const inner = outer.slice(0, MOST_WRAPPERS).flatMap((element) => [...read(element, 'children')]);
    const wrappers = [...outer, ...inner].slice(0, MOST_WRAPPERS);
    return wrappers.find((wrapper) => isFixedContent(wrapper, view)) ?? null;
}

/**
 * Returns true if an element is the content of a page that a lock has fixed: nobody could read something fixed that is
 * higher than the window, which does not scroll.
 *
 * @param {Element} element
 * @param {Window} view
 * @returns {boolean}
 */
export function isFixedContent(element, view) {
    const { height, width } = call(element, 'getBoundingClientRect');
    return height > view.innerHeight + 1 && width >= view.innerWidth / 2
        && view.getComputedStyle(element).position === 'fixed' && !isTall(rootScrollerElement(view) ?? element);
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
