/**
 * The zoom in the result of a restore.
 */

/**
 * Returns the outcome for the pinch zoom, which scripts can read but not set.
 *
 * @param {number} scale as captured
 * @param {Window} top
 * @returns {'unchanged' | 'unsupported'}
 */
export function zoomOutcome(scale, top) {
    const now = top.visualViewport ? top.visualViewport.scale : 1;
    return Math.abs(now - scale) < 0.01 ? 'unchanged' : 'unsupported';
}
