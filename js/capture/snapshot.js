/**
 * Snapshots of the current place, schema 1.
 */

import { pageSketch } from '../anchoring/page-sketch.js';
import { stickyTop } from '../anchoring/sticky.js';
import { buildTextIndex } from '../anchoring/text-index.js';
import { blockExtent, blockStartOf, distanceFromStart } from '../dom/block-axis.js';
import { read } from '../dom/node.js';
import { lockOf, virtualState } from '../dom/scroll-lock.js';
import { scrollersAround, visibleBox, windowBox } from '../dom/scroller.js';
import { withinSizeLimit } from '../wire/size-limit.js';
import { captureAnchors, roundFraction } from './anchors.js';
import { firstPicture, imageAnchor, pictureInMiddle } from './image-anchor.js';
import { linksInView, selectedQuote, startedMedia } from './in-view.js';
import { middleAnchor } from './middle-anchor.js';
import { motionOf, motionProgress } from './motion.js';
import { pageFields, sourceFields } from './page-fields.js';
import { pictureList } from './picture-list.js';
import { findReadingLine, isInMiddle } from './reading-line.js';
import { readingScrollers } from './reading-scroller.js';
import { scrollerRecords } from './scroller-records.js';
import { shapeOf } from './shape.js';
import { unreadPart } from './unread-part.js';

/** @typedef {import('../anchoring/text-index.js').TextIndex} TextIndex */
/** @typedef {import('./reading-line.js').View} View */
/**
 * @typedef {{view: View, chain: import('../dom/scroller.js').Scroller[],
 *     line: import('./reading-line.js').LineStart | null, hasLine: boolean,
 *     unread: ReturnType<typeof unreadPart>}} Found
 *     `hasLine` is true if the line is in view
 */

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
    const lock = lockOf(top);
    const chain = readingScrollers(top, start);
    let found = findLineIn(top, chain, start, index, lock);
    const isEmpty = !found.line && !found.unread;
    if (isEmpty && chain.length > 1) found = findLineIn(top, chain.slice(0, 1), start, index, lock);
    const { view, line } = found;
    const around = line ? scrollersAround(line.node, top) : found.chain;
    const { records, reading } = scrollerRecords(around, view.scroller, top, index.trees);
    const links = attempt(() => linksInView(document, windowBox(top), top, line ? line.node : null), []);
    const isWindow = !view.scroller.element || view.scroller.element === lock?.element;
    const { anchors, position, ...place } = readingFields(found, links);
    const progress = progressFields(view, index, position);
    return {
        scrollers: records,
        anchors: anchors.map((anchor) => ({ ...anchor, scroller: reading })),
        progress,
        stickyTop: view.start === 'top' ? view.edge : 0,
        sketch: attempt(() => pageSketch(index), null),
        selection: attempt(() => selectedQuote(top, index), null),
        links,
        ...present('lock', lock && isWindow ? { kind: lock.kind, x: lock.x, y: lock.y } : null),
        ...(globalThis.LEFTOFF_LITE || !line ? {} : motionFields(view, line, progress)),
        ...place,
    };
}

/**
 * Returns the anchors, and what else the snapshot says about the part of the page that is being read.
 *
 * @param {Found} found
 * @param {object[]} links
 * @returns {{anchors: object[], position: number, [key: string]: any}} with keys of the snapshot; `position` is that of
 *     the reading line in the page's text, or -1
 */
function readingFields({ view, line, hasLine, unread }, links) {
    const { index } = view;
    if (unread && unread.anchors.length > 0) return { anchors: unread.anchors, position: -1, ...unread.fields };
    const picture = attempt(() => {
        if (!hasLine) return firstPicture(view);
        return globalThis.LEFTOFF_LITE || !line || isInMiddle(view, line) ? null : pictureInMiddle(view);
    }, null);
    const image = picture ? attempt(() => imageAnchor(view, picture), null) : null;
    const captured = line && (hasLine || !image) ? captureAnchors(view, index, line) : null;
    const middle = captured ? attempt(() => middleAnchor(view, index), null) : null;
    if (captured && !image) {
        const shape = attempt(() => shapeOf(index, captured.position, links), null);
        return { ...captured, middle, ...present('shape', shape), ...unread?.fields };
    }
    const pictures = globalThis.LEFTOFF_LITE || !picture ? null : attempt(() => pictureList(view, picture), null);
    // The text beside the picture only says where the picture is.
    const neighbours = captured ? captured.anchors.slice(1) : [];
    return {
        anchors: image ? [image, ...neighbours] : [], middle, position: -1, ...present('pictures', pictures),
        ...unread?.fields,
    };
}

/**
 * Returns what a page without scrolling says about content that it moves by other means.
 *
 * @param {View} view
 * @param {import('./reading-line.js').LineStart} line
 * @param {{px: number}} progress
 * @returns {object}
 */
function motionFields(view, line, progress) {
    const motion = progress.px === 0 ? attempt(() => motionOf(view, line), null) : null;
    return motion ? { motion, progress: { ...progress, px: motionProgress(motion, view.box) } } : {};
}

/**
 * @param {string} key
 * @param {object | null} value
 * @returns {object} without the key if there is no value
 */
function present(key, value) {
    return value ? { [key]: value } : {};
}

/**
 * @param {View} view
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
 * @param {TextIndex} index
 * @param {import('../dom/scroll-lock.js').Lock | null} lock
 * @returns {Found}
 */
function findLineIn(top, chain, start, index, lock) {
    const scroller = chain[chain.length - 1];
    // A body that only scrolls because of the lock is the window again without it.
    const box = lock && lock.element === scroller.element ? windowBox(top) : visibleBox(scroller, top);
    const edge = start === 'top' ? stickyTop(scroller, box, top) : 0;
    /** @type {View} */
    const view = {
        top, scroller, box, start, edge, index, shell: null, covered: null, known: new Map(),
        captions: new Map(), covering: new Map(), texts: new Map(), boxes: new Map(),
    };
    const line = findReadingLine(view);
    const hasLine = isLineInView(view, line);
    const unread = globalThis.LEFTOFF_LITE ? null : attempt(() => unreadPart(view, hasLine), null);
    return { view, chain, line, hasLine, unread };
}

/**
 * Returns the reading progress, in the scroller's height and in the page's text.
 *
 * @param {import('./reading-line.js').View} view
 * @param {import('../anchoring/text-index.js').TextIndex} index
 * @param {number} position
 * @returns {{px: number, text: number | null, length: number}}
 */
function progressFields(view, index, position) {
    const state = virtualState(view.scroller);
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
