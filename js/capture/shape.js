/**
 * The shape of the text around the reading line: what a translation keeps.
 */

import { linkDigits, marksOf } from '../anchoring/text-marks.js';
import { blockAround, blockAt } from '../anchoring/text-position.js';
import { roundFraction } from './anchors.js';

/** @typedef {import('../anchoring/text-index.js').TextIndex} TextIndex */

const MOST_MARKS = 12;
const MOST_LINKS = 6;
/** The number of marks of the block itself if the blocks around it have some too. */
const MOST_OWN_MARKS = 8;
/** Marks of blocks at this distance are taken in any case, and of more distant ones only if there are few. */
const NEAR = 2;
const FAR = 6;
const FEW_MARKS = 6;
/** In UTF-16 units: the length of a block that is searched, before and after the reading character. */
const SEARCHED = 2000;

/**
 * @param {TextIndex} index
 * @param {number} position of the reading character in the text
 * @param {{url: string, text: string}[]} links the snapshot's links
 * @returns {object} the snapshot's `shape`
 */
export function shapeOf(index, position, links) {
    const { start, end, ordinal } = blockAround(index, position);
    const own = index.text.slice(Math.max(start, position - SEARCHED), Math.min(end, position + SEARCHED));
    /** @type {Set<string>} */
    const marks = new Set(marksOf(own).slice(0, MOST_OWN_MARKS));
    let near = own;
    for (let distance = 1; distance <= FAR && (distance <= NEAR || marks.size < FEW_MARKS); distance += 1) {
        for (const at of [ordinal - distance, ordinal + distance]) {
            const block = blockAt(index, at);
            const text = block ? index.text.slice(block.start, Math.min(block.end, block.start + SEARCHED)) : '';
            if (distance <= NEAR) near += ' ' + text;
            for (const mark of marksOf(text)) if (marks.size < MOST_MARKS) marks.add(mark);
        }
    }
    return {
        block: ordinal,
        blocks: index.blocks.length,
        size: end - start,
        share: end > start ? roundFraction(Math.min(1, Math.max(0, position - start) / (end - start))) : 0,
        marks: [...marks],
        links: links.filter(({ url, text }) => text !== '' && near.includes(text) && isElsewhere(url))
            .slice(0, MOST_LINKS).map(({ url }) => linkDigits(url)),
    };
}

/**
 * @param {string} url
 * @returns {boolean} false for a link within a page: pages of one kind have the same ones
 */
function isElsewhere(url) {
    return !url.includes('#');
}
