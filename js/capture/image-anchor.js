/**
 * The anchor of a view without text: the first picture in it.
 */

import { address } from '../anchoring/selector.js';
import { pinnedAncestor } from '../anchoring/sticky.js';
import { distanceFromStart } from '../dom/block-axis.js';
import { asRect, elementBox, intersection } from '../dom/geometry.js';
import { call } from '../dom/node.js';
import { offsetIn } from './anchors.js';

/** @typedef {import('./reading-line.js').View} View */

const PICTURE_ELEMENTS = 'img, video, canvas, svg, iframe, object, embed';
/** In CSS px along both axes: smaller pictures are icons. */
const SMALLEST_PICTURE = 40;
/** The number of pictures that are examined. */
const MOST_PICTURES = 2000;
const LONGEST_SOURCE = 512;

/**
 * @param {View} view
 * @returns {object | null} null if no picture is in view
 */
export function imageAnchor(view) {
    const root = view.scroller.element ?? view.scroller.view.document;
    let first = null;
    let least = Infinity;
    let seen = 0;
    for (const element of call(root, 'querySelectorAll', PICTURE_ELEMENTS)) {
        seen += 1;
        if (seen > MOST_PICTURES) break;
        const box = elementBox(element, view.top);
        if (box.right - box.left < SMALLEST_PICTURE || box.bottom - box.top < SMALLEST_PICTURE) continue;
        const shown = intersection(box, view.box);
        if (shown.right <= shown.left || shown.bottom <= shown.top + view.edge) continue;
        const from = distanceFromStart(view.start, box, view.box);
        const distance = from >= view.edge ? from : view.edge - from + SMALLEST_PICTURE;
        if (distance >= least || pinnedAncestor(element, view.scroller, view.box, view.top)) continue;
        least = distance;
        first = element;
    }
    return first ? makeAnchor(view, first) : null;
}

/**
 * @param {View} view
 * @param {Element} element
 * @returns {object}
 */
function makeAnchor(view, element) {
    const box = elementBox(element, view.top);
    const { path, selector } = address(element);
    const { currentSrc, src } = /** @type {any} */ (element);
    const source = [currentSrc, src].find((value) => typeof value === 'string' && value !== '') ?? '';
    return {
        role: 'primary',
        quote: null,
        image: {
            src: source.length <= LONGEST_SOURCE && !source.startsWith('data:') ? source : '',
            alt: (element.getAttribute('alt') ?? '').slice(0, 120),
        },
        selector: selector || null,
        path,
        rect: asRect(box),
        offset: offsetIn(view, box, 0),
        scroller: 0,
    };
}
