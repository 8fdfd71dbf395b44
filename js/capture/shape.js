/**
 * The shape of the text around the reading line: what a translation keeps.
 */

import { linkDigits, marksOf } from '../anchoring/text-marks.js';
import { blockAround, blockAt } from '../anchoring/text-position.js';
import { roundFraction } from './anchors.js';

/** @typedef {import('../anchoring/text-index.js').TextIndex} TextIndex */

const MOST_MARKS = 12;
const MOST_LINKS = 6;
/** Marks of blocks at this distance are taken in any case, and of more distant ones only if there are few. */
const NEAR = 2;
const FAR = 6;
const FEW_MARKS = 6;
/** In UTF-16 units: the length of text that is searched before and after the reading character. */
const SEARCHED = 2000;

/**
 * @param {TextIndex} index
 * @param {number} position of the reading character in the text
 * @param {any[]} links the snapshot's links
 * @returns {object} the snapshot's `shape`; without marks and links in the bookmarklet, which is limited in length
 */
export function shapeOf(index, position, links) {
    const { start, end, ordinal } = blockAround(index, position);
    return {
        block: ordinal,
        blocks: index.blocks.length,
        size: end - start,
        share: roundFraction((position - start) / Math.max(1, end - start)),
        ...(globalThis.LEFTOFF_LITE ? { marks: [], links: [] } : keptAround(index, position, ordinal, links)),
    };
}

/**
 * @param {TextIndex} index
 * @param {number} position
 * @param {number} ordinal that of the block
 * @param {any[]} links
 * @returns {{marks: string[], links: string[]}} the marks and the hashes of the links of the blocks around a position
 */
function keptAround(index, position, ordinal, links) {
    /** @type {Set<string>} */
    const marks = new Set();
    let near = '';
    for (let distance = 0; distance <= FAR && (distance <= NEAR || marks.size < FEW_MARKS); distance += 1) {
        for (const block of [blockAt(index, ordinal - distance), blockAt(index, ordinal + distance)]) {
            if (!block) continue;
            const from = Math.max(block.start, position - SEARCHED);
            const text = index.text.slice(from, Math.min(block.end, position + SEARCHED));
            if (distance <= NEAR) near += text + ' ';
            for (const mark of marksOf(text)) marks.add(mark);
        }
    }
    // Links within a page are the same ones on other pages of its kind.
    const kept = links.filter(({ url, text }) => text !== '' && near.includes(text) && !url.includes('#'));
    return {
        marks: [...marks].slice(0, MOST_MARKS),
        links: kept.slice(0, MOST_LINKS).map(({ url }) => linkDigits(url)),
    };
}
