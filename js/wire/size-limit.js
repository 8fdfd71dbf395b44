/**
 * The size limit of snapshots.
 */

import { utf8Length } from './base64url.js';
import { encodeJSON } from './json.js';

/** In bytes of JSON: the limit of the service. */
const MAXIMUM_SIZE = 65_536;

/** In UTF-16 units: the length to which URLs are cut when nothing else can be omitted. */
const SHORT_ADDRESS = 2048;

/** The number of marks, and of pictures on each side of the one at the reading line, when space is short. */
const FEW_MARKS = 4;
const FEW_PICTURES = 2;

/**
 * Returns a snapshot within the limit. The parts that matter least for finding the place are omitted first.
 *
 * @param {any} snapshot
 * @param {number} [size] in bytes of JSON
 * @returns {any}
 */
export function withinSizeLimit(snapshot, size = MAXIMUM_SIZE) {
    const reductions = [
        (/** @type {any} */ s) => withMember(withMember(s, 'pictures', nearestPictures), 'shape', firstMarks),
        (/** @type {any} */ s) => withMember(withMember(s, 'pictures', () => null), 'shape', () => null),
        (/** @type {any} */ s) => ({ ...s, links: s.links.slice(0, 10) }),
        (/** @type {any} */ s) => ({ ...s, links: [], media: [] }),
        (/** @type {any} */ s) => ({ ...s, selection: null }),
        (/** @type {any} */ s) => ({ ...s, canonical: null, scrollers: s.scrollers.slice(0, 4) }),
        (/** @type {any} */ s) => ({ ...s, anchors: s.anchors.slice(0, 1), bracket: null }),
        (/** @type {any} */ s) => withMember({ ...s, anchors: [], scrollers: [] }, 'frame', withoutPlace),
        (/** @type {any} */ s) => ({ ...s, url: shortAddress(s.url), baseURI: shortAddress(s.baseURI), title: '' }),
        (/** @type {any} */ s) => withMember(withMember(s, 'frame', () => null), 'unread', () => null),
    ];
    let bounded = snapshot;
    for (const reduce of reductions) {
        if (utf8Length(encodeJSON(bounded)) <= size) break;
        bounded = reduce(bounded);
    }
    return bounded;
}

/**
 * @param {any} object
 * @param {string} key
 * @param {(member: any) => any} change
 * @returns {any} the object with a changed member, or as it is if it has no such member
 */
function withMember(object, key, change) {
    return object[key] ? { ...object, [key]: change(object[key]) } : object;
}

/**
 * @param {any} pictures
 * @returns {any} the pictures next to the one at the reading line
 */
function nearestPictures(pictures) {
    const { at, list } = pictures;
    const from = Math.max(0, at - FEW_PICTURES);
    return { ...pictures, at: at - from, list: list.slice(from, at + FEW_PICTURES + 1) };
}

/**
 * @param {any} shape
 * @returns {any}
 */
function firstMarks(shape) {
    return { ...shape, marks: shape.marks.slice(0, FEW_MARKS) };
}

/**
 * @param {any} frame
 * @returns {any}
 */
function withoutPlace(frame) {
    return { ...frame, place: null };
}

/**
 * @param {any} address
 * @returns {any} without fragment and query if it is too long
 */
function shortAddress(address) {
    return typeof address === 'string' && address.length > SHORT_ADDRESS ? address.split(/[?#]/)[0] : address;
}
