/**
 * Scrollers: windows and elements that scroll.
 */

import { composedParent, frameElementOf, viewOf } from './composed-tree.js';
import { frameOrigin, intersection, shift } from './geometry.js';
import { call, nodeTypeOf, read } from './node.js';

/** @typedef {import('./geometry.js').Box} Box */
/** @typedef {{view: Window, element: Element | null}} Scroller `element` is null for a window */

/**
 * Returns the element with the scroll sizes of a window.
 *
 * @param {Window} view
 * @returns {Element | null}
 */
export function rootScrollerElement(view) {
    return read(view.document, 'scrollingElement') ?? read(view.document, 'documentElement');
}

/**
 * @param {Scroller} scroller
 * @returns {{x: number, y: number, width: number, height: number, scrollWidth: number, scrollHeight: number}}
 */
export function scrollState(scroller) {
    const { view } = scroller;
    const element = scroller.element ?? rootScrollerElement(view);
    const isWindow = scroller.element === null;
    return {
        x: isWindow ? view.pageXOffset : element ? read(element, 'scrollLeft') : 0,
        y: isWindow ? view.pageYOffset : element ? read(element, 'scrollTop') : 0,
        width: (element && read(element, 'clientWidth')) || view.innerWidth || 0,
        height: (element && read(element, 'clientHeight')) || view.innerHeight || 0,
        scrollWidth: element ? read(element, 'scrollWidth') : 0,
        scrollHeight: element ? read(element, 'scrollHeight') : 0,
    };
}

/**
 * Scrolls immediately, regardless of `scroll-behavior`.
 *
 * @param {Scroller} scroller
 * @param {number} x
 * @param {number} y
 */
export function scrollTo(scroller, x, y) {
    // TypeScript 4.8 does not know `instant`.
    const behavior = /** @type {ScrollBehavior} */ ('instant');
    const target = { left: x, top: y, behavior };
    if (scroller.element) call(scroller.element, 'scrollTo', target);
    else scroller.view.scrollTo(target);
}

/**
 * @param {Element} element
 * @param {Window} view
 * @returns {boolean} true if the element itself scrolls, along either axis
 */
export function isScrollable(element, view) {
    const height = read(element, 'clientHeight');
    const tall = read(element, 'scrollHeight') > height + 1;
    const wide = read(element, 'scrollWidth') > read(element, 'clientWidth') + 1;
    if ((!tall && !wide) || height === 0) return false;
    const { document } = view;
    const rootElement = read(document, 'documentElement');
    if (element === read(document, 'scrollingElement') || element === rootElement) return false;
    const style = view.getComputedStyle(element);
    const scrolls = (/** @type {string} */ overflow) => /^(auto|scroll|overlay)$/.test(overflow);
    if (!(tall && scrolls(style.overflowY)) && !(wide && scrolls(style.overflowX))) {
        const hidden = style.overflowY === 'hidden' || style.overflowX === 'hidden';
        return hidden && (read(element, 'scrollTop') !== 0 || read(element, 'scrollLeft') !== 0);
    }
    if (element !== read(document, 'body')) return true;
    const root = view.getComputedStyle(rootElement);
    return root.overflowX !== 'visible' || root.overflowY !== 'visible';
}

/**
 * @param {Scroller} scroller
 * @param {import('./block-axis.js').BlockStart} start
 * @returns {boolean}
 */
export function canScrollAlong(scroller, start) {
    const state = scrollState(scroller);
    return start === 'top' ? state.scrollHeight > state.height + 1 : state.scrollWidth > state.width + 1;
}

/**
 * Returns the scrollers around a node, outer to inner. The first one is always the top window.
 *
 * @param {Node} node
 * @param {Window} top
 * @param {Map<Element, boolean>} [known] a cache of which elements scroll, shared between calls
 * @returns {Scroller[]}
 */
export function scrollersAround(node, top, known) {
    /** @type {Scroller[]} */
    const found = [];
    let view = viewOf(node);
    let element = nodeTypeOf(node) === 1 ? /** @type {Element | null} */ (node) : composedParent(node);
    for (let steps = 0; view && steps < 4000; steps += 1) {
        if (element) {
            let scrolls = known ? known.get(element) : undefined;
            if (scrolls === undefined) {
                scrolls = isScrollable(element, view);
                if (known) known.set(element, scrolls);
            }
            if (scrolls) found.unshift({ view, element });
            element = composedParent(element);
        } else if (view === top) {
            break;
        } else {
            const state = scrollState({ view, element: null });
            const scrolls = state.scrollHeight > state.height + 1 || state.scrollWidth > state.width + 1;
            if (scrolls) found.unshift({ view, element: null });
            element = frameElementOf(view);
            if (!element) break;
            view = viewOf(element);
        }
    }
    found.unshift({ view: top, element: null });
    return found;
}

/**
 * Returns the part of the top window that the reader sees: the visual viewport.
 *
 * @param {Window} top
 * @returns {Box}
 */
export function windowBox(top) {
    const visual = top.visualViewport;
    if (visual && visual.width > 0) {
        const { offsetLeft, offsetTop, width, height } = visual;
        return { left: offsetLeft, top: offsetTop, right: offsetLeft + width, bottom: offsetTop + height };
    }
    const state = scrollState({ view: top, element: null });
    return { left: 0, top: 0, right: state.width, bottom: state.height };
}

/**
 * Returns the part of a scroller that the reader sees, relative to the layout viewport of the top window.
 *
 * @param {Scroller} scroller
 * @param {Window} top
 * @returns {Box}
 */
export function visibleBox(scroller, top) {
    let box = windowBox(top);
    const innermost = scroller.element ?? read(scroller.view.document, 'documentElement');
    if (!innermost) return box;
    for (const { view, element } of scrollersAround(innermost, top)) {
        const origin = frameOrigin(view, top);
        if (element) {
            const rect = call(element, 'getBoundingClientRect');
            const left = rect.left + read(element, 'clientLeft');
            const upper = rect.top + read(element, 'clientTop');
            const right = left + read(element, 'clientWidth');
            const inner = { left, top: upper, right, bottom: upper + read(element, 'clientHeight') };
            box = intersection(box, shift(inner, origin));
        } else if (view !== top) {
            const state = scrollState({ view, element: null });
            box = intersection(box, shift({ left: 0, top: 0, right: state.width, bottom: state.height }, origin));
        }
    }
    return box;
}
