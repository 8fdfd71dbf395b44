// Changes of many pages: their requests, their texts and their dates. Nothing here touches the document or the network.

import { count, short } from './text.js';

/**
 * @typedef {import('./shelf-changes.js').ShelfChange} ShelfChange
 * @typedef {import('./shelf-changes.js').ShelfReceipt} ShelfReceipt
 * @typedef {{ids: string[], changed: number, unchanged: number, omissions: string[]}} WholeReceipt the ids in the order
 *   in which they are undone
 */

/** A change has at most this many pages named; more are sent in several requests, which one *Undo* takes back. */
const pagesPerRequest = 1000;
/** In bytes: the service accepts bodies of 1 MiB. The rest is for the change itself and for escapes of JSON. */
const bytesPerRequest = 700_000;

/**
 * Returns the selections to send for pages, each small enough for one request.
 *
 * @param {Iterable<string>} keys
 * @returns {{pages: string[]}[]}
 */
export function selectionsOf(keys) {
    const encoder = new TextEncoder();
    /** @type {{pages: string[]}[]} */
    const selections = [];
    /** @type {string[]} */
    let pages = [];
    let size = 0;
    for (const key of keys) {
        const length = encoder.encode(JSON.stringify(key)).length + 1;
        if (pages.length > 0 && (pages.length === pagesPerRequest || size + length > bytesPerRequest)) {
            selections.push({ pages });
            pages = [];
            size = 0;
        }
        pages.push(key);
        size += length;
    }
    if (pages.length > 0) selections.push({ pages });
    return selections;
}

/**
 * Returns the result of several requests as that of one change. Their ids are undone together.
 *
 * @param {ShelfReceipt[]} receipts
 * @returns {WholeReceipt}
 */
export function mergeReceipts(receipts) {
    return {
        ids: receipts.flatMap(({ id }) => id ?? []).reverse(),
        changed: receipts.reduce((sum, { changed }) => sum + changed, 0),
        unchanged: receipts.reduce((sum, { unchanged }) => sum + unchanged, 0),
        omissions: [...new Set(receipts.flatMap(({ omissions }) => omissions))],
    };
}

/**
 * Returns the message about a change, without a full stop and without what was left out.
 *
 * @param {ShelfChange} change
 * @param {Pick<WholeReceipt, 'changed' | 'unchanged' | 'omissions'>} receipt
 * @param {Date} [now]
 */
export function resultText(change, { changed, unchanged, omissions }, now = new Date()) {
    if (changed > 0) return doneText(change, changed, now);
    if (omissions.length > 0) return 'Nothing changed';
    if (unchanged === 0) return 'Nothing changed: no page matches any more';
    if (change.kind === 'forget') return 'Nothing changed: the places are gone already';
    return `Nothing changed: ${unchanged === 1 ? 'it was' : 'they were'} so already`;
}

/**
 * @param {ShelfChange} change
 * @param {number} changed
 * @param {Date} now
 */
function doneText(change, changed, now) {
    const places = count(changed, 'place');
    const pages = count(changed, 'page');
    switch (change.kind) {
    case 'forget': return `Forgot ${places}`;
    case 'note': return `Changed the note of ${places}`;
    case 'tags': {
        const { add, remove } = change;
        // A tag is added to one place of each page, and removed from all of them.
        if (remove.length === 0) return `Tagged ${pages} with ${tagText(add)}`;
        if (add.length === 0) return `Removed ${tagText(remove)} from ${places}`;
        return `Changed the tags of ${places}`;
    }
    default: return markText(change, pages, now);
    }
}

/**
 * @param {Extract<ShelfChange, {kind: 'mark'}>} change
 * @param {string} pages such as “3 pages”, or a title in quotation marks
 * @param {Date} now
 */
export function markText({ state, until }, pages, now = new Date()) {
    if (state === 'finished') return `Finished ${pages}`;
    if (state === 'unfinished') return `Reopened ${pages}`;
    return until ? `Put off ${pages} until ${dayText(new Date(until), now)}` : `Put off ${pages}`;
}

/** @param {string[]} tags */
function tagText(tags) {
    return tags.map((tag) => `“${short(tag, 30)}”`).join(', ');
}

/**
 * Returns a day in the reader’s language, with the year if it is another one.
 *
 * @param {Date} day
 * @param {Date} now
 */
export function dayText(day, now) {
    const sameYear = day.getFullYear() === now.getFullYear();
    return day.toLocaleDateString(undefined, { day: 'numeric', month: 'long', year: sameYear ? undefined : 'numeric' });
}

/**
 * Returns the days that are offered for *Later*. Each begins at midnight of the reader's clock.
 *
 * @param {Date} now
 * @returns {{label: string, until: Date | null}[]} null for no date
 */
export function laterChoices(now) {
    const day = (/** @type {number} */ days) =>
        new Date(now.getFullYear(), now.getMonth(), now.getDate() + days);
    // On a Saturday it is the next one.
    const toSaturday = (6 - now.getDay() + 7) % 7 || 7;
    const toMonday = (1 - now.getDay() + 7) % 7 || 7;
    return [
        { label: 'Tomorrow', until: day(1) },
        { label: 'Saturday', until: day(toSaturday) },
        { label: 'Next Monday', until: day(toMonday) },
        { label: 'In a month', until: day(30) },
        { label: 'No date', until: null },
    ];
}

/**
 * Returns the midnight at which a day of a date field begins.
 *
 * @param {string} text such as `2027-01-31`
 * @param {Date} now
 * @returns {Date | null} null if the text is no day, or not a later one
 */
export function dayOf(text, now) {
    const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
    if (!parts) return null;
    const day = new Date(Number(parts[1]), Number(parts[2]) - 1, Number(parts[3]));
    return day.getMonth() === Number(parts[2]) - 1 && day > now ? day : null;
}

/**
 * Returns the value of a date field for a day.
 *
 * @param {Date} day
 */
export function dateFieldValue(day) {
    const digits = (/** @type {number} */ number, /** @type {number} */ length) => String(number).padStart(length, '0');
    return `${digits(day.getFullYear(), 4)}-${digits(day.getMonth() + 1, 2)}-${digits(day.getDate(), 2)}`;
}

/**
 * Returns the tags in a text, which are separated by commas. A tag that is repeated counts once.
 *
 * @param {string} text
 * @returns {string[]}
 */
export function tagsIn(text) {
    const seen = new Set();
    return text.split(',').map((tag) => tag.trim()).filter((tag) => {
        const name = tag.toLowerCase();
        if (!tag || seen.has(name)) return false;
        seen.add(name);
        return true;
    });
}
