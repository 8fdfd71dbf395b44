/**
 * Scrolling across the lines, which brings a line into view that begins beside the window or beside its scroller.
 */

import { composedParent } from '../dom/composed-tree.js';
import { read } from '../dom/node.js';
import { rootScrollerElement, scrollersAround, scrollState } from '../dom/scroller.js';
import { elementBox, frameOrigin } from '../dom/geometry.js';
import { lineBox } from './shown.js';

/** @typedef {import('../dom/scroller.js').Scroller} Scroller */

/** In CSS px: the distance that a line keeps from the edge of the view. */
const MARGIN = 16;
/** In CSS px: a line with less than this in view is out of view. */
const LEAST_SEEN = 6;

/**
 * Scrolls only what the reader can scroll, and only if hardly any of the line is in view.
 *
 * @param {import('./target.js').Target} target
 * @param {import('./shown.js').Axis} axis the axis across the lines
 * @param {Window} top
 * @param {import('./place.js').Move} move
 */
export function placeAcross(target, axis, top, move) {
    for (const scroller of scrollersAround(target.node, top).reverse()) {
        const line = lineBox(target, top);
        const owner = composedParent(target.node) ?? scroller.element;
        const isFromRight = owner !== null && axis === 'x' && scroller.view.getComputedStyle(owner).direction === 'rtl';
        const by = line ? distanceAcross(line, boxOf(scroller, top), axis, isFromRight) : 0;
        if (by === 0 || !canReaderScroll(scroller, axis)) continue;
        const { x, y } = scrollState(scroller);
        move(scroller, axis === 'x' ? x + by : x, axis === 'x' ? y : y + by);
    }
}

/**
 * Returns the distance by which a line must move to be in view, or 0 if enough of it is in view.
 *
 * @param {import('../dom/geometry.js').Box} line
 * @param {import('../dom/geometry.js').Box} view
 * @param {import('./shown.js').Axis} axis
 * @param {boolean} isFromRight true if lines begin at the right
 * @returns {number} in CSS px
 */
export function distanceAcross(line, view, axis, isFromRight) {
    const [from, to] = axis === 'x' ? [line.left, line.right] : [line.top, line.bottom];
    const [start, end] = axis === 'x' ? [view.left, view.right] : [view.top, view.bottom];
    const least = Math.min(LEAST_SEEN, to - from);
    if (to - start >= least && end - from >= least) return 0;
    const isLong = to - from > end - start - 2 * MARGIN;
    const isAtStart = isLong ? !isFromRight : from < start;
    return isAtStart ? from - start - MARGIN : to - end + MARGIN;
}

/**
 * @param {Scroller} scroller
 * @param {Window} top
 * @returns {import('../dom/geometry.js').Box}
 */
function boxOf(scroller, top) {
    if (scroller.element) return elementBox(scroller.element, top);
    const { width, height } = scrollState(scroller);
    const { x, y } = frameOrigin(scroller.view, top);
    return { left: x, top: y, right: x + width, bottom: y + height };
}

/**
 * Returns true if the overflow along an axis is neither hidden nor cut off. A window takes its overflow from the root
 * element or from the body.
 *
 * @param {Scroller} scroller
 * @param {import('./shown.js').Axis} axis
 * @returns {boolean}
 */
function canReaderScroll({ view, element }, axis) {
    const overflowOf = (/** @type {Element | null} */ of) => {
        if (!of) return 'visible';
        const style = view.getComputedStyle(of);
        return axis === 'x' ? style.overflowX : style.overflowY;
    };
    const root = element ?? rootScrollerElement(view);
    if (!root) return false;
    const rootsOf = () => [read(view.document, 'documentElement'), read(view.document, 'body')];
    const ofWindow = () => rootsOf().map(overflowOf).find((value) => value !== 'visible');
    const overflow = element ? overflowOf(element) : ofWindow();
    return overflow !== 'hidden' && overflow !== 'clip';
}
