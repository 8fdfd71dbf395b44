/**
 * The author that a page names.
 */

import { collapsed, INLINE } from '../anchoring/text-index.js';
import { call } from '../dom/node.js';
import { ComposedWalk } from './composed-walk.js';
import { isInEditor } from './editors.js';

/** In UTF-16 units: a longer text is more than a name. */
const LONGEST_BYLINE = 200;
/** The number of nodes that are visited in an element. */
const MOST_NODES = 100;
/** The number of elements that are examined: the first ones may be hidden, or a `link` or `meta` without text. */
const MOST_ELEMENTS = 20;

/** A visitor of `ComposedWalk` that joins all text. */
class ShownText {
    constructor() {
        this.words = '';
    }

    /**
     * @param {Element} _
     * @param {string} name
     */
    enter(_, name) {
        this.leave(_, name);
        return true;
    }

    /**
     * @param {Element} _
     * @param {string} name
     */
    leave(_, name) {
        if (!INLINE.has(name)) this.words += ' ';
    }

    /** @param {string} data */
    text(data) {
        this.words += data;
    }
}

/**
 * @param {Document} document
 * @returns {string} empty if there is none that is shown
 */
export function byline(document) {
    const meta = call(document, 'querySelector', 'meta[name="author" i][content]');
    const named = collapsed((meta?.getAttribute('content') ?? '').slice(0, 2 * LONGEST_BYLINE)).trim();
    if (named !== '' && !/^https?:/.test(named)) return named.slice(0, LONGEST_BYLINE);
    const elements = call(document, 'querySelectorAll', '[itemprop~="author"], [rel~="author"], .byline');
    for (let at = 0; at < Math.min(elements.length, MOST_ELEMENTS); at += 1) {
        if (isInEditor(elements[at])) continue;
        const shown = new ShownText();
        const walk = new ComposedWalk(document, shown, elements[at]);
        if (!walk.visit(MOST_NODES)) return '';
        const text = collapsed(shown.words).trim();
        if (text !== '') return text.length <= LONGEST_BYLINE ? text : '';
    }
    return '';
}
