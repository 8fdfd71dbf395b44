/**
 * The reading line: the first line of text that is fully in view, and its first character.
 */

import { pinnedAncestor } from '../anchoring/sticky.js';
import { blockElementOf } from '../anchoring/text-index.js';
import { characterAt } from '../anchoring/text-position.js';
import { blockExtent, distanceFromStart, pointInside, spans } from '../dom/block-axis.js';
import { composedParent } from '../dom/composed-tree.js';
import { characterBox, elementBox } from '../dom/geometry.js';
import { elementAt } from '../dom/hit.js';
import { isInView, lineStart } from './line-start.js';
import { textAt } from './text-at.js';

/**
 * @typedef {import('../dom/geometry.js').Box} Box
 * @typedef {import('../dom/block-axis.js').BlockStart} BlockStart
 * @typedef {{node: Text, offset: number, box: Box}} LineStart
 * @typedef {{top: Window, scroller: import('../dom/scroller.js').Scroller, box: Box, start: BlockStart,
 *     edge: number, known: Map<Element, boolean>, texts: Map<Element, Text[]>, boxes: Map<Text, Box[]>}} View
 *     `box` is the visible part of the scroller, `edge` the height of its start that is covered, in CSS px, `known` a
 *     cache of the elements that belong to its content, `texts` a cache of the texts in each element, `boxes` one of
 *     the boxes of each text
 */

/**
 * Fractions of the width at which lines are searched for: the middle first, since the text's column is usually there,
 * then the sides.
 */
const MIDDLE = [0.5, 0.4, 0.6];
const SIDES = [0.25, 0.75, 0.12, 0.88];

/** In CSS px: less than the height of a small line, so that no line is skipped. */
const STEP = 10;
/** The number of rows that are examined in a view without text: 3000 px, at about 20 microseconds for each point. */
const MAXIMUM_ROWS = 300;
/** In ms: the time for which the blocks near a view without text are searched. */
const NEAREST_SEARCH_TIME = 8;
/** The fraction of the view within which a line in the middle is accepted without looking at the sides. */
const NEAR_TOP = 0.5;

/**
 * @param {View} view
 * @param {import('../anchoring/text-index.js').TextIndex} index
 * @returns {LineStart | null} null if no text is in view
 */
export function findReadingLine(view, index) {
    const found = nearerLine(view, findLine(view, MIDDLE), () => findLine(view, SIDES));
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
function nearerLine(view, middle, sides) {
    const distanceOf = (/** @type {LineStart} */ line) => distanceFromStart(view.start, line.box, view.box) - view.edge;
    if (middle && distanceOf(middle) <= blockExtent(view.start, view.box) * NEAR_TOP) return middle;
    const side = sides();
    return middle && side && distanceOf(middle) <= distanceOf(side) ? middle : side ?? middle;
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
        const distance = Math.abs(distanceFromStart(view.start, box, view.box) - view.edge);
        if (distance < least && belongsToContent(view, owner)) {
            least = distance;
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
function findLine(view, columns) {
    const extent = blockExtent(view.start, view.box);
    /** @type {LineStart | null} */
    let partial = null;
    let distance = view.edge + 1;
    for (let row = 0; distance < extent && row < MAXIMUM_ROWS; row += 1) {
        let next = distance + STEP;
        for (const across of columns === MIDDLE ? [...MIDDLE, ...SIDES] : columns) {
            const point = pointInside(view.start, view.box, distance, across);
            const line = lineAt(view, point);
            // At the sides, only a line of the middle column counts, such as one beside a picture.
            if (!line || (columns === MIDDLE && SIDES.includes(across) && !isInMiddle(view, line))) continue;
            if (isInView(view, line.box)) return line;
            partial = partial ?? line;
            const to = distanceFromStart(view.start, line.box, view.box) + blockExtent(view.start, line.box);
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
function lineAt(view, point) {
    const hit = elementAt(view.top, point.x, point.y);
    return hit && belongsToContent(view, hit.element) ? textAt(view, hit, point) : null;
}

/**
 * @param {View} view
 * @param {LineStart} line
 * @returns {boolean} true if the block of a line extends over the middle of the view
 */
function isInMiddle(view, line) {
    const block = blockElementOf(line.node);
    return block !== null && spans(view.start, elementBox(block, view.top), pointInside(view.start, view.box, 0, 0.5));
}

/**
 * @param {View} view
 * @param {Element} element
 * @returns {boolean}
 */
function belongsToContent(view, element) {
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
