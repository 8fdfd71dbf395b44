/**
 * The first fully visible line of text, to the character.
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
 *     `box` is what the reader sees of the scroller, `edge` how much of its start is covered, in CSS px, `known` which
 *     elements belong to its content
 */

/** Parts of the width at which lines are looked for: the middle first, where the text's column is, the sides last. */
const MIDDLE = [0.5, 0.4, 0.6];
const SIDES = [0.25, 0.75, 0.12, 0.88];

/** In CSS px: less than the height of a small line, so that none is stepped over. */
const STEP = 10;
/** A view without text must not cost more than this many looks, at about 20 microseconds each. */
const MAXIMUM_PROBES = 200;
/** In ms: where a view shows no text, its neighbourhood is searched for so long. */
const NEAREST_SEARCH_TIME = 8;
/** A line longer than this is code or a table's row; its start is then as good as any. */
const MAXIMUM_LINE = 400;

/** A first line within this part of the view is the first. */
const NEAR_TOP = 0.5;

/** Rounding of layout: a line this much out of view, in CSS px, is in view. */
const TOLERANCE = 0.5;

/**
 * @param {View} view
 * @param {import('../anchoring/text-index.js').TextIndex} index
 * @returns {LineStart | null} null where no text is in view
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
 * The start of the block next to the top of the view, for views that show no text: pictures fill them, or something
 * lies over the text.
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
 * The text whose line crosses a point, if it belongs to the scroller's content.
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
 * @returns {boolean} whether text stands directly in it
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
 * @returns {boolean} whether it scrolls with the scroller's content
 */
function isContent(view, element) {
    if (pinnedAncestor(element, view.scroller, view.box, view.top)) return false;
    const inside = view.scroller.element;
    if (!inside) return true;
    for (let at = /** @type {Element | null} */ (element); at; at = composedParent(at)) if (at === inside) return true;
    return false;
}

/**
 * The character at a point by the boxes of the characters, for browsers and trees in which the browser does not tell.
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
 * The first character from an offset on that is laid out; white space at the end of a line is not.
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
 * The first character of a line, through the nodes of its block.
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
 * @returns {number} `end` where none does
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
 * @returns {boolean} true also where nothing of it is laid out
 */
function areOnLine(view, node, from, to, line) {
    const half = blockExtent(view.start, line) / 2;
    const boxes = rangeBoxes(node, from, to, view.top);
    return boxes.every((box) => Math.abs(distanceFromStart(view.start, box, line)) < half);
}
