/**
 * Selectors in the manner of Chromium's scroll anchors (`scroll_anchor.cc`): each ancestor is named by a unique id,
 * else by its tag if it is the only one, else by a unique class, else by its index among its siblings.
 */

import { frameDocument, hostOf, treeRootOf } from '../dom/composed-tree.js';
import {
    call, classListOf, idOf, isElement, localNameOf, nodeTypeOf, parentNodeOf, read, shadowRootOf,
} from '../dom/node.js';

/** The limit of Chromium. A longer selector describes the page's nesting rather than the place. */
const MAXIMUM_SELECTOR_LENGTH = 500;

/**
 * @param {string} name
 * @returns {string}
 */
function escapeName(name) {
    if (typeof CSS !== 'undefined' && CSS.escape) return CSS.escape(name);
    return name.replace(/[^a-zA-Z0-9_\u0080-\uffff-]|^-?\d/g, (match) => {
        return Array.from(match, (character) => '\\' + character.charCodeAt(0).toString(16) + ' ').join('');
    });
}

/**
 * @param {Document | ShadowRoot} root
 * @param {string} selector
 * @param {Element} element
 * @returns {boolean}
 */
function isOnly(root, selector, element) {
    if (call(root, 'querySelector', selector) !== element) return false;
    const found = call(root, 'querySelectorAll', selector);
    return found.length === 1 && found[0] === element;
}

/**
 * Returns true if an element is the first with its tag or class and there is no second one. A live list stops at the
 * second, whereas a selector searches the whole page.
 *
 * @param {Document | ShadowRoot} root
 * @param {'getElementsByTagName' | 'getElementsByClassName'} list
 * @param {string} name
 * @param {Element} element
 * @returns {boolean} also true if the tree has no such lists
 */
function mayBeOnly(root, list, name, element) {
    const get = read(root, list);
    if (typeof get !== 'function') return true;
    const found = get.call(root, name);
    return found[0] === element && !found[1];
}

/**
 * @param {Element} element
 * @returns {number} the index, from 1
 */
function placeAmongSiblings(element) {
    let place = 1;
    let sibling = read(element, 'previousElementSibling');
    for (; sibling; sibling = read(sibling, 'previousElementSibling')) place += 1;
    return place;
}

/**
 * Returns a selector that matches only this element in its tree, or an empty string if there is none within 500
 * characters.
 *
 * @param {Element} element
 * @param {Document | ShadowRoot} root
 * @returns {string}
 */
export function selectorWithin(element, root) {
    let path = '';
    /** @type {Node | null} */
    let node = element;
    while (node && isElement(node)) {
        const current = /** @type {Element} */ (node);
        const { part, unique } = step(current, root);
        path = path === '' ? part : part + '>' + path;
        if (path.length > MAXIMUM_SELECTOR_LENGTH) return '';
        if (unique) return path;
        node = parentNodeOf(current);
    }
    return isOnly(root, path, element) ? path : '';
}

/**
 * @param {Element} element
 * @param {Document | ShadowRoot} root
 * @returns {{part: string, unique: boolean}}
 */
function step(element, root) {
    const id = idOf(element);
    if (id && isOnly(root, '#' + escapeName(id), element)) return { part: '#' + escapeName(id), unique: true };
    const name = escapeName(localNameOf(element));
    if (mayBeOnly(root, 'getElementsByTagName', localNameOf(element), element) && isOnly(root, name, element)) {
        return { part: name, unique: true };
    }
    for (const className of Array.from(classListOf(element)).slice(0, 8)) {
        const part = '.' + escapeName(className);
        if (!mayBeOnly(root, 'getElementsByClassName', className, element)) continue;
        if (isOnly(root, part, element)) return { part, unique: true };
    }
    return { part: name + ':nth-child(' + placeAmongSiblings(element) + ')', unique: false };
}

/**
 * Returns the path to an element: the selectors of the shadow hosts and frames around it, from outer to inner, and its
 * own selector.
 *
 * @param {Element} element
 * @param {boolean} [isInFrame] true for the path within the element's document, without the frames around it
 * @returns {{path: string[], selector: string}} the selector is empty if there is none for the element
 */
export function address(element, isInFrame = false) {
    /** @type {string[]} */
    const path = [];
    const root = treeRootOf(element);
    if (!root) return { path, selector: '' };
    const selector = selectorWithin(element, root);
    const hostAround = (/** @type {Document | ShadowRoot} */ tree) => {
        return isInFrame && nodeTypeOf(tree) === 9 ? null : hostOf(tree);
    };
    let host = hostAround(root);
    while (host) {
        const outer = treeRootOf(host);
        const part = outer ? selectorWithin(host, outer) : '';
        if (!outer || part === '') return { path: [], selector: '' };
        path.unshift(part);
        host = hostAround(outer);
    }
    return { path, selector };
}

/**
 * Returns the element at a path, or null if a step matches nothing or is not a selector.
 *
 * @param {Document} document
 * @param {string[]} path
 * @param {string} selector
 * @returns {Element | null}
 */
export function elementAtAddress(document, path, selector) {
    try {
        /** @type {Document | ShadowRoot | null} */
        let root = document;
        for (const part of path) {
            /** @type {Element | null} */
            const host = root ? call(root, 'querySelector', part) : null;
            root = host ? shadowRootOf(host) ?? frameDocument(host) : null;
        }
        return root && selector ? call(root, 'querySelector', selector) : null;
    } catch {
        return null;
    }
}
