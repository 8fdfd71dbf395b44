/**
 * The boxes that stand for what a picture does not contain.
 */

import { attribute } from './markup.js';
import { sizeOf } from './picture-size.js';

/** @typedef {import('./picture-style.js').ElementStyle} ElementStyle */

/**
 * Returns an empty box of the element's size.
 *
 * @param {Element} element
 * @param {string} label
 * @param {ElementStyle | null} style
 * @returns {string}
 */
export function boxOf(element, label, style) {
    const isInline = !style || style.display === 'inline';
    const className = (style && style.className ? style.className + ' ' : '') + (isInline ? 'x i' : 'x');
    const named = label ? attribute('role', 'img') + attribute('aria-label', label) : '';
    const size = sizeOf(element.getBoundingClientRect());
    return '<span' + attribute('class', className) + attribute('style', size) + named + '></span>';
}
