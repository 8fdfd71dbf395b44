/**
 * Places at the untouched top of a page. Such a place says that the reader wants the page, and not where the reader
 * was, so it never hides a deeper place of the page.
 */

/**
 * Returns true if the page stands as it was opened: nothing is scrolled, moved to another slide, selected or played,
 * also not in the frame that was being read. The same rules as `PageSnapshot.isAtUntouchedTop`.
 *
 * @param {any} snapshot
 * @returns {boolean}
 */
export function isAtUntouchedTop(snapshot) {
    const inFrame = snapshot.frame?.place;
    if (inFrame && !isAtUntouchedTop(inFrame)) return false;
    const visual = snapshot.visualViewport ?? {};
    const scrollers = snapshot.scrollers ?? [];
    const offsets = [
        snapshot.pageXOffset, snapshot.pageYOffset, visual.pageLeft, visual.pageTop, snapshot.progress?.px,
        ...scrollers.flatMap((/** @type {{x: number, y: number}} */ { x, y }) => [x, y]),
        snapshot.motion?.x, snapshot.motion?.y, snapshot.motion?.slide,
    ];
    const hasMoved = offsets.some((offset) => Math.abs(offset ?? 0) > 0);
    const isPlayed = (snapshot.media ?? []).length > 0;
    if (hasMoved || isPlayed || snapshot.selection || String(snapshot.url ?? '').includes(':~:text=')) return false;
    const hasAnchors = (snapshot.anchors ?? []).length > 0;
    return typeof snapshot.pageYOffset === 'number' || !(hasAnchors || snapshot.progress?.text > 0);
}
