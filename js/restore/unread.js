/**
 * Places in parts of a page that cannot be read: frames of other origins, embedded documents, canvases, closed shadow
 * roots and editable documents. Such a place is at most approximate, except at a block of an editable document that is
 * the only one with its hash: then the captured words are there.
 */

import { elementAtAddress } from '../anchoring/selector.js';
import { frameDocument } from '../dom/composed-tree.js';
import { laidOutBox } from '../dom/geometry.js';
import { call, localNameOf } from '../dom/node.js';
import { CONFIDENCE } from './confidence.js';
import { countHits } from './locked.js';

/**
 * @typedef {import('./snapshot-reader.js').Place} Place
 * @typedef {import('./target.js').Target} Target
 */

const FRAMES = 'iframe, frame, object, embed, fencedframe';
/** The kinds of parts that count as frames. `object` is an embedded document or a canvas. */
const FRAME_KINDS = ['frame', 'object'];
/** The number of points of the grid, out of 25: a frame that fills half of the view is what was read. */
const MAIN_PART = 13;
/** In CSS px: the area of a character of usual size in running text. */
const CHARACTER_AREA = 200;
/** A fraction of the view: a page with less text outside the frame is only around it. */
const LITTLE_TEXT = 0.2;
/** The confidence of the same fraction of a frame, and the most for a place whose words cannot be compared. */
const SAME_FRAME = 0.4;
const MOST_CONFIDENCE = 0.5;

/**
 * Returns the reason why a result for a place claims too much.
 *
 * @param {Place} place
 * @param {number} confidence
 * @param {Window} top
 * @returns {'frame' | 'unreadable' | null} null if the place is in no such part, or its block was found
 */
export function unreadReason(place, confidence, top) {
    const { unread, frame } = place;
    if (unread && !FRAME_KINDS.includes(unread.kind)) {
        // The only block of an editable document with the captured hash is sure enough, and no other one is.
        return unread.kind === 'editable' && confidence >= CONFIDENCE.found ? null : 'unreadable';
    }
    return unread || frame || (!globalThis.LEFTOFF_LITE && isAroundFrame(place, top)) ? 'frame' : null;
}

/**
 * Limits the confidence of a place for which there is such a reason.
 *
 * @param {number} confidence
 * @returns {number}
 */
export function cappedConfidence(confidence) {
    return Math.min(confidence, MOST_CONFIDENCE);
}

/**
 * Returns true if a frame that cannot be read fills most of the view. Snapshots of earlier versions do not contain it.
 *
 * @param {Place} place
 * @param {Window} top
 * @returns {boolean}
 */
function isAroundFrame(place, top) {
    const area = top.innerWidth * top.innerHeight * LITTLE_TEXT;
    if (place.textLength === null || place.textLength * CHARACTER_AREA >= area) return false;
    if (!call(top.document, 'querySelector', FRAMES)) return false;
    return countHits(top, isUnreadableFrame) >= MAIN_PART;
}

/**
 * @param {Element} element
 * @returns {boolean}
 */
function isUnreadableFrame(element) {
    if (!call(element, 'matches', FRAMES) || frameDocument(element)) return false;
    return /frame$/.test(localNameOf(element)) || showsDocument(element);
}

/**
 * @param {Element} element an `object` or `embed` element
 * @returns {boolean} false if it shows a picture
 */
function showsDocument(element) {
    return !/^image\//.test(call(element, 'getAttribute', 'type') ?? '');
}

/**
 * Returns the target of a place in a frame that cannot be read: the same fraction of the frame.
 *
 * @param {Place} place
 * @param {Window} top
 * @returns {Target | null}
 */
export function frameTarget({ unread, primary }, top) {
    if (globalThis.LEFTOFF_LITE || !unread || !unread.rect || !FRAME_KINDS.includes(unread.kind)) return null;
    const frame = elementAtAddress(top.document, unread.path, unread.selector);
    const { rect } = unread;
    const within = Math.max(0, Math.min(1, unread.within ?? 0));
    const y = rect.y + within * rect.height;
    const anchor = { ...(primary ?? NO_ANCHOR), quote: null, x: rect.x, y, start: null, rect };
    return frame && elementTarget(frame, within, SAME_FRAME, anchor, top);
}

/** @type {import('./snapshot-reader.js').Anchor} */
const NO_ANCHOR = {
    quote: null, image: null, selector: '', path: [], character: 0, x: 0, y: 0, start: null, rect: null, scroller: -1,
    hash: '', occurrences: null, ordinal: null, position: null,
};

/**
 * @param {Element} element
 * @param {number} share of the element's height at which the line is
 * @param {number} confidence
 * @param {import('./snapshot-reader.js').Anchor} anchor
 * @param {Window} top
 * @returns {Target}
 */
export function elementTarget(element, share, confidence, anchor, top) {
    const box = () => {
        const now = laidOutBox(element, top);
        if (!now) return null;
        const line = now.top + share * (now.bottom - now.top);
        return { ...now, top: line, bottom: line };
    };
    return { tier: 'selector', confidence, node: element, offset: 0, anchor, box };
}
