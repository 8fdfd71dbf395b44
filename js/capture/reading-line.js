/**
 * The reading line: the first line of text that is fully in view, and its first character.
 */

import { contentAt, isCovered } from '../anchoring/cover.js';
import { pinnedAncestor } from '../anchoring/sticky.js';
import { blockElementOf } from '../anchoring/text-index.js';
import { characterAt } from '../anchoring/text-position.js';
import { blockExtent, distanceFromStart, pointInside, spans } from '../dom/block-axis.js';
import { composedParent, viewOf } from '../dom/composed-tree.js';
import { characterBox, elementBox, intersection } from '../dom/geometry.js';
import { elementAt } from '../dom/hit.js';
import { call } from '../dom/node.js';
import { isInView, lineStart } from './line-start.js';
import { textAt } from './text-at.js';

/**
 * @typedef {import('../dom/geometry.js').Box} Box
 * @typedef {import('../dom/block-axis.js').BlockStart} BlockStart
 * @typedef {{node: Text, offset: number, box: Box}} LineStart
 * @typedef {{top: Window, scroller: import('../dom/scroller.js').Scroller, box: Box, start: BlockStart,
 *     edge: number, index: import('../anchoring/text-index.js').TextIndex, shell: Element | null,
 *     covered: boolean | null, known: Map<Element, boolean>, captions: Map<Element, Element | null>,
 *     covering: Map<Element, boolean>, texts: Map<Element, Text[]>, boxes: Map<Text, Box[]>}} View
 *     `box` is the visible part of the scroller, `edge` the height of its start that is covered, in CSS px; `shell` is
 *     a pinned element that contains the page's text; `covered` is true if a dialog covers most of the scroller, and
 *     null if that is not known yet; `known` is a cache of the elements that belong to its content, `captions` one of
 *     the captions around elements, `covering` one of the captions that cover text, `texts` one of the texts in each
 *     element, and `boxes` one of the boxes of each text
 */

/**
 * Fractions of the width at which lines are searched for: the middle first, since the text's column is usually there,
 * then the sides.
 */
const MIDDLE = 0.5;
const NEXT_TO_MIDDLE = [0.4, 0.6];
const COLUMNS = [MIDDLE, ...NEXT_TO_MIDDLE, 0.25, 0.75, 0.12, 0.88];

/** In CSS px: less than the height of a small line, so that no line is skipped. */
const STEP = 10;
/** The number of rows that are examined in a view without text: 3000 px, at about 20 microseconds for each point. */
const MAXIMUM_ROWS = 300;
/** The fraction of the view from which on a positioned element is not a caption, but around the whole content. */
const LARGE = 0.5;
/** The number of blocks that are examined at a time to know where a page's text is. */
const EXAMINED_BLOCKS = 100;
/** Fractions of a caption's width and height at which it is examined. */
const EXAMINED_PARTS = [0.1, 0.3, 0.5, 0.7, 0.9];
/**
 * The fraction of the view within which a line in the middle is accepted although one at the sides is nearer, and the
 * same if that one is near the middle, as beside a picture.
 */
const NEAR_TOP = 0.5;
const NEAR_MIDDLE = 0.25;

/**
 * @param {View} view
 * @returns {LineStart | null} null if the page has no text
 */
export function findReadingLine(view) {
    const found = findLine(view) ?? (globalThis.LEFTOFF_LITE || !findShell(view) ? null : findLine(view));
    return found ? lineStart(view, view.index, found) : nearestLine(view);
}

/**
 * Finds the pinned element around the whole page: pages that move their content by transforms have one, and
 * applications. A dialog contains little of the page's text.
 *
 * @param {View} view
 * @returns {boolean} true if there is one
 */
function findShell(view) {
    const { scroller, box, start, index, top } = view;
    if (scroller.element) return false;
    const { x, y } = pointInside(start, box, blockExtent(start, box) / 2, MIDDLE);
    const hit = elementAt(top, x, y);
    const pinned = hit ? pinnedAncestor(hit.element, scroller, box, top) : null;
    if (!pinned || !containsMost(pinned, index)) return false;
    view.shell = pinned;
    view.known.clear();
    return true;
}

/**
 * @param {Element} element
 * @param {import('../anchoring/text-index.js').TextIndex} index
 * @returns {boolean} true if an element contains more than half of the blocks of text, of which some are examined
 */
function containsMost(element, index) {
    const every = Math.ceil(index.blocks.length / EXAMINED_BLOCKS);
    const examined = index.blocks.filter((_, at) => at % every === 0);
    const inside = examined.filter((position) => {
        const character = characterAt(index, position);
        return character && call(element, 'contains', character.node);
    });
    return inside.length > examined.length / 2;
}

/**
 * Returns the first line of the column in the middle. If that line is far down, one at the sides or in a caption counts
 * too: the reader may be reading a narrow column.
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
    let limit = view.edge + extent * NEAR_TOP;
    for (let row = 0; distance < extent && row < MAXIMUM_ROWS; row += 1) {
        if (side && isInView(view, side.box) && distance > limit) break;
        let next = distance + STEP;
        for (const across of COLUMNS) {
            const line = lineAt(view, pointInside(view.start, view.box, distance, across));
            if (!line) continue;
            if (!isMain(view, line, across)) {
                if (!side || (!isInView(view, side.box) && isInView(view, line.box))) {
                    side = line;
                    if (NEXT_TO_MIDDLE.includes(across)) limit = Math.min(limit, distance + extent * NEAR_MIDDLE);
                }
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
    return distanceOf(partial) <= limit || distanceOf(partial) <= distanceOf(side) ? partial : side;
}

/**
 * @param {View} view
 * @param {LineStart} line
 * @param {number} across the fraction of the width at which it was found
 * @returns {boolean} true if a line belongs to the text in flow of the column in the middle
 */
function isMain(view, line, across) {
    if (across !== MIDDLE && !isInMiddle(view, line)) return false;
    return globalThis.LEFTOFF_LITE ? true : !coversText(view, captionAround(view, composedParent(line.node)));
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
    const { length } = index.blocks;
    let nearest = null;
    let above = null;
    let best = 0;
    let least = Infinity;
    let greatest = -Infinity;
    // Some blocks of the whole page, then more and more of those around the nearest.
    for (let every = Math.ceil(length / EXAMINED_BLOCKS), from = 0, to = length; from < to;) {
        for (let at = from; at < to; at += every) {
            const character = characterAt(index, index.blocks[at]);
            const owner = character ? composedParent(character.node) : null;
            const box = character ? characterBox(character.node, character.offset, top) : null;
            if (!character || !owner || !box) continue;
            const distance = distanceFromStart(start, box, view.box) - view.edge;
            const isAbove = distance < 0 && distance > greatest;
            const isNearest = Math.abs(distance) < least;
            if ((!isAbove && !isNearest) || !belongsToContent(view, owner)) continue;
            if (isAbove) [above, greatest] = [character.node, distance];
            if (isNearest) [nearest, least, best] = [{ ...character, box }, Math.abs(distance), at];
        }
        if (every === 1) break;
        [from, to] = [Math.max(0, best - every), Math.min(length, best + every + 1)];
        every = Math.ceil((to - from) / EXAMINED_BLOCKS);
    }
    return (globalThis.LEFTOFF_LITE || !above ? null : firstLineOf(view, above)) ?? nearest;
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
    const line = belongsToContent(view, hit.element) ? textAt(view, hit, point, false) : null;
    return (globalThis.LEFTOFF_LITE || !isCover(view, hit.element, line) ? null : lineBelow(view, point, line !== null))
        ?? line;
}

/**
 * @param {View} view
 * @param {Element} element
 * @param {LineStart | null} line its text
 * @returns {boolean} true if the element may cover text in flow
 */
function isCover(view, element, line) {
    return line ? captionAround(view, element) !== null : !belongsToContent(view, element) && isBehindDialog(view);
}

/**
 * Returns the text of the content below a dialog, or that in flow below positioned text.
 *
 * @param {View} view
 * @param {{x: number, y: number}} point
 * @param {boolean} isInFlow true if positioned text does not count
 * @returns {LineStart | null}
 */
function lineBelow(view, point, isInFlow) {
    const below = contentAt(view.top, point, (element) => {
        return belongsToContent(view, element) && !(isInFlow && captionAround(view, element));
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
 * Returns the positioned element within the scroller that contains an element, as a caption does. A large one is around
 * the whole content instead.
 *
 * @param {View} view
 * @param {Element | null} element
 * @returns {Element | null}
 */
function captionAround(view, element) {
    if (!element || element === view.scroller.element) return null;
    const known = view.captions.get(element);
    if (known !== undefined) return known;
    const isCaption = viewOf(element)?.getComputedStyle(element).position === 'absolute'
        && blockExtent(view.start, elementBox(element, view.top)) < blockExtent(view.start, view.box) * LARGE;
    const found = isCaption ? element : captionAround(view, composedParent(element));
    view.captions.set(element, found);
    return found;
}

/**
 * Returns true if a caption covers text in flow, of which some points are examined. One over a picture does not.
 *
 * @param {View} view
 * @param {Element | null} caption
 * @returns {boolean}
 */
function coversText(view, caption) {
    if (!caption) return false;
    const known = view.covering.get(caption);
    if (known !== undefined) return known;
    const { left, top, right, bottom } = intersection(elementBox(caption, view.top), view.box);
    const found = EXAMINED_PARTS.some((down) => EXAMINED_PARTS.some((across) => {
        const point = { x: left + (right - left) * across, y: top + (bottom - top) * down };
        return lineBelow(view, point, true) !== null;
    }));
    view.covering.set(caption, found);
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
    const scroller = view.shell ? { ...view.scroller, element: view.shell } : view.scroller;
    if (pinnedAncestor(element, scroller, view.box, view.top)) return false;
    const inside = scroller.element;
    if (!inside) return true;
    for (let at = /** @type {Element | null} */ (element); at; at = composedParent(at)) if (at === inside) return true;
    return false;
}
