/**
 * Hit testing at a point of the window, through open shadow roots and frames of the same origin.
 */

import { composedParent, frameDocument, treeRootOf } from './composed-tree.js';
import { call, defaultViewOf, isText, ownerDocumentOf, read, shadowRootOf } from './node.js';

/**
 * @typedef {{element: Element, x: number, y: number}} Hit `x` and `y` are relative to the viewport of the element's
 *     window
 */

/** Deeper nested trees are not entered. */
const MAXIMUM_DEPTH = 64;

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
    for (let depth = 0; depth < MAXIMUM_DEPTH; depth += 1) {
        const element = call(root, 'elementFromPoint', x, y);
        if (!element || element === found) break;
        found = element;
        const inner = innerTree(element, x, y, top);
        if (!inner) break;
        ({ root, x, y } = inner);
    }
    return found ? { element: found, x, y } : null;
}

/**
 * Yields all elements at a point, from the uppermost on.
 *
 * @param {Window} top
 * @param {number} x relative to the viewport of the tree
 * @param {number} y
 * @param {Document | ShadowRoot} [root]
 * @param {number} [depth]
 * @returns {Generator<Hit>}
 */
export function* elementsAt(top, x, y, root = top.document, depth = 0) {
    for (const element of call(root, 'elementsFromPoint', x, y)) {
        // Browsers also list the elements around a shadow root.
        if (treeRootOf(element) !== root) continue;
        const inner = depth < MAXIMUM_DEPTH ? innerTree(element, x, y, top) : null;
        if (inner) yield* elementsAt(top, inner.x, inner.y, inner.root, depth + 1);
        yield { element, x, y };
    }
}

/**
 * Returns the tree in an element, and a point relative to its viewport; null if there is none or it cannot be read.
 *
 * @param {Element} element
 * @param {number} x
 * @param {number} y
 * @param {Window} top
 * @returns {{root: Document | ShadowRoot, x: number, y: number} | null}
 */
function innerTree(element, x, y, top) {
    const shadow = shadowRootOf(element);
    if (shadow) return { root: shadow, x, y };
    const inner = frameDocument(element);
    if (!inner) return null;
    const rect = element.getBoundingClientRect();
    const style = defaultViewOf(inner) ? top.getComputedStyle(element) : null;
    return {
        root: inner,
        x: x - rect.left - element.clientLeft - (style ? parseFloat(style.paddingLeft) || 0 : 0),
        y: y - rect.top - element.clientTop - (style ? parseFloat(style.paddingTop) || 0 : 0),
    };
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
