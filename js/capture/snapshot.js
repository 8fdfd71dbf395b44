/**
 * Snapshots of the current place, schema 1.
 */

import { pageSketch } from '../anchoring/page-sketch.js';
import { stickyTop } from '../anchoring/sticky.js';
import { buildTextIndex } from '../anchoring/text-index.js';
import { blockExtent, blockStartOf, distanceFromStart } from '../dom/block-axis.js';
import { read } from '../dom/node.js';
import { scrollersAround, scrollState, visibleBox, windowBox } from '../dom/scroller.js';
import { withinSizeLimit } from '../wire/size-limit.js';
import { captureAnchors, roundFraction } from './anchors.js';
import { imageAnchor } from './image-anchor.js';
import { linksInView, selectedQuote, startedMedia } from './in-view.js';
import { middleAnchor } from './middle-anchor.js';
import { pageFields, sourceFields } from './page-fields.js';
import { findReadingLine } from './reading-line.js';
import { readingScrollers } from './reading-scroller.js';
import { scrollerRecords } from './scroller-records.js';

/** @typedef {import('../anchoring/text-index.js').TextIndex} TextIndex */

/**
 * Captures the place. It never throws, changes nothing in the page, and loads nothing. If the page prevents the capture
 * of a part, that part is omitted; at worst only the four fields of an action extension remain.
 *
 * @param {Window} top
 * @param {TextIndex | null} [given] the page's text if the caller has it
 * @returns {any} plain data, at most 64 KiB as JSON
 */
export function captureSnapshot(top, given = null) {
    const index = given ?? attempt(() => buildTextIndex(top.document), null);
    const snapshot = {
        schema: 1,
        ...attempt(() => sourceFields(top), { baseURI: String(top.location) }),
        ...attempt(() => pageFields(top), { url: String(top.location) }),
        scrollers: [],
        anchors: [],
        bracket: null,
        progress: null,
        stickyTop: 0,
        middle: null,
        sketch: null,
        selection: null,
        media: attempt(() => startedMedia(index ? index.trees : [top.document]), []),
        links: [],
    };
    const place = index ? attempt(() => placeFields(top, index), {}) : {};
    return attempt(() => withinSizeLimit({ ...snapshot, ...place }), snapshot);
}

/**
 * @param {Window} top
 * @param {TextIndex} index
 * @returns {object}
 */
function placeFields(top, index) {
    const { document } = top;
    const root = read(document, 'documentElement');
    if (!root) return {};
    const style = top.getComputedStyle(read(document, 'body') ?? root);
    const start = blockStartOf(style.writingMode);
    const chain = readingScrollers(top, start);
    let found = findLineIn(top, chain, start, index);
    if (!found.line && chain.length > 1) found = findLineIn(top, chain.slice(0, 1), start, index);
    const { view, line } = found;
    const around = line ? scrollersAround(line.node, top) : found.chain;
    const { records, reading } = scrollerRecords(around, view.scroller, top, index.trees);
    const image = isLineInView(view, line) ? null : attempt(() => imageAnchor(view), null);
    const captured = line && !image ? captureAnchors(view, index, line) : null;
    const chosen = captured ? captured.anchors : image ? [image] : [];
    const anchors = chosen.map((anchor) => ({ ...anchor, scroller: reading }));
    return {
        scrollers: records,
        anchors,
        bracket: captured ? captured.bracket : null,
        progress: progressFields(view, index, captured ? captured.position : -1),
        stickyTop: view.start === 'top' ? view.edge : 0,
        middle: captured ? attempt(() => middleAnchor(view, index), null) : null,
        sketch: attempt(() => pageSketch(index), null),
        selection: attempt(() => selectedQuote(top, index), null),
        links: attempt(() => linksInView(document, windowBox(top), top, line ? line.node : null), []),
    };
}

/**
 * @param {import('./reading-line.js').View} view
 * @param {import('./reading-line.js').LineStart | null} line
 * @returns {boolean} false if the nearest text is out of view
 */
function isLineInView(view, line) {
    if (!line) return false;
    const from = distanceFromStart(view.start, line.box, view.box);
    return from < blockExtent(view.start, view.box) && from + blockExtent(view.start, line.box) > 0;
}

/**
 * @param {Window} top
 * @param {import('../dom/scroller.js').Scroller[]} chain
 * @param {import('../dom/block-axis.js').BlockStart} start
 * @param {import('../anchoring/text-index.js').TextIndex} index
 */
function findLineIn(top, chain, start, index) {
    const scroller = chain[chain.length - 1];
    const box = visibleBox(scroller, top);
    const edge = start === 'top' ? stickyTop(scroller, box, top) : 0;
    const view = { top, scroller, box, start, edge, known: new Map(), texts: new Map(), boxes: new Map() };
    return { view, chain, line: findReadingLine(view, index) };
}

/**
 * Returns the reading progress, in the scroller's height and in the page's text.
 *
 * @param {import('./reading-line.js').View} view
 * @param {import('../anchoring/text-index.js').TextIndex} index
 * @param {number} position
 * @returns {object}
 */
function progressFields(view, index, position) {
    const state = scrollState(view.scroller);
    const isAcross = view.start !== 'top';
    const range = isAcross ? state.scrollWidth - state.width : state.scrollHeight - state.height;
    const offset = Math.abs(isAcross ? state.x : state.y);
    return {
        px: range > 0 ? roundFraction(Math.min(1, offset / range)) : 0,
        text: position >= 0 && index.text.length > 0 ? roundFraction(position / index.text.length) : null,
        length: index.text.length,
    };
}

/**
 * @template T, Fallback
 * @param {() => T} part
 * @param {Fallback} otherwise
 * @returns {T | Fallback}
 */
function attempt(part, otherwise) {
    try {
        return part();
    } catch {
        return otherwise;
    }
}
