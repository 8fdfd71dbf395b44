/**
 * The block of an image: its address, its alternative text and its size.
 */

import { collapsed, showsText } from '../anchoring/text-index.js';
import { storableAddress } from './links.js';

/** In CSS px: smaller images are icons. */
const SMALLEST_IMAGE = 48;
/** In UTF-16 units. */
const LONGEST_ALTERNATIVE = 2000;

/**
 * @param {Element} element
 * @returns {import('./runs.js').Block | null} null if it is not shown, editable, or an icon
 */
export function imageBlock(element) {
    if (!showsText(element)) return null;
    const image = /** @type {HTMLImageElement} */ (element);
    const box = image.getBoundingClientRect();
    const isSmall = box.width < SMALLEST_IMAGE || box.height < SMALLEST_IMAGE;
    if (isSmall && (image.naturalWidth > 0 || box.width * box.height <= 1)) return null;
    // If the page's policy blocks the image, Chromium's `currentSrc` is the attribute, which may be relative.
    const src = storableAddress(image.currentSrc) ?? storableAddress(image.src) ?? undefined;
    const given = (image.getAttribute('alt') ?? '').slice(0, 2 * LONGEST_ALTERNATIVE);
    const alt = collapsed(given).trim().slice(0, LONGEST_ALTERNATIVE);
    if (alt === '' && (!src || isSmall)) return null;
    const width = Math.round(box.width) || undefined;
    const height = Math.round(box.height) || undefined;
    return { kind: 'image', src, alt, width, height };
}
