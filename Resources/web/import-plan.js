// The texts about the downloads of a file that is not imported yet. Nothing here touches the document.

import { count } from './text.js';

/** @typedef {{downloads: number, directories: {path: string, count: number}[],
 *   dropped: {what: string, count: number}[]}} ImportPlan */

/** A list may name thousands of folders, which nobody reads. */
const listedDirectories = 20;

/**
 * Returns the question before an import.
 *
 * @param {string} name of the file
 * @param {ImportPlan} plan
 */
export function planQuestion(name, plan) {
    return `Import ${count(plan.downloads, 'download')} of ${name}?`;
}

/**
 * Returns a line about each folder that receives files.
 *
 * @param {ImportPlan} plan
 */
export function planDirectories({ directories }) {
    const lines = directories.slice(0, listedDirectories)
        .map((directory) => `${directory.path}: ${count(directory.count, 'file')}`);
    const rest = directories.slice(listedDirectories);
    if (rest.length > 0) {
        const files = rest.reduce((sum, directory) => sum + directory.count, 0);
        lines.push(`${count(rest.length, 'more folder')}: ${count(files, 'file')}`);
    }
    return lines;
}

/**
 * Returns a line about each kind of data that is left out, because a file must not choose it.
 *
 * @param {ImportPlan} plan
 */
export function planOmissions({ dropped }) {
    return dropped.map(({ what, count: number }) => `${what}: left out of ${count(number, 'entry', 'entries')}`);
}
