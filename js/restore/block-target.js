/**
 * The target of a place whose text was translated: the same block, and the same share of it.
 */

import { elementAtAddress } from '../anchoring/selector.js';
import { blockAround, blockAt, characterAt } from '../anchoring/text-position.js';
import { composedParent } from '../dom/composed-tree.js';
import { characterBox } from '../dom/geometry.js';
import { CONFIDENCE } from './confidence.js';
import { characterTarget, textBounds } from './target.js';
import { expectedBlock, isCommon, linksAmong, marksOn } from './translation.js';

/**
 * @typedef {import('../anchoring/text-index.js').TextIndex} TextIndex
 * @typedef {import('./snapshot-reader.js').Place} Place
 * @typedef {import('./target.js').Target} Target
 * @typedef {{ordinal: number, score: number}} Ranked
 */

/** The weight of each piece of evidence for a block. A selector often matches another block if one was added. */
const WEIGHTS = { marks: 0.5, selector: 0.3, links: 0.2, ordinal: 0.15, size: 0.05 };
/** The least score of a block: either marks or the selector, and nearly the expected ordinal. */
const LEAST_SCORE = 0.45;
/** The least margin over the next block that is further away than half a view. */
const LEAST_MARGIN = 0.08;
/** The least sum of the weights of all marks: a single one may be there by chance. */
const LEAST_MARKS = 1.5;
/** The number of blocks that are compared with the best one. */
const MOST_RIVALS = 8;
/** The part of a mark's weight that it has for a block at each distance: the captured marks are of several blocks. */
const MARK_WEIGHTS = [1, 0.5, 0.25];
/** The distance at which a block is no longer the expected one, as a share of all blocks, and in blocks. */
const FAR_SHARE = 0.05;
const FAR_BLOCKS = 3;
/**
 * The share of a block by which the target is before the place: the same share of a translation is a few words off, and
 * the words must not be above the view.
 */
const EARLIER = 0.04;
/** The number of elements between a link and its text. */
const DEEPEST_LINK = 4;

/**
 * @param {TextIndex} index
 * @param {Place} place
 * @param {Window} top
 * @returns {Target | null} null if the place has no shape
 */
export function blockTarget(index, place, top) {
    const { primary, shape } = place;
    if (!primary || !shape || !shape.blocks || shape.block === null) return null;
    const expected = expectedBlock(index, shape);
    const ranked = rankBlocks(index, place, expected, top);
    const [best] = ranked;
    const isFar = (/** @type {Ranked} */ rival) => {
        return distanceOf(index, best.ordinal, rival.ordinal, top) > top.innerHeight / 2;
    };
    const isClear = best !== undefined && best.score >= LEAST_SCORE && !ranked.slice(1, MOST_RIVALS + 1)
        .some((rival) => best.score - rival.score < LEAST_MARGIN && isFar(rival));
    const block = blockAt(index, isClear ? best.ordinal : expected);
    if (!block) return null;
    const length = block.end - block.start;
    const share = Math.max(0, Math.min(1, shape.share ?? 0) - EARLIER);
    const position = block.start + Math.min(length - 1, Math.round(share * length));
    const confidence = isClear ? CONFIDENCE.block : CONFIDENCE.blockByOrdinal;
    return characterTarget(index, position, primary, 'block', confidence, top);
}

/**
 * @param {TextIndex} index
 * @param {Place} place
 * @param {number} expected
 * @param {Window} top
 * @returns {Ranked[]} the best first
 */
function rankBlocks(index, place, expected, top) {
    const { shape, primary, textLength } = place;
    if (!shape || !primary) return [];
    /** @type {Map<number, number>} */
    const scores = new Map();
    const add = (/** @type {number} */ ordinal, /** @type {number} */ score) => {
        if (ordinal >= 0 && ordinal < index.blocks.length) scores.set(ordinal, (scores.get(ordinal) ?? 0) + score);
    };
    add(expected, 0);
    for (const [ordinal, share] of selectedBlocks(index, place, top)) add(ordinal, WEIGHTS.selector * share);
    for (const [ordinal, share] of markedBlocks(index, shape)) add(ordinal, WEIGHTS.marks * share);
    const linked = linkedBlocks(index, linksAmong(index, shape));
    for (const ordinal of linked) add(ordinal, WEIGHTS.links);
    const far = Math.max(FAR_BLOCKS, FAR_SHARE * index.blocks.length);
    const growth = textLength ? index.text.length / textLength : 1;
    for (const ordinal of scores.keys()) {
        add(ordinal, WEIGHTS.ordinal * Math.max(0, 1 - Math.abs(ordinal - expected) / far));
        const block = blockAt(index, ordinal);
        if (block && shape.size) add(ordinal, WEIGHTS.size * likeness(block.end - block.start, shape.size * growth));
    }
    return [...scores].map(([ordinal, score]) => ({ ordinal, score })).sort((a, b) => b.score - a.score);
}

/**
 * Returns the blocks near which the page has the captured marks, as far as these are rare.
 *
 * @param {TextIndex} index
 * @param {import('./snapshot-reader.js').Shape} shape
 * @returns {[number, number][]} ordinals, each with its share of the evidence: the best block has all of it if the
 *     others have no mark of their own
 */
function markedBlocks(index, shape) {
    /** @type {Map<number, number>} */
    const sums = new Map();
    let all = 0;
    let [best, most] = [0, 0];
    const marks = marksOn(index, shape).filter(({ blocks }) => blocks.length > 0 && !isCommon(index, blocks));
    for (const { blocks } of marks) {
        // A mark in several blocks says less than one in a single block.
        all += 1 / blocks.length;
        for (const block of blocks) {
            MARK_WEIGHTS.forEach((weight, distance) => {
                for (const at of new Set([block - distance, block + distance])) {
                    const sum = (sums.get(at) ?? 0) + weight / blocks.length;
                    sums.set(at, sum);
                    if (sum > most) [best, most] = [at, sum];
                }
            });
        }
    }
    const near = marks.filter(({ blocks }) => blocks.some((block) => Math.abs(block - best) < MARK_WEIGHTS.length));
    const shareOfBest = near.reduce((sum, { blocks }) => sum + 1 / blocks.length, 0) / Math.max(LEAST_MARKS, all);
    return [...sums].map(([at, sum]) => [at, (shareOfBest * sum) / most]);
}

/**
 * Returns the blocks in the element that the selector matches. The more they are, the less each of them is meant.
 *
 * @param {TextIndex} index
 * @param {Place} place
 * @param {Window} top
 * @returns {[number, number][]} ordinals, each with its share of the element
 */
function selectedBlocks(index, { primary }, top) {
    const element = primary ? elementAtAddress(top.document, primary.path, primary.selector) : null;
    const bounds = element ? textBounds(index, element) : null;
    if (!bounds || bounds.end <= bounds.start) return [];
    const first = blockAround(index, bounds.start).ordinal;
    const count = blockAround(index, bounds.end - 1).ordinal - first + 1;
    return Array.from({ length: count }, (_, at) => [first + at, 1 / count]);
}

/**
 * Returns the blocks that contain the text of captured links which the page has only once or twice.
 *
 * @param {TextIndex} index
 * @param {Map<string, Element[]>} links
 * @returns {Set<number>} ordinals
 */
function linkedBlocks(index, links) {
    const elements = new Set([...links.values()].filter(({ length }) => length <= 2).flat());
    /** @type {Set<number>} */
    const found = new Set();
    if (elements.size === 0) return found;
    for (const { node, start } of index.segments) {
        let element = composedParent(node);
        for (let depth = 0; element && depth < DEEPEST_LINK; depth += 1) {
            if (elements.has(element)) found.add(blockAround(index, start).ordinal);
            element = composedParent(element);
        }
    }
    return found;
}

/**
 * @param {number} a
 * @param {number} b
 * @returns {number} 0 to 1
 */
function likeness(a, b) {
    return Math.min(a, b) / Math.max(1, a, b);
}

/**
 * @param {TextIndex} index
 * @param {number} one the ordinal of a block
 * @param {number} other
 * @param {Window} top
 * @returns {number} the distance between the starts of two blocks, in CSS px
 */
function distanceOf(index, one, other, top) {
    const [a, b] = [one, other].map((ordinal) => {
        const character = characterAt(index, index.blocks[ordinal]);
        return character ? characterBox(character.node, character.offset, top) : null;
    });
    return a && b ? Math.max(Math.abs(a.top - b.top), Math.abs(a.left - b.left)) : Infinity;
}
