/**
 * Positions in a page's text: the characters at them, and the blocks around them.
 */

/**
 * @typedef {import('./text-index.js').TextIndex} TextIndex
 * @typedef {import('./text-index.js').Segment} Segment
 * @typedef {{start: number, end: number, ordinal: number}} Block `end` is behind the last character that is not a space
 */

const WHITE_SPACE_UNIT = /\s/;
const SPACE = 1;
const LEFT_OUT = 2;

/**
 * Returns the character at a position, or the next one if the position is a space between blocks.
 *
 * @param {TextIndex} index
 * @param {number} position
 * @returns {{node: Text, offset: number} | null}
 */
export function characterAt(index, position) {
    const { segments } = index;
    let at = segmentBefore(index, position);
    if (at < 0) return null;
    if (position >= segments[at].start + segments[at].length) at += 1;
    if (at >= segments.length) return null;
    const { node, start } = segments[at];
    return { node, offset: rawOffset(node.data, segments[at], Math.max(0, position - start)) };
}

/**
 * Returns the position of a character, or -1 if its node is not part of the text.
 *
 * @param {TextIndex} index
 * @param {Text} node
 * @param {number} offset
 * @returns {number}
 */
export function positionOf(index, node, offset) {
    const { segments } = index;
    for (let at = 0; at < segments.length; at += 1) {
        if (segments[at].node !== node) continue;
        const { start, length } = segments[at];
        return start + Math.min(length - 1, collapsedOffset(node.data, segments[at], offset));
    }
    return -1;
}

/**
 * Returns the block around a position, from its first character to its last one that is not a space.
 *
 * @param {TextIndex} index
 * @param {number} position
 * @returns {Block}
 */
export function blockAround(index, position) {
    const { blocks, text } = index;
    let low = 0;
    let high = blocks.length;
    while (high - low > 1) {
        const middle = (low + high) >> 1;
        if (blocks[middle] <= position) low = middle;
        else high = middle;
    }
    return blockAt(index, low) ?? { start: 0, end: text.length, ordinal: 0 };
}

/**
 * @param {TextIndex} index
 * @param {number} ordinal
 * @returns {Block | null} null if there is no such block
 */
export function blockAt(index, ordinal) {
    if (ordinal < 0 || ordinal >= index.blocks.length) return null;
    const start = index.blocks[ordinal];
    let end = ordinal + 1 < index.blocks.length ? index.blocks[ordinal + 1] : index.text.length;
    while (end > start && index.text.charCodeAt(end - 1) === 32) end -= 1;
    return { start, end, ordinal };
}

/**
 * Returns the index of the last segment that starts at or before a position, or -1 if there is none.
 *
 * @param {TextIndex} index
 * @param {number} position
 * @returns {number}
 */
export function segmentBefore(index, position) {
    let low = -1;
    let high = index.segments.length;
    while (high - low > 1) {
        const middle = (low + high) >> 1;
        if (index.segments[middle].start <= position) low = middle;
        else high = middle;
    }
    return low;
}

/**
 * Returns the offset of the `count`-th collapsed unit in a node's data.
 *
 * @param {string} data
 * @param {Segment} segment
 * @param {number} count
 * @returns {number}
 */
function rawOffset(data, segment, count) {
    if (data.length === segment.length) return Math.min(count, data.length - 1);
    let produced = 0;
    let inSpace = segment.trimmed;
    for (let i = 0; i < data.length; i += 1) {
        const kind = kindOf(data.charCodeAt(i));
        if (kind === LEFT_OUT || (kind === SPACE && inSpace)) continue;
        inSpace = kind === SPACE;
        if (produced === count) return i;
        produced += 1;
    }
    return Math.max(0, data.length - 1);
}

/**
 * Returns the number of collapsed units before an offset in a node's data.
 *
 * @param {string} data
 * @param {Segment} segment
 * @param {number} offset
 * @returns {number}
 */
function collapsedOffset(data, segment, offset) {
    if (data.length === segment.length) return offset;
    let produced = 0;
    let inSpace = segment.trimmed;
    for (let i = 0; i < offset && i < data.length; i += 1) {
        const kind = kindOf(data.charCodeAt(i));
        if (kind === LEFT_OUT) continue;
        if (kind !== SPACE || !inSpace) produced += 1;
        inSpace = kind === SPACE;
    }
    return produced;
}

/**
 * @param {number} code
 * @returns {number} `SPACE`, `LEFT_OUT`, or 0 for a character that is kept
 */
function kindOf(code) {
    if (code > 32 && code < 0xa0) return 0;
    if (code === 0xad || code === 0x200b || code === 0x2060) return LEFT_OUT;
    if (code === 32 || code === 10) return SPACE;
    return WHITE_SPACE_UNIT.test(String.fromCharCode(code)) ? SPACE : 0;
}
