/**
 * The text of a page as a reader sees it: white space collapsed, hidden text and form values left out, blocks apart by
 * one space. Each piece knows its node, so that a position in the text leads back to a character on the page.
 */

import { composedParent, frameDocument } from '../dom/composed-tree.js';
import { firstChildOf, localNameOf, nextSiblingOf, nodeTypeOf, shadowRootOf } from '../dom/node.js';

/**
 * @typedef {{node: Text, start: number, length: number, trimmed: boolean}} Segment
 *     `trimmed` where white space at the node's start fell away
 * @typedef {{text: string, segments: Segment[], blocks: number[]}} TextIndex
 *     `blocks` are the positions at which blocks start, ascending
 */

/** Elements whose text is never the page's: not shown, or typed by the reader. */
const UNREAD = new Set([
    'script', 'style', 'template', 'noscript', 'head', 'textarea', 'select', 'input', 'datalist', 'object', 'embed',
    'audio', 'video', 'canvas', 'math-field',
]);

/**
 * Elements that flow in a line; all others start and end a block. By name rather than by computed style, which costs
 * milliseconds on large pages and differs from width to width.
 */
const INLINE = new Set([
    'a', 'abbr', 'acronym', 'b', 'bdi', 'bdo', 'big', 'cite', 'code', 'data', 'del', 'dfn', 'em', 'font', 'i', 'ins',
    'kbd', 'label', 'mark', 'nobr', 'q', 'rb', 'rp', 'rt', 'rtc', 'ruby', 's', 'samp', 'small', 'span', 'strike',
    'strong', 'sub', 'sup', 'time', 'tt', 'u', 'var', 'wbr', 'slot', 'script', 'style', 'template', 'tspan',
]);

/** Deeper trees are cut off. Parsers stop at 512; scripts may not, and the call stack has an end. */
const MAXIMUM_DEPTH = 1200;
/** Longer texts are cut off, in UTF-16 units: searching them would take seconds. */
const MAXIMUM_LENGTH = 4_000_000;

const IGNORED = /[\u00ad\u200b\u2060]/g;
const WHITE_SPACE = /\s+/g;

/**
 * Text with its white space collapsed, and soft hyphens and zero-width spaces left out.
 *
 * @param {string} text
 * @returns {string}
 */
export function collapsed(text) {
    return text.replace(IGNORED, '').replace(WHITE_SPACE, ' ');
}

/**
 * @param {Document} document
 * @returns {TextIndex}
 */
export function buildTextIndex(document) {
    /** @type {string[]} */
    const parts = [];
    /** @type {Segment[]} */
    const segments = [];
    const blocks = [0];
    let length = 0;
    let afterSpace = true;
    let atBlockStart = true;
    let pendingSpace = false;

    const breakBlock = () => {
        atBlockStart = true;
        pendingSpace = true;
    };

    /** @param {Text} node */
    const append = (node) => {
        let piece = collapsed(node.data);
        if (piece === '' || length > MAXIMUM_LENGTH) return;
        if (piece === ' ') {
            pendingSpace = true;
            return;
        }
        if (pendingSpace && !afterSpace) {
            parts.push(' ');
            length += 1;
            afterSpace = true;
        }
        const trimmed = afterSpace && piece.charCodeAt(0) === 32;
        if (trimmed) piece = piece.slice(1);
        if (atBlockStart && length > 0) blocks.push(length);
        atBlockStart = false;
        pendingSpace = false;
        segments.push({ node, start: length, length: piece.length, trimmed });
        parts.push(piece);
        length += piece.length;
        afterSpace = piece.charCodeAt(piece.length - 1) === 32;
    };

    /**
     * @param {Node} parent
     * @param {Element | null} owner the element whose style decides whether the parent's text shows
     * @param {number} depth
     */
    const visitChildren = (parent, owner, depth) => {
        /** @type {boolean | null} */
        let shows = null;
        for (let child = firstChildOf(parent); child; child = nextSiblingOf(child)) {
            const type = nodeTypeOf(child);
            if (type === 3 || type === 4) {
                const text = /** @type {Text} */ (child);
                if (text.data.trim() === '') {
                    if (text.data !== '') pendingSpace = true;
                    continue;
                }
                shows = shows ?? showsText(owner);
                if (shows) append(text);
            } else if (type === 1 && depth < MAXIMUM_DEPTH) {
                visitElement(/** @type {Element} */ (child), depth + 1);
            }
        }
    };

    /**
     * @param {Element} element
     * @param {number} depth
     */
    const visitElement = (element, depth) => {
        const name = localNameOf(element);
        const isBlock = !INLINE.has(name);
        if (isBlock) breakBlock();
        if (UNREAD.has(name)) return;
        const shadow = shadowRootOf(element);
        if (shadow) {
            visitChildren(shadow, element, depth);
        } else if (name === 'iframe' || name === 'frame') {
            const inner = frameDocument(element);
            if (inner && inner.documentElement && showsText(element)) visitElement(inner.documentElement, depth + 1);
        } else if (name === 'details' && !element.hasAttribute('open')) {
            const summary = element.querySelector('summary');
            if (summary) visitElement(summary, depth + 1);
        } else {
            const assigned = name === 'slot' ? assignedNodes(element) : [];
            if (assigned.length === 0) visitChildren(element, element, depth);
            for (const node of assigned) {
                const type = nodeTypeOf(node);
                if (type === 1 && depth < MAXIMUM_DEPTH) visitElement(/** @type {Element} */ (node), depth + 1);
                if (type === 3 && showsText(element)) append(/** @type {Text} */ (node));
            }
        }
        if (isBlock) breakBlock();
    };

    if (document.documentElement) visitElement(document.documentElement, 0);
    return { text: parts.join(''), segments, blocks };
}

/**
 * The element that makes the block of a text node.
 *
 * @param {Text} node
 * @returns {Element | null}
 */
export function blockElementOf(node) {
    let element = composedParent(node);
    while (element && INLINE.has(localNameOf(element))) element = composedParent(element) ?? element.parentElement;
    return element;
}

/**
 * Whether the text directly in an element is laid out, visible, and not typed by the reader.
 *
 * @param {Element | null} element
 * @returns {boolean}
 */
export function showsText(element) {
    if (!element || /** @type {any} */ (element).isContentEditable === true) return false;
    if (typeof element.checkVisibility === 'function') {
        return element.checkVisibility({ visibilityProperty: true, checkVisibilityCSS: true });
    }
    const document = element.ownerDocument;
    const view = document ? document.defaultView : null;
    return element.getClientRects().length > 0 && (!view || view.getComputedStyle(element).visibility === 'visible');
}

/**
 * @param {Element} slot
 * @returns {Node[]}
 */
function assignedNodes(slot) {
    const assigned = /** @type {any} */ (slot).assignedNodes;
    return typeof assigned === 'function' ? assigned.call(slot) : [];
}
