/**
 * Detection of content that a page has not loaded yet.
 */

import { read } from '../dom/node.js';

/** In heights of the window: images within this distance are loaded, and may move what is below them. */
const NEAR_VIEWS = 1.5;

/**
 * @param {Window} top
 * @returns {boolean} true while the document, its fonts or images near the view are loading
 */
export function isLoading(top) {
    const { document } = top;
    if (read(document, 'readyState') !== 'complete') return true;
    if (read(document, 'fonts')?.status === 'loading') return true;
    const reach = top.innerHeight * NEAR_VIEWS;
    for (const image of read(document, 'images')) {
        if (image.complete || !image.currentSrc) continue;
        if (image.loading !== 'lazy') return true;
        const { top: upper, bottom } = image.getBoundingClientRect();
        if (bottom > -reach && upper < top.innerHeight + reach) return true;
    }
    return false;
}

/**
 * Returns true if the page has much less text than it had, so that scripts are probably still building it.
 *
 * @param {import('./snapshot-reader.js').Place} place
 * @param {number} textLength
 * @param {number} documentHeight
 * @param {boolean} lacksScroller true if the scroller that was being read does not exist
 * @returns {boolean}
 */
export function expectsMore(place, textLength, documentHeight, lacksScroller) {
    if (lacksScroller) return true;
    if (place.textLength !== null && place.textLength > 0) return textLength < place.textLength * 0.7;
    return place.documentHeight > 0 && documentHeight < place.documentHeight * 0.5;
}
