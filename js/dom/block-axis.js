/**
 * The axis along which lines follow one another: down the page, or across it in vertical writing modes.
 */

/** @typedef {import('./geometry.js').Box} Box */
/** @typedef {'top' | 'left' | 'right'} BlockStart the side on which the first line stands */

/**
 * @param {string} writingMode the computed value
 * @returns {BlockStart}
 */
export function blockStartOf(writingMode) {
    if (writingMode === 'vertical-rl' || writingMode === 'sideways-rl') return 'right';
    if (writingMode === 'vertical-lr' || writingMode === 'sideways-lr') return 'left';
    return 'top';
}

/**
 * Returns the distance from the start of `outer` to the start of `inner`, along the axis.
 *
 * @param {BlockStart} start
 * @param {Box} inner
 * @param {Box} outer
 * @returns {number}
 */
export function distanceFromStart(start, inner, outer) {
    if (start === 'top') return inner.top - outer.top;
    return start === 'left' ? inner.left - outer.left : outer.right - inner.right;
}

/**
 * @param {BlockStart} start
 * @param {Box} box
 * @returns {number}
 */
export function blockExtent(start, box) {
    return start === 'top' ? box.bottom - box.top : box.right - box.left;
}

/**
 * Returns the point at a distance along the axis from the start of `box`, and at a fraction of its extent across.
 *
 * @param {BlockStart} start
 * @param {Box} box
 * @param {number} distance
 * @param {number} across 0 to 1
 * @returns {{x: number, y: number}}
 */
export function pointInside(start, box, distance, across) {
    if (start === 'top') return { x: box.left + (box.right - box.left) * across, y: box.top + distance };
    const y = box.top + (box.bottom - box.top) * across;
    return { x: start === 'left' ? box.left + distance : box.right - distance, y };
}

/**
 * Returns the change of the scroll offset that moves content by `distance` toward the start.
 *
 * @param {BlockStart} start
 * @param {number} distance
 * @returns {{x: number, y: number}}
 */
export function scrollBy(start, distance) {
    if (start === 'top') return { x: 0, y: distance };
    return { x: start === 'left' ? distance : -distance, y: 0 };
}

/**
 * @param {BlockStart} start
 * @param {Box} box
 * @param {{x: number, y: number}} point
 * @returns {boolean} true if the box of a line crosses the point, or nearly does
 */
export function crosses(start, box, point) {
    if (start === 'top') return box.top - 2 <= point.y && point.y <= box.bottom + 2;
    return box.left - 2 <= point.x && point.x <= box.right + 2;
}

/**
 * @param {BlockStart} start
 * @param {Box} box
 * @param {{x: number, y: number}} point
 * @returns {boolean} true if the box extends over the point, measured across the lines
 */
export function spans(start, box, point) {
    return start === 'top' ? box.left <= point.x && point.x <= box.right : box.top <= point.y && point.y <= box.bottom;
}

/**
 * Returns true if two boxes share at least half of the smaller one along the axis, as parts of one line do.
 *
 * @param {BlockStart} start
 * @param {Box} a
 * @param {Box} b
 * @returns {boolean}
 */
export function areOnLine(start, a, b) {
    const shared = start === 'top' ? Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
        : Math.min(a.right, b.right) - Math.max(a.left, b.left);
    return shared >= Math.min(blockExtent(start, a), blockExtent(start, b)) / 2;
}
