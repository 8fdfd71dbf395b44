/**
 * The visibility of an element according to its style.
 */

const VISIBLE = { visibilityProperty: true, checkVisibilityCSS: true };

/**
 * @param {Element} element
 * @returns {boolean} true if the element is laid out and visible according to its style
 */
export function isRendered(element) {
    if (typeof element.checkVisibility === 'function') return element.checkVisibility(VISIBLE);
    const document = element.ownerDocument;
    const view = document ? document.defaultView : null;
    return element.getClientRects().length > 0 && (!view || view.getComputedStyle(element).visibility === 'visible');
}
