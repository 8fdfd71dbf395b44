// The decisions about a snapshot of the page that is being read, and about the distance to a place.

/** A page with less text, in UTF-16 units, has no main text to read: about 20 lines. */
const SHORTEST_TEXT = 1500;
/** At most this part of the page counts as not read yet. */
const START_PROGRESS = 0.05;
/** From this part on, the page counts as read; `PageSnapshot.endProgress` has the same value. */
const END_PROGRESS = 0.95;
/** Positions that differ by less than this part of the page are the same. */
const SAME_PROGRESS = 0.01;

/**
 * Returns the effect of a snapshot on the automatic place of its page.
 *
 * @param {any} snapshot
 * @returns {'keep' | 'end' | null} null if the place stays as it is
 */
export function effectOf(snapshot) {
    const { px = 0, text = null, length = 0 } = snapshot?.progress ?? {};
    if (length < SHORTEST_TEXT) return null;
    // At the end of a page the reading line is the first one in view, so its progress by text is smaller.
    if (px >= END_PROGRESS || text >= END_PROGRESS) return 'end';
    const hasText = snapshot.anchors?.some((/** @type {any} */ anchor) => anchor.quote?.exact);
    return hasText && (text ?? px) > START_PROGRESS ? 'keep' : null;
}

/**
 * Returns the badge and the tooltip of the button for the reader's distance from a place.
 *
 * @param {number} reader the progress by scroll offset, 0 to 1
 * @param {number} place
 * @param {boolean} isAutomatic
 * @returns {{text: string, title: string}}
 */
export function distanceLabel(reader, place, isAutomatic) {
    const kept = isAutomatic ? ' Kept automatically.' : '';
    const percent = Math.max(1, Math.round(Math.abs(reader - place) * 100));
    if (Math.abs(reader - place) < SAME_PROGRESS) return { text: '•', title: `You are at your place.${kept}` };
    return reader > place
        ? { text: `↑${percent}`, title: `You are ${percent} % further than your place.${kept}` }
        : { text: `↓${percent}`, title: `Your place is ${percent} % further on.${kept}` };
}
