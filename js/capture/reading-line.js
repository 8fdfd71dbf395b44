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
import { call } from '../dom/node.js';
import { isInView, lineStart } from './line-start.js';
import { textAt } from './text-at.js';

/**
 * @typedef {import('../dom/geometry.js').Box} Box
 * @typedef {import('../dom/block-axis.js').BlockStart} BlockStart
 * @typedef {{node: Text, offset: number, box: Box}} LineStart
 * @typedef {{top: Window, scroller: import('../dom/scroller.js').Scroller, box: Box, start: BlockStart,
 *     edge: number, index: import('../anchoring/text-index.js').TextIndex, shell: Element | null,
 *     covered: boolean | null, captions: number, known: Map<Element, boolean>, raised: Map<Element, boolean>,
 *     texts: Map<Element, Text[]>, boxes: Map<Text, Box[]>}} View
 *     `box` is the visible part of the scroller, `edge` the height of its start that is covered, in CSS px; `shell` is
 *     a pinned element that contains the page's text; `covered` is true if a dialog covers most of the scroller, and
 *     null if that is not known yet; `captions` is the number of points at
 *     which there is only positioned text; `known` is a cache of the elements that belong to its content, `raised` one
 *     of those in captions, `texts` one of the texts in each element, and `boxes` one of the boxes of each text
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
/** The fraction of the view from which on a positioned element is not a caption, but around the whole content. */
const LARGE = 0.5;
/** The number of blocks of a page that are examined to know where its text is. */
const EXAMINED_BLOCKS = 100;
/** The number of points with positioned text only, after which it is taken to be the page's text. */
const MOST_CAPTIONS = 16;
/** The fraction of the view within which a line in the middle is accepted although one at the sides is nearer. */
const NEAR_TOP = 0.5;

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
    for (let row = 0; distance < extent && row < MAXIMUM_ROWS; row += 1) {
        if (side && isInView(view, side.box) && distance > view.edge + extent * NEAR_TOP) break;
        let next = distance + STEP;
        for (const across of COLUMNS) {
            const line = lineAt(view, pointInside(view.start, view.box, distance, across));
            if (!line) continue;
            if (!globalThis.LEFTOFF_LITE && view.captions === MOST_CAPTIONS) {
                view.captions += 1;
                return findLine(view);
            }
            if (!isMain(view, line, across)) {
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
 * @param {View} view
 * @param {LineStart} line
 * @param {number} across the fraction of the width at which it was found
 * @returns {boolean} true if a line belongs to the text in flow of the column in the middle
 */
function isMain(view, line, across) {
    if (across !== MIDDLE && !isInMiddle(view, line)) return false;
    return globalThis.LEFTOFF_LITE ? true : !isRaised(view, composedParent(line.node));
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
    const isContent = belongsToContent(view, hit.element);
    const line = isContent ? textAt(view, hit, point, false) : null;
    if (!globalThis.LEFTOFF_LITE && (line ? isRaised(view, hit.element) : !isContent && isBehindDialog(view))) {
        const below = lineBelow(view, point, line);
        if (line && !below) view.captions += 1;
        return below ?? line;
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
        return belongsToContent(view, element) && !(positioned && isRaised(view, element));
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
 * Returns true if a positioned element within the scroller contains an element, as a caption does. A large one is
 * around the whole content instead, and a page whose lines are all positioned has no captions.
 *
 * @param {View} view
 * @param {Element | null} element
 * @returns {boolean}
 */
function isRaised(view, element) {
    if (!element || element === view.scroller.element || view.captions >= MOST_CAPTIONS) return false;
    const known = view.raised.get(element);
    if (known !== undefined) return known;
    const isCaption = viewOf(element)?.getComputedStyle(element).position === 'absolute'
        && blockExtent(view.start, elementBox(element, view.top)) < blockExtent(view.start, view.box) * LARGE;
    const found = isCaption || isRaised(view, composedParent(element));
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
    const scroller = view.shell ? { ...view.scroller, element: view.shell } : view.scroller;
    if (pinnedAncestor(element, scroller, view.box, view.top)) return false;
    const inside = scroller.element;
    if (!inside) return true;
    for (let at = /** @type {Element | null} */ (element); at; at = composedParent(at)) if (at === inside) return true;
    return false;
}
