/**
 * The search for a place on the page, from the best tier to the worst.
 */

import { blockHash, hashLikeness } from '../anchoring/block-hash.js';
import { elementAtAddress } from '../anchoring/selector.js';
import { laidOutBox } from '../dom/geometry.js';
import { blockTarget } from './block-target.js';
import { bracketTarget } from './bracket.js';
import { CONFIDENCE } from './confidence.js';
import { neighboursOf } from './evidence.js';
import { imageTarget } from './image-target.js';
import { resolveQuote } from './resolve-quote.js';
import { characterTarget, selectedBounds, textBounds } from './target.js';
import { unreadTarget } from './unread-target.js';

/**
 * @typedef {import('../anchoring/text-index.js').TextIndex} TextIndex
 * @typedef {import('./snapshot-reader.js').Place} Place
 * @typedef {import('./snapshot-reader.js').Anchor} Anchor
 * @typedef {import('./target.js').Target} Target
 */

/**
 * The least likeness of a block that the selector matches. Unrelated blocks share the language's short words: up to
 * 0.45.
 */
const LIKE_ENOUGH = 0.5;

/**
 * Yields the targets of a place, the best first. The next one is needed if a target cannot be shown.
 *
 * @param {TextIndex} index
 * @param {Place} place
 * @param {boolean} isSame true if the page is the one that was captured; on another page only the exact words count
 * @param {Window} top
 * @param {boolean} isTranslated true if the page's text is in another language
 * @returns {Generator<Target>} no target if only scroll offsets remain
 */
export function* targetsOf(index, place, isSame, top, isTranslated) {
    const { primary } = place;
    if (!primary) return;
    const unread = !globalThis.LEFTOFF_LITE && isSame ? unreadTarget(place, top) : null;
    if (unread) yield unread;
    const found = byQuote(index, place, primary, isSame && !isTranslated, top);
    // Elsewhere doubtful words are of no use, and would keep the page where they are.
    if (found && (globalThis.LEFTOFF_LITE || isSame || found.confidence >= CONFIDENCE.found)) yield found;
    if (!isSame) return;
    const block = !globalThis.LEFTOFF_LITE && isTranslated ? blockTarget(index, place, top) : null;
    if (block) yield block;
    // In an editor that contains only the lines in view, the selector matches any of them.
    if (!globalThis.LEFTOFF_LITE && !primary.quote && place.unread?.kind === 'editable') return;
    const bracket = bracketTarget(index, place, top);
    const other = primary.image ? imageTarget(place, primary, top) : bySelector(index, primary, top);
    const both = other && (!bracket || other.confidence >= bracket.confidence) ? [other, bracket] : [bracket, other];
    for (const target of both) if (target) yield target;
}

/**
 * The anchor of a place that is only known by its fraction of the text: the top of the view.
 *
 * @type {Anchor}
 */
const TOP_OF_VIEW = {
    quote: null, image: null, selector: '', path: [], character: 0, x: 0, y: 0, start: null, rect: null, scroller: -1,
    hash: '', occurrences: null, ordinal: null, position: null,
};

/**
 * Returns the target at the same fraction of the text, or at the position that an annotation contains.
 *
 * @param {TextIndex} index
 * @param {Place} place
 * @param {Window} top
 * @returns {Target | null}
 */
export function byTextProgress(index, place, top) {
    if (index.text.length === 0) return null;
    const anchor = place.primary ?? TOP_OF_VIEW;
    const known = anchor.position;
    if (known === null && place.progressText === null) return null;
    const position = known ?? Math.round((place.progressText ?? 0) * index.text.length);
    return characterTarget(index, Math.min(position, index.text.length - 1), anchor, 'progress',
        CONFIDENCE.progressText, top);
}

/**
 * @param {Anchor} anchor
 * @param {Place} place
 * @returns {boolean} true if the anchor was in view at the capture
 */
export function wasInView({ start, y }, place) {
    return start !== null || (y >= -1 && y <= (place.viewportHeight || Infinity));
}

/**
 * @param {TextIndex} index
 * @param {Place} place
 * @param {Anchor} primary
 * @param {boolean} allowsEdits
 * @param {Window} top
 * @returns {Target | null}
 */
function byQuote(index, place, primary, allowsEdits, top) {
    if (!primary.quote) return null;
    const bounds = selectedBounds(index, primary, top);
    const found = resolveQuote(index, place, primary, bounds, neighboursOf(index, place), allowsEdits);
    if (!found) return null;
    const most = wasInView(primary, place) ? 1 : CONFIDENCE.quoteOutOfView;
    const confidence = Math.min(found.confidence, most);
    return characterTarget(index, found.position, primary, found.isExact ? 'quote' : 'fuzzy', confidence, top);
}

/**
 * @param {TextIndex} index
 * @param {Anchor} primary
 * @param {Window} top
 * @returns {Target | null}
 */
function bySelector(index, primary, top) {
    const element = elementAtAddress(top.document, primary.path, primary.selector);
    if (!element) return null;
    if (primary.quote) {
        const bounds = textBounds(index, element);
        if (!bounds || primary.hash === '') return null;
        const likeness = hashLikeness(primary.hash, blockHash(index.text.slice(bounds.start, bounds.end)));
        if (likeness < LIKE_ENOUGH) return null;
    }
    const { rect } = primary;
    const part = rect && rect.height > 0 ? (primary.y - rect.y) / rect.height : 0;
    const box = () => {
        const now = laidOutBox(element, top);
        if (!now) return null;
        const line = now.top + Math.max(0, Math.min(1, part)) * (now.bottom - now.top);
        return { ...now, top: line, bottom: line };
    };
    return { tier: 'selector', confidence: CONFIDENCE.selector, node: element, offset: 0, anchor: primary, box };
}
