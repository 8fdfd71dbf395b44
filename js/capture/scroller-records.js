/**
 * What the snapshot says of scrollers.
 */

import { address } from '../anchoring/selector.js';
import { frameElementOf } from '../dom/composed-tree.js';
import { asRect, elementBox } from '../dom/geometry.js';
import { scrollState } from '../dom/scroller.js';
import { rounded } from './anchors.js';

/** @typedef {import('../dom/scroller.js').Scroller} Scroller */

/** More scrolled containers than these are not the reader's doing. */
const MAXIMUM_SCROLLERS = 12;
/** In ms: looking for scrolled containers away from the text is worth this much of the reader's time. */
const SCROLLED_SEARCH_TIME = 4;
/** What a form's field shows is the reader's. */
const FIELDS = 'textarea, input, select';

/**
 * @param {Scroller} scroller
 * @param {Window} top
 * @returns {object | null} null where it cannot be addressed
 */
function record(scroller, top) {
    const state = scrollState(scroller);
    const host = scroller.element ?? (scroller.view === top ? null : frameElementOf(scroller.view));
    const { path, selector } = host ? address(host) : { path: [], selector: '' };
    if (host && selector === '') return null;
    const fraction = (/** @type {number} */ offset, /** @type {number} */ room) => {
        return room > 0 ? rounded(Math.min(1, Math.abs(offset) / room)) : 0;
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
 * The scrollers around the reading line, outer to inner, then others that have been scrolled.
 *
 * @param {Scroller[]} chain
 * @param {Scroller} read the one that is read in
 * @param {Window} top
 * @returns {{records: object[], reading: number}} `reading` is the index of `read`, 0 where it has no record
 */
export function scrollerRecords(chain, read, top) {
    /** @type {object[]} */
    const records = [];
    let reading = 0;
    for (const scroller of chain) {
        const found = record(scroller, top);
        if (!found) continue;
        if (scroller.element === read.element && scroller.view === read.view) reading = records.length;
        records.push(found);
    }
    for (const element of scrolledElements(top)) {
        if (records.length >= MAXIMUM_SCROLLERS) break;
        if (chain.some((scroller) => scroller.element === element)) continue;
        const found = record({ view: top, element }, top);
        if (found) records.push(found);
    }
    return { records, reading };
}

/**
 * @param {Window} top
 * @returns {Element[]}
 */
function scrolledElements(top) {
    const { document } = top;
    const started = top.performance.now();
    const found = [];
    let seen = 0;
    for (const element of document.querySelectorAll('body *')) {
        seen += 1;
        if (seen % 64 === 0 && top.performance.now() - started > SCROLLED_SEARCH_TIME) break;
        if (element.scrollTop === 0 && element.scrollLeft === 0) continue;
        if (element !== document.scrollingElement && !element.matches(FIELDS)) found.push(element);
    }
    return found;
}
