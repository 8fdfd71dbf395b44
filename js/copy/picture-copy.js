/**
 * The picture of a page, schema 1: one HTML document that looks like the page, runs nothing and loads nothing. Only
 * listed elements and attributes are written, so nothing of the page's markup reaches the copy by itself.
 */

import { encodeJSON } from '../wire/json.js';
import { ComposedWalk } from './composed-walk.js';
import { PictureMarkup } from './picture-markup.js';
import { imageSteps } from './picture-images.js';
import { copiedAddress } from './text-copy.js';
import { walkSteps } from './timed-walk.js';

/** The number of nodes that are visited between two pauses: about 3 ms of work if every style is new. */
const NODES_PER_STEP = 100;
/** In ms of the page's thread: after this time no further styles are computed, and then the rest is omitted. */
const STYLE_TIME = 200;
const MARKUP_TIME = 330;
/** In UTF-16 units. */
const LONGEST_TITLE = 500;

/**
 * Copies a picture of a page. It changes nothing in the page, and loads nothing.
 *
 * @param {Window} top
 * @returns {Generator<any, {json: string, isWhole: boolean}>}
 */
export function* pictureCopySteps(top) {
    const { document } = top;
    const markup = new PictureMarkup(top);
    const walk = new ComposedWalk(document, markup);
    yield* walkSteps(top, walk, NODES_PER_STEP, (spent) => {
        if (spent > STYLE_TIME) markup.styles.isFull = true;
        if (spent > MARKUP_TIME) markup.isFull = true;
        return false;
    });
    const images = yield* imageSteps(top, markup.images, (image, address) => markup.addImage(image, address));
    const omissions = {
        images, frames: markup.frames, styles: markup.styles.omissions, backgrounds: markup.styles.backgrounds,
        parts: markup.omittedParts + (walk.isCut ? 1 : 0),
    };
    const title = typeof document.title === 'string' ? document.title.slice(0, LONGEST_TITLE) : '';
    const html = markup.document(title);
    yield undefined;
    const url = copiedAddress(top.location.href);
    const json = encodeJSON({ schema: 1, url, title: title || undefined, html, omissions });
    return { json, isWhole: Object.values(omissions).every((count) => count === 0) };
}
