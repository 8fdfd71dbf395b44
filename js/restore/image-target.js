/**
 * The target of a place at a picture, for views without text.
 */

import { describePicture, PICTURES, picturesIn } from '../anchoring/pictures.js';
import { elementAtAddress } from '../anchoring/selector.js';
import { frameDocument } from '../dom/composed-tree.js';
import { laidOutBox } from '../dom/geometry.js';
import { call, shadowRootOf } from '../dom/node.js';
import { CONFIDENCE } from './confidence.js';
import { alignPictures, sizeScore } from './picture-sequence.js';

/**
 * @typedef {import('./snapshot-reader.js').Anchor} Anchor
 * @typedef {import('./snapshot-reader.js').Picture} Picture
 * @typedef {import('./snapshot-reader.js').Pictures} Pictures
 * @typedef {import('./snapshot-reader.js').Place} Place
 * @typedef {import('./picture-sequence.js').Alignment} Alignment
 * @typedef {{element: Element, confidence: number}} Found
 */

/** The least share of the highest score of an alignment with names, half of which may have been given anew. */
const LEAST_SCORE = 0.4;
/** The same without names. */
const LEAST_SCORE_UNNAMED = 0.5;
/** The least margin of an alignment over the next one, in matches of names: more than one size. */
const LEAST_MARGIN = 0.6;
/** An alignment without names that is better by this score than another one with names contradicts it. */
const BETTER = 0.2;
/** The most of the pictures with a known name that have another size if the names are the same ones. */
const MOST_RENAMED = 0.2;
/** An alignment by sizes alone is sure if it is nearly complete, of so many pictures, with so many different sizes. */
const SURE_SCORE = 0.85;
const SURE_PICTURES = 8;
const SURE_SIZES = 4;

/**
 * @param {Place} place
 * @param {Anchor} anchor one with an image
 * @param {Window} top
 * @returns {import('./target.js').Target | null}
 */
export function imageTarget(place, anchor, top) {
    const root = rootOf(anchor, top);
    const { pictures } = place;
    const found = (!globalThis.LEFTOFF_LITE && root && pictures ? inSequence(anchor, pictures, root) : null)
        ?? byItself(anchor, top, root);
    if (!found) return null;
    const { element, confidence } = found;
    const box = () => {
        const now = laidOutBox(element, top);
        return now && atSamePart(now, anchor, place.stickyTop);
    };
    return { tier: 'selector', confidence, node: element, offset: 0, anchor, box };
}

/**
 * @param {Anchor} anchor
 * @param {Window} top
 * @returns {Document | ShadowRoot | null} the tree that contained the picture
 */
function rootOf({ path }, { document }) {
    if (path.length === 0) return document;
    const host = elementAtAddress(document, path.slice(0, -1), path[path.length - 1]);
    return host && (shadowRootOf(host) ?? frameDocument(host));
}

/**
 * Returns the picture by its address or description, or the one that the selector matches.
 *
 * @param {Anchor} anchor
 * @param {Window} top
 * @param {Document | ShadowRoot | null} root
 * @returns {Found | null}
 */
function byItself(anchor, top, root) {
    const atSelector = elementAtAddress(top.document, anchor.path, anchor.selector);
    const { src, alt } = anchor.image ?? { src: '', alt: '' };
    const alike = root ? samePictures(anchor, root) : [];
    let element = alike.length === 1 ? alike[0] : null;
    if (atSelector && (alike.length === 0 || alike.includes(atSelector))) element = atSelector;
    if (!element) return null;
    const isCertain = alike.includes(element) || (src === '' && alt === '' && element.matches(PICTURES + ', picture'));
    return { element, confidence: isCertain ? CONFIDENCE.image : CONFIDENCE.imageBySelector };
}

/**
 * @param {Anchor} anchor
 * @param {Document | ShadowRoot} root
 * @returns {Element[]} the pictures with the same address, or with the same description if none was captured
 */
function samePictures({ image }, root) {
    const { src, alt } = image ?? { src: '', alt: '' };
    if (src === '' && alt === '') return [];
    return [...call(root, 'querySelectorAll', PICTURES)].filter((element) => {
        if (src !== '') return element.currentSrc === src || element.src === src;
        return element.getAttribute('alt') === alt;
    });
}

/**
 * Returns the picture that has the same position in the sequence of all pictures.
 *
 * @param {Anchor} anchor
 * @param {Pictures} pictures
 * @param {Document | ShadowRoot} root
 * @returns {Found | null}
 */
function inSequence(anchor, { at, ordinal, count, list }, root) {
    const elements = picturesIn(root);
    const now = elements.map(describePicture);
    if (now.length === 0) return null;
    const own = list[at];
    const same = samePictures(anchor, root);
    const known = anchor.image?.src && same.length === 1 ? elements.indexOf(same[0]) : -1;
    const aligned = bestAlignment(list, at, now);
    if (aligned) {
        const { index, confidence } = aligned;
        return { element: elements[index], confidence: index === known ? CONFIDENCE.image : confidence };
    }
    if (haveNames(list, now)) {
        const named = now.filter(({ key }) => key !== '' && key === own.key);
        const isOnly = named.length === 1 && list.filter(({ key }) => key === own.key).length === 1;
        const index = known >= 0 ? known : isOnly ? now.indexOf(named[0]) : -1;
        if (index >= 0) return { element: elements[index], confidence: CONFIDENCE.image };
    }
    if (ordinal === null || count === null) return null;
    if (count === now.length) return { element: elements[ordinal], confidence: CONFIDENCE.imageByOrdinal };
    const share = ordinal / Math.max(1, count - 1);
    const atShare = Math.round(Math.min(1, share) * (now.length - 1));
    return { element: elements[atShare], confidence: CONFIDENCE.imageByShare };
}

/**
 * Returns true if the pictures still have their names, in whatever order: of those whose name is the only one, hardly
 * any has another size than before.
 *
 * @param {Picture[]} list
 * @param {Picture[]} now
 * @returns {boolean}
 */
function haveNames(list, now) {
    const scores = list.flatMap((picture) => {
        const same = now.filter(({ key }) => key !== '' && key === picture.key);
        return same.length === 1 ? [sizeScore(picture, same[0])] : [];
    });
    return scores.filter((score) => score < 0).length <= MOST_RENAMED * scores.length;
}

/**
 * Returns the picture by an alignment with names, or without them: they may have been given anew.
 *
 * @param {Picture[]} list
 * @param {number} at
 * @param {Picture[]} now
 * @returns {{index: number, confidence: number} | null} null if the alignment is unclear
 */
function bestAlignment(list, at, now) {
    const isClear = (/** @type {Alignment | null} */ found, /** @type {number} */ least) => {
        return found !== null && found.score >= least && found.margin >= LEAST_MARGIN;
    };
    const named = alignPictures(list, at, now);
    const unnamed = alignPictures(list, at, now, false);
    const isNamed = isClear(named, LEAST_SCORE);
    const isUnnamed = isClear(unnamed, LEAST_SCORE_UNNAMED);
    const found = isNamed ? named : isUnnamed ? unnamed : null;
    if (!found) return null;
    const { index, own } = found;
    const isDoubtful = isUnnamed && unnamed && unnamed.index !== index && unnamed.score >= found.score + BETTER;
    if (own <= 0 || isDoubtful) return { index, confidence: CONFIDENCE.imageBySelector };
    const { key, alt } = list[at];
    const isSame = (/** @type {Picture} */ picture) => key !== '' && picture.key === key;
    if (isNamed && isSame(now[index])) {
        const isOnly = now.filter(isSame).length === 1;
        return { index, confidence: isOnly ? CONFIDENCE.image : CONFIDENCE.sequence };
    }
    const hasSameAlt = alt !== '' && now[index].alt === alt;
    const sizes = new Set(list.map(({ width, height }) => width + 'x' + height));
    const hasSameSizes = unnamed && unnamed.index === index && unnamed.score >= SURE_SCORE
        && list.length >= SURE_PICTURES && sizes.size >= SURE_SIZES;
    return { index, confidence: hasSameAlt || hasSameSizes ? CONFIDENCE.imageInSequence : CONFIDENCE.imageByOrdinal };
}

/**
 * A picture that began above the view is restored to the same fraction of its height rather than to the same distance.
 *
 * @param {import('../dom/geometry.js').Box} now
 * @param {Anchor} anchor
 * @param {number} edge the height of the view's top that was covered
 * @returns {import('../dom/geometry.js').Box}
 */
function atSamePart(now, { rect, y }, edge) {
    if (!rect || !(rect.height > 0) || y >= edge) return now;
    const growth = ((edge - y) / rect.height) * (now.bottom - now.top - rect.height);
    return { ...now, top: now.top + growth, bottom: now.bottom + growth };
}
