/**
 * Sets media to their captured times without starting them.
 */

import { elementAtAddress } from '../anchoring/selector.js';
import { call, read } from '../dom/node.js';

/** In s: a smaller difference is ignored. */
const SAME_TIME = 0.5;
/** In s: a medium that the browser has started itself has played for less time. */
const JUST_STARTED = 5;
/** `HTMLMediaElement.HAVE_METADATA`: from this state on, the time can be set. */
const HAVE_METADATA = 1;

/**
 * @param {import('./snapshot-reader.js').Place} place
 * @param {Window} top
 * @returns {() => void} stops waiting for media whose metadata have not been loaded
 */
export function restoreMedia(place, top) {
    /** @type {(() => void)[]} */
    const stops = [];
    for (const record of place.media) {
        const media = mediaElement(record, top.document);
        if (!media || !(record.currentTime > 0)) continue;
        if (media.readyState >= HAVE_METADATA) {
            seekTo(media, record.currentTime);
            continue;
        }
        const seek = () => seekTo(media, record.currentTime);
        media.addEventListener('loadedmetadata', seek, { once: true });
        stops.push(() => media.removeEventListener('loadedmetadata', seek));
    }
    return () => {
        for (const stop of stops) stop();
    };
}

/**
 * Returns the element that the selector matches, else the only one with the same source.
 *
 * @param {import('./snapshot-reader.js').MediaRecord} record
 * @param {Document} document
 * @returns {HTMLMediaElement | null}
 */
function mediaElement({ path, selector, src }, document) {
    const isMedia = (/** @type {any} */ element) => element !== null && typeof element.currentTime === 'number';
    const file = (/** @type {string} */ address) => address.split('#')[0];
    const isSame = (/** @type {any} */ element) => {
        return src === '' || file(element.currentSrc) === file(src) || file(element.src) === file(src);
    };
    const found = /** @type {any} */ (elementAtAddress(document, path, selector));
    if (isMedia(found) && isSame(found)) return found;
    if (src === '') return null;
    const alike = Array.from(call(document, 'querySelectorAll', 'video, audio')).filter(isSame);
    return alike.length === 1 ? /** @type {any} */ (alike[0]) : null;
}

/**
 * @param {HTMLMediaElement} media
 * @param {number} time in s
 */
function seekTo(media, time) {
    const isStarted = media.currentTime > SAME_TIME || !media.paused;
    const hasPlayed = isOwnDocument(media) ? media.currentTime > JUST_STARTED : isStarted;
    if (hasPlayed || Math.abs(media.currentTime - time) <= SAME_TIME) return;
    media.currentTime = Number.isFinite(media.duration) ? Math.min(time, media.duration) : time;
}

/**
 * Returns true for the medium of a document that consists of it. Browsers start it themselves, Firefox at its beginning
 * even if the address has a time.
 *
 * @param {HTMLMediaElement} media
 * @returns {boolean}
 */
function isOwnDocument({ ownerDocument }) {
    return !globalThis.LEFTOFF_LITE && /^(audio|video)\//.test(read(ownerDocument, 'contentType'));
}
