// Changes of many pages: their requests, their texts and their dates. Nothing here touches the document or the network.

import { count, short } from './text.js';

/**
 * @typedef {{kind: "tags", add: string[], remove: string[]} | {kind: "note", note: string}
 *   | {kind: "mark", state: "unfinished" | "later" | "finished", until?: string | null} | {kind: "forget"}} ShelfChange
 * @typedef {{id: string | null, kind: string, changed: number, unchanged: number, omissions: string[]}} ShelfReceipt
 * @typedef {{pages: string[]} | {matching: import('./shelf-selection.js').ShelfFilters, expected: number}} Selected
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
 * @returns {{ids: string[], changed: number, unchanged: number, omissions: string[]}} the ids in the order of undoing
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
 * Returns the message about a change.
 *
 * @param {ShelfChange} change
 * @param {{changed: number, unchanged: number, omissions: string[]}} receipt
 * @param {Date} [now]
 */
export function changeText(change, { changed, unchanged, omissions }, now = new Date()) {
    const texts = [changed > 0 ? `${doneText(change, changed, now)}.`
        : omissions.length > 0 ? 'Nothing changed.' : `Nothing changed: ${unchangedText(change, unchanged)}.`];
    for (const omission of omissions) texts.push(omission.endsWith('.') ? omission : `${omission}.`);
    return texts.join(' ');
}

/**
 * @param {ShelfChange} change
 * @param {number} changed
 * @param {Date} now
 */
function doneText(change, changed, now) {
    const places = count(changed, 'place');
    const pages = count(changed, 'page');
    if (change.kind === 'forget') return `Forgot ${places}`;
    if (change.kind === 'note') return `Changed the ${changed === 1 ? 'note' : 'notes'} of ${places}`;
    if (change.kind === 'tags') {
        const added = change.add.length > 0 ? `Tagged ${places} with ${tagText(change.add)}` : '';
        const from = added ? `${change.remove.length > 0 ? ' and removed ' : ''}` : 'Removed ';
        return change.remove.length === 0 ? added
            : `${added}${from}${tagText(change.remove)}${added ? '' : ` from ${places}`}`;
    }
    if (change.state === 'finished') return `${pages} finished`;
    if (change.state === 'unfinished') return `${pages} reopened`;
    return change.until ? `${pages} put off until ${dayText(new Date(change.until), now)}` : `${pages} put off`;
}

/**
 * @param {ShelfChange} change
 * @param {number} unchanged
 */
function unchangedText(change, unchanged) {
    if (unchanged === 0) return 'no page is selected any more';
    const isOne = unchanged === 1;
    if (change.kind === 'forget') return isOne ? 'the place is gone already' : 'the places are gone already';
    return isOne ? 'it was so already' : 'they were so already';
}

/** @param {string[]} tags */
function tagText(tags) {
    return tags.map((tag) => `“${short(tag, 30)}”`).join(', ');
}

/**
 * Returns the message about an undone change.
 *
 * @param {ShelfChange} change
 * @param {{changed: number, omissions: string[]}} receipt
 */
export function undoneText(change, { changed, omissions }) {
    const noun = change.kind === 'mark' ? count(changed, 'page') : count(changed, 'place');
    const verb = changed === 1 ? 'is' : 'are';
    const texts = [change.kind === 'forget' ? `${noun} ${verb} back.` : `${noun} ${verb} as before.`];
    for (const omission of omissions) texts.push(omission.endsWith('.') ? omission : `${omission}.`);
    return texts.join(' ');
}

/**
 * Returns a day in the reader's language, with the year if it is another one.
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
    // A weekend that has begun is over before anything is put off to it.
    const toSaturday = (6 - now.getDay() + 7) % 7 || 7;
    const toMonday = (1 - now.getDay() + 7) % 7 || 7;
    return [
        { label: 'Tomorrow', until: day(1) },
        { label: 'Saturday', until: day(now.getDay() === 0 ? 6 : toSaturday) },
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
