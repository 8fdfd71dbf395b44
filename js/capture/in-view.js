/**
 * The links, the media and the selection in the reader's view.
 */

import { address } from '../anchoring/selector.js';
import { collapsed } from '../anchoring/text-index.js';
import { positionOf } from '../anchoring/text-position.js';
import { viewOf } from '../dom/composed-tree.js';
import { asRect, elementBox, intersection } from '../dom/geometry.js';
import { call, ownerDocumentOf, read } from '../dom/node.js';
import { windowBox } from '../dom/scroller.js';
import { withoutCredentials } from '../wire/page-key.js';

const MAXIMUM_LINKS = 40;
const MAXIMUM_LINK_TEXT = 80;
/** In UTF-16 units: longer URLs contain data. */
const MAXIMUM_LINK_ADDRESS = 1024;
/** In UTF-16 units, of all links together: half of the usual size of a snapshot. */
const LINKS_SIZE = 2200;
/** In UTF-16 units: the size of a link's rectangle and of the names of its fields. */
const LINK_SIZE = 110;
/** The search ends after so many consecutive links that are out of view. */
const MAXIMUM_MISSED = 200;
const MAXIMUM_MEDIA = 8;
/** In UTF-16 units: longer URLs of media contain data. */
const MAXIMUM_SOURCE = 512;
/** Elements whose selected text was typed by the reader. */
const FIELD = /^(input|textarea|select)$/;
const MAXIMUM_SELECTION = 1000;
/** URLs that are programs or data. */
const UNLINKABLE = /^(javascript|data|blob|about):/i;

/**
 * Returns the links in view, as many as a snapshot has space for: those after the reading line first, then those before
 * it.
 *
 * @param {Document} document
 * @param {import('../dom/geometry.js').Box} box the visible part of the page
 * @param {Window} top
 * @param {Node | null} near a node at the reading line
 * @returns {object[]} in the document's order
 */
export function linksInView(document, box, top, near) {
    const all = call(document, 'querySelectorAll', 'a[href], area[href]');
    const first = near && ownerDocumentOf(near) === document ? firstBehind(all, near) : 0;
    /** @type {{at: number, link: object}[]} */
    const found = [];
    let remaining = LINKS_SIZE;
    for (const direction of [1, -1]) {
        let missed = 0;
        for (let at = direction > 0 ? first : first - 1; at >= 0 && at < all.length; at += direction) {
            if (found.length >= MAXIMUM_LINKS || missed > MAXIMUM_MISSED) break;
            const rect = elementBox(all[at], top);
            const seen = intersection(rect, box);
            missed += 1;
            if (seen.right <= seen.left || seen.bottom <= seen.top) continue;
            missed = 0;
            const link = linkOf(all[at], rect);
            if (!link) continue;
            remaining -= LINK_SIZE + link.url.length + link.text.length;
            if (remaining >= 0) found.push({ at, link });
        }
    }
    return found.sort((a, b) => a.at - b.at).map(({ link }) => link);
}

/**
 * @param {Element} element
 * @param {import('../dom/geometry.js').Box} rect
 * @returns {{url: string, text: string, rect: object} | null} null if the link leads to no page
 */
function linkOf(element, rect) {
    const href = /** @type {any} */ (element).href;
    if (typeof href !== 'string' || href.length > MAXIMUM_LINK_ADDRESS || UNLINKABLE.test(href)) return null;
    const text = collapsed(element.textContent ?? '').trim().slice(0, MAXIMUM_LINK_TEXT);
    return { url: withoutCredentials(href), text, rect: asRect(rect) };
}

/**
 * @param {NodeListOf<Element>} elements in the document's order
 * @param {Node} node
 * @returns {number} the index of the first element that is not before the node
 */
function firstBehind(elements, node) {
    let low = 0;
    let high = elements.length;
    while (low < high) {
        const middle = (low + high) >> 1;
        const relation = node.compareDocumentPosition(elements[middle]);
        const isBefore = (relation & 2) !== 0 && (relation & 8) === 0;
        if (isBefore) low = middle + 1;
        else high = middle;
    }
    return low;
}

/**
 * Returns the media that have been started. The main one is the largest in view, or the only one.
 *
 * @param {(Document | ShadowRoot)[]} trees
 * @param {Window} top
 * @returns {object[]}
 */
export function startedMedia(trees, top) {
    const view = windowBox(top);
    const media = [];
    /** @type {number[]} */
    const sizes = [];
    for (const element of trees.flatMap((tree) => [...call(tree, 'querySelectorAll', 'video, audio')])) {
        if (media.length >= MAXIMUM_MEDIA) break;
        const { currentTime, duration, paused, currentSrc } = /** @type {HTMLMediaElement} */ (element);
        if (!(currentTime > 0)) continue;
        const { path, selector } = address(element);
        if (selector === '') continue;
        const isShort = typeof currentSrc === 'string' && currentSrc.length <= MAXIMUM_SOURCE;
        const src = isShort ? withoutCredentials(currentSrc) : '';
        const length = Number.isFinite(duration) ? duration : null;
        media.push({ selector, path, src, currentTime, duration: length, paused });
        const { left, top: upper, right, bottom } = intersection(elementBox(element, top), view);
        sizes.push(Math.max(0, right - left) * Math.max(0, bottom - upper));
    }
    const most = Math.max(...sizes);
    return media.map((each, at) => ({ ...each, main: media.length === 1 || (most > 0 && sizes.indexOf(most) === at) }));
}

/**
 * Returns the selected text, or null if nothing is selected or the selection is in a field.
 *
 * @param {Window} top
 * @param {import('../anchoring/text-index.js').TextIndex} index
 * @returns {import('../anchoring/quote-search.js').Quote | null}
 */
export function selectedQuote(top, index) {
    for (const tree of index.trees) {
        const range = selectedRange(tree, index.trees);
        const quote = range ? quoteOf(range, index) : null;
        if (quote) return quote;
    }
    return null;
}

/**
 * @param {Document | ShadowRoot} tree
 * @param {(Document | ShadowRoot)[]} trees
 * @returns {Range | null} the selection in the tree; null if it is empty or in a field
 */
function selectedRange(tree, trees) {
    const view = viewOf(tree);
    const active = read(tree, 'activeElement');
    if (!view || (active && (active.isContentEditable === true || FIELD.test(active.localName)))) return null;
    const isDocument = tree === view.document;
    const own = isDocument ? null : /** @type {any} */ (tree).getSelection;
    const selection = /** @type {any} */ (typeof own === 'function' ? own.call(tree) : view.getSelection());
    if (!selection || selection.rangeCount === 0) return null;
    let range = selection.getRangeAt(0);
    if (!isDocument && typeof selection.getComposedRanges === 'function') {
        const shadowRoots = trees.filter((other) => other !== view.document && viewOf(other) === view);
        range = selection.getComposedRanges({ shadowRoots })[0] ?? range;
    }
    const { startContainer, startOffset, endContainer, endOffset } = range;
    if (!call(tree, 'contains', startContainer) || !call(tree, 'contains', endContainer)) return null;
    const selected = call(view.document, 'createRange');
    selected.setStart(startContainer, startOffset);
    selected.setEnd(endContainer, endOffset);
    return selected.collapsed ? null : selected;
}

/**
 * @param {Range} range
 * @param {import('../anchoring/text-index.js').TextIndex} index
 * @returns {import('../anchoring/quote-search.js').Quote | null}
 */
function quoteOf(range, index) {
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
        if (end - start >= MAXIMUM_SELECTION) break;
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
