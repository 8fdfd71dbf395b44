/**
 * Hit testing at a point of the window, through open shadow roots and frames of the same origin.
 */

import { composedParent, frameDocument, treeRootOf } from './composed-tree.js';
import { call, defaultViewOf, isText, ownerDocumentOf, read, shadowRootOf } from './node.js';

/**
 * @typedef {{element: Element, x: number, y: number}} Hit `x` and `y` are relative to the viewport of the element's
 *     window
 */

/**
 * Returns the innermost element at a point.
 *
 * @param {Window} top
 * @param {number} x relative to the layout viewport
 * @param {number} y
 * @returns {Hit | null}
 */
export function elementAt(top, x, y) {
    /** @type {Document | ShadowRoot} */
    let root = top.document;
    let found = null;
    for (let depth = 0; depth < 64; depth += 1) {
        const element = call(root, 'elementFromPoint', x, y);
        if (!element || element === found) break;
        found = element;
        const shadow = shadowRootOf(element);
        if (shadow) {
            root = shadow;
            continue;
        }
        const inner = frameDocument(element);
        if (!inner) break;
        const rect = element.getBoundingClientRect();
        const style = defaultViewOf(inner) ? top.getComputedStyle(element) : null;
        x -= rect.left + element.clientLeft + (style ? parseFloat(style.paddingLeft) || 0 : 0);
        y -= rect.top + element.clientTop + (style ? parseFloat(style.paddingTop) || 0 : 0);
        root = inner;
    }
    return found ? { element: found, x, y } : null;
}

/**
 * Returns the character at a hit as the browser reports it, or null if it reports none or one outside the element.
 *
 * @param {Hit} hit
 * @returns {{node: Text, offset: number} | null}
 */
export function caretAt(hit) {
    const document = ownerDocumentOf(hit.element);
    let node = null;
    let offset = 0;
    if (read(document, 'caretPositionFromPoint')) {
        const root = /** @type {any} */ (treeRootOf(hit.element));
        const options = root && root.host ? { shadowRoots: shadowRootsAround(hit.element) } : undefined;
        const position = call(document, 'caretPositionFromPoint', hit.x, hit.y, options);
        node = position ? position.offsetNode : null;
        offset = position ? position.offset : 0;
    } else if (read(document, 'caretRangeFromPoint')) {
        const range = call(document, 'caretRangeFromPoint', hit.x, hit.y);
        node = range ? range.startContainer : null;
        offset = range ? range.startOffset : 0;
    }
    if (!isText(node)) return null;
    for (let parent = composedParent(node); parent; parent = composedParent(parent)) {
        if (parent === hit.element) return { node, offset };
    }
    return null;
}

/**
 * @param {Element} element
 * @returns {ShadowRoot[]}
 */
function shadowRootsAround(element) {
    const roots = [];
    let root = /** @type {any} */ (treeRootOf(element));
    while (root && root.host) {
        roots.push(root);
        root = treeRootOf(root.host);
    }
    return roots;
}
