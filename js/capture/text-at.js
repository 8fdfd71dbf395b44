/**
 * The text at a point of the view.
 */

import { isInline, showsText } from '../anchoring/text-index.js';
import { positionOf } from '../anchoring/text-position.js';
import { crosses } from '../dom/block-axis.js';
import { composedParent } from '../dom/composed-tree.js';
import { characterBox, rangeBoxes } from '../dom/geometry.js';
import { caretAt } from '../dom/hit.js';
import { call, firstChildOf, isElement, isText, nextSiblingOf, ownerDocumentOf } from '../dom/node.js';

/**
 * @typedef {import('../dom/geometry.js').Box} Box
 * @typedef {import('../dom/block-axis.js').BlockStart} BlockStart
 * @typedef {import('./reading-line.js').View} View
 * @typedef {import('./reading-line.js').LineStart} LineStart
 */

/** The maximum number of texts of an element, and of nodes examined within its inline children. */
const MAXIMUM_NODES = 300;
/** The number of nodes before a caret that are searched for the last character of its line. */
const MAXIMUM_STEPS = 8;
/** In UTF-16 units: the distance within which a character that is laid out is searched for. */
const MAXIMUM_LINE = 400;

/**
 * Returns the text of an element whose line crosses a point.
 *
 * @param {View} view
 * @param {import('../dom/hit.js').Hit} hit
 * @param {{x: number, y: number}} point
 * @param {boolean} isBelow true if other elements may be above the text, for which browsers report carets
 * @returns {LineStart | null}
 */
export function textAt(view, hit, point, isBelow) {
    if (textsIn(view, hit.element).length === 0) return null;
    const caret = isBelow ? null : caretAt(hit);
    const found = caret
        ? characterAtCaret(view, hit.element, caret, point) : characterByBoxes(view, hit.element, point);
    if (!found || !showsText(composedParent(found.node))) return null;
    return positionOf(view.index, found.node, found.offset) < 0 ? null : found;
}

/**
 * Returns the character at a caret, or the nearest one on its line that is not white space. White space may have a box
 * too, in preformatted text and between blocks.
 *
 * @param {View} view
 * @param {Element} element
 * @param {{node: Text, offset: number}} caret
 * @param {{x: number, y: number}} point
 * @returns {LineStart | null}
 */
function characterAtCaret(view, element, { node, offset }, point) {
    const characterAt = (/** @type {Text} */ text, /** @type {number} */ at) => {
        const box = at >= 0 && text.data.charAt(at).trim() !== '' ? characterBox(text, at, view.top) : null;
        return box && crosses(view.start, box, point) ? { node: text, offset: at, box } : null;
    };
    const lastBefore = (/** @type {string} */ data) => data.trimEnd().length - 1;
    const after = node.data.slice(offset + 1, offset + MAXIMUM_LINE);
    const next = offset + 1 + after.length - after.trimStart().length;
    const found = characterAt(node, offset) ?? characterAt(node, lastBefore(node.data.slice(0, offset)))
        ?? characterAt(node, next);
    if (found) return found;
    const walker = call(ownerDocumentOf(element), 'createTreeWalker', element, NodeFilter.SHOW_TEXT);
    walker.currentNode = node;
    for (let step = 0; step < MAXIMUM_STEPS; step += 1) {
        const text = /** @type {Text | null} */ (walker.previousNode());
        const last = text ? characterAt(text, lastBefore(text.data)) : null;
        if (last || !text) return last;
    }
    return null;
}

/**
 * Returns the texts in an element and in its inline children that are not white space.
 *
 * @param {View} view
 * @param {Element} element
 * @returns {Text[]}
 */
function textsIn(view, element) {
    const known = view.texts.get(element);
    if (known) return known;
    /** @type {Text[]} */
    const found = [];
    view.texts.set(element, found);
    let left = MAXIMUM_NODES;
    const visit = (/** @type {Element} */ parent) => {
        for (let child = firstChildOf(parent); child && found.length < MAXIMUM_NODES; child = nextSiblingOf(child)) {
            // The element may have thousands of blocks before its text.
            if (parent !== element) left -= 1;
            if (left < 0) return;
            if (isText(child)) {
                if (/** @type {Text} */ (child).data.trim() !== '') found.push(/** @type {Text} */ (child));
            } else if (isElement(child) && isInline(/** @type {Element} */ (child))) {
                visit(/** @type {Element} */ (child));
            }
        }
    };
    visit(element);
    return found;
}

/**
 * Returns the character at a point by measuring characters, for browsers and trees that cannot report it.
 *
 * @param {View} view
 * @param {Element} element
 * @param {{x: number, y: number}} point
 * @returns {LineStart | null}
 */
function characterByBoxes(view, element, point) {
    for (const node of textsIn(view, element)) {
        if (!boxesOf(view, node).some((box) => crosses(view.start, box, point))) continue;
        let low = 0;
        let high = node.data.length - 1;
        while (low < high) {
            const middle = (low + high) >> 1;
            const box = nextBox(node, middle, high, view.top);
            if (box && endsBefore(view.start, box.box, point)) low = box.offset + 1;
            else high = middle;
        }
        const box = nextBox(node, low, node.data.length - 1, view.top);
        if (box && crosses(view.start, box.box, point)) return { node, ...box };
    }
    return null;
}

/**
 * Returns the boxes of a text. They are measured once, not for each point.
 *
 * @param {View} view
 * @param {Text} node
 * @returns {Box[]}
 */
function boxesOf(view, node) {
    const known = view.boxes.get(node);
    if (known) return known;
    const found = rangeBoxes(node, 0, node.data.length, view.top);
    view.boxes.set(node, found);
    return found;
}

/**
 * Returns the first character from an offset on that is laid out and not white space.
 *
 * @param {Text} node
 * @param {number} from
 * @param {number} to
 * @param {Window} top
 * @returns {{offset: number, box: Box} | null}
 */
function nextBox(node, from, to, top) {
    for (let offset = from; offset <= to && offset < from + MAXIMUM_LINE; offset += 1) {
        const box = node.data[offset].trim() === '' ? null : characterBox(node, offset, top);
        if (box) return { offset, box };
    }
    return null;
}

/**
 * @param {BlockStart} start
 * @param {Box} box
 * @param {{x: number, y: number}} point
 * @returns {boolean}
 */
function endsBefore(start, box, point) {
    if (start === 'top') return box.bottom < point.y;
    return start === 'left' ? box.right < point.x : box.left > point.x;
}
