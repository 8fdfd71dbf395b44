/**
 * Where on the page the place is now: the best tier that finds something.
 */

import { wordLikeness } from '../anchoring/quote-search.js';
import { elementAtAddress } from '../anchoring/selector.js';
import { characterAt } from '../anchoring/text-position.js';
import { characterBox, elementBox } from '../dom/geometry.js';
import { CONFIDENCE } from './confidence.js';
import { resolveQuote } from './resolve-quote.js';

/**
 * @typedef {import('../anchoring/text-index.js').TextIndex} TextIndex
 * @typedef {import('../dom/geometry.js').Box} Box
 * @typedef {import('./snapshot-reader.js').Place} Place
 * @typedef {import('./snapshot-reader.js').Anchor} Anchor
 * @typedef {'quote' | 'selector' | 'bracket' | 'progress' | 'pixels' | 'none'} Tier
 * @typedef {{tier: Tier, confidence: number, node: Node, anchor: Anchor, box: () => Box | null}} Target
 *     `box` is what shall stand where the anchor says, `node` what it belongs to
 */

/** Most of the words must be there for a selector to count. */
const LIKE_ENOUGH = 0.6;
/** In UTF-16 units: in longer blocks a likeness of words says nothing, and a part of the height little. */
const LONGEST_BLOCK = 6000;
/** Words in a row that are looked for in an edited block. */
const PIECE_WORDS = 3;

/**
 * @param {TextIndex} index
 * @param {Place} place
 * @param {Window} top
 * @returns {Target | null} null where only scroll offsets are left
 */
export function locate(index, place, top) {
    return byQuote(index, place, top) ?? bySelector(index, place, top) ?? byBracket(index, place, top) ?? null;
}

/**
 * The same part of the way through the text, where the text has about the same length.
 *
 * @param {TextIndex} index
 * @param {Place} place
 * @param {Window} top
 * @returns {Target | null}
 */
export function byTextProgress(index, place, top) {
    if (place.progressText === null || !place.primary || index.text.length === 0) return null;
    const position = Math.round(place.progressText * index.text.length);
    return characterTarget(index, position, place.primary, 'progress', CONFIDENCE.progressText, top);
}

/**
 * @param {TextIndex} index
 * @param {Place} place
 * @param {Window} top
 * @returns {Target | null}
 */
function byQuote(index, place, top) {
    const { primary } = place;
    const found = primary ? resolveAnchor(index, place, primary, top) : null;
    if (!primary || !found) return null;
    const position = found.position + primary.character;
    const wasInView = primary.start !== null || (primary.y >= -1 && primary.y <= (place.viewportHeight || Infinity));
    const confidence = wasInView ? found.confidence : Math.min(found.confidence, CONFIDENCE.quoteOutOfView);
    return characterTarget(index, position, primary, 'quote', confidence, top);
}

/**
 * @param {TextIndex} index
 * @param {Place} place
 * @param {Anchor} anchor
 * @param {Window} top
 * @returns {{position: number, confidence: number} | null}
 */
function resolveAnchor(index, place, anchor, top) {
    if (!anchor.quote) return null;
    const element = elementAtAddress(top.document, anchor.path, anchor.selector);
    const expected = { text: anchor === place.primary ? place.progressText : null, length: place.textLength };
    return resolveQuote(index, anchor.quote, element, expected);
}

/**
 * @param {TextIndex} index
 * @param {number} position
 * @param {Anchor} anchor
 * @param {Tier} tier
 * @param {number} confidence
 * @param {Window} top
 * @returns {Target | null}
 */
function characterTarget(index, position, anchor, tier, confidence, top) {
    const character = characterAt(index, position);
    if (!character) return null;
    const { node, offset } = character;
    return { tier, confidence, node, anchor, box: () => characterBox(node, offset, top) };
}

/**
 * @param {TextIndex} index
 * @param {Place} place
 * @param {Window} top
 * @returns {Target | null}
 */
function bySelector(index, place, top) {
    const { primary } = place;
    if (!primary || !primary.quote) return null;
    const element = elementAtAddress(top.document, primary.path, primary.selector);
    const bounds = element ? textBounds(index, element) : null;
    if (!element || !bounds || bounds.end - bounds.start > LONGEST_BLOCK) return null;
    const text = index.text.slice(bounds.start, bounds.end);
    if (wordLikeness(primary.quote.exact, text) < LIKE_ENOUGH) return null;
    const offset = positionOfPiece(text, primary.quote.exact, primary.character);
    if (offset !== null) {
        const position = bounds.start + offset;
        return characterTarget(index, position, primary, 'selector', CONFIDENCE.selectorWithPiece, top);
    }
    const { rect } = primary;
    const part = rect && rect.height > 0 ? (primary.y - rect.y) / rect.height : 0;
    const box = () => {
        const now = elementBox(element, top);
        const line = now.top + Math.max(0, Math.min(1, part)) * (now.bottom - now.top);
        return { ...now, top: line, bottom: line };
    };
    return { tier: 'selector', confidence: CONFIDENCE.selector, node: element, anchor: primary, box };
}

/**
 * Where a character of a quote stands in an edited text, by a few of the words after it that stand there once.
 *
 * @param {string} text
 * @param {string} exact
 * @param {number} character
 * @returns {number | null}
 */
export function positionOfPiece(text, exact, character) {
    for (let from = character; from >= 0 && from < exact.length; from = nextWord(exact, from)) {
        let to = from;
        for (let words = 0; words < PIECE_WORDS && to < exact.length; words += 1) to = nextWord(exact, to);
        const piece = exact.slice(from, to).trim();
        if (piece.length < 8) break;
        const position = text.indexOf(piece);
        if (position >= 0 && text.indexOf(piece, position + 1) < 0) return Math.max(0, position - (from - character));
    }
    return null;
}

/**
 * @param {string} text
 * @param {number} from
 * @returns {number} the start of the next word, or the text's length
 */
function nextWord(text, from) {
    const space = text.indexOf(' ', from);
    return space < 0 ? text.length : space + 1;
}

/**
 * @param {TextIndex} index
 * @param {Place} place
 * @param {Window} top
 * @returns {Target | null}
 */
function byBracket(index, place, top) {
    const above = place.above ? neighbourTarget(index, place, place.above, top) : null;
    const below = place.below ? neighbourTarget(index, place, place.below, top) : null;
    const { primary, fraction } = place;
    if (!above || !below || !primary || fraction === null) return above ?? below;
    const box = () => {
        const from = above.box();
        const to = below.box();
        if (!from || !to) return from ?? to;
        const between = (/** @type {number} */ a, /** @type {number} */ b) => a + (b - a) * fraction;
        const line = { left: between(from.left, to.left), top: between(from.top, to.top) };
        return { ...line, right: between(from.right, to.right), bottom: between(from.bottom, to.bottom) };
    };
    return { tier: 'bracket', confidence: CONFIDENCE.bracket, node: above.node, anchor: primary, box };
}

/**
 * @param {TextIndex} index
 * @param {Place} place
 * @param {Anchor} anchor
 * @param {Window} top
 * @returns {Target | null}
 */
function neighbourTarget(index, place, anchor, top) {
    const found = resolveAnchor(index, place, anchor, top);
    if (!found || found.confidence < CONFIDENCE.quoteElsewhere) return null;
    return characterTarget(index, found.position, anchor, 'bracket', CONFIDENCE.neighbour, top);
}

/**
 * The part of the text that stands in an element.
 *
 * @param {TextIndex} index
 * @param {Element} element
 * @returns {{start: number, end: number} | null}
 */
function textBounds(index, element) {
    const inside = index.segments.filter(({ node }) => element.contains(node));
    if (inside.length === 0) return null;
    const last = inside[inside.length - 1];
    return { start: inside[0].start, end: last.start + last.length };
}
