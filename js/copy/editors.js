/**
 * Code editors and other fields of scripts. They draw typed text in ordinary elements, over a hidden field.
 */

import { call } from '../dom/node.js';

const EDITORS = '.monaco-editor, .ace_editor, .CodeMirror, .cm-editor, [role~="textbox" i]';

/**
 * @param {Document | ShadowRoot} root
 * @returns {boolean} true if the tree contains editors, so that each element must be checked
 */
export function hasEditors(root) {
    return call(root, 'querySelector', EDITORS) !== null;
}

/**
 * Returns true for an editor, read-only ones included, since nothing tells for certain that they are.
 *
 * @param {Element} element
 * @param {boolean} [mayMatch] false if its tree contains none that has a known name
 * @returns {boolean}
 */
export function isEditor(element, mayMatch = true) {
    // An element with an `EditContext` is editable, but `isContentEditable` is false in Chromium.
    if (/** @type {any} */ (element).editContext) return true;
    // A form's fields may shadow its functions.
    return mayMatch && Element.prototype.matches.call(element, EDITORS);
}

/**
 * @param {Element} element
 * @returns {boolean}
 */
export function isInEditor(element) {
    return Element.prototype.closest.call(element, EDITORS) !== null;
}
