/**
 * The entry of the script that the extension runs in a page to copy it.
 */

import { pictureCopySteps } from './picture-copy.js';
import { runInSlices } from './slices.js';
import { textDocumentSteps } from './text-copy.js';

/**
 * Copies the text of the page.
 *
 * @param {any} snapshot of the place
 * @returns {Promise<{json: string, isWhole: boolean} | null>} null if the page cannot be copied
 */
export function copyText(snapshot) {
    return new Promise((resolve) => {
        runInSlices(window, textDocumentSteps(window, snapshot), (copy) => resolve(copy));
    });
}

/**
 * Copies a picture of the page.
 *
 * @param {any} snapshot of the place
 * @param {import('./picture-copy.js').PictureOptions} [options]
 * @returns {Promise<{json: string, isWhole: boolean} | null>} null if the page cannot be copied
 */
export function copyPicture(snapshot, options) {
    return new Promise((resolve) => runInSlices(window, pictureCopySteps(window, options), resolve));
}

/** Defines the functions that copy, for the extension's later calls. */
export function defineCopy() {
    Reflect.set(globalThis, 'leftoffCopy', { text: copyText, picture: copyPicture });
}
