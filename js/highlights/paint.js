/**
 * Paints highlights on a page with the CSS Custom Highlight API: the document does not change.
 *
 * Chromium has the API since 105 and Firefox since 140. The registry belongs to the document, so one that a script in
 * the extension's isolated world fills is painted as one of the page.
 */

import { buildTextIndex } from '../anchoring/text-index.js';
import { characterAt, segmentBefore } from '../anchoring/text-position.js';
import { call } from '../dom/node.js';
import { findHighlight } from './find-highlight.js';

/** @typedef {import('../anchoring/text-index.js').TextIndex} TextIndex */
/** @typedef {{id: string, exact: string, prefix: string, suffix: string}} HighlightQuote */
/** @typedef {{painted: string[], gone: string[], unsupported: boolean}} Painting the ids of the highlights */

/** The name in the registry, which the rule of the extension's style sheet has too (`js/extension/highlights.js`). */
const NAME = 'leftoff';

/**
 * The windows in which highlights are painted.
 *
 * @type {Set<Window>}
 */
const painted = new Set();

/**
 * Paints highlights, and removes those that were painted before.
 *
 * @param {Window} top the window of the page
 * @param {HighlightQuote[]} quotes
 * @returns {Painting}
 */
export function paintHighlights(top, quotes) {
    if (!supportsHighlights(top)) return { painted: [], gone: [], unsupported: true };
    /** @type {Map<Window, Range[]>} */
    const ranges = new Map();
    /** @type {Painting} */
    const result = { painted: [], gone: [], unsupported: false };
    const index = quotes.length > 0 ? buildTextIndex(top.document) : null;
    for (const quote of quotes) {
        const found = index && findHighlight(index.text, quote);
        if (index && found) {
            addRanges(index, found.start, found.end, ranges);
            result.painted.push(quote.id);
        } else {
            result.gone.push(quote.id);
        }
    }
    for (const view of painted) if (!ranges.has(view)) unregister(view);
    for (const [view, all] of ranges) {
        if (register(view, all)) painted.add(view);
        else result.unsupported = true;
    }
    return result.unsupported ? { painted: [], gone: [], unsupported: true } : result;
}

/**
 * Adds the ranges of a part of the text, one for each text node, since a range cannot end in another tree.
 *
 * @param {TextIndex} index
 * @param {number} start
 * @param {number} end
 * @param {Map<Window, Range[]>} ranges
 */
function addRanges(index, start, end, ranges) {
    const { segments } = index;
    for (let at = Math.max(0, segmentBefore(index, start)); at < segments.length; at += 1) {
        const segment = segments[at];
        if (segment.start >= end) return;
        const from = Math.max(start, segment.start);
        const to = Math.min(end, segment.start + segment.length);
        if (to <= from) continue;
        const [first, last] = [characterAt(index, from), characterAt(index, to - 1)];
        const { ownerDocument } = segment.node;
        const view = ownerDocument.defaultView;
        if (!first || !last || !view) continue;
        const range = call(ownerDocument, 'createRange');
        range.setStart(first.node, first.offset);
        range.setEnd(last.node, last.offset + 1);
        ranges.set(view, [...(ranges.get(view) ?? []), range]);
    }
}

/**
 * @param {any} view
 * @returns {boolean}
 */
function supportsHighlights(view) {
    return typeof view.Highlight === 'function' && Boolean(view.CSS?.highlights);
}

/**
 * Registers ranges in a window.
 *
 * @param {any} view
 * @param {Range[]} ranges
 * @returns {boolean} false if the browser does not allow that
 */
function register(view, ranges) {
    // Firefox shows the page's objects through wrappers. If a wrapped registry refuses the ranges, the page's own one
    // accepts them.
    for (const world of [view, view.wrappedJSObject]) {
        try {
            if (!world || !supportsHighlights(world)) continue;
            const highlight = new world.Highlight();
            for (const range of ranges) highlight.add(range);
            world.CSS.highlights.set(NAME, highlight);
            return true;
        } catch {
            continue;
        }
    }
    return false;
}

/** @param {any} view */
function unregister(view) {
    painted.delete(view);
    for (const world of [view, view.wrappedJSObject]) {
        try {
            if (world?.CSS?.highlights?.delete(NAME)) return;
        } catch {
            // The document is gone, or the wrapper refuses.
        }
    }
}
