/**
 * The target of a place among words that are not in the snapshot: in a document that the reader can edit, or in a
 * closed shadow root.
 */

import { editableBlocks, editableHash, editingHost } from '../anchoring/editable-blocks.js';
import { elementAtAddress } from '../anchoring/selector.js';
import { laidOutBox } from '../dom/geometry.js';
import { call, read } from '../dom/node.js';
import { elementTarget } from './unread.js';

/**
 * @typedef {import('./snapshot-reader.js').Place} Place
 * @typedef {import('./snapshot-reader.js').Anchor} Anchor
 * @typedef {import('./target.js').Target} Target
 */

/** The confidence of a block with the same words. */
const SAME_BLOCK = 0.75;
/** The confidence of a position beside such a block. */
const BESIDE_BLOCK = 0.6;
/** The confidence of the block with the same ordinal, in a document with as many blocks. */
const SAME_ORDINAL = 0.5;
/** The confidence of a fraction of the document, or of the same element. */
const SAME_PART = 0.4;

/**
 * @param {Place} place
 * @param {Window} top
 * @returns {Target | null} null if the words at the place could be read, or their part of the page does not exist
 */
export function unreadTarget(place, top) {
    const { unread, primary } = place;
    if (!unread || !primary || primary.quote) return null;
    const element = elementAtAddress(top.document, unread.path, unread.selector);
    if (unread.kind === 'editable') return editableTarget(place, primary, element, top);
    const isHost = unread.kind === 'shadow' && element;
    return isHost ? elementTarget(element, unread.within ?? 0, SAME_PART, primary, top) : null;
}

/**
 * @param {Place} place
 * @param {Anchor} primary
 * @param {Element | null} element the one that the selector matches
 * @param {Window} top
 * @returns {Target | null}
 */
function editableTarget(place, primary, element, top) {
    const host = (element && editingHost(element)) ?? largestHost(top);
    if (!host) return null;
    const blocks = editableBlocks(host);
    const hashes = blocks.map(editableHash);
    for (const anchor of [primary, place.above, place.below]) {
        const at = anchor && anchor.hash !== '' ? hashes.indexOf(anchor.hash) : -1;
        if (!anchor || at < 0 || hashes.lastIndexOf(anchor.hash) !== at) continue;
        if (anchor !== primary) return elementTarget(blocks[at], 0, BESIDE_BLOCK, anchor, top);
        return elementTarget(blocks[at], shareOf(place), SAME_BLOCK, anchor, top);
    }
    const { block, blocks: count } = place.shape ?? { block: null, blocks: null };
    if (block === null || !count || blocks.length === 0 || isVirtual(blocks, top)) return null;
    const at = Math.min(blocks.length - 1, Math.round((block * blocks.length) / count));
    const confidence = blocks.length === count ? SAME_ORDINAL : SAME_PART;
    return elementTarget(blocks[at], shareOf(place), confidence, primary, top);
}

/**
 * @param {Place} place
 * @returns {number} the share of the captured block above the reading line, 0 to 1
 */
function shareOf({ unread, shape }) {
    return shape?.share ?? unread?.within ?? 0;
}

/**
 * @param {Window} top
 * @returns {Element | null} the editable element with the most blocks
 */
function largestHost(top) {
    const { document } = top;
    const found = [...call(document, 'querySelectorAll', '[contenteditable]'), read(document, 'body')];
    let [largest, most] = [/** @type {Element | null} */ (null), 0];
    // In some editors, each block has the attribute.
    for (const host of new Set(found.map((element) => element && editingHost(element)))) {
        const size = host ? editableBlocks(host).length : 0;
        if (size > most) [largest, most] = [host, size];
    }
    return largest;
}

/**
 * @param {Element[]} blocks
 * @param {Window} top
 * @returns {boolean} true if an empty block stands for those that are out of view, so that ordinals say nothing
 */
function isVirtual(blocks, top) {
    return blocks.some((block) => {
        const box = (block.textContent ?? '').trim() === '' ? laidOutBox(block, top) : null;
        return box !== null && box.bottom - box.top > top.innerHeight;
    });
}
