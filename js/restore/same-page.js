/**
 * Detection of other pages at the same URL, such as a login, an error or another article under the same header.
 */

import { foldedBlocks } from '../anchoring/folded-text.js';
import { sketchShare } from '../anchoring/page-sketch.js';
import { wordsOf } from '../anchoring/block-hash.js';
import { pageKey } from '../wire/page-key.js';

/**
 * @typedef {import('../anchoring/text-index.js').TextIndex} TextIndex
 * @typedef {import('./snapshot-reader.js').Place} Place
 * @typedef {'same' | 'unlike' | 'other' | 'unknown'} Identity `unlike`: the URL and the title match, but hardly any
 *     block, which may still be loaded; `unknown`: the URL differs, and nothing shows if the page has moved
 */

/** A page with the same title is the same if at least this share of its blocks is found. */
const LEAST_SHARE_TITLED = 0.1;
/** The same for a page with another title. Articles of one site share a third of their blocks at most. */
const LEAST_SHARE = 0.4;
/** The same for a page at another URL, which has moved. */
const LEAST_SHARE_MOVED = 0.5;
/** Titles are the same if they have this share of their words in common: counts of messages change. */
const SAME_TITLE = 0.7;

/**
 * Returns true if a URL is that of the snapshot's page.
 *
 * @param {Place} place
 * @param {string} address
 * @param {string} canonical the page's own canonical address, or empty
 * @returns {boolean}
 */
export function hasSameAddress(place, address, canonical) {
    if (place.address === '') return true;
    const key = pageKey(address);
    if (key === pageKey(place.address)) return true;
    if (place.canonical === '') return false;
    return key === pageKey(place.canonical) || (canonical !== '' && pageKey(canonical) === pageKey(place.canonical));
}

/**
 * Returns the canonical URL that a document specifies, or an empty string.
 *
 * @param {Document} document
 * @returns {string}
 */
export function canonicalOf(document) {
    const link = /** @type {any} */ (document.querySelector('link[rel~="canonical" i][href]'));
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
 * @param {Place} place
 * @param {TextIndex} index
 * @param {Window} top
 * @param {boolean} isAtAddress
 * @returns {Identity}
 */
export function identify(place, index, top, isAtAddress) {
    let share = place.sketch === '' ? null : sketchShare(place.sketch, index);
    if (share !== null && share < LEAST_SHARE_MOVED) {
        share = sketchShare(place.sketch, index, foldedBlocks(top.document)) ?? share;
    }
    if (share === null) return isAtAddress ? 'same' : 'unknown';
    if (!isAtAddress) return share >= LEAST_SHARE_MOVED ? 'same' : 'other';
    const title = typeof top.document.title === 'string' ? top.document.title : '';
    if (place.title !== '' && !hasSameTitle(place.title, title)) return share >= LEAST_SHARE ? 'same' : 'other';
    return share >= LEAST_SHARE_TITLED ? 'same' : 'unlike';
}
