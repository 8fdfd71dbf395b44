// The texts about a file that is not imported yet. Nothing here touches the document.

import { count } from './text.js';

/** @typedef {{downloads: number, directories: {path: string, count: number}[],
 *   dropped: {what: string, count: number}[]}} ImportPlan */

/** @typedef {{what: string, count: number}} ImportLoss */

/** @typedef {{format: string, places: number, pages: number, highlights: number, approximate: number, tags: number,
 *   topTags: {name: string, count: number}[], oldest: string | null, newest: string | null, undated: number,
 *   finished: number, later: number, windows: number, downloads: number, copies: number, unreadable: number,
 *   omissions: string[], losses: ImportLoss[]}} ImportSummary */

/** More messages about one file than these are not read before it is imported. */
const listedMessages = 20;

/** A list may name thousands of folders, which nobody reads. */
const listedDirectories = 20;

/**
 * Returns the question before an import.
 *
 * @param {string} name of the file
 * @param {ImportPlan} plan
 */
export function planQuestion(name, plan) {
    if (plan.downloads === 0) return `Import ${name}?`;
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

/**
 * Returns the contents of a file as rows with a label and a text; what the file does not contain has no row.
 *
 * @param {ImportSummary} summary
 * @param {string | undefined} language
 * @returns {[string, string][]}
 */
export function summaryRows(summary, language = undefined) {
    const number = (/** @type {number} */ value) => value > 0 ? value.toLocaleString() : '';
    const hasOnlyOthers = summary.places === 0 && summary.windows + summary.downloads > 0;
    const places = summary.places === 0 ? 'none'
        : `${summary.places.toLocaleString()} on ${count(summary.pages, 'page')}`;
    /** @type {[string, string][]} */
    const rows = [
        ['Format', summary.format],
        ['Places', hasOnlyOthers ? '' : places],
        ['Highlights', number(summary.highlights)],
        ['Approximate', number(summary.approximate)],
        ['Tags', tagsText(summary)],
        ['Dates', datesText(summary, language)],
        ['States', [
            summary.finished > 0 ? `${number(summary.finished)} finished` : '',
            summary.later > 0 ? `${number(summary.later)} later` : '',
        ].filter(Boolean).join(', ')],
        ['Windows', number(summary.windows)],
        ['Downloads', number(summary.downloads)],
        ['Copies', number(summary.copies)],
        ['No counterpart', lossesText(summary.losses)],
        ['Unreadable', summary.unreadable > 0 ? count(summary.unreadable, 'entry', 'entries') : ''],
    ];
    return rows.filter(([, text]) => text !== '');
}

/**
 * Returns the kinds of data that Leftoff has no counterpart for, with their counts.
 *
 * @param {ImportLoss[]} losses
 */
export function lossesText(losses) {
    return losses.map(({ what, count: number }) => `${what} (${number.toLocaleString()})`).join(', ');
}

/**
 * Returns the first messages about entries that would be left out, and the number of the others.
 *
 * @param {ImportSummary} summary
 */
export function summaryMessages({ omissions }) {
    const rest = omissions.length - listedMessages;
    return rest > 0 ? [...omissions.slice(0, listedMessages), `${rest.toLocaleString()} more`] : omissions;
}

/**
 * @param {ImportSummary} summary
 */
function tagsText({ tags, topTags }) {
    if (tags === 0) return '';
    const names = topTags.map(({ name, count: number }) => `${name} ${number.toLocaleString()}`);
    if (tags > topTags.length) names.push('…');
    return `${tags.toLocaleString()}: ${names.join(', ')}`;
}

/**
 * @param {ImportSummary} summary
 * @param {string | undefined} language
 */
function datesText({ oldest, newest, undated }, language) {
    const day = (/** @type {string} */ time) => new Date(time).toLocaleDateString(language, {
        day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC',
    });
    const parts = [];
    if (oldest && newest) {
        const [first, last] = [day(oldest), day(newest)];
        parts.push(first === last ? first : `${first} to ${last}`);
    }
    if (undated > 0) parts.push(`${undated.toLocaleString()} without a date`);
    return parts.join('; ');
}
