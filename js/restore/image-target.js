/**
 * The target of a place at a picture, for views without text.
 */

import { elementAtAddress } from '../anchoring/selector.js';
import { laidOutBox } from '../dom/geometry.js';
import { call } from '../dom/node.js';
import { CONFIDENCE } from './confidence.js';

/** Elements that show a picture or a film. */
const PICTURES = 'img, video, canvas, svg, iframe, picture, object, embed';

/**
 * @param {import('./snapshot-reader.js').Anchor} anchor an anchor with an image
 * @param {number} edge the height of the view's top that was covered
 * @param {Window} top
 * @returns {import('./target.js').Target | null}
 */
export function imageTarget(anchor, edge, top) {
    const atSelector = elementAtAddress(top.document, anchor.path, anchor.selector);
    const { src, alt } = anchor.image ?? { src: '', alt: '' };
    const isSame = (/** @type {any} */ element) => {
        if (src !== '') return element.currentSrc === src || element.src === src;
        return alt !== '' && element.getAttribute('alt') === alt;
    };
    const alike = [];
    if (src !== '' || alt !== '') {
        for (const element of call(top.document, 'querySelectorAll', PICTURES)) {
            if (isSame(element)) alike.push(element);
        }
    }
    let element = alike.length === 1 ? alike[0] : null;
    if (atSelector && (alike.length === 0 || alike.includes(atSelector))) element = atSelector;
    if (!element) return null;
    const chosen = element;
    const isCertain = isSame(chosen) || (src === '' && alt === '' && chosen.matches(PICTURES));
    const confidence = isCertain ? CONFIDENCE.image : CONFIDENCE.imageBySelector;
    const box = () => {
        const now = laidOutBox(chosen, top);
        return now && atSamePart(now, anchor, edge);
    };
    return { tier: 'selector', confidence, node: chosen, offset: 0, anchor, box };
}

/**
 * A picture that began above the view is restored to the same fraction of its height rather than to the same distance.
 *
 * @param {import('../dom/geometry.js').Box} now
 * @param {import('./snapshot-reader.js').Anchor} anchor
 * @param {number} edge
 * @returns {import('../dom/geometry.js').Box}
 */
function atSamePart(now, { rect, y }, edge) {
    if (!rect || !(rect.height > 0) || y >= edge) return now;
    const growth = ((edge - y) / rect.height) * (now.bottom - now.top - rect.height);
    return { ...now, top: now.top + growth, bottom: now.bottom + growth };
}
