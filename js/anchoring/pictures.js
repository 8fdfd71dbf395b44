/**
 * The pictures of a page, described so that they are recognized when their addresses change.
 */

import { call } from '../dom/node.js';
import { textHash } from './block-hash.js';

/**
 * @typedef {{key: string, width: number, height: number, alt: string}} Picture
 *     `width` and `height` are 0 if unknown
 */

/** Elements that show a picture or a film. */
export const PICTURES = 'img, video, canvas, svg, iframe, object, embed';
/** In CSS px along both axes: smaller pictures are icons. */
const SMALLEST = 40;
/** Further pictures are ignored. */
const MOST_PICTURES = 2000;
const LONGEST_KEY = 48;
const LONGEST_ALT = 24;
/** Attributes with the address of a picture that a script loads when it comes near the view. */
const LAZY = 'data-src data-lazy-src data-original data-srcset';
/** In UTF-16 units: shorter addresses that contain their picture are those of placeholders, which are all alike. */
const SHORTEST_EMBEDDED = 300;
/** In UTF-16 units: the end of such an address, by which it is recognized. */
const EMBEDDED_END = 4000;
/** Parts of a path that are issued anew: hashes, tokens and times. */
const TOKENS = /[0-9a-f]{12,}|\d{9,}/gi;
/** A name of which nothing but the extension is left. */
const UNNAMED = /^[^a-z0-9]*(?:\.[a-z0-9]{2,5})?$/i;

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
        return isPending(element) && call(element, 'getClientRects').length > 0;
    });
}

/**
 * @param {any} element
 * @returns {Picture}
 */
export function describePicture(element) {
    const { src, currentSrc, data, naturalWidth, naturalHeight } = element;
    const source = lazySource(element) || [src, currentSrc, data].find((value) => value && keyOf(value)) || '';
    // The natural size of a picture with several files depends on the window.
    const hasOwnSize = naturalWidth > 0 && !isPending(element) && !element.hasAttribute('srcset');
    return {
        key: keyOf(source),
        width: hasOwnSize ? naturalWidth : sizeIn(element, 'width'),
        height: hasOwnSize ? naturalHeight : sizeIn(element, 'height'),
        alt: (element.getAttribute('alt') ?? '').slice(0, LONGEST_ALT),
    };
}

/**
 * Returns the last two parts of a path, without what is issued anew. A name that consists of nothing else is kept. An
 * address that contains the picture is named by a hash of it, in letters: numbers in names are in order.
 *
 * @param {any} address
 * @returns {string} empty for an address without a name
 */
export function keyOf(address) {
    if (typeof address !== 'string' || /^(?:blob|about):/.test(address)) return '';
    if (address.startsWith('data:')) {
        if (address.length < SHORTEST_EMBEDDED) return '';
        const hash = textHash(address.slice(-EMBEDDED_END), address.length).toString(16);
        return hash.replace(/\d/g, (digit) => 'ghijklmnop'[Number(digit)]);
    }
    const [path] = address.replace(/^[^?#]*?\/\/[^/]*/, '').split(/[?#]/);
    const [name, directory] = path.split('/').reverse();
    const shortened = name.replace(TOKENS, '');
    const kept = UNNAMED.test(shortened) ? name : shortened;
    return (directory === undefined ? kept : directory.replace(TOKENS, '') + '/' + kept).slice(-LONGEST_KEY);
}

/**
 * @param {Element} element
 * @returns {string} empty if no script loads the picture
 */
function lazySource(element) {
    const [value] = LAZY.split(' ').map((name) => element.getAttribute(name)).filter(Boolean);
    return value ? value.trim().split(/\s/)[0] : '';
}

/**
 * @param {any} element
 * @returns {boolean} true if the picture has not been loaded
 */
function isPending(element) {
    const lazy = keyOf(lazySource(element));
    return element.complete === false || (lazy !== '' && keyOf(element.src) !== lazy);
}

/**
 * @param {Element} element
 * @param {string} name of an attribute
 * @returns {number} 0 unless it is a number of pixels
 */
function sizeIn(element, name) {
    return Number(element.getAttribute(name)) || 0;
}
