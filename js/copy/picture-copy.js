/**
 * The picture of a page, schema 1: one HTML document that looks like the page, runs nothing and loads nothing. Only
 * listed elements and attributes are written, so nothing of the page's markup reaches the copy by itself.
 */

import { read } from '../dom/node.js';
import { utf8Length } from '../wire/base64url.js';
import { encodeJSON } from '../wire/json.js';
import { ComposedWalk } from './composed-walk.js';
import { PictureMarkup } from './picture-markup.js';
import { addSmallestFirst, imageSteps } from './picture-images.js';
import { copyAddress } from './text-copy.js';
import { walkSteps } from './timed-walk.js';

/** The number of nodes that are visited between two pauses: about 3 ms of work if every style is new. */
const NODES_PER_STEP = 100;
/** In ms of the page's thread: after this time no further styles are computed, and then the rest is omitted. */
const STYLE_TIME = 200;
const MARKUP_TIME = 330;
/** In UTF-16 units. */
const LONGEST_TITLE = 500;
/** In bytes: the most that the setting `pictureLimit` allows. */
const LARGEST_PICTURE = 6_000_000;
/** In bytes: the class and the width of the body, and the numbers of omissions. */
const LATER_HEAD = 200;

/**
 * @typedef {object} PictureOptions
 * @property {boolean} [images] false to omit all images
 * @property {number | null} [limit] the maximum size of the JSON, in bytes
 */

/**
 * Copies a picture of a page. It changes nothing in the page, and loads nothing.
 *
 * @param {Window} top
 * @param {PictureOptions} options
 * @returns {Generator<any, {json: string, isWhole: boolean}>}
 */
export function* pictureCopySteps(top, { images = true, limit = null } = {}) {
    const { document } = top;
    const title = String(read(document, 'title') ?? '').slice(0, LONGEST_TITLE);
    const head = { schema: 1, url: copyAddress(top.location.href), title: title || undefined };
    const markup = new PictureMarkup(top, images);
    const empty = encodeJSON({ ...head, html: markup.document(title), omissions: {} });
    markup.limit = Math.min(limit ?? LARGEST_PICTURE, LARGEST_PICTURE) - utf8Length(empty) - LATER_HEAD;
    const walk = new ComposedWalk(document, markup);
    yield* walkSteps(top, walk, NODES_PER_STEP, (spent) => {
        if (spent > STYLE_TIME) markup.styles.isFull = true;
        if (spent > MARKUP_TIME) markup.isFull = true;
        return false;
    });
    const found = yield* imageSteps(top, markup.images);
    const unfit = addSmallestFirst(found.images, (image, address) => markup.addImage(image, address));
    const omissions = {
        images: markup.omittedImages + found.omissions + unfit, frames: markup.frames,
        styles: markup.styles.omissions, backgrounds: markup.styles.backgrounds,
        parts: markup.omittedParts + (walk.isCut ? 1 : 0),
    };
    const html = markup.document(title);
    yield undefined;
    const json = encodeJSON({ ...head, html, omissions });
    // Images that the reader does not want are not missing.
    const missing = images ? omissions : { ...omissions, images: 0, backgrounds: 0 };
    return { json, isWhole: Object.values(missing).every((count) => count === 0) };
}
