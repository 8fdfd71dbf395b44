/**
 * The text at the middle of the view. Browsers scroll the match of a text fragment to the middle of the window, so a
 * fragment that quotes this text brings the whole view back.
 */

import { pinnedAncestor } from '../anchoring/sticky.js';
import { characterAt, positionOf, segmentBefore } from '../anchoring/text-position.js';
import { blockExtent, crosses, distanceFromStart, pointInside } from '../dom/block-axis.js';
import { composedParent, viewOf } from '../dom/composed-tree.js';
import { characterBox } from '../dom/geometry.js';
import { caretAt, elementAt } from '../dom/hit.js';
import { isText } from '../dom/node.js';
import { cutQuote } from './quote.js';

/** @typedef {import('../anchoring/text-index.js').TextIndex} TextIndex */
/** @typedef {import('./reading-line.js').View} View */
/** @typedef {import('./reading-line.js').LineStart} LineStart */

/** In UTF-16 units: less than a line, since the box of a match of several lines is centred as a whole. */
const MIDDLE_LENGTH = 56;
/** A shorter text is taken only where no longer one is near: it may soon stand elsewhere too. */
const TELLING_MIDDLE = 16;
/** In CSS px: how much further off a longer text may stand. */
const WORTH_OF_LENGTH = 60;
/** The same for a text that stands on the page once: any such text is better than one that repeats. */
const WORTH_OF_ONE = 10_000;
/** In UTF-16 units: nothing shorter is quoted while another line is there. */
const SHORTEST_MIDDLE = 4;
/** Parts of the width at which lines are looked for. */
const MIDDLE_COLUMNS = [0.5, 0.3, 0.7, 0.1, 0.9, 0.03];
/** In CSS px: less than the height of a line. */
const MIDDLE_STEP = 9;
/** As parts of the view: lines so far above and below its middle are looked at. */
const FARTHEST_ABOVE = 0.36;
const FARTHEST_BELOW = 0.06;
/** A line below the middle moves the view up, and the reading line out of it: a px of that counts as so many. */
const COST_BELOW = 3;
/** More lines are not looked up in the page's text. */
const MOST_LOOKUPS = 12;
/** In UTF-16 units: longer texts are not looked through in lower case. */
const LONGEST_FOLDED = 2_000_000;
/** In UTF-16 units: as far as a line's start is looked for within its node. */
const LONGEST_WALK = 200;

/**
 * @param {View} view
 * @param {TextIndex} index
 * @returns {object | null} null where no text stands near the middle
 */
export function middleAnchor(view, index) {
    const folded = index.text.length <= LONGEST_FOLDED ? index.text.toLowerCase() : '';
    let best = null;
    let least = Infinity;
    let lookups = 0;
    for (const { line, cost } of linesAroundMiddle(view)) {
        const position = positionOf(index, line.node, line.offset);
        if (position < 0) continue;
        lookups += 1;
        if (lookups > MOST_LOOKUPS || cost >= least) break;
        const anchor = middleAt(view, index, line, position);
        const text = anchor.quote.exact.slice(0, anchor.reach.exact).trim();
        if (text.length < SHORTEST_MIDDLE) continue;
        const isAlone = isOnce(folded || index.text, folded ? text.toLowerCase() : text);
        anchor.occurrences = isAlone ? 1 : Math.max(2, anchor.occurrences);
        const lack = (text.length < TELLING_MIDDLE ? WORTH_OF_LENGTH : 0) + (isAlone ? 0 : WORTH_OF_ONE);
        const whole = cost + lack;
        if (whole < least) {
            least = whole;
            best = anchor;
        }
    }
    return best;
}

/**
 * The lines around the middle of the view, each once, those first that move the view the least.
 *
 * @param {View} view
 * @returns {{line: LineStart, cost: number}[]}
 */
function linesAroundMiddle(view) {
    const extent = blockExtent(view.start, view.box);
    const middle = extent / 2;
    const found = [];
    for (let at = middle + FARTHEST_BELOW * extent; at > middle - FARTHEST_ABOVE * extent; at -= MIDDLE_STEP) {
        if (at <= view.edge) break;
        for (const across of MIDDLE_COLUMNS) {
            const line = lineAt(view, pointInside(view.start, view.box, at, across));
            if (!line) continue;
            const from = distanceFromStart(view.start, line.box, view.box);
            const height = blockExtent(view.start, line.box);
            if (from < view.edge || from + height > extent) continue;
            const moves = middle - (from + height / 2);
            const cost = moves < 0 ? -moves * COST_BELOW : moves;
            const last = found[found.length - 1];
            if (!last || last.line.node !== line.node || last.line.offset !== line.offset) found.push({ line, cost });
            break;
        }
    }
    return found.sort((a, b) => a.cost - b.cost);
}

/**
 * The start of the line at a point, as far as its node reaches.
 *
 * @param {View} view
 * @param {{x: number, y: number}} point
 * @returns {LineStart | null}
 */
function lineAt(view, point) {
    const hit = elementAt(view.top, point.x, point.y);
    const caret = hit ? caretAt(hit) : null;
    if (!hit || !caret || !isText(caret.node)) return null;
    const { node } = caret;
    let offset = Math.min(caret.offset, node.data.length - 1);
    let box = characterBox(node, offset, view.top);
    if (!box && offset > 0) box = characterBox(node, offset -= 1, view.top);
    if (!box || !crosses(view.start, box, point)) return null;
    if (pinnedAncestor(hit.element, view.scroller, view.box, view.top)) return null;
    const height = blockExtent(view.start, box);
    let first = { node, offset, box };
    for (let at = offset - 1; at >= 0 && offset - at < LONGEST_WALK; at -= 1) {
        const before = characterBox(node, at, view.top);
        if (!before) continue;
        if (Math.abs(distanceFromStart(view.start, before, box)) > height / 2) break;
        if (node.data[at].trim() !== '') first = { node, offset: at, box: before };
    }
    return first;
}

/**
 * @param {View} view
 * @param {TextIndex} index
 * @param {LineStart} line
 * @param {number} position
 */
function middleAt(view, index, line, position) {
    const { quote, start, occurrences, reach } = cutQuote(index, position, MIDDLE_LENGTH);
    return {
        role: 'middle',
        quote,
        reach: withinBlocks(index, start, quote.exact.length, reach),
        offset: { character: position - start, x: line.box.left - view.box.left, y: line.box.top - view.box.top },
        occurrences,
        scroller: 0,
    };
}

/**
 * Browsers compare without regard to case.
 *
 * @param {string} text
 * @param {string} wanted
 * @returns {boolean}
 */
function isOnce(text, wanted) {
    const first = text.indexOf(wanted);
    return first >= 0 && text.indexOf(wanted, first + 1) < 0;
}

/**
 * Browsers match each part of a fragment within one block, as styles make them, and within lines that the page breaks
 * itself; and a kept run of spaces is not the one space of a quote.
 *
 * @param {TextIndex} index
 * @param {number} start
 * @param {number} length
 * @param {import('./quote.js').Reach} reach
 * @returns {import('./quote.js').Reach}
 */
function withinBlocks(index, start, length, reach) {
    const { text } = index;
    const end = start + length;
    let exact = Math.min(1, length);
    while (exact < length && !isEdge(index, start + exact)) exact += 1;
    // What stands right beside the text may be in another block.
    let before = Math.min(reach.before, text[start - 1] === ' ' ? 2 : 1);
    while (before < reach.before && !isEdge(index, start - before)) before += 1;
    let after = Math.min(reach.after, text[end] === ' ' ? 2 : 1);
    while (after < reach.after && !isEdge(index, end + after)) after += 1;
    return { before, exact, after };
}

/**
 * @param {TextIndex} index
 * @param {number} position
 * @returns {boolean} whether an edge of a block or a kept break stands at or right before a position
 */
function isEdge(index, position) {
    const isSpace = index.text[position] === ' ';
    const { segments } = index;
    const at = segmentBefore(index, isSpace ? position + 1 : position);
    if (at < 0) return false;
    const isStart = segments[at].start === position || (isSpace && segments[at].start === position + 1);
    if (isStart && at > 0 && stylesApart(segments[at - 1].node, segments[at].node)) return true;
    if (!isSpace) return false;
    const character = characterAt(index, position);
    if (!character) return false;
    const { node, offset } = character;
    if (!/^(\s\s|[\n\r\t])/.test(node.data.slice(offset, offset + 2))) return false;
    return /^(pre|break)/.test(styleOf(composedParent(node), 'whiteSpace'));
}

/**
 * @param {Node} a
 * @param {Node} b the text that follows it
 * @returns {boolean} whether a box that is no inline one starts or ends between two texts
 */
function stylesApart(a, b) {
    const around = [];
    for (let at = composedParent(a); at; at = composedParent(at)) around.push(at);
    let inner = composedParent(b);
    while (inner && !around.includes(inner)) {
        if (!/^(inline|contents|ruby)/.test(styleOf(inner, 'display'))) return true;
        inner = composedParent(inner);
    }
    for (const element of around) {
        if (element === inner) break;
        if (!/^(inline|contents|ruby)/.test(styleOf(element, 'display'))) return true;
    }
    return false;
}

/**
 * @param {Element | null} element
 * @param {'display' | 'whiteSpace'} property
 * @returns {string}
 */
function styleOf(element, property) {
    const view = element ? viewOf(element) : null;
    return element && view ? view.getComputedStyle(element)[property] : '';
}
