/**
 * The `finalize` step of an action extension: the native host returns data to the page when the extension ends.
 */

import { buildTextIndex } from '../anchoring/text-index.js';
import { scrollTo } from '../dom/scroller.js';
import { attemptPlace } from './attempt.js';
import { canonicalOf, hasSameAddress } from './same-page.js';
import { readSnapshot } from './snapshot-reader.js';

/**
 * Scrolls once to the place that the host returns, without waiting for the page to settle. The host returns a whole
 * snapshot, possibly under the key `snapshot`, or only `pageXOffset` and `pageYOffset`. It sets the zoom itself.
 *
 * @param {Window} top
 * @param {any} given
 */
export function finalizePlace(top, given) {
    const snapshot = given && given.snapshot ? given.snapshot : given;
    if (!snapshot || typeof snapshot !== 'object') return;
    const place = readSnapshot(snapshot);
    const hasOffsets = typeof snapshot.pageXOffset === 'number' || typeof snapshot.pageYOffset === 'number';
    if (!hasOffsets && !place.primary) return;
    const isAtAddress = hasSameAddress(place, top.location.href, canonicalOf(top.document));
    attemptPlace(buildTextIndex(top.document), place, top, isAtAddress, scrollTo, new Set());
}
