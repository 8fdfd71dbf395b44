/**
 * Detection of other pages at the same URL, such as a login, an error or another article under the same header.
 */

import { foldedBlocks } from '../anchoring/folded-text.js';
import { ownParagraphs, sketchShare } from '../anchoring/page-sketch.js';
import { wordsOf } from '../anchoring/block-hash.js';
import { call, read } from '../dom/node.js';
import { withoutMediaTime } from '../wire/media-time.js';
import { documentKey } from '../wire/page-key.js';
import { isCopyAddress, mayDeclare } from '../wire/publisher.js';
import { isTranslation } from './translation.js';

/**
 * @typedef {import('../anchoring/text-index.js').TextIndex} TextIndex
 * @typedef {import('./snapshot-reader.js').Anchor} Anchor
 * @typedef {import('./snapshot-reader.js').Place} Place
 * @typedef {'same' | 'unlike' | 'other' | 'unknown'} Identity `unlike`: the URL and the title match, but hardly any
 *     block, which may still be loaded; `unknown`: the URL differs, and nothing shows if the page has moved
 * @typedef {{identity: Identity, isEdition: boolean, isTranslated: boolean}} Recognition
 *     `isEdition` is true for the same article in another layout, with other menus, teasers and addresses;
 *     `isTranslated` if its text is in another language
 */

/** A page with the same title is the same if at least this share of its blocks is found. */
const LEAST_SHARE_TITLED = 0.1;
/** The same for a page with another title. Articles of one site share a third of their blocks at most. */
const LEAST_SHARE = 0.4;
/** The same for a page at another URL, which has moved. */
const LEAST_SHARE_MOVED = 0.5;
/**
 * An edition of a page (reader view, AMP page, copy) has lost what surrounds the article. It is recognized by its own
 * paragraphs: at least this share of them is sketched. Of the paragraphs of other articles of a site, a third is.
 */
const OWN_SHARE = 0.6;
/** With fewer of its own paragraphs a page is no edition: a login has some paragraphs of the footer at most. */
const FEWEST_OWN = 4;
/** The least share of the sketch in an edition. Without a page's menus, teasers and comments, 0.28 remained. */
const LEAST_SHARE_EDITION = 0.2;
/** A page with the same URL whose text has this many times the length, or is as much shorter, is an edition. */
const OTHER_LENGTH = 1.4;
/** An edition whose text is at most this many times as long or short contains the whole page. */
const WHOLE_LENGTH = 1.1;
/** Titles are the same if they have this share of their words in common: counts of messages change. */
const SAME_TITLE = 0.7;

/**
 * Returns true if a URL is that of the snapshot's page, or if both pages declare the same original.
 *
 * @param {Place} place
 * @param {string} address
 * @param {string} canonical the page's own canonical address, or empty
 * @returns {boolean}
 */
export function hasSameAddress(place, address, canonical) {
    if (place.address === '') return true;
    const keys = keysOf(comparable(place, place.address), place.canonical);
    return keysOf(comparable(place, address), canonical).some((key) => keys.includes(key));
}

/**
 * @param {string} address
 * @param {string} canonical what the page declares, which counts only for a page of its own publisher, or empty
 * @returns {string[]} the keys of the pages that the page is, or is an edition of
 */
function keysOf(address, canonical) {
    const isDeclared = mayDeclare(address, canonical) || (canonical !== '' && isCopyAddress(address));
    return (isDeclared ? [address, canonical] : [address]).map(documentKey);
}

/**
 * @param {Place} place
 * @param {string} address
 * @returns {boolean} true if a URL is the captured one, apart from what the page key omits
 */
export function hasSameKey(place, address) {
    const keyOf = (/** @type {string} */ each) => documentKey(comparable(place, each));
    return place.address === '' || keyOf(address) === keyOf(place.address);
}

/**
 * @param {Place} place
 * @param {string} address
 * @returns {string} the address without the time of a medium, which Leftoff may have added, and without the fragment if
 *     it is that of a slide
 */
function comparable({ media, motion }, address) {
    const untimed = media.length > 0 ? withoutMediaTime(address) : address;
    return !globalThis.LEFTOFF_LITE && motion?.kind === 'slides' ? untimed.split('#')[0] : untimed;
}

/**
 * Returns the canonical URL that a document specifies, or an empty string.
 *
 * @param {Document} document
 * @returns {string}
 */
export function canonicalOf(document) {
    const link = call(document, 'querySelector', 'link[rel~="canonical" i][href]');
    return link && typeof link.href === 'string' ? link.href : '';
}

/**
 * @param {string} then
 * @param {string} now
 * @returns {boolean}
 */
export function hasSameTitle(then, now) {
    const [a, b] = [new Set(wordsOf(then)), new Set(wordsOf(now))];
    let shared = 0;
    for (const word of a) if (b.has(word)) shared += 1;
    const all = a.size + b.size;
    return all === 0 || (2 * shared) / all >= SAME_TITLE;
}

/**
 * Returns the identity of a page, and true if it is another edition or a translation of the captured one.
 *
 * @param {Place} place
 * @param {TextIndex} index
 * @param {Window} top
 * @param {boolean} isAtAddress
 * @returns {Recognition}
 */
export function recognize(place, index, top, isAtAddress) {
    if (!globalThis.LEFTOFF_LITE && isAtAddress && isTranslation(index, place, top)) {
        return { identity: 'same', isEdition: false, isTranslated: true };
    }
    const identity = identify(place, index, top, isAtAddress);
    if (identity !== 'same' || place.sketch === '') return { identity, isEdition: false, isTranslated: false };
    if (!hasSameKey(place, top.location.href)) return { identity, isEdition: true, isTranslated: false };
    const isEdition = lengthRatio(place, index) > OTHER_LENGTH && isOwn(place, index);
    return { identity, isEdition, isTranslated: false };
}

/**
 * @param {Place} place
 * @param {TextIndex} index
 * @param {Window} top
 * @param {boolean} isAtAddress
 * @returns {Identity}
 */
function identify(place, index, top, isAtAddress) {
    let share = place.sketch === '' ? null : sketchShare(place.sketch, index);
    if (share !== null && share < LEAST_SHARE_MOVED) {
        share = sketchShare(place.sketch, index, globalThis.LEFTOFF_LITE ? foldedBlocks(top.document)
            : index.trees.flatMap((tree) => foldedBlocks(tree))) ?? share;
    }
    if (share === null) return isAtAddress ? 'same' : 'unknown';
    if (share >= LEAST_SHARE_EDITION && isOwn(place, index)) return 'same';
    if (!isAtAddress) return share >= LEAST_SHARE_MOVED ? 'same' : 'other';
    const title = String(read(top.document, 'title') ?? '');
    if (place.title !== '' && !hasSameTitle(place.title, title)) return share >= LEAST_SHARE ? 'same' : 'other';
    return share >= LEAST_SHARE_TITLED ? 'same' : 'unlike';
}

/**
 * @param {Place} place
 * @param {TextIndex} index
 * @returns {number} the length of the longer text in relation to that of the shorter one, then or now
 */
function lengthRatio({ textLength }, { text }) {
    const then = textLength ?? text.length;
    return Math.max(then, text.length) / Math.max(1, Math.min(then, text.length));
}

/**
 * @param {Place} place
 * @param {TextIndex} index
 * @returns {boolean} true if the captured page had most paragraphs of this one
 */
function isOwn(place, index) {
    const { known, all } = ownParagraphs(place.sketch, index);
    return known >= FEWEST_OWN && known >= OWN_SHARE * all;
}

/**
 * Returns the parts of a place that another edition has too. The others are no evidence there: selectors, lengths, and
 * texts above and below that the edition omits, such as captions. An archive's copy has the whole page.
 *
 * @param {Place} place
 * @param {TextIndex} index
 * @returns {Place}
 */
export function withoutLayout(place, index) {
    if (lengthRatio(place, index) < WHOLE_LENGTH) return { ...place, isEdition: true };
    const primary = place.primary && { ...place.primary, selector: '', path: [] };
    const kept = (/** @type {Anchor | null} */ anchor) => {
        return anchor && anchor.quote && index.text.includes(anchor.quote.exact) ? anchor : null;
    };
    const { above, below } = place;
    const bounds = { above: kept(above), below: kept(below) };
    return { ...place, ...bounds, primary, progressText: null, textLength: null, isEdition: true };
}
