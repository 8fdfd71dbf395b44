/**
 * A mark over the restored line that fades after a moment. It does not intercept input.
 */

import { blockStartOf } from '../dom/block-axis.js';
import { characterBox, elementBox } from '../dom/geometry.js';
import { call, isText, read } from '../dom/node.js';
import { setStyles } from '../dom/overlay.js';
import { watchReader } from './reader-input.js';

/** In ms: long enough to be noticed, short enough not to disturb reading. */
const HIGHLIGHT_TIME = 1200;
/** In CSS px, around the line. */
const HIGHLIGHT_MARGIN = 3;
const SHORTEST_MARK = 80;

/** The marks in the page. @type {WeakSet<Node>} */
const marks = new WeakSet();

/**
 * @param {Node} node
 * @returns {boolean} true if the node is a mark
 */
export function isMark(node) {
    return marks.has(node);
}

/**
 * @param {Window} top
 * @param {Node} node
 * @param {number} offset
 */
export function highlightLine(top, node, offset) {
    try {
        if (!isText(node)) return;
        const line = () => characterBox(/** @type {Text} */ (node), offset, top);
        const box = line();
        const parent = read(top.document, 'documentElement');
        if (!box || !parent || box.bottom < 0 || box.top > top.innerHeight) return;
        const owner = node.parentElement ? elementBox(node.parentElement, top) : box;
        const isAcross = blockStartOf(top.getComputedStyle(node.parentElement ?? parent).writingMode) === 'top';
        const right = isAcross ? Math.min(top.innerWidth, Math.max(owner.right, box.left + SHORTEST_MARK)) : box.right;
        const end = Math.max(owner.bottom, box.top + SHORTEST_MARK);
        const bottom = isAcross ? box.bottom : Math.min(top.innerHeight, end);
        const mark = call(top.document, 'createElement', 'div');
        marks.add(mark);
        mark.setAttribute('aria-hidden', 'true');
        const px = (/** @type {number} */ value) => value + 'px';
        setStyles(mark, {
            all: 'initial', position: 'fixed', background: 'rgba(255, 196, 0, 0.35)', 'border-radius': '4px',
            'pointer-events': 'none', 'z-index': '2147483647', left: px(box.left - HIGHLIGHT_MARGIN),
            top: px(box.top - HIGHLIGHT_MARGIN), width: px(right - box.left + 2 * HIGHLIGHT_MARGIN),
            height: px(bottom - box.top + 2 * HIGHLIGHT_MARGIN),
        });
        parent.append(mark);
        showBriefly(top, mark, line);
    } catch {
        return;
    }
}

/**
 * Fades the mark out and removes it. If the reader prefers reduced motion, it does not fade.
 *
 * @param {Window} top
 * @param {HTMLElement} mark
 * @param {() => import('../dom/geometry.js').Box | null} line returns the present box of the line
 */
function showBriefly(top, mark, line) {
    const follow = () => {
        const box = line();
        if (box) setStyles(mark, { top: box.top - HIGHLIGHT_MARGIN + 'px' });
    };
    const remove = () => {
        stopWatching();
        top.removeEventListener('scroll', follow, true);
        mark.remove();
    };
    const stopWatching = watchReader([top], remove);
    const isCalm = top.matchMedia && top.matchMedia('(prefers-reduced-motion: reduce)').matches;
    if (!isCalm && typeof mark.animate === 'function') {
        mark.animate([{ opacity: 1 }, { opacity: 1, offset: 0.5 }, { opacity: 0 }], {
            duration: HIGHLIGHT_TIME, easing: 'ease-out', fill: 'forwards',
        });
    }
    top.setTimeout(remove, HIGHLIGHT_TIME);
    top.addEventListener('scroll', follow, { capture: true, passive: true });
}
