/**
 * What has become of the zoom.
 */

/**
 * A script can read the pinch zoom but not set it.
 *
 * @param {number} scale as captured
 * @param {Window} top
 * @returns {'unchanged' | 'unsupported'}
 */
export function zoomOutcome(scale, top) {
    const now = top.visualViewport ? top.visualViewport.scale : 1;
    return Math.abs(now - scale) < 0.01 ? 'unchanged' : 'unsupported';
}
