/**
 * The pictures of a page, described so that they are recognized when their addresses change.
 */

import { call } from '../dom/node.js';

/** @typedef {{key: string, width: number, height: number, alt: string}} Picture `width` and `height` are 0 if unknown */

/** Elements that show a picture or a film. */
export const PICTURES = 'img, video, canvas, svg, iframe, object, embed';
/** In CSS px along both axes: smaller pictures are icons. */
const SMALLEST = 40;
/** Further pictures are ignored. */
const MOST_PICTURES = 2000;
const LONGEST_KEY = 80;
const LONGEST_ALT = 24;
/** Attributes with the address of a picture that a script loads when it comes near the view. */
const LAZY = 'data-src data-lazy-src data-original data-srcset'.split(' ');
/** Parts of a path that are issued anew: hashes, tokens and times. */
const TOKENS = /[0-9a-f]{12,}|\d{9,}/gi;
const ORIGIN = /^(?:[a-z]+:)?\/\/[^/]*/i;
/** Addresses without a name. */
const NAMELESS = /^(?:data|blob|about|javascript):/i;
const NAMED = /[a-z0-9]/i;
const EXTENSION = /\.[a-z0-9]{2,5}$/i;

/**
 * Returns the pictures of a tree or an element in document order, also those that have not been loaded.
 *
 * @param {Document | ShadowRoot | Element} root
 * @returns {Element[]}
 */
export function picturesIn(root) {
    return [...call(root, 'querySelectorAll', PICTURES)].slice(0, MOST_PICTURES).filter((element) => {
        const { width, height } = call(element, 'getBoundingClientRect');
        if (width >= SMALLEST && height >= SMALLEST) return true;
        const isIcon = ['width', 'height'].some((name) => sizeIn(element, name) > 0 && sizeIn(element, name) < SMALLEST);
        return isPending(element) && !isIcon && call(element, 'getClientRects').length > 0;
    });
}

/**
 * @param {Element} element
 * @returns {Picture}
 */
export function describePicture(element) {
    const alt = (element.getAttribute('alt') ?? '').slice(0, LONGEST_ALT);
    return { key: keyOf(sourceOf(element)), ...sizeOf(element), alt };
}

/**
 * Returns the last two parts of a path, without what is issued anew. A name that consists of nothing else is kept.
 *
 * @param {string} address
 * @returns {string} empty for an address without a name
 */
export function keyOf(address) {
    if (NAMELESS.test(address)) return '';
    const parts = address.replace(ORIGIN, '').split(/[?#]/)[0].split('/').slice(-2);
    const name = parts.pop() ?? '';
    const shortened = name.replace(TOKENS, '');
    const kept = NAMED.test(shortened.replace(EXTENSION, '')) ? shortened : name;
    return [...parts.map((part) => part.replace(TOKENS, '')), kept].join('/').slice(-LONGEST_KEY);
}

/**
 * @param {Element} element
 * @returns {string} the address of its picture even if it has not been loaded
 */
function sourceOf(element) {
    const { src, currentSrc, data, poster } = /** @type {any} */ (element);
    const isNamed = (/** @type {any} */ value) => typeof value === 'string' && value !== '' && !NAMELESS.test(value);
    return lazySource(element) || [src, currentSrc, data, poster].find(isNamed) || '';
}

/**
 * @param {Element} element
 * @returns {string} empty if no script loads the picture
 */
function lazySource(element) {
    const name = LAZY.find((attribute) => element.getAttribute(attribute));
    return name ? (element.getAttribute(name) ?? '').trim().split(/\s/)[0] : '';
}

/**
 * @param {Element} element
 * @returns {boolean} true if the picture has not been loaded
 */
function isPending(element) {
    const { complete, src } = /** @type {any} */ (element);
    const lazy = lazySource(element);
    return complete === false || (lazy !== '' && typeof src === 'string' && keyOf(src) !== keyOf(lazy));
}

/**
 * Returns the natural size, else the size in the attributes. The natural size of a picture with several files depends
 * on the window.
 *
 * @param {Element} element
 * @returns {{width: number, height: number}} in CSS px
 */
function sizeOf(element) {
    const { naturalWidth, naturalHeight, videoWidth, videoHeight } = /** @type {any} */ (element);
    const natural = { width: naturalWidth || videoWidth || 0, height: naturalHeight || videoHeight || 0 };
    const given = { width: sizeIn(element, 'width'), height: sizeIn(element, 'height') };
    const isKnown = natural.width > 0 && natural.height > 0 && !isPending(element);
    if (isKnown && !element.getAttribute('srcset')) return natural;
    return given.width > 0 && given.height > 0 ? given : isKnown ? natural : { width: 0, height: 0 };
}

/**
 * @param {Element} element
 * @param {string} name of an attribute
 * @returns {number} 0 unless it is a number of pixels
 */
function sizeIn(element, name) {
    const value = element.getAttribute(name) ?? '';
    return /^\d+(?:px)?$/.test(value) ? parseInt(value, 10) : 0;
}
