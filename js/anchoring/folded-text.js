/**
 * Text that the page contains in collapsed elements.
 */

import { call, firstChildOf, isText, nextSiblingOf, read } from '../dom/node.js';
import { collapsed } from './text-index.js';

/** Selects elements that are collapsed or inside a collapsed element, as far as selectors can recognize them. */
const INSIDE_FOLDS = 'details:not([open]) *, [hidden] *, [hidden]';
/** Further elements are ignored. */
const MOST_FOLDED = 20_000;
/** The length of the start of a block, in UTF-16 units, with a reserve for white space. */
const HEAD_LENGTH = 200;

/**
 * Returns the starts of the collapsed blocks of a tree, or of one collapsed element.
 *
 * @param {Document | ShadowRoot | Element} root
 * @returns {string[]}
 */
export function foldedBlocks(root) {
    const heads = [];
    let seen = 0;
    for (const element of call(root, 'querySelectorAll', INSIDE_FOLDS)) {
        seen += 1;
        if (seen > MOST_FOLDED) break;
        if (!hasTextOfItsOwn(element)) continue;
        heads.push(collapsed((read(element, 'textContent') ?? '').slice(0, HEAD_LENGTH)).trim());
    }
    return heads;
}

/**
 * @param {Element} element
 * @returns {boolean}
 */
function hasTextOfItsOwn(element) {
    for (let child = firstChildOf(element); child; child = nextSiblingOf(child)) {
        if (isText(child) && /** @type {Text} */ (child).data.trim() !== '') return true;
    }
    return false;
}
