/**
 * The visibility of an element according to its style.
 */

import { viewOf } from './composed-tree.js';
import { call, read } from './node.js';

const VISIBLE = { visibilityProperty: true, checkVisibilityCSS: true };

/**
 * @param {Element} element
 * @returns {boolean} true if the element is laid out and visible according to its style
 */
export function isRendered(element) {
    if (typeof read(element, 'checkVisibility') === 'function') return call(element, 'checkVisibility', VISIBLE);
    const view = viewOf(element);
    return call(element, 'getClientRects').length > 0
        && (!view || view.getComputedStyle(element).visibility === 'visible');
}
