/**
 * The composed tree: through slots, open shadow roots and frames of the same origin.
 */

import {
    assignedSlotOf, defaultViewOf, firstChildOf, isElement, localNameOf, nextSiblingOf, nodeTypeOf, ownerDocumentOf,
    parentNodeOf, read,
} from './node.js';

/**
 * Returns the document of a frame, or null if it has another origin or the element is not a frame.
 *
 * @param {Element} element
 * @returns {Document | null}
 */
export function frameDocument(element) {
    try {
        return read(element, 'contentDocument') ?? null;
    } catch {
        return null;
    }
}

/**
 * Returns the element that holds a window as a frame, or null for the top window and for frames of another origin.
 *
 * @param {Window | null} view
 * @returns {Element | null}
 */
export function frameElementOf(view) {
    try {
        return view ? view.frameElement : null;
    } catch {
        return null;
    }
}

/**
 * Returns the window of a node.
 *
 * @param {Node} node
 * @returns {Window | null}
 */
export function viewOf(node) {
    const document = /** @type {any} */ (nodeTypeOf(node) === 9 ? node : ownerDocumentOf(node));
    return document ? defaultViewOf(document) : null;
}

/**
 * Returns the parent element in the composed tree of one document, or null at its root.
 *
 * @param {Node} node
 * @returns {Element | null}
 */
export function composedParent(node) {
    const child = /** @type {any} */ (node);
    const slot = isElement(node) ? assignedSlotOf(child) : child.assignedSlot;
    if (slot) return slot;
    const parent = parentNodeOf(node);
    if (!parent) return null;
    const type = nodeTypeOf(parent);
    if (type === 11) return /** @type {any} */ (parent).host ?? null;
    return type === 1 ? /** @type {Element} */ (parent) : null;
}

/**
 * Returns the shadow root or document that contains a node, or null if the node is detached.
 *
 * @param {Node} node
 * @returns {Document | ShadowRoot | null}
 */
export function treeRootOf(node) {
    let root = node;
    for (let parent = parentNodeOf(root); parent; parent = parentNodeOf(root)) root = parent;
    const type = nodeTypeOf(root);
    return type === 9 || (type === 11 && /** @type {any} */ (root).host) ? /** @type {any} */ (root) : null;
}

/**
 * Returns the element that holds the root of a tree: a shadow root's host or a document's frame element.
 *
 * @param {Document | ShadowRoot} root
 * @returns {Element | null}
 */
export function hostOf(root) {
    return nodeTypeOf(root) === 11 ? /** @type {any} */ (root).host : frameElementOf(viewOf(root));
}

/**
 * @param {Element} slot
 * @returns {Node[]}
 */
export function assignedNodes(slot) {
    const assigned = /** @type {any} */ (slot).assignedNodes;
    return typeof assigned === 'function' ? assigned.call(slot) : [];
}

/**
 * Returns the child that a closed `details` element shows (HTML Standard, section 4.11.1).
 *
 * @param {Element} details
 * @returns {Element | null}
 */
export function summaryOf(details) {
    for (let child = firstChildOf(details); child; child = nextSiblingOf(child)) {
        if (isElement(child) && localNameOf(/** @type {Element} */ (child)) === 'summary') {
            return /** @type {Element} */ (child);
        }
    }
    return null;
}
