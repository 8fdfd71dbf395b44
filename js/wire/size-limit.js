/**
 * The size limit of snapshots.
 */

import { utf8Length } from './base64url.js';
import { encodeJSON } from './json.js';

/** In bytes of JSON: the limit of the service. */
const MAXIMUM_SIZE = 65_536;

/** In UTF-16 units: the length to which URLs are cut when nothing else can be omitted. */
const SHORT_ADDRESS = 2048;

/**
 * Returns a snapshot within the limit. The parts that matter least for finding the place are omitted first.
 *
 * @param {any} snapshot
 * @param {number} [size] in bytes of JSON
 * @returns {any}
 */
export function withinSizeLimit(snapshot, size = MAXIMUM_SIZE) {
    const reductions = [
        (/** @type {any} */ s) => ({ ...s, links: s.links.slice(0, 10) }),
        (/** @type {any} */ s) => ({ ...s, links: [], media: [] }),
        (/** @type {any} */ s) => ({ ...s, selection: null }),
        (/** @type {any} */ s) => ({ ...s, canonical: null, scrollers: s.scrollers.slice(0, 4) }),
        (/** @type {any} */ s) => ({ ...s, anchors: s.anchors.slice(0, 1), bracket: null }),
        (/** @type {any} */ s) => ({ ...s, anchors: [], scrollers: [] }),
        (/** @type {any} */ s) => ({ ...s, url: shortAddress(s.url), baseURI: shortAddress(s.baseURI), title: '' }),
    ];
    let bounded = snapshot;
    for (const reduce of reductions) {
        if (utf8Length(encodeJSON(bounded)) <= size) break;
        bounded = reduce(bounded);
    }
    return bounded;
}

/**
 * @param {any} address
 * @returns {any} without fragment and query if it is too long
 */
function shortAddress(address) {
    return typeof address === 'string' && address.length > SHORT_ADDRESS ? address.split(/[?#]/)[0] : address;
}
