// Changes of places and pages, each of which one undo takes back as a whole.

import { api } from './api.js';
import { part } from './elements.js';
import { announce, attempt, clearToast, showToast } from './notices.js';
import { nameOf } from './place-display.js';
import { count, short } from './text.js';

/**
 * @typedef {import('./shelf-state.js').PageState} PageState
 * @typedef {{kind: 'tags', add: string[], remove: string[]} | {kind: 'note', note: string}
 *   | {kind: 'mark', state: PageState, until?: string | null} | {kind: 'forget'}} ShelfChange
 * @typedef {{pages: string[]} | {places: string[]} | {matching: Record<string, unknown>, expected: number}} Selected
 * @typedef {{id: string | null, kind: string, changed: number, unchanged: number, omissions: string[]}} ShelfReceipt
 * @typedef {import('./shelf-state.js').Place} Place
 */

/**
 * What this page needs of the shelf: `refresh` loads the cards of some pages again, or with null all that are shown.
 *
 * @typedef {{refresh: (keys: string[] | null) => unknown, loadFilters: () => unknown,
 *   showChange: (place: Place) => unknown, broughtBack: (keys: string[] | null) => unknown}} ChangedShelf
 */

/**
 * The newest change of this page that was not undone.
 *
 * @type {(() => void) | undefined}
 */
let undo;

/**
 * Undoes the newest change of this page.
 *
 * @returns {boolean} false if there is none
 */
export function undoNewest() {
    const run = undo;
    run?.();
    return run !== undefined;
}

/**
 * Keeps the way back for the key and the button *Undo* of the bar, which stays until the next change.
 *
 * @param {(() => void) | undefined} run
 * @param {string} [text] the message of the change
 */
function setUndo(run, text = '') {
    undo = run;
    const button = part('shelf-undo');
    button.hidden = !run;
    button.title = text;
}

/**
 * Shows that something was changed, with a button that takes it back.
 *
 * @param {string} text
 * @param {() => Promise<unknown>} takeBack
 */
function offer(text, takeBack) {
    const run = () => attempt(async () => {
        setUndo(undefined);
        if (part('toast').firstElementChild?.textContent === text) clearToast();
        try {
            await takeBack();
        } catch (problem) {
            // Without a response it can be tried again, unless there is a newer change.
            if (/** @type {{status?: number}} */ (problem).status === 0 && !undo) setUndo(run, text);
            throw problem;
        }
    });
    setUndo(run, text);
    showToast(text, { label: 'Undo', run });
}

/**
 * Makes a change, shows it, and offers to undo it.
 *
 * @param {ChangedShelf} shelf
 * @param {ShelfChange} change
 * @param {Selected} selection
 * @param {string} text the message without the number of pages, such as “Finished”
 * @returns {Promise<ShelfReceipt>}
 */
export async function changeShelf(shelf, change, selection, text) {
    const receipt = await api.changeShelf(change, selection);
    const keys = 'pages' in selection ? selection.pages : null;
    await shelf.refresh(keys);
    if (change.kind === 'tags') shelf.loadFilters();
    offerUndo(shelf, receipt, keys, text);
    return receipt;
}

/**
 * Shows the result of a change, with a button that takes it back.
 *
 * @param {ChangedShelf} shelf
 * @param {{id: string | string[] | null, omissions: string[]}} receipt a change that took several requests has several
 *   ids, which are undone in their order
 * @param {string[] | null} keys the page keys; null if they are not known
 * @param {string} text
 */
export function offerUndo(shelf, { id, omissions }, keys, text) {
    const message = [text, ...omissions].map((one) => one.replace(/\.$/, '')).join('. ') + '.';
    const ids = [id ?? []].flat();
    if (ids.length === 0) {
        showToast(message);
        return;
    }
    offer(message, async () => {
        /** @type {ShelfReceipt[]} */
        const receipts = [];
        for (let one = ids[0]; one; one = ids[0]) {
            receipts.push(await api.undoShelf(one));
            ids.shift();
        }
        const left = [...new Set(receipts.flatMap(({ omissions }) => omissions))];
        if (receipts.some(({ changed }) => changed > 0)) announce('Undone.');
        else left.unshift('Nothing could be undone');
        if (left.length > 0) showToast(`${left.join('. ')}.`);
        await shelf.broughtBack(keys);
    });
}

/**
 * Returns the message of a change, which names a single page and counts several.
 *
 * @param {string} verb such as “Finished”
 * @param {number} changed the number of pages or places
 * @param {Place} [place] the shown place of a single page
 * @param {string} noun
 */
export function changeText(verb, changed, place, noun = 'page') {
    return place && changed === 1 ? `${verb} “${short(nameOf(place))}”` : `${verb} ${count(changed, noun)}`;
}

/**
 * Forgets a place and offers to undo that.
 *
 * @param {Place} place
 * @param {ChangedShelf} shelf
 * @param {boolean} [isForGood] true if the page gets no automatic place again
 */
export async function forget(place, shelf, isForGood = false) {
    if (!isForGood) {
        await changeShelf(shelf, { kind: 'forget' }, { places: [place.id] }, changeText('Forgot', 1, place));
        return;
    }
    await api.refuse(place.url);
    await shelf.refresh(null);
    offer(`Forgot “${short(nameOf(place))}” for good.`, async () => {
        await api.bringBack(place.id);
        announce('The place is back.');
        await shelf.broughtBack(null);
    });
}

/**
 * Keeps an automatic place for good, and shows that.
 *
 * @param {Place} place
 * @param {ChangedShelf} shelf
 * @returns {Promise<Place>}
 */
export async function keep(place, shelf) {
    const kept = await api.keep(place.id);
    shelf.showChange(kept);
    announce('The place is kept.');
    return kept;
}

/**
 * Shows that places were added, with a button that moves them to the trash.
 *
 * @param {ChangedShelf} shelf
 * @param {string[]} ids of the new places
 * @param {string} text
 */
export function offerUndoOfPlaces(shelf, ids, text) {
    if (ids.length === 0) {
        showToast(text);
        return;
    }
    offer(text, async () => {
        await api.changeShelf({ kind: 'forget' }, { places: ids });
        announce('Undone.');
        await shelf.broughtBack(null);
    });
}
