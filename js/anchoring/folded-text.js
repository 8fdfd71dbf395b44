/**
 * Text that is in the page but folded away.
 */

import { firstChildOf, isText, nextSiblingOf } from '../dom/node.js';
import { collapsed } from './text-index.js';

/** What stands in folds, as far as selectors tell, or is one. */
const INSIDE_FOLDS = 'details:not([open]) *, [hidden] *, [hidden]';
/** More elements are not looked at. */
const MOST_FOLDED = 20_000;
/** As much of a block as is asked for, in UTF-16 units, with room for white space. */
const HEAD_LENGTH = 200;

/**
 * How the folded blocks of a document, or of one fold, begin.
 *
 * @param {Document | Element} root
 * @returns {string[]}
 */
export function foldedBlocks(root) {
    const heads = [];
    let seen = 0;
    for (const element of root.querySelectorAll(INSIDE_FOLDS)) {
        seen += 1;
        if (seen > MOST_FOLDED) break;
        if (hasTextOfItsOwn(element)) heads.push(collapsed((element.textContent ?? '').slice(0, HEAD_LENGTH)).trim());
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
