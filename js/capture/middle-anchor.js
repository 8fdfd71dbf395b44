/**
 * The anchor at the middle of the view. Browsers scroll the match of a text fragment to the middle of the window, so a
 * fragment with this text restores the whole view.
 */

import { pinnedAncestor } from '../anchoring/sticky.js';
import { blockAround, characterAt, positionOf, segmentBefore } from '../anchoring/text-position.js';
import { blockExtent, crosses, distanceFromStart, pointInside } from '../dom/block-axis.js';
import { composedParent, viewOf } from '../dom/composed-tree.js';
import { characterBox } from '../dom/geometry.js';
import { caretAt, elementAt } from '../dom/hit.js';
import { isText } from '../dom/node.js';

/** @typedef {import('../anchoring/text-index.js').TextIndex} TextIndex */
/** @typedef {import('./reading-line.js').View} View */
/** @typedef {import('./reading-line.js').LineStart} LineStart */

/** In UTF-16 units: less than a line, since the box of a match with several lines is centred as a whole. */
const MIDDLE_LENGTH = 56;
/**
 * In UTF-16 units: a shorter text is used only if there is no longer one nearby, since it may soon occur elsewhere too.
 */
const DISTINCTIVE_MIDDLE = 16;
/** In CSS px: the additional distance from the middle that is acceptable for a longer text. */
const SHORT_TEXT_COST = 60;
/** The same for a text that occurs once on the page, compared with one that needs its context to be unique. */
const DUPLICATE_TEXT_COST = 10_000;
/** In UTF-16 units. */
const MIDDLE_CONTEXT = 64;
const LONGEST_MIDDLE_WORD = 24;
/** Characters outside the first and the last word, which are not part of a fragment. */
const OUTER_PUNCTUATION = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu;
/** In UTF-16 units: no shorter text is quoted. */
const SHORTEST_MIDDLE = 4;
/** Fractions of the width at which lines are searched for; the second group is used if the first one finds none. */
const MIDDLE_COLUMNS = [[0.5, 0.3, 0.7], [0.1, 0.9, 0.03]];
/** In CSS px: less than the height of a line. */
const MIDDLE_STEP = 9;
/** Fractions of the view: the distances above and below its middle within which lines are searched for. */
const FARTHEST_ABOVE = 0.36;
const FARTHEST_BELOW = 0.06;
/**
 * The cost of a pixel below the middle, compared with one above it: a line below the middle moves the reading line out
 * of view.
 */
const COST_BELOW = 3;
/** The number of lines that are looked up in the page's text. */
const MAXIMUM_LOOKUPS = 12;
/** In UTF-16 units: longer texts are not searched in lower case. */
const LONGEST_FOLDED = 2_000_000;
/** In UTF-16 units: the distance within which the start of a line is searched for in its node. */
const LONGEST_WALK = 200;

/**
 * @param {View} view
 * @param {TextIndex} index
 * @returns {object | null} null if no text near the middle is unique
 */
export function middleAnchor(view, index) {
    const folded = index.text.length <= LONGEST_FOLDED ? index.text.toLowerCase() : '';
    let best = null;
    let least = Infinity;
    let lookups = 0;
    const [columns, others] = MIDDLE_COLUMNS;
    const lines = linesAroundMiddle(view, columns);
    for (const { line: found, cost } of lines.length > 0 ? lines : linesAroundMiddle(view, others)) {
        lookups += 1;
        if (lookups > MAXIMUM_LOOKUPS || cost >= least) break;
        const owner = composedParent(found.node);
        if (!owner || pinnedAncestor(owner, view.scroller, view.box, view.top)) continue;
        const line = startOfLine(view, found);
        const position = positionOf(index, line.node, line.offset);
        if (position < 0) continue;
        const anchor = middleAt(view, index, line, position);
        const { quote, reach } = anchor;
        if (quote.exact.length < SHORTEST_MIDDLE) continue;
        const isAlone = isOnce(folded || index.text, folded ? quote.exact.toLowerCase() : quote.exact);
        anchor.occurrences = isAlone ? 1 : 2;
        let lack = quote.exact.length < DISTINCTIVE_MIDDLE ? SHORT_TEXT_COST : 0;
        if (!isAlone) {
            const around = quote.prefix.slice(-reach.before) + quote.exact + quote.suffix.slice(0, reach.after);
            if (!isOnce(index.text, around.replace(OUTER_PUNCTUATION, ''))) continue;
            lack += DUPLICATE_TEXT_COST;
        }
        const whole = cost + lack;
        if (whole < least) {
            least = whole;
            best = anchor;
        }
    }
    return best;
}

/**
 * Returns the lines around the middle of the view, each once, sorted by how far they would move the view.
 *
 * @param {View} view
 * @param {number[]} columns
 * @returns {{line: LineStart, cost: number}[]}
 */
function linesAroundMiddle(view, columns) {
    const extent = blockExtent(view.start, view.box);
    const middle = extent / 2;
    const found = [];
    let covered = Infinity;
    for (let at = middle + FARTHEST_BELOW * extent; at > middle - FARTHEST_ABOVE * extent; at -= MIDDLE_STEP) {
        if (at <= view.edge) break;
        // The line found last reaches up to this point.
        if (at > covered) continue;
        for (const across of columns) {
            const line = lineAt(view, pointInside(view.start, view.box, at, across));
            if (!line) continue;
            const from = distanceFromStart(view.start, line.box, view.box);
            const height = blockExtent(view.start, line.box);
            if (from < view.edge || from + height > extent) continue;
            const moves = middle - (from + height / 2);
            const cost = moves < 0 ? -moves * COST_BELOW : moves;
            found.push({ line, cost });
            covered = from;
            break;
        }
    }
    return found.sort((a, b) => a.cost - b.cost);
}

/**
 * @param {View} view
 * @param {{x: number, y: number}} point
 * @returns {LineStart | null} a character of the line at the point
 */
function lineAt(view, point) {
    const hit = elementAt(view.top, point.x, point.y);
    const caret = hit ? caretAt(hit) : null;
    if (!caret || !isText(caret.node)) return null;
    const { node } = caret;
    for (const offset of [caret.offset, caret.offset - 1]) {
        if (offset < 0 || offset >= node.data.length) continue;
        const box = characterBox(node, offset, view.top);
        if (box && crosses(view.start, box, point)) return { node, offset, box };
    }
    return null;
}

/**
 * Returns the first character of a line within its node.
 *
 * @param {View} view
 * @param {LineStart} line
 * @returns {LineStart}
 */
function startOfLine(view, line) {
    const { node } = line;
    const height = blockExtent(view.start, line.box);
    let first = line;
    for (let at = line.offset - 1; at >= 0 && line.offset - at < LONGEST_WALK; at -= 1) {
        if (node.data[at].trim() === '') continue;
        const box = characterBox(node, at, view.top);
        if (!box) continue;
        if (Math.abs(distanceFromStart(view.start, box, line.box)) > height / 2) break;
        first = { node, offset: at, box };
    }
    return first;
}

/** @param {View} view @param {TextIndex} index @param {LineStart} line @param {number} position */
function middleAt(view, index, line, position) {
    const { start, end } = wordsAt(index, position);
    const { text } = index;
    const prefix = text.slice(Math.max(0, start - MIDDLE_CONTEXT), start);
    const suffix = text.slice(end, end + MIDDLE_CONTEXT);
    const { before, exact, after } = reachAround(index, start, end, prefix.length, suffix.length);
    // There may be no space between the words of two blocks, as in the page's source.
    const gap = prefix !== '' && text[start - 1] !== ' ' && isEdge(index, start) ? ' ' : '';
    const gapAfter = suffix !== '' && text[end] !== ' ' && isEdge(index, end) ? ' ' : '';
    return {
        role: 'middle',
        quote: { exact: text.slice(start, end), prefix: prefix + gap, suffix: gapAfter + suffix },
        reach: { before: before + gap.length, exact, after: after + gapAfter.length },
        offset: { character: position - start, x: line.box.left - view.box.left, y: line.box.top - view.box.top },
        occurrences: 1,
        scroller: 0,
    };
}

/**
 * Returns the range of whole words from a position on that browsers can match: within one block according to styles,
 * and within a line without forced breaks. A short range is extended backward.
 *
 * @param {TextIndex} index
 * @param {number} position
 * @returns {{start: number, end: number}}
 */
function wordsAt(index, position) {
    const { text } = index;
    const block = blockAround(index, position);
    let start = position;
    while (start > block.start && position - start < LONGEST_WALK && text[start - 1] !== ' ') {
        if (isEdge(index, start)) break;
        start -= 1;
    }
    let end = Math.max(start, position) + 1;
    while (end < block.end && end - start < MIDDLE_LENGTH && !isEdge(index, end)) end += 1;
    if (end < block.end && text[end] !== ' ' && !isEdge(index, end)) {
        const space = text.lastIndexOf(' ', end);
        if (space > start + MIDDLE_LENGTH / 2) end = space;
    }
    while (end > start + 1 && text[end - 1] === ' ') end -= 1;
    let first = start;
    while (first > block.start && end - first < DISTINCTIVE_MIDDLE + LONGEST_MIDDLE_WORD && !isEdge(index, first)) {
        first -= 1;
        if (text[first - 1] !== ' ' && first > block.start) continue;
        if (end - start < DISTINCTIVE_MIDDLE) start = first;
    }
    return { start, end };
}

/**
 * @param {string} text
 * @param {string} wanted both are in lower case, since browsers ignore case
 * @returns {boolean}
 */
function isOnce(text, wanted) {
    const first = text.indexOf(wanted);
    return first >= 0 && text.indexOf(wanted, first + 1) < 0;
}

/**
 * Returns the part of the context on each side that browsers match. The text next to the quote may be in another block,
 * but only words of its own block count.
 *
 * @param {TextIndex} index
 * @param {number} start
 * @param {number} end
 * @param {number} longestBefore
 * @param {number} longestAfter
 * @returns {import('./quote.js').Reach}
 */
function reachAround(index, start, end, longestBefore, longestAfter) {
    const { text } = index;
    let before = Math.min(longestBefore, text[start - 1] === ' ' ? 2 : 1);
    while (before < longestBefore && !isEdge(index, start - before)) before += 1;
    let after = Math.min(longestAfter, text[end] === ' ' ? 2 : 1);
    while (after < longestAfter && !isEdge(index, end + after)) after += 1;
    return { before, exact: end - start, after };
}

/**
 * @param {TextIndex} index
 * @param {number} position
 * @returns {boolean} true if a block starts or ends, or a line is broken, at or right before the position
 */
function isEdge(index, position) {
    const isSpace = index.text[position] === ' ';
    const next = isSpace ? position + 1 : position;
    if (blockAround(index, next).start === next) return true;
    const { segments } = index;
    const at = segmentBefore(index, next);
    if (at < 0) return false;
    const isStart = segments[at].start === position || (isSpace && segments[at].start === position + 1);
    if (isStart && at > 0 && stylesApart(segments[at - 1].node, segments[at].node)) return true;
    if (!isSpace) return false;
    if (isStart && segments[at].start === position + 1) return keepsBreaks(segments[at].node);
    const character = characterAt(index, position);
    if (!character) return false;
    const { node, offset } = character;
    return /^(\s\s|[\n\r\t])/.test(node.data.slice(offset, offset + 2)) && keepsBreaks(node);
}

/**
 * @param {Node} node
 * @returns {boolean} true if line breaks are preserved, as in `pre`
 */
function keepsBreaks(node) {
    return /^(pre|break)/.test(styleOf(composedParent(node), 'whiteSpace'));
}

/**
 * @param {Node} a
 * @param {Node} b the text that follows it
 * @returns {boolean} true if a box that is not inline starts or ends between two texts
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
