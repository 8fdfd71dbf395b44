/**
 * What else the reader has in view: links, media and the selection.
 */

import { address } from '../anchoring/selector.js';
import { collapsed } from '../anchoring/text-index.js';
import { positionOf } from '../anchoring/text-position.js';
import { asRect, elementBox, intersection } from '../dom/geometry.js';
import { withoutCredentials } from '../wire/page-key.js';

const MAXIMUM_LINKS = 40;
const MAXIMUM_LINK_TEXT = 80;
/** Longer addresses are data rather than places. */
const MAXIMUM_LINK_ADDRESS = 2048;
const MAXIMUM_MEDIA = 8;
/** Elements whose selected text is the reader's own. */
const FIELD = /^(input|textarea|select)$/;
const MAXIMUM_SELECTION = 1000;
/** Addresses that are programs or data. */
const NO_PLACE = /^(javascript|data|blob|about):/i;

/**
 * @param {Document} document
 * @param {import('../dom/geometry.js').Box} box what the reader sees
 * @param {Window} top
 * @returns {object[]} in the document's order
 */
export function linksInView(document, box, top) {
    const links = [];
    for (const element of document.querySelectorAll('a[href], area[href]')) {
        if (links.length >= MAXIMUM_LINKS) break;
        const href = /** @type {any} */ (element).href;
        if (typeof href !== 'string' || href.length > MAXIMUM_LINK_ADDRESS || NO_PLACE.test(href)) continue;
        const rect = elementBox(element, top);
        const seen = intersection(rect, box);
        if (seen.right <= seen.left || seen.bottom <= seen.top) continue;
        const text = collapsed(element.textContent ?? '').trim().slice(0, MAXIMUM_LINK_TEXT);
        links.push({ url: withoutCredentials(href), text, rect: asRect(rect) });
    }
    return links;
}

/**
 * Media that have been started.
 *
 * @param {Document} document
 * @returns {object[]}
 */
export function startedMedia(document) {
    const media = [];
    for (const element of document.querySelectorAll('video, audio')) {
        if (media.length >= MAXIMUM_MEDIA) break;
        const { currentTime, duration, paused } = /** @type {HTMLMediaElement} */ (element);
        if (!(currentTime > 0)) continue;
        const { path, selector } = address(element);
        if (selector === '') continue;
        media.push({ selector, path, currentTime, duration: Number.isFinite(duration) ? duration : null, paused });
    }
    return media;
}

/**
 * The selected text; null where none is, or where it is in a field.
 *
 * @param {Window} top
 * @param {import('../anchoring/text-index.js').TextIndex} index
 * @returns {import('../anchoring/quote-search.js').Quote | null}
 */
export function selectedQuote(top, index) {
    const selection = top.getSelection();
    if (!selection || selection.rangeCount === 0 || selection.isCollapsed) return null;
    const active = /** @type {any} */ (top.document.activeElement);
    if (active && (active.isContentEditable === true || FIELD.test(active.localName))) return null;
    const range = selection.getRangeAt(0);
    let start = -1;
    let end = -1;
    for (const segment of index.segments) {
        const { node } = segment;
        if (!range.intersectsNode(node)) continue;
        const from = node === range.startContainer ? range.startOffset : 0;
        const to = node === range.endContainer ? range.endOffset : node.data.length;
        if (to <= from) continue;
        if (start < 0) start = positionOf(index, node, from);
        end = to === node.data.length ? segment.start + segment.length : positionOf(index, node, to);
    }
    if (start < 0 || end <= start) return null;
    const { text } = index;
    const exact = text.slice(start, Math.min(end, start + MAXIMUM_SELECTION));
    const last = start + exact.length;
    return {
        exact,
        prefix: text.slice(Math.max(0, start - 32), start),
        suffix: text.slice(last, last + 32),
    };
}
