/**
 * Elements that Leftoff adds to a page. The page's style sheets do not change them.
 */

import { read } from './node.js';

/**
 * Returns the element of a page to which others can be added.
 *
 * @param {Document} document
 * @returns {HTMLElement | null} null if the document has no elements
 */
export function overlayParent(document) {
    return read(document, 'body') ?? read(document, 'documentElement');
}

/**
 * Sets styles that take precedence over those of the page.
 *
 * @param {HTMLElement | SVGElement} element
 * @param {Record<string, string>} styles by the names of their properties
 */
export function setStyles(element, styles) {
    for (const [name, value] of Object.entries(styles)) element.style.setProperty(name, value, 'important');
}
