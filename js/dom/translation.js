/**
 * The distance by which a transform moves an element.
 */

import { viewOf } from './composed-tree.js';

/**
 * @param {Element} element
 * @returns {{x: number, y: number}} in CSS px
 */
export function translationOf(element) {
    const transform = viewOf(element)?.getComputedStyle(element).transform;
    if (!transform || transform === 'none') return { x: 0, y: 0 };
    // matrix(a, b, c, d, x, y), or matrix3d with 16 numbers, of which the last four end with x, y, z and 1.
    const numbers = transform.slice(transform.indexOf('(') + 1).split(',').map(parseFloat);
    const at = numbers.length === 16 ? 12 : 4;
    return { x: numbers[at] || 0, y: numbers[at + 1] || 0 };
}
