// Places in frames whose documents the page's own script cannot read.

/**
 * Captures the place in the frame that is being read, if the extension may run scripts there.
 *
 * @param {number} tabId
 * @param {any} snapshot of the page
 * @returns {Promise<any>} the snapshot, with the place in the frame if there is one
 */
export async function captureFrames(tabId, snapshot) {
    return snapshot;
}

/**
 * Restores the place in a frame.
 *
 * @param {number} tabId
 * @param {any} snapshot of the page
 * @param {Promise<any>} outer the result of the restore in the page
 * @returns {Promise<any>} the result for both
 */
export async function restoreFrames(tabId, snapshot, outer) {
    return outer;
}
