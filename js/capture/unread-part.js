/**
 * The main part of a view if it cannot be read: a frame of another origin, a closed shadow root, an editable document.
 */

import { editableBlocks, editableHash, editingHost } from '../anchoring/editable-blocks.js';
import { address } from '../anchoring/selector.js';
import { blockExtent, distanceFromStart } from '../dom/block-axis.js';
import { frameDocument, frameElementOf, viewOf } from '../dom/composed-tree.js';
import { asRect, elementBox } from '../dom/geometry.js';
import { elementAt } from '../dom/hit.js';
import { localNameOf, read, shadowRootOf } from '../dom/node.js';
import { withoutCredentials } from '../wire/page-key.js';
import { boxAnchor, roundFraction } from './anchors.js';
import { GRID, gridPoint } from './reading-scroller.js';

/** @typedef {import('./reading-line.js').View} View */
/** @typedef {{kind: 'frame' | 'shadow' | 'editable' | 'object', element: Element}} Part */

/** The fraction of the view from which on a part is the main one. */
const MAIN_SHARE = 0.5;
/** Of the points in the diagonal of the grid, those that a main part covers at least. */
const LEAST_IN_DIAGONAL = 2;
/** In views: a shorter editable element is a field rather than a document. */
const SHORTEST_DOCUMENT = 1.5;
/** The number of siblings before a host that are examined. */
const MOST_HOSTS = 100;
const LONGEST_NAME = 64;
const LONGEST_SOURCE = 256;

/**
 * Returns what a snapshot says about a main part that cannot be read.
 *
 * @param {View} view
 * @param {boolean} hasLine true if text is in view
 * @returns {{fields: object, anchors: object[]} | null} `anchors` is empty if the anchors of the view's text or
 *     pictures are to be used; null if the main part of the view can be read
 */
export function unreadPart(view, hasLine) {
    const found = mainPart(view, hasLine);
    if (!found) return null;
    const { part, share } = found;
    if (part.kind === 'editable') return editablePart(view, part.element, share);
    const element = part.kind === 'shadow' ? firstHost(view, part.element) : part.element;
    const unread = unreadFields(view, part.kind, element, share);
    const path = part.kind === 'frame' ? framePath(element, view.top) : [];
    const fields = path.length > 0 ? { unread, frame: { path } } : { unread };
    const line = part.kind === 'shadow' && !hasLine ? lineIn(view, element) : null;
    return { fields, anchors: line ? [boxAnchor(view, 'primary', element, line)] : [] };
}

/**
 * @param {View} view
 * @param {boolean} hasLine
 * @returns {{part: Part, share: number} | null}
 */
function mainPart(view, hasLine) {
    /** @type {Part[]} */
    const parts = [];
    // The diagonal is in all rows and columns, so that views without such parts need no other points.
    const diagonal = Array.from({ length: GRID }, (_, at) => at * (GRID + 1));
    const rest = Array.from({ length: GRID * GRID }, (_, at) => at).filter((at) => !diagonal.includes(at));
    for (const points of [diagonal, rest]) {
        for (const point of points) {
            const { x, y } = gridPoint(view.box, point);
            const hit = elementAt(view.top, x, y);
            const part = hit ? partAt(view, hit.element, hasLine) : null;
            if (part) parts.push(part);
        }
        if (parts.length < LEAST_IN_DIAGONAL) return null;
    }
    // Closed roots belong together: a page may have one for each paragraph.
    const isAlike = (/** @type {Part} */ a, /** @type {Part} */ b) => {
        return a.kind === b.kind && (a.kind === 'shadow' || a.element === b.element);
    };
    for (const part of parts) {
        const share = parts.filter((other) => isAlike(part, other)).length / (GRID * GRID);
        if (share >= MAIN_SHARE) return { part, share };
    }
    return null;
}

/**
 * @param {View} view
 * @param {Element} element the innermost element at a point
 * @param {boolean} hasLine
 * @returns {Part | null} null if the element can be read
 */
function partAt(view, element, hasLine) {
    const name = localNameOf(element);
    if (name === 'iframe' || name === 'frame') {
        return frameDocument(element) || (hasLine && isPlayer(element)) ? null : { kind: 'frame', element };
    }
    // A picture beside text is only a picture.
    if (name === 'object' || name === 'embed' || name === 'canvas') return hasLine ? null : { kind: 'object', element };
    const host = editingHost(element);
    if (host) return isDocument(view, host) ? { kind: 'editable', element: host } : null;
    // Other elements without content are usually only empty.
    const isHost = name.includes('-') && !shadowRootOf(element) && isEmpty(element);
    return isHost ? { kind: 'shadow', element } : null;
}

/**
 * @param {Element} frame
 * @returns {boolean} true if a frame plays a film, in which nothing is scrolled
 */
function isPlayer(frame) {
    return frame.hasAttribute('allowfullscreen') || /fullscreen|autoplay/.test(frame.getAttribute('allow') ?? '');
}

/**
 * @param {View} view
 * @param {Element} host
 * @returns {boolean}
 */
function isDocument(view, host) {
    const extent = view.start === 'top' ? read(host, 'scrollHeight') : read(host, 'scrollWidth');
    return extent >= SHORTEST_DOCUMENT * blockExtent(view.start, view.box);
}

/**
 * @param {Element} element
 * @returns {boolean} true if all that is shown in an element is in a tree that cannot be read
 */
function isEmpty(element) {
    return [...element.childNodes].every((child) => {
        return child.nodeName === 'TEMPLATE' || (child.nodeType !== 1 && (child.textContent ?? '').trim() === '');
    });
}

/**
 * Returns the host at the top of the view, if there are several.
 *
 * @param {View} view
 * @param {Element} host
 * @returns {Element}
 */
function firstHost(view, host) {
    let first = host;
    let sibling = read(host, 'previousElementSibling');
    for (let count = 0; sibling && count < MOST_HOSTS; count += 1) {
        if (partAt(view, sibling, true)?.kind !== 'shadow' || isAbove(view, sibling)) break;
        first = sibling;
        sibling = read(sibling, 'previousElementSibling');
    }
    return first;
}

/**
 * @param {View} view
 * @param {Element} element
 * @returns {boolean} true if an element ends above the reading line
 */
function isAbove(view, element) {
    const box = elementBox(element, view.top);
    return distanceFromStart(view.start, box, view.box) + blockExtent(view.start, box) <= view.edge;
}

/**
 * Returns the first part of an element that is in view, as a line.
 *
 * @param {View} view
 * @param {Element} element
 * @returns {import('../dom/geometry.js').Box}
 */
function lineIn(view, element) {
    const box = elementBox(element, view.top);
    return view.start === 'top' ? { ...box, top: Math.max(box.top, view.box.top + view.edge) } : box;
}

/**
 * @param {View} view
 * @param {string} kind
 * @param {Element} element
 * @param {number} share
 * @returns {object}
 */
function unreadFields(view, kind, element, share) {
    const { path, selector } = address(element);
    const box = elementBox(element, view.top);
    return {
        kind, path, selector, rect: asRect(box), share: roundFraction(share), within: shareAbove(view, box),
    };
}

/**
 * @param {View} view
 * @param {import('../dom/geometry.js').Box} box
 * @returns {number} the share of a box above the reading line, 0 to 1
 */
function shareAbove(view, box) {
    const above = view.edge - distanceFromStart(view.start, box, view.box);
    return roundFraction(Math.max(0, Math.min(1, above / Math.max(1, blockExtent(view.start, box)))));
}

/**
 * Returns the place in an editable document: the block at the reading line by its order and its hash, and the nearest
 * blocks that have a hash.
 *
 * @param {View} view
 * @param {Element} host
 * @param {number} share
 * @returns {{fields: object, anchors: object[]}}
 */
function editablePart(view, host, share) {
    const blocks = editableBlocks(host);
    const first = blocks.findIndex((block) => !isAbove(view, block));
    const at = first < 0 ? blocks.length - 1 : first;
    const block = blocks[at] ?? host;
    const unread = unreadFields(view, 'editable', block, share);
    const anchors = [{ ...boxAnchor(view, 'primary', block, lineIn(view, block)), hash: editableHash(block) }];
    for (const [role, direction] of [['above', -1], ['below', 1]]) {
        const near = blocks[nearestHashed(blocks, at, Number(direction))];
        if (!near) continue;
        anchors.push({ ...boxAnchor(view, String(role), near, elementBox(near, view.top)), hash: editableHash(near) });
    }
    const shape = {
        block: at, blocks: blocks.length, size: (block.textContent ?? '').length,
        share: shareAbove(view, elementBox(block, view.top)), marks: [], links: [],
    };
    return { fields: { unread, shape }, anchors };
}

/**
 * @param {Element[]} blocks
 * @param {number} from
 * @param {number} direction
 * @returns {number} the index of the nearest block with a hash; -1 if there is none within a few blocks
 */
function nearestHashed(blocks, from, direction) {
    for (let step = 1; step <= 12; step += 1) {
        const block = blocks[from + step * direction];
        if (!block) break;
        if (editableHash(block) !== '') return from + step * direction;
    }
    return -1;
}

/**
 * Returns the path to a frame: the frames around it, from outer to inner, and the frame itself, each within the
 * document that contains it.
 *
 * @param {Element} element
 * @param {Window} top
 * @returns {object[]} empty if there is no selector for one of them
 */
function framePath(element, top) {
    const steps = [];
    for (let frame = /** @type {any} */ (element); frame; frame = frameElementOf(viewOf(frame))) {
        const { path, selector } = address(frame, true);
        const view = viewOf(frame);
        if (!view || selector === '') return [];
        let index = 0;
        while (index < view.length && view[index] !== frame.contentWindow) index += 1;
        const { left, top: upper, right, bottom } = elementBox(frame, top);
        const [source] = withoutCredentials(typeof frame.src === 'string' ? frame.src : '').split(/[?#]/);
        steps.unshift({
            selector, path, index, name: (frame.getAttribute('name') ?? '').slice(0, LONGEST_NAME),
            src: source.slice(0, LONGEST_SOURCE), width: right - left, height: bottom - upper,
        });
        if (view === top) break;
    }
    return steps;
}
