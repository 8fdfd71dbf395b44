/**
 * The records of scrollers in a snapshot.
 */

import { address } from '../anchoring/selector.js';
import { frameElementOf, viewOf } from '../dom/composed-tree.js';
import { asRect, elementBox } from '../dom/geometry.js';
import { call, read } from '../dom/node.js';
import { virtualState } from '../dom/scroll-lock.js';
import { roundFraction } from './anchors.js';
import { hasMoved } from './reading-scroller.js';

/** @typedef {import('../dom/scroller.js').Scroller} Scroller */

/** The number of scrolled containers that are recorded. A reader scrolls fewer. */
const MAXIMUM_SCROLLERS = 12;
/**
 * The number of elements that are examined to find scrolled containers which do not contain the reading
 * line: 2 ms, and what is captured does not depend on what else the computer does.
 */
const EXAMINED_CONTAINERS = 4000;
/**
 * The elements that scroll on most pages, rarer ones first: measuring every element of a large page takes longer than
 * the rest of the capture. Form fields are not among them, since their content is private.
 */
const CONTAINERS = [
    'main', 'dialog', 'pre', 'aside', 'nav', 'article', 'section', 'form', 'table', 'tbody', 'header', 'footer', 'ol',
    'ul', 'code', 'div',
];

/**
 * @param {Scroller} scroller
 * @param {Window} top
 * @returns {object | null} null if there is no selector for it
 */
function makeRecord(scroller, top) {
    const state = virtualState(scroller);
    const host = scroller.element ?? (scroller.view === top ? null : frameElementOf(scroller.view));
    const { path, selector } = host ? address(host) : { path: [], selector: '' };
    if (host && selector === '') return null;
    const fraction = (/** @type {number} */ offset, /** @type {number} */ range) => {
        return range > 0 ? roundFraction(Math.min(1, Math.abs(offset) / range)) : 0;
    };
    return {
        path: host ? [...path, selector] : [],
        x: state.x,
        y: state.y,
        fractionX: fraction(state.x, state.scrollWidth - state.width),
        fractionY: fraction(state.y, state.scrollHeight - state.height),
        width: state.width,
        height: state.height,
        scrollWidth: state.scrollWidth,
        scrollHeight: state.scrollHeight,
        rect: host ? asRect(elementBox(host, top)) : undefined,
    };
}

/**
 * Returns the records of the scrollers around the reading line, outer to inner, then of others that have been scrolled.
 *
 * @param {Scroller[]} chain
 * @param {Scroller} read the one that is being read
 * @param {Window} top
 * @param {(Document | ShadowRoot)[]} trees the trees in which to search for the others
 * @returns {{records: object[], reading: number}} `reading` is the index of the record of `read`, or 0 if it has none
 */
export function scrollerRecords(chain, read, top, trees) {
    /** @type {object[]} */
    const records = [];
    let reading = 0;
    for (const scroller of chain) {
        const found = makeRecord(scroller, top);
        if (!found) continue;
        if (scroller.element === read.element && scroller.view === read.view) reading = records.length;
        records.push(found);
    }
    for (const other of findScrolled(top, trees)) {
        if (records.length >= MAXIMUM_SCROLLERS) break;
        if (chain.some(({ view, element }) => view === other.view && element === other.element)) continue;
        const found = makeRecord(other, top);
        if (found) records.push(found);
    }
    return { records, reading };
}

/**
 * Returns the frames and containers in the whole page that have been scrolled.
 *
 * @param {Window} top
 * @param {(Document | ShadowRoot)[]} trees
 * @returns {Scroller[]}
 */
function findScrolled(top, trees) {
    /** @type {Scroller[]} */
    const found = [];
    let left = EXAMINED_CONTAINERS;
    for (const tree of trees) {
        const view = viewOf(tree);
        if (!view) continue;
        const frame = { view, element: null };
        if (tree === view.document && view !== top && hasMoved(frame)) found.push(frame);
        const scrollingElement = read(view.document, 'scrollingElement');
        const list = tree === view.document ? 'getElementsByTagName' : 'querySelectorAll';
        for (const name of CONTAINERS) {
            const elements = call(tree, list, name);
            for (let at = 0; elements[at] && left > 0; at += 1, left -= 1) {
                const element = elements[at];
                const isAtStart = read(element, 'scrollTop') === 0 && read(element, 'scrollLeft') === 0;
                if (element === scrollingElement || isAtStart) continue;
                found.push({ view, element });
            }
        }
    }
    return found;
}
