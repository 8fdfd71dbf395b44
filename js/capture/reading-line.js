/**
 * The reading line: the first line of text that is fully in view, and its first character.
 */

import { contentAt, isCovered } from '../anchoring/cover.js';
import { pinnedAncestor } from '../anchoring/sticky.js';
import { blockElementOf } from '../anchoring/text-index.js';
import { characterAt } from '../anchoring/text-position.js';
import { blockExtent, distanceFromStart, pointInside, spans } from '../dom/block-axis.js';
import { composedParent, viewOf } from '../dom/composed-tree.js';
import { characterBox, elementBox } from '../dom/geometry.js';
import { elementAt } from '../dom/hit.js';
import { isInView, lineStart } from './line-start.js';
import { textAt } from './text-at.js';

/**
 * @typedef {import('../dom/geometry.js').Box} Box
 * @typedef {import('../dom/block-axis.js').BlockStart} BlockStart
 * @typedef {{node: Text, offset: number, box: Box}} LineStart
 * @typedef {{top: Window, scroller: import('../dom/scroller.js').Scroller, box: Box, start: BlockStart,
 *     edge: number, index: import('../anchoring/text-index.js').TextIndex, covered: boolean | null,
 *     known: Map<Element, boolean>, raised: Map<Element, Element | null>, texts: Map<Element, Text[]>,
 *     boxes: Map<Text, Box[]>}} View
 *     `box` is the visible part of the scroller, `edge` the height of its start that is covered, in CSS px; `covered`
 *     is true if a dialog covers most of it, and null if that is not known yet; `known` is a cache of the elements that
 *     belong to its content, `raised` one of the positioned elements around each element, `texts` one of the texts in
 *     each element, and `boxes` one of the boxes of each text
 */

/**
 * Fractions of the width at which lines are searched for: the middle first, since the text's column is usually there,
 * then the sides.
 */
const MIDDLE = 0.5;
const COLUMNS = [MIDDLE, 0.4, 0.6, 0.25, 0.75, 0.12, 0.88];

/** In CSS px: less than the height of a small line, so that no line is skipped. */
const STEP = 10;
/** The number of rows that are examined in a view without text: 3000 px, at about 20 microseconds for each point. */
const MAXIMUM_ROWS = 300;
/** In ms: the time for which the blocks near a view without text are searched. */
const NEAREST_SEARCH_TIME = 8;
/** The fraction of the view within which a line in the middle is accepted although one at the sides is nearer. */
const NEAR_TOP = 0.5;

/**
 * @param {View} view
 * @returns {LineStart | null} null if the page has no text
 */
export function findReadingLine(view) {
    const found = findLine(view);
    return found ? lineStart(view, view.index, found) : nearestLine(view);
}

/**
 * Returns the first line of the column in the middle. If that line is far down, one at the sides counts too: the reader
 * may be reading a narrow column.
 *
 * @param {View} view
 * @returns {LineStart | null}
 */
function findLine(view) {
    const extent = blockExtent(view.start, view.box);
    const distanceOf = (/** @type {LineStart} */ line) => distanceFromStart(view.start, line.box, view.box);
    /** @type {LineStart | null} */
    let partial = null;
    /** @type {LineStart | null} */
    let side = null;
    let distance = view.edge + 1;
    for (let row = 0; distance < extent && row < MAXIMUM_ROWS; row += 1) {
        if (side && isInView(view, side.box) && distance > view.edge + extent * NEAR_TOP) break;
        let next = distance + STEP;
        for (const across of COLUMNS) {
            const line = lineAt(view, pointInside(view.start, view.box, distance, across));
            if (!line) continue;
            if (across !== MIDDLE && !isInMiddle(view, line)) {
                if (!side || (!isInView(view, side.box) && isInView(view, line.box))) side = line;
                continue;
            }
            if (isInView(view, line.box)) return line;
            partial = partial ?? line;
            const to = distanceOf(line) + blockExtent(view.start, line.box);
            if (to + 1 > distance) next = Math.min(next, to + 1);
            break;
        }
        distance = Math.max(next, distance + 1);
    }
    if (!partial || !side) return partial ?? side;
    const isNear = distanceOf(partial) - view.edge <= extent * NEAR_TOP;
    return isNear || distanceOf(partial) <= distanceOf(side) ? partial : side;
}

/**
 * Returns the line or the start of the block nearest to the top of the view, for views in which no text is hit, such as
 * those filled by a picture, or behind a dialog that makes the page inert.
 *
 * @param {View} view
 * @returns {LineStart | null}
 */
function nearestLine(view) {
    const { index, start, top } = view;
    const began = top.performance.now();
    let nearest = null;
    let above = null;
    let least = Infinity;
    let greatest = -Infinity;
    for (const position of index.blocks) {
        const character = characterAt(index, position);
        const owner = character ? composedParent(character.node) : null;
        const box = character ? characterBox(character.node, character.offset, top) : null;
        if (!character || !owner || !box) continue;
        const distance = distanceFromStart(start, box, view.box) - view.edge;
        const isAbove = distance < 0 && distance > greatest;
        if ((isAbove || Math.abs(distance) < least) && belongsToContent(view, owner)) {
            if (isAbove) [above, greatest] = [character.node, distance];
            if (Math.abs(distance) < least) [nearest, least] = [{ ...character, box }, Math.abs(distance)];
        }
        if (top.performance.now() - began > NEAREST_SEARCH_TIME) break;
    }
    return (above && firstLineOf(view, above)) ?? nearest;
}

/**
 * Returns the first line of a block that is fully in view.
 *
 * @param {View} view
 * @param {Text} node one of the block's
 * @returns {LineStart | null}
 */
function firstLineOf(view, node) {
    const block = blockElementOf(node);
    const box = block ? elementBox(block, view.top) : null;
    if (!block || !box) return null;
    const end = Math.min(blockExtent(view.start, view.box),
        distanceFromStart(view.start, box, view.box) + blockExtent(view.start, box));
    for (let distance = view.edge + 1; distance < end; distance += STEP) {
        const point = pointInside(view.start, view.box, distance, MIDDLE);
        const line = textAt(view, { element: block, ...point }, point, true);
        if (line && isInView(view, line.box)) return lineStart(view, view.index, line);
    }
    return null;
}

/**
 * Returns the text whose line crosses a point, if it belongs to the scroller's content. Text in flow takes precedence
 * over positioned text above it, such as a caption, and is also found below a dialog.
 *
 * @param {View} view
 * @param {{x: number, y: number}} point
 * @returns {LineStart | null}
 */
function lineAt(view, point) {
    const hit = elementAt(view.top, point.x, point.y);
    if (!hit) return null;
    const isContent = belongsToContent(view, hit.element);
    const line = isContent ? textAt(view, hit, point, false) : null;
    if (!globalThis.LEFTOFF_LITE) {
        const isHidden = line ? raisedAncestor(view, hit.element) !== null : !isContent && isBehindDialog(view);
        return isHidden ? lineBelow(view, point, line) ?? line : line;
    }
    return line;
}

/**
 * Returns the text of the content below a dialog, or that in flow below positioned text.
 *
 * @param {View} view
 * @param {{x: number, y: number}} point
 * @param {LineStart | null} positioned
 * @returns {LineStart | null}
 */
function lineBelow(view, point, positioned) {
    const below = contentAt(view.top, point, (element) => {
        return belongsToContent(view, element) && !(positioned && raisedAncestor(view, element));
    });
    return below && textAt(view, below, point, true);
}

/**
 * @param {View} view
 * @returns {boolean}
 */
function isBehindDialog(view) {
    view.covered = view.covered ?? isCovered(view.scroller, view.box, view.top);
    return view.covered;
}

/**
 * @param {View} view
 * @param {Element} element
 * @returns {Element | null} the innermost element around a hit, within the scroller, that has left the flow
 */
function raisedAncestor(view, element) {
    const known = view.raised.get(element);
    if (known !== undefined) return known;
    const parent = element === view.scroller.element ? null : composedParent(element);
    const style = viewOf(element)?.getComputedStyle(element);
    const found = parent && (style && style.position === 'absolute' ? element : raisedAncestor(view, parent));
    view.raised.set(element, found);
    return found;
}

/**
 * @param {View} view
 * @param {LineStart} line
 * @returns {boolean} true if the block of a line extends over the middle of the view
 */
export function isInMiddle(view, line) {
    const block = blockElementOf(line.node);
    return block !== null
        && spans(view.start, elementBox(block, view.top), pointInside(view.start, view.box, 0, MIDDLE));
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
