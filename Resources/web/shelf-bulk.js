// The bar of the selected pages: what is selected, and the actions on all of it, each of which one undo takes back.

import { api } from './api.js';
import {
    dateFieldValue, dayOf, laterChoices, markText, mergeReceipts, resultText, selectionsOf, tagsIn,
} from './bulk-changes.js';
import { element, part, saveFile } from './elements.js';
import { attempt, showToast } from './notices.js';
import { nameOf, summaryOf } from './place-display.js';
import { changeShelf, offerUndo } from './shelf-changes.js';
import { knownTags } from './shelf-filters.js';
import { ask, fillSheet, makeTagsField, showSheet } from './sheets.js';
import { count, short } from './text.js';

/** @typedef {import('./shelf-state.js').Card} Card */
/** @typedef {import('./shelf-changes.js').ShelfChange} ShelfChange */
/** @typedef {import('./shelf-changes.js').Selected} Selected */
/**
 * @typedef {object} Chosen what is selected when an action begins: a question is about that, even if the list changes
 *   before the answer
 * @property {import('./shelf.js').Shelf['matching']} matching
 * @property {import('./shelf-state.js').Values['sort']} sort
 * @property {import('./shelf-selection.js').ShelfSelection} selection
 */

/** Above this number, opening pages is confirmed. */
const confirmedCount = 10;
/** The number of selected rows above which most of them are not in view, as after selecting all of a search. */
const seenCount = 100;
/** Browsers become unusable with more new tabs at once. */
const openLimit = 50;
/** Markdown takes a request for each page, so a larger file would take minutes. */
const markdownLimit = 1000;
/** A browser opens six HTTP/1.1 connections to a host, and the event stream holds one of them. */
const concurrentRequests = 5;

export class ShelfBulk {
    /** @param {import('./shelf.js').Shelf} shelf */
    constructor(shelf) {
        this.shelf = shelf;
        this.bar = part('selection-bar');
        this.words = element('p', { className: 'selected-count' });
        this.words.setAttribute('role', 'status');
        this.all = this.makeButton('', () => this.selectAll(), 'all');
        const nothing = this.makeButton('×', () => this.shelf.selection.clear(), 'nothing');
        nothing.setAttribute('aria-label', 'Select nothing');
        nothing.title = 'Select nothing (Esc)';
        this.finishButton = this.makeButton('Finish', () => this.finish());
        /** True while a change is being made. */
        this.isBusy = false;
        this.bar.replaceChildren(nothing, this.words, this.all, element(
            'div', { className: 'actions' },
            this.makeButton('Tag…', () => this.tags()),
            this.makeButton('Untag…', () => this.tags(true)),
            this.makeButton('Later…', () => this.later(null)),
            this.finishButton,
            this.makeButton('Forget', () => this.forget()),
            this.makeButton('Export…', () => this.exportAll()),
            this.makeButton('Open', () => this.openAll())));
        this.bar.addEventListener('keydown', (event) => {
            if (event.key === 'Escape') this.shelf.selection.clear();
        });
    }

    /**
     * @param {string} text
     * @param {() => unknown} run
     * @param {string} [className]
     */
    makeButton(text, run, className) {
        const button = element('button', { text, className });
        button.setAttribute('type', 'button');
        button.addEventListener('click', () => attempt(async () => run()));
        return button;
    }

    /** Shows what is selected; called after each change of the selection. */
    show() {
        const { selection, total } = this.shelf;
        const { count: selected } = selection;
        if (selected === 0) {
            const hadFocus = this.bar.contains(document.activeElement);
            this.bar.hidden = true;
            if (hadFocus) this.shelf.focusList();
            return;
        }
        this.bar.hidden = false;
        const words = this.isBusy ? 'Changing the pages…' : `${selected.toLocaleString()} selected`;
        if (this.words.textContent !== words) this.words.textContent = words;
        const hasMore = !selection.isAll && total !== null && total > selected;
        if (!hasMore && document.activeElement === this.all) this.finishButton.focus();
        this.all.hidden = !hasMore;
        const number = this.shelf.filters.numberText(total ?? 0);
        this.all.textContent = number.endsWith('+') ? `Select the first ${number.slice(0, -1)}`
            : `Select all ${number} that match`;
        this.finishButton.textContent = this.isReopening ? 'Reopen' : 'Finish';
    }

    /** True if all selected pages are finished, as far as they are loaded. */
    get isReopening() {
        const { matching } = this.shelf;
        if (matching.state?.length === 1) return matching.state[0] === 'finished';
        const cards = this.shelf.selectedCards();
        return !this.shelf.selection.isAll && cards.length > 0 && cards.every(({ state }) => state === 'finished');
    }

    /**
     * Runs the action of a key on the selection.
     *
     * @param {string} key `f`, `t`, `e` or `x`
     */
    press(key) {
        const actions = /** @type {Record<string, () => Promise<unknown>>} */ ({
            f: () => this.finish(), t: () => this.later(null), e: () => this.tags(), x: () => this.forget(),
        });
        const action = actions[key];
        if (action) attempt(action);
    }

    selectAll() {
        const { selection, total } = this.shelf;
        if (total !== null) selection.selectAll(total);
    }

    /**
     * What is selected now.
     *
     * @returns {Chosen}
     */
    get chosen() {
        const { matching, values, selection } = this.shelf;
        return { matching, sort: values.sort, selection: selection.copy() };
    }

    /**
     * Makes a change of all chosen pages, and offers to undo it as a whole.
     *
     * @param {ShelfChange} change
     * @param {Chosen} chosen
     * @param {boolean} keepsSelection true if the pages stay in the list and selected
     */
    async change(change, chosen, keepsSelection = false) {
        if (this.isBusy || chosen.selection.count === 0) return;
        const { shelf } = this;
        this.setBusy(true);
        try {
            const target = await this.resolve(chosen);
            const receipts = target ? await this.request(change, target, chosen.selection.isAll) : await this.refuse();
            if (!target || !receipts) return;
            const whole = mergeReceipts(receipts);
            const keys = 'pages' in target ? target.pages : null;
            if (!keepsSelection) shelf.selection.clear();
            await shelf.refresh(keys);
            if (change.kind === 'tags') shelf.loadFilters();
            offerUndo(shelf, { id: whole.ids, omissions: whole.omissions }, keys, resultText(change, whole));
        } finally {
            this.setBusy(false);
        }
    }

    /**
     * Returns the chosen pages as the API takes them.
     *
     * @param {Chosen} chosen
     * @returns {Promise<Selected | null>} null if another number of pages matches now
     */
    async resolve(chosen) {
        const { matching, selection } = chosen;
        if (!selection.isAll) return { pages: [...selection.keys] };
        const expected = selection.count;
        if (selection.keys.size === 0) return { matching, expected };
        const pages = (await this.loadMatching(chosen)).map(({ page }) => page);
        return pages.length === expected ? { pages } : null;
    }

    /**
     * Shows the present number of pages instead of changing others than those that were counted.
     *
     * @param {string} [done] what was not done
     */
    async refuse(done = 'changed') {
        await this.shelf.refresh(null);
        showToast(`Nothing was ${done}, because other pages match now. Look at the number and try again.`);
        return null;
    }

    /**
     * Deselects pages that are gone, because of which the service has changed none.
     *
     * @param {string[]} pages
     * @param {unknown} problem the error of the service
     */
    async deselectGone(pages, problem) {
        const { shelf } = this;
        const gone = (await inParts(pages, async (page) => (await cardOrNull(page) ? [] : [page]))).flat();
        if (gone.length === 0) throw problem;
        shelf.selection.follow(gone, null);
        await shelf.refresh(gone);
        const [was, is] = gone.length === 1 ? ['was', 'is'] : ['were', 'are'];
        showToast(`Nothing was changed: ${count(gone.length, 'page')} ${was} forgotten meanwhile, and ${is} no longer `
            + 'selected.');
        return null;
    }

    /**
     * Sends a change in as many requests as it needs.
     *
     * @param {ShelfChange} change
     * @param {Selected} target
     * @param {boolean} isAll true if all that match are selected
     * @returns {Promise<import('./shelf-changes.js').ShelfReceipt[] | null>} null if nothing was changed
     */
    async request(change, target, isAll) {
        /** @type {import('./shelf-changes.js').ShelfReceipt[]} */
        const receipts = [];
        for (const selection of 'pages' in target ? selectionsOf(target.pages) : [target]) {
            try {
                receipts.push(await api.changeShelf(change, selection));
            } catch (problem) {
                const { status, message } = /** @type {{status?: number, message: string}} */ (problem);
                if (receipts.length === 0) {
                    if (isAll && (status === 409 || status === 404)) return this.refuse();
                    if (status === 404 && 'pages' in selection) return this.deselectGone(selection.pages, problem);
                    throw problem;
                }
                // What has changed can be undone, so it is reported with the reason.
                receipts.push({ id: null, kind: change.kind, changed: 0, unchanged: 0, omissions: [
                    `The other pages were not changed: ${message}`] });
                break;
            }
        }
        return receipts;
    }

    /**
     * @param {boolean} isBusy
     */
    setBusy(isBusy) {
        this.isBusy = isBusy;
        this.bar.ariaBusy = isBusy ? 'true' : null;
        this.show();
    }

    /**
     * Asks for tags and adds them to the selected pages, or removes them.
     *
     * @param {boolean} removes
     */
    async tags(removes = false) {
        const { chosen } = this;
        const cards = this.shelf.selectedCards();
        const present = [...new Set(cards.flatMap(({ tags }) => tags))];
        const pages = count(chosen.selection.count, 'page');
        const { box, field } = makeTagsField(
            'Tags, separated by commas', removes && present.length > 0 ? present : knownTags());
        field.required = true;
        const value = await ask({
            heading: removes ? `Remove tags from ${pages}` : `Tag ${pages}`, body: [box],
            actions: [
                { label: removes ? 'Remove' : 'Tag', value: 'change', className: 'primary' },
                { label: 'Cancel', value: '' },
            ],
        });
        const tags = tagsIn(field.value);
        if (!value || tags.length === 0) return;
        await this.change({ kind: 'tags', add: removes ? [] : tags, remove: removes ? tags : [] }, chosen, true);
    }

    /** Marks the selected pages as finished, or as unfinished if they are finished already. */
    async finish() {
        await this.change({ kind: 'mark', state: this.isReopening ? 'unfinished' : 'finished' }, this.chosen);
    }

    /**
     * Asks for a date and marks pages as *later*.
     *
     * @param {Selected | null} selection null for what is selected in the list
     * @param {import('./shelf-state.js').Place} [place] the shown place of a single page
     */
    async later(selection, place) {
        const { chosen } = this;
        const pages = place ? `“${short(nameOf(place))}”`
            : count(selection && 'pages' in selection ? selection.pages.length : chosen.selection.count, 'page');
        const until = await askForDay(pages);
        if (until === undefined) return;
        const change = /** @type {const} */ ({
            kind: 'mark', state: 'later', until: until ? until.toISOString() : null,
        });
        if (selection) await changeShelf(this.shelf, change, selection, markText(change, pages));
        else await this.change(change, chosen);
    }

    /** Moves all places of the selected pages to the trash. */
    async forget() {
        const { chosen } = this;
        const { selection } = chosen;
        // An undo and the trash are there for a few. What is not in view is confirmed.
        if (selection.count > (selection.isAll ? confirmedCount : seenCount)) {
            const value = await ask({
                heading: `Forget ${count(selection.count, 'page')}?`,
                text: 'All of their places go to the trash, which keeps them for 30 days.',
                actions: [
                    { label: 'Forget them', value: 'forget', className: 'danger' },
                    { label: 'Keep them', value: '', isSafe: true },
                ],
            });
            if (!value) return;
        }
        await this.change({ kind: 'forget' }, chosen);
    }

    /** Opens the shown places of the selected pages in new tabs. */
    async openAll() {
        const { chosen } = this;
        const { count: selected } = chosen.selection;
        if (selected > openLimit) {
            showToast(`At most ${openLimit} pages are opened at once. Select fewer.`);
            return;
        }
        if (selected > confirmedCount) {
            const value = await ask({
                heading: `Open ${count(selected, 'page')}?`, text: 'Each opens in a tab of its own.',
                actions: [
                    { label: `Open ${selected}`, value: 'open', className: 'primary' }, { label: 'Cancel', value: '' },
                ],
            });
            if (!value) return;
        }
        const cards = await this.loadCards(chosen);
        if (chosen.selection.isAll && cards.length !== selected) {
            await this.refuse('opened');
            return;
        }
        const links = cards.flatMap(({ place }) => summaryOf(place).link ?? []);
        const opened = links.filter((link) => {
            const tab = open(link, '_blank');
            if (tab) tab.opener = null;
            return tab !== null;
        }).length;
        const blocked = links.length - opened;
        if (links.length === 0) showToast('None of these pages has an address that a link can open.');
        else if (blocked > 0) {
            const tabs = count(blocked, 'tab');
            showToast(`The browser blocked ${tabs}. Allow pop-up windows for this page, and try again.`);
        }
    }

    /** Saves the selected pages as a file. */
    async exportAll() {
        const { chosen } = this;
        const { count: selected } = chosen.selection;
        const hasMarkdown = selected <= markdownLimit;
        const format = await ask({
            heading: `Export ${count(selected, 'page')}`,
            text: 'JSON has the cards as the API returns them. '
                + (hasMarkdown ? 'Markdown has the title, address, highlights and notes of each page.'
                    : `Markdown is for at most ${count(markdownLimit, 'page')}.`),
            actions: [
                ...(hasMarkdown ? [{ label: 'Markdown', value: 'markdown', className: 'primary' }] : []),
                { label: 'JSON', value: 'json', className: hasMarkdown ? '' : 'primary' },
                { label: 'Cancel', value: '' },
            ],
        });
        if (!format) return;
        const cards = await this.loadCards(chosen);
        const name = `leftoff-${dateFieldValue(new Date())}`;
        let saved = cards.length;
        if (format === 'json') {
            saveFile(`${name}.json`, new Blob([`${JSON.stringify(cards, null, 1)}\n`], { type: 'application/json' }));
        } else {
            const texts = await markdownOf(cards);
            saved = texts.length;
            saveFile(`${name}.md`, new Blob([texts.join('\n')], { type: 'text/markdown' }));
        }
        showToast(`Saved ${count(saved, 'page')}.`);
    }

    /**
     * Returns the cards of all chosen pages, in the order of the list if all that match are selected.
     *
     * @param {Chosen} chosen
     */
    async loadCards(chosen) {
        const { shelf } = this;
        const { selection } = chosen;
        if (selection.isAll) return this.loadMatching(chosen);
        const cards = await inParts([...selection.keys], async (key) => shelf.cardOf(key) ?? cardOrNull(key));
        return cards.flatMap((card) => card ?? []);
    }

    /**
     * Returns the cards of all that match except for those that are not selected, in the order of the list.
     *
     * @param {Chosen} chosen
     */
    async loadMatching({ matching, sort, selection }) {
        /** @type {Card[]} */
        const selected = [];
        for await (const cards of api.cards({ ...matching, sort })) {
            selected.push(...cards.filter(({ page }) => selection.has(page)));
        }
        return selected;
    }
}

/**
 * Returns the card of a page; null if the page was forgotten meanwhile.
 *
 * @param {string} key
 */
function cardOrNull(key) {
    return api.shelfPage(key).catch(ignoreGone);
}

/**
 * Ignores that a page was forgotten meanwhile.
 *
 * @param {{status?: number}} problem of a request
 */
function ignoreGone(problem) {
    if (problem.status !== 404) throw problem;
    return null;
}

/**
 * Asks for the day until which pages are put off.
 *
 * @param {string} pages such as “3 pages”
 * @returns {Promise<Date | null | undefined>} null for no date; undefined if the reader has cancelled
 */
export async function askForDay(pages) {
    const now = new Date();
    const dialog = /** @type {HTMLDialogElement} */ (part('later-dialog'));
    const choices = laterChoices(now);
    const day = /** @type {HTMLInputElement} */ (element('input'));
    day.type = 'date';
    day.required = true;
    day.min = dateFieldValue(/** @type {Date} */ (choices[0].until));
    const buttons = choices.map(({ label }, index) => {
        const button = element('button', { text: label });
        // Not a submit button: Enter in the field chooses the day of the field.
        button.setAttribute('type', 'button');
        button.addEventListener('click', () => dialog.close(String(index)));
        return button;
    });
    fillSheet(dialog, {
        heading: `Read ${pages} later`,
        body: [
            element('div', { className: 'actions' }, ...buttons),
            element(
                'label', { className: 'named' }, element('span', { text: 'Or not before', className: 'caption' }), day),
        ],
        actions: [
            { label: 'Use this day', value: 'day', className: 'primary' }, { label: 'Cancel', value: '' },
        ],
    });
    const value = await showSheet(dialog);
    if (!value) return undefined;
    if (value !== 'day') return choices[Number(value)]?.until;
    const chosen = dayOf(day.value, now);
    if (!chosen) showToast('The day must be after today.');
    return chosen ?? undefined;
}

/**
 * Returns the Markdown of pages, without those that were forgotten meanwhile.
 *
 * @param {Card[]} cards
 */
async function markdownOf(cards) {
    const texts = await inParts(cards, ({ page }) => api.pageFile(page, 'markdown').then(
        ({ body }) => body.text(), ignoreGone));
    return texts.flatMap((text) => (text === null ? [] : [`${text.trimEnd()}\n`]));
}

/**
 * Runs an action on each element, on a few at the same time.
 *
 * @template Element
 * @template Result
 * @param {Element[]} elements
 * @param {(one: Element) => Promise<Result>} action
 * @returns {Promise<Result[]>} in the order of the elements
 */
async function inParts(elements, action) {
    /** @type {Result[]} */
    const results = [];
    for (let index = 0; index < elements.length; index += concurrentRequests) {
        results.push(...await Promise.all(elements.slice(index, index + concurrentRequests).map(action)));
    }
    return results;
}
