/**
 * What a native host hands back when its extension has ended.
 */

import { buildTextIndex } from '../anchoring/text-index.js';
import { scrollTo } from '../dom/scroller.js';
import { attemptPlace } from './attempt.js';
import { canonicalOf, hasSameAddress } from './same-page.js';
import { readSnapshot } from './snapshot-reader.js';

/**
 * Moves once to the place that a host hands back, without a settle loop: a whole snapshot, also under `snapshot`, or
 * the fields `pageXOffset` and `pageYOffset` alone. The host sets the zoom itself.
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
