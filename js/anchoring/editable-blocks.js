/**
 * The blocks of a document that the reader can edit. Its words are private, so a place in it rests on its layout, and
 * on hashes of its blocks.
 */

import { composedParent } from '../dom/composed-tree.js';
import { firstChildOf, isElement, localNameOf, nextSiblingOf, ownerDocumentOf, read } from '../dom/node.js';
import { blockHash } from './block-hash.js';
import { collapsed, isInline } from './text-index.js';

/** In UTF-16 units: the hash of a shorter block could be found by trying words, and depends on too few of them. */
const LEAST_HASHED = 40;
/** In UTF-16 units: more of a block than its hash uses. */
const MOST_HASHED = 16_000;
/** The depth of elements around all blocks. */
const MOST_WRAPPERS = 8;
/** The share of the text in an element from which on the element is around all blocks. */
const WRAPPER_SHARE = 0.8;

/**
 * @param {Element} element
 * @returns {boolean}
 */
function isEditable(element) {
    return read(element, 'isContentEditable') === true || read(ownerDocumentOf(element), 'designMode') === 'on';
}

/**
 * Returns the outermost element around an editable one that is editable too.
 *
 * @param {Element} element
 * @returns {Element | null} null if the element is not editable
 */
export function editingHost(element) {
    let host = null;
    for (let at = /** @type {Element | null} */ (element); at && isEditable(at); at = composedParent(at)) {
        if (localNameOf(at) !== 'html') host = at;
    }
    return host;
}

/**
 * Returns the blocks of an editable document: the children of its host, or of the element in it that contains nearly
 * all text.
 *
 * @param {Element} host
 * @returns {Element[]}
 */
export function editableBlocks(host) {
    const lengthOf = (/** @type {Element} */ element) => (element.textContent ?? '').length;
    let blocks = childBlocks(host);
    let whole = lengthOf(host);
    for (let depth = 0; depth < MOST_WRAPPERS; depth += 1) {
        const wrapper = blocks.find((block) => lengthOf(block) > whole * WRAPPER_SHARE);
        const inner = wrapper ? childBlocks(wrapper) : [];
        if (!wrapper || inner.length === 0) break;
        blocks = inner;
        whole = lengthOf(wrapper);
    }
    return blocks;
}

/**
 * @param {Element} parent
 * @returns {Element[]}
 */
function childBlocks(parent) {
    const found = [];
    for (let child = firstChildOf(parent); child; child = nextSiblingOf(child)) {
        if (isElement(child) && !isInline(/** @type {Element} */ (child))) found.push(/** @type {Element} */ (child));
    }
    return found;
}

/**
 * @param {Element} block
 * @returns {string} 16 hexadecimal digits; empty for a short block
 */
export function editableHash(block) {
    const text = collapsed((block.textContent ?? '').slice(0, MOST_HASHED)).trim();
    return text.length < LEAST_HASHED ? '' : blockHash(text);
}
