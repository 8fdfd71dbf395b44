/**
 * Opening of elements that hide a place: closed `details`, `hidden=until-found`, and panels whose button is marked as
 * collapsed. They are opened only if they already contain the place's words, so that nothing is loaded.
 */

import { foldedBlocks } from '../anchoring/folded-text.js';
import { isSketched } from '../anchoring/page-sketch.js';
import { contextLikeness, positionsOf } from '../anchoring/quote-search.js';
import { collapsed } from '../anchoring/text-index.js';
import { composedParent, frameDocument } from '../dom/composed-tree.js';
import { call, ownerDocumentOf, read, shadowRootOf } from '../dom/node.js';

/** @typedef {{element: Element, open: () => void}} Fold `element` contains the words, and `open` shows it */
/** @typedef {import('../anchoring/quote-search.js').Quote} Quote */

const FOLDS = 'details:not([open]), [hidden="until-found" i]';
const CLOSED_CONTROLS = '[aria-expanded="false"], [role="tab"][aria-selected="false"]';
const CONTROLS = 'button, [role="button"], [role="tab"], summary';
/** The types of controls that submit or reset the form to which they belong (HTML Standard, 4.10.5 and 4.10.6). */
const OF_FORM = /^(submit|image|reset)$/;
/** The fragment of a link to a part of the page. Applications have pages of their own at `#/` and `#!`. */
const PART = /^#(?![/!])/;
/** The number of trees that are searched: the document, shadow roots and frames. */
const MOST_ROOTS = 200;
/** The number of collapsed elements that are examined. */
const MOST_FOLDS = 2000;
/** The least likeness of the context if several collapsed elements contain the text. */
const SAME_CONTEXT_IN_FOLD = 0.5;

/** Controls that have been clicked. A second click would collapse the element again. */
const pressed = new WeakSet();

/**
 * @param {import('./snapshot-reader.js').Place} place
 * @param {Window} top
 * @returns {boolean} true if an element was opened, so that the caller must search again
 */
export function revealPlace(place, top) {
    /** @type {Fold[]} */
    const folds = [];
    for (const root of rootsOf(top.document)) collectFolds(root, folds);
    /** @type {Set<Fold>} */
    const opened = new Set();
    for (const quote of quotesInView(place)) {
        for (const fold of foldsWith(folds, quote)) {
            if (!opened.has(fold)) fold.open();
            opened.add(fold);
        }
    }
    return opened.size > 0;
}

/**
 * Opens the next element below the place that was open at the capture, if the page has become too short to bring the
 * place to its height.
 *
 * @param {import('./snapshot-reader.js').Place} place
 * @param {Node} node a node of the place
 * @param {Window} top
 * @returns {boolean} true if an element was opened
 */
export function revealFollowing(place, node, top) {
    if (place.sketch === '') return false;
    /** @type {Fold[]} */
    const folds = [];
    for (const root of rootsOf(top.document)) collectFolds(root, folds);
    for (const { element, open } of folds) {
        const isBelow = (node.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
        if (!isBelow || !isSketched(place.sketch, foldedBlocks(element))) continue;
        open();
        return true;
    }
    return false;
}

/**
 * Returns the quotes that were in view. The elements that contain them were open.
 *
 * @param {import('./snapshot-reader.js').Place} place
 * @returns {Quote[]}
 */
function quotesInView({ primary, above, below, viewportHeight }) {
    const quotes = [];
    for (const anchor of [primary, above, below]) {
        const isInView = anchor === primary || (anchor && anchor.y >= 0 && anchor.y <= viewportHeight);
        if (anchor && anchor.quote && isInView) quotes.push(anchor.quote);
    }
    return quotes;
}

/**
 * Returns the document, its open shadow roots and its frames of the same origin.
 *
 * @param {Document} document
 * @returns {(Document | ShadowRoot)[]}
 */
function rootsOf(document) {
    /** @type {(Document | ShadowRoot)[]} */
    const roots = [document];
    for (let at = 0; at < roots.length && roots.length < MOST_ROOTS; at += 1) {
        for (const element of call(roots[at], 'querySelectorAll', '*')) {
            const inner = shadowRootOf(element) ?? frameDocument(element);
            if (inner) roots.push(inner);
        }
    }
    return roots;
}

/**
 * @param {Document | ShadowRoot} root
 * @param {Fold[]} folds
 */
function collectFolds(root, folds) {
    for (const element of call(root, 'querySelectorAll', FOLDS)) {
        if (folds.length >= MOST_FOLDS) return;
        folds.push({ element, open: () => openFold(element) });
    }
    for (const control of call(root, 'querySelectorAll', CLOSED_CONTROLS)) {
        if (folds.length >= MOST_FOLDS) return;
        const panel = panelOf(control, root);
        if (panel && !pressed.has(control)) folds.push({ element: panel, open: () => press(control) });
    }
}

/**
 * Returns the panel that a control opens: the one that it names, else the element after its heading.
 *
 * @param {Element} control
 * @param {Document | ShadowRoot} root
 * @returns {Element | null}
 */
function panelOf(control, root) {
    if (!isPressable(control)) return null;
    const name = (control.getAttribute('aria-controls') ?? '').trim().split(/\s+/)[0];
    if (name) return call(root, 'getElementById', name);
    const heading = control.closest('h1, h2, h3, h4, h5, h6, dt') ?? control;
    return read(heading, 'nextElementSibling');
}

/**
 * Returns true if a click on a control neither leaves the page nor submits or resets a form. It is also a click on the
 * link, the button or the label that contains the control.
 *
 * @param {Element} control
 * @returns {boolean}
 */
export function isPressable(control) {
    if (!control.matches(CONTROLS)) return false;
    const page = read(ownerDocumentOf(control), 'URL').replace(/#.*/, '');
    for (let at = /** @type {any} */ (control); at; at = composedParent(at)) {
        // In SVG, `href` is an object.
        const isLink = call(at, 'matches', ':any-link');
        if (isLink && !PART.test(String(at.href).replace(page, ''))) return false;
        const { form, type } = at.control ?? at;
        if (form && OF_FORM.test(type)) return false;
    }
    return true;
}

/**
 * Returns the elements around the only text that matches a quote, or none if the match is ambiguous.
 *
 * @param {Fold[]} folds
 * @param {Quote} quote
 * @returns {Fold[]} outer before inner
 */
function foldsWith(folds, quote) {
    /** @type {{fold: Fold, context: number, count: number}[]} */
    const found = [];
    for (const fold of folds) {
        const text = collapsed(read(fold.element, 'textContent') ?? '');
        const positions = positionsOf(text, quote.exact);
        if (positions.length === 0) continue;
        const context = positions.reduce((best, at) => Math.max(best, contextLikeness(text, at, quote)), 0);
        found.push({ fold, context, count: positions.length });
    }
    if (found.length === 0) return [];
    const best = found.reduce((a, b) => (b.context > a.context ? b : a));
    const isAround = (/** @type {Fold} */ other) => call(other.element, 'contains', best.fold.element)
        || call(best.fold.element, 'contains', other.element);
    const isUnmistakable = found.every(({ fold, context }) => {
        return isAround(fold) || (best.context >= SAME_CONTEXT_IN_FOLD && context < best.context);
    });
    return isUnmistakable ? found.filter(({ fold }) => isAround(fold)).map(({ fold }) => fold) : [];
}

/**
 * @param {Element} element
 */
function openFold(element) {
    if (element.localName === 'details') {
        element.setAttribute('open', '');
        return;
    }
    // Find-in-page does the same (HTML Standard, 6.1): the page receives an event first.
    call(element, 'dispatchEvent', new Event('beforematch', { bubbles: true }));
    call(element, 'removeAttribute', 'hidden');
}

/**
 * @param {Element} control
 */
function press(control) {
    pressed.add(control);
    /** @type {any} */ (control).click();
}
