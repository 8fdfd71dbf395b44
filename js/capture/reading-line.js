/**
 * The reading line: the first line of text that is fully in view, and its first character.
 */

import { pinnedAncestor } from '../anchoring/sticky.js';
import { showsText } from '../anchoring/text-index.js';
import { blockAround, characterAt, positionOf, segmentBefore } from '../anchoring/text-position.js';
import { blockExtent, crosses, distanceFromStart, pointInside } from '../dom/block-axis.js';
import { composedParent } from '../dom/composed-tree.js';
import { characterBox, rangeBoxes } from '../dom/geometry.js';
import { caretAt, elementAt } from '../dom/hit.js';
import { isText, nextSiblingOf, firstChildOf } from '../dom/node.js';

/**
 * @typedef {import('../dom/geometry.js').Box} Box
 * @typedef {import('../dom/block-axis.js').BlockStart} BlockStart
 * @typedef {{node: Text, offset: number, box: Box}} LineStart
 * @typedef {{top: Window, scroller: import('../dom/scroller.js').Scroller, box: Box, start: BlockStart,
 *     edge: number, known: Map<Element, boolean>}} View
 *     `box` is the visible part of the scroller, `edge` the height of its start that is covered, in CSS px, `known` a
 *     cache of the elements that belong to its content
 */

/**
 * Fractions of the width at which lines are searched for: the middle first, since the text's column is usually there,
 * then the sides.
 */
const MIDDLE = [0.5, 0.4, 0.6];
const SIDES = [0.25, 0.75, 0.12, 0.88];

/** In CSS px: less than the height of a small line, so that no line is skipped. */
const STEP = 10;
/** The number of points that are examined in a view without text, at about 20 microseconds each. */
const MAXIMUM_PROBES = 200;
/** In ms: the time for which the blocks near a view without text are searched. */
const NEAREST_SEARCH_TIME = 8;
/** In UTF-16 units: a longer line is code or the row of a table, and is not followed to its start. */
const MAXIMUM_LINE = 400;

/** The fraction of the view within which a line in the middle is accepted without looking at the sides. */
const NEAR_TOP = 0.5;

/** In CSS px: layout is rounded, so a line this far out of view counts as in view. */
const TOLERANCE = 0.5;

/**
 * @param {View} view
 * @param {import('../anchoring/text-index.js').TextIndex} index
 * @returns {LineStart | null} null if no text is in view
 */
export function findReadingLine(view, index) {
    const found = nearer(view, probe(view, MIDDLE), () => probe(view, SIDES));
    return found ? lineStart(view, index, found) : nearestBlock(view, index);
}

/**
 * Returns the line in the middle of the width, unless it is far down and a line at the sides is nearer to the top: the
 * reader may be reading a narrow column.
 *
 * @param {View} view
 * @param {LineStart | null} middle
 * @param {() => LineStart | null} sides
 * @returns {LineStart | null}
 */
function nearer(view, middle, sides) {
    const away = (/** @type {LineStart} */ line) => distanceFromStart(view.start, line.box, view.box) - view.edge;
    if (middle && away(middle) <= blockExtent(view.start, view.box) * NEAR_TOP) return middle;
    const side = sides();
    return middle && side && away(middle) <= away(side) ? middle : side ?? middle;
}

/**
 * Returns the start of the block nearest to the top of the view, for views without text, such as those filled by a
 * picture or covered by another element.
 *
 * @param {View} view
 * @param {import('../anchoring/text-index.js').TextIndex} index
 * @returns {LineStart | null}
 */
function nearestBlock(view, index) {
    const began = view.top.performance.now();
    let nearest = null;
    let least = Infinity;
    for (const start of index.blocks) {
        const character = characterAt(index, start);
        const owner = character ? composedParent(character.node) : null;
        const box = character ? characterBox(character.node, character.offset, view.top) : null;
        if (!character || !owner || !box) continue;
        const away = Math.abs(distanceFromStart(view.start, box, view.box) - view.edge);
        if (away < least && belongs(view, owner)) {
            least = away;
            nearest = { ...character, box };
        }
        if (view.top.performance.now() - began > NEAREST_SEARCH_TIME) break;
    }
    return nearest;
}

/**
 * @param {View} view
 * @param {number[]} columns
 * @returns {LineStart | null}
 */
function probe(view, columns) {
    const extent = blockExtent(view.start, view.box);
    /** @type {LineStart | null} */
    let partial = null;
    let probes = 0;
    let distance = view.edge + 1;
    while (distance < extent && probes < MAXIMUM_PROBES) {
        let next = distance + STEP;
        for (const across of columns) {
            probes += 1;
            const point = pointInside(view.start, view.box, distance, across);
            const line = textAt(view, point);
            if (!line) continue;
            const from = distanceFromStart(view.start, line.box, view.box);
            const to = from + blockExtent(view.start, line.box);
            if (from >= view.edge - TOLERANCE && to <= extent + TOLERANCE) return line;
            partial = partial ?? line;
            if (to + 1 > distance) next = Math.min(next, to + 1);
            break;
        }
        distance = Math.max(next, distance + 1);
    }
    return partial;
}

/**
 * Returns the text whose line crosses a point, if it belongs to the scroller's content.
 *
 * @param {View} view
 * @param {{x: number, y: number}} point
 * @returns {LineStart | null}
 */
function textAt(view, point) {
    const hit = elementAt(view.top, point.x, point.y);
    if (!hit || !hasText(hit.element) || !belongs(view, hit.element)) return null;
    const caret = caretAt(hit) ?? characterByBoxes(view, hit.element, point);
    if (!caret) return null;
    const owner = composedParent(caret.node);
    if (!showsText(owner)) return null;
    for (const offset of [caret.offset, caret.offset - 1, caret.offset + 1]) {
        if (offset < 0 || offset >= caret.node.data.length) continue;
        const box = characterBox(caret.node, offset, view.top);
        if (box && crosses(view.start, box, point)) return { node: caret.node, offset, box };
    }
    return null;
}

/**
 * @param {Element} element
 * @returns {boolean} true if a child of the element is text
 */
function hasText(element) {
    for (let child = firstChildOf(element); child; child = nextSiblingOf(child)) {
        if (isText(child) && /** @type {Text} */ (child).data.trim() !== '') return true;
    }
    return false;
}

/**
 * @param {View} view
 * @param {Element} element
 * @returns {boolean}
 */
function belongs(view, element) {
    const known = view.known.get(element);
    if (known !== undefined) return known;
    const found = isContent(view, element);
    view.known.set(element, found);
    return found;
}

/**
 * @param {View} view
 * @param {Element} element
 * @returns {boolean} true if the element scrolls with the scroller's content
 */
function isContent(view, element) {
    if (pinnedAncestor(element, view.scroller, view.box, view.top)) return false;
    const inside = view.scroller.element;
    if (!inside) return true;
    for (let at = /** @type {Element | null} */ (element); at; at = composedParent(at)) if (at === inside) return true;
    return false;
}

/**
 * Returns the character at a point by measuring characters, for browsers and trees that cannot report it.
 *
 * @param {View} view
 * @param {Element} element
 * @param {{x: number, y: number}} point
 * @returns {{node: Text, offset: number} | null}
 */
export function characterByBoxes(view, element, point) {
    for (let child = firstChildOf(element); child; child = nextSiblingOf(child)) {
        if (!isText(child) || /** @type {Text} */ (child).data.trim() === '') continue;
        const node = /** @type {Text} */ (child);
        if (!rangeBoxes(node, 0, node.data.length, view.top).some((box) => crosses(view.start, box, point))) continue;
        let low = 0;
        let high = node.data.length - 1;
        while (low < high) {
            const middle = (low + high) >> 1;
            const box = nextBox(node, middle, high, view.top);
            if (box && endsBefore(view.start, box.box, point)) low = box.offset + 1;
            else high = middle;
        }
        const box = nextBox(node, low, node.data.length - 1, view.top);
        if (box && crosses(view.start, box.box, point)) return { node, offset: box.offset };
    }
    return null;
}

/**
 * Returns the first character from an offset on that is laid out. White space at the end of a line is not.
 *
 * @param {Text} node
 * @param {number} from
 * @param {number} to
 * @param {Window} top
 * @returns {{offset: number, box: Box} | null}
 */
function nextBox(node, from, to, top) {
    for (let offset = from; offset <= to && offset < from + MAXIMUM_LINE; offset += 1) {
        const box = characterBox(node, offset, top);
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

/**
 * Returns the first character of a line, which may be in an earlier node of its block.
 *
 * @param {View} view
 * @param {import('../anchoring/text-index.js').TextIndex} index
 * @param {LineStart} from
 * @returns {LineStart}
 */
function lineStart(view, index, from) {
    const position = positionOf(index, from.node, from.offset);
    if (position < 0) return from;
    const blockStart = blockAround(index, position).start;
    let found = from;
    let at = segmentBefore(index, position);
    let { node, offset: end } = from;
    for (let left = MAXIMUM_LINE; left > 0; ) {
        const start = startOnLine(view, node, end, from.box, left);
        for (let offset = start; offset < end; offset += 1) {
            const box = node.data[offset].trim() === '' ? null : characterBox(node, offset, view.top);
            if (!box) continue;
            found = { node, offset, box };
            break;
        }
        left -= end - start + 1;
        at -= 1;
        if (start > 0 || at < 0 || index.segments[at].start < blockStart) break;
        node = index.segments[at].node;
        end = node.data.length;
    }
    return found;
}

/**
 * Returns the offset at which a line starts within a node. Steps grow, and the last one is bisected, since measuring
 * each character is slow in large nodes.
 *
 * @param {View} view
 * @param {Text} node
 * @param {number} end
 * @param {Box} line the box of a character of the line
 * @param {number} longest
 * @returns {number} `end` if the line does not start in the node
 */
function startOnLine(view, node, end, line, longest) {
    let low = end;
    for (let step = 24; low > 0 && end - low < longest; step = Math.min(2 * step, 96)) {
        const next = Math.max(0, low - step);
        if (!areOnLine(view, node, next, low, line)) {
            let off = next;
            while (low - off > 1) {
                const middle = (off + low) >> 1;
                if (areOnLine(view, node, middle, low, line)) low = middle;
                else off = middle;
            }
            return low;
        }
        low = next;
    }
    return low;
}

/**
 * @param {View} view
 * @param {Text} node
 * @param {number} from
 * @param {number} to
 * @param {Box} line
 * @returns {boolean} also true if no character is laid out
 */
function areOnLine(view, node, from, to, line) {
    const half = blockExtent(view.start, line) / 2;
    const boxes = rangeBoxes(node, from, to, view.top);
    return boxes.every((box) => Math.abs(distanceFromStart(view.start, box, line)) < half);
}
