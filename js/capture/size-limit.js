/**
 * Keeping a snapshot within its size.
 */

import { utf8Length } from '../wire/base64url.js';
import { encodeJSON } from '../wire/json.js';

/** Bytes of JSON, as design and service have it. */
const MAXIMUM_SIZE = 65_536;

/**
 * A snapshot that is small enough: what matters least to finding the place goes first.
 *
 * @param {any} snapshot
 * @returns {any}
 */
export function withinSizeLimit(snapshot) {
    const reductions = [
        (/** @type {any} */ s) => ({ ...s, links: s.links.slice(0, 10) }),
        (/** @type {any} */ s) => ({ ...s, links: [], media: [] }),
        (/** @type {any} */ s) => ({ ...s, selection: null }),
        (/** @type {any} */ s) => ({ ...s, canonical: null, scrollers: s.scrollers.slice(0, 4) }),
        (/** @type {any} */ s) => ({ ...s, anchors: s.anchors.slice(0, 1), bracket: null }),
        (/** @type {any} */ s) => ({ ...s, anchors: [], scrollers: [] }),
    ];
    let bounded = snapshot;
    for (const reduce of reductions) {
        if (utf8Length(encodeJSON(bounded)) <= MAXIMUM_SIZE) break;
        bounded = reduce(bounded);
    }
    return bounded;
}
