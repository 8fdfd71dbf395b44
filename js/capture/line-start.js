/**
 * The first character of a line.
 */

import { blockAround, positionOf, segmentBefore } from '../anchoring/text-position.js';
import { areOnLine, blockExtent, distanceFromStart } from '../dom/block-axis.js';
import { characterBox, rangeBoxes } from '../dom/geometry.js';

/**
 * @typedef {import('../dom/geometry.js').Box} Box
 * @typedef {import('./reading-line.js').View} View
 * @typedef {import('./reading-line.js').LineStart} LineStart
 */

/** In UTF-16 units: a longer line is code or the row of a table, and is not followed to its start. */
const MAXIMUM_LINE = 400;
/** In CSS px: layout is rounded, so a line this far out of view counts as in view. */
const TOLERANCE = 0.5;

/**
 * Returns the first character of a line, which may be in an earlier node of its block.
 *
 * @param {View} view
 * @param {import('../anchoring/text-index.js').TextIndex} index
 * @param {LineStart} from
 * @returns {LineStart}
 */
export function lineStart(view, index, from) {
    const position = positionOf(index, from.node, from.offset);
    if (position < 0) return from;
    const blockStart = blockAround(index, position).start;
    const isShown = isInView(view, from.box);
    let found = from;
    let at = segmentBefore(index, position);
    let { node, offset: end } = from;
    for (let left = MAXIMUM_LINE; left > 0; ) {
        const start = startOnLine(view, node, end, from.box, left);
        for (let offset = start; offset < end; offset += 1) {
            const box = node.data[offset].trim() === '' ? null : characterBox(node, offset, view.top);
            // A drop cap or a larger word may begin above the view although the rest of its line is in view.
            if (!box || (isShown && !isInView(view, box))) continue;
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
        if (!isOnLine(view, node, next, low, line)) {
            let off = next;
            while (low - off > 1) {
                const middle = (off + low) >> 1;
                if (isOnLine(view, node, middle, low, line)) low = middle;
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
function isOnLine(view, node, from, to, line) {
    return rangeBoxes(node, from, to, view.top).every((box) => areOnLine(view.start, box, line));
}

/**
 * @param {View} view
 * @param {Box} box
 * @returns {boolean} true if the box of a character is fully in view along the axis of the lines
 */
export function isInView(view, box) {
    const from = distanceFromStart(view.start, box, view.box);
    const to = from + blockExtent(view.start, box);
    return from >= view.edge - TOLERANCE && to <= blockExtent(view.start, view.box) + TOLERANCE;
}
