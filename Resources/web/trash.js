// The view of the trash: the places that were forgotten within 30 days, which can be put back or erased.

import { api } from './api.js';
import { element, loadNearEnd, part, showTime } from './elements.js';
import { announce, attempt, makeBusyRing, makeNotice, makeProblemNotice, showToast } from './notices.js';
import { nameOf, summaryOf } from './place-display.js';
import { ask } from './sheets.js';
import { count, short } from './text.js';

/** @typedef {Awaited<ReturnType<typeof api.trash>>['places'][number]} TrashPlace */

const pageSize = 100;
/** In ms: longer than nearly every response takes, shorter than what feels like waiting. */
const ringDelay = 250;

export class Trash {
    /** @param {import('./shelf.js').Shelf} shelf */
    constructor(shelf) {
        this.shelf = shelf;
        this.box = part('trash');
        this.notice = element('div');
        this.list = element('ol', { className: 'trash-list' });
        this.list.setAttribute('aria-label', 'Places in the trash');
        this.more = element('button', { text: 'Show more' });
        this.more.setAttribute('type', 'button');
        this.more.hidden = true;
        this.empty = element('button', { text: 'Empty the trash…', className: 'danger' });
        this.empty.setAttribute('type', 'button');
        this.top = element('div', { className: 'trash-top' },
            element('p', { text: 'A forgotten place stays here for 30 days. Then it is erased with its copies.',
                className: 'hint' }), this.empty);
        this.top.hidden = true;
        /**
         * The cursor of the next part.
         *
         * @type {string | null}
         */
        this.next = null;
        /** The number of the last request of the first part; responses to earlier ones are ignored. */
        this.turn = 0;
        this.isLoading = false;
        this.box.replaceChildren(this.top, this.notice, this.list, element('p', { className: 'more' }, this.more));
        this.more.addEventListener('click', () => this.load(true));
        /** The number of the newest removal that was loaded. What is forgotten later, a question does not name. */
        this.newest = 0;
        this.empty.addEventListener('click', () => attempt(() => this.eraseAll()));
        this.observeEnd = loadNearEnd(this.more, '800px', () => {
            if (this.next && !this.isLoading) this.load();
        });
    }

    /** Loads the trash and shows it in `#trash`, as many rows of it as were shown before. */
    open() {
        this.turn += 1;
        return this.request(async (turn) => {
            /** @type {TrashPlace[]} */
            const found = [];
            /** @type {string | null} */
            let after = null;
            do {
                /** @type {{places: TrashPlace[], newest: number | null, next: string | null}} */
                const part = await api.trash({ limit: pageSize, after });
                if (turn !== this.turn) return;
                found.push(...part.places);
                if (!after) this.newest = part.newest ?? 0;
                after = part.next;
            } while (after && found.length < this.list.childElementCount);
            this.next = after;
            this.replace(found);
            this.update();
        });
    }

    /**
     * Loads the next part.
     *
     * @param {boolean} movesFocus true to move the focus to the first new row
     */
    async load(movesFocus = false) {
        if (this.isLoading) return;
        await this.request(async (turn) => {
            const { places, next } = await api.trash({ limit: pageSize, after: this.next });
            if (turn !== this.turn) return;
            this.next = next;
            const rows = places.map((place) => this.makeRow(place));
            this.list.append(...rows);
            this.update();
            if (movesFocus) rows[0]?.querySelector('button')?.focus({ preventScroll: true });
        });
    }

    /**
     * Shows other places. The rows of those that stay are kept, with the focus on one of their buttons.
     *
     * @param {TrashPlace[]} places
     */
    replace(places) {
        const rows = /** @type {HTMLElement[]} */ ([...this.list.children]);
        const known = new Map(rows.map((row) => [row.dataset.id, row]));
        const active = document.activeElement;
        const position = rows.findIndex((row) => row.contains(active));
        this.list.replaceChildren(...places.map((place) => known.get(place.id) ?? this.makeRow(place)));
        if (position < 0) return;
        if (active instanceof HTMLElement && active.isConnected) active.focus({ preventScroll: true });
        else this.focusRow(position);
    }

    /**
     * Runs a request, and shows its error. Until its end, the next part is not loaded.
     *
     * @param {(turn: number) => Promise<void>} run receives the number of the request
     */
    async request(run) {
        const { turn } = this;
        this.isLoading = true;
        const ring = setTimeout(() => {
            if (this.list.childElementCount === 0) this.notice.replaceChildren(makeBusyRing('Loading the trash'));
        }, ringDelay);
        try {
            await run(turn);
        } catch (problem) {
            if (turn !== this.turn) return;
            this.top.hidden = true;
            this.more.hidden = true;
            this.notice.replaceChildren(makeProblemNotice(problem, () => this.open()));
        } finally {
            clearTimeout(ring);
            if (turn === this.turn) {
                this.isLoading = false;
                this.observeEnd();
            }
        }
    }

    /** Shows that the trash is empty, or the buttons for what it contains. */
    update() {
        const isEmpty = this.list.childElementCount === 0 && !this.next;
        this.notice.replaceChildren();
        this.top.hidden = isEmpty;
        this.more.hidden = !this.next;
        if (isEmpty) {
            this.notice.replaceChildren(makeNotice({
                heading: 'The trash is empty', text: 'Places that you forget stay here for 30 days.',
            }));
        }
    }

    /**
     * Creates the row of a removed place.
     *
     * @param {TrashPlace} place
     */
    makeRow(place) {
        const { name, site, quote, progressText } = summaryOf(place);
        const removed = /** @type {HTMLTimeElement} */ (element('time'));
        showTime(removed, place.removedAt);
        const erased = new Date(place.erasedAt).toLocaleDateString(undefined, { day: 'numeric', month: 'long' });
        const details = element('p', { className: 'meta' },
            [site, progressText].filter(Boolean).join(' · '), ' · forgotten ', removed, ` · erased on ${erased}`);
        const heading = element('h2', { text: short(name, 140) });
        heading.dir = 'auto';
        const words = element('p', { text: short(quote, 200), className: 'words' });
        words.dir = 'auto';
        words.hidden = quote === '';
        const back = element('button', { text: 'Put back', className: 'put-back' });
        back.setAttribute('aria-label', `Put back ${name}`);
        const erase = element('button', { text: 'Erase', className: 'erase' });
        erase.setAttribute('aria-label', `Erase ${name} for good`);
        const row = element('li', { className: 'trashed item' },
            element('div', { className: 'what' }, heading, details, words),
            element('div', { className: 'actions' }, back, erase));
        row.dataset.id = place.id;
        for (const [button, action] of /** @type {const} */ ([
            [back, () => this.putBack(row, place)], [erase, () => this.erase(row, place)],
        ])) {
            button.setAttribute('type', 'button');
            button.addEventListener('click', () => attempt(async () => {
                // A disabled button would lose the focus.
                if (row.ariaBusy) return;
                row.ariaBusy = 'true';
                try {
                    await action();
                } finally {
                    row.ariaBusy = null;
                }
            }));
        }
        return row;
    }

    /**
     * @param {HTMLElement} row
     * @param {TrashPlace} place
     */
    async putBack(row, place) {
        await api.bringBack(place.id);
        this.remove(row);
        showToast(`“${short(nameOf(place))}” is back.`);
        await this.shelf.refresh(null);
        this.shelf.loadFilters();
    }

    /**
     * Erases a place after a question, because that cannot be undone.
     *
     * @param {HTMLElement} row
     * @param {TrashPlace} place
     */
    async erase(row, place) {
        const value = await ask({
            heading: `Erase “${short(nameOf(place))}”?`,
            text: 'The place and its copies are deleted for good. This cannot be undone.',
            actions: [
                { label: 'Erase', value: 'erase', className: 'danger' }, { label: 'Keep it', value: '', isSafe: true },
            ],
        });
        if (!value) return;
        await api.erase(place.id);
        this.remove(row);
        announce('The place is erased.');
        await this.shelf.refresh(null);
    }

    async eraseAll() {
        const { newest } = this;
        const value = await ask({
            heading: 'Empty the trash?',
            text: 'All places in the trash and their copies are deleted for good. This cannot be undone.',
            actions: [
                { label: 'Empty it', value: 'erase', className: 'danger' },
                { label: 'Keep them', value: '', isSafe: true },
            ],
        });
        if (!value) return;
        const { erased } = await api.emptyTrash(newest);
        showToast(`Erased ${count(erased, 'place')}.`);
        await this.open();
        part('places-heading').focus({ preventScroll: true });
        await this.shelf.refresh(null);
    }

    /**
     * Removes a row. A neighbour receives the focus if the row had it.
     *
     * @param {HTMLElement} row
     */
    remove(row) {
        const hadFocus = row.contains(document.activeElement) || document.activeElement === document.body;
        const position = [...this.list.children].indexOf(row);
        row.remove();
        if (hadFocus) this.focusRow(position);
        this.update();
    }

    /**
     * Moves the focus to a row or, after the last one, to its neighbour. An empty list has its heading instead.
     *
     * @param {number} position
     */
    focusRow(position) {
        const row = this.list.children[Math.min(position, this.list.childElementCount - 1)];
        (row?.querySelector('button') ?? part('places-heading')).focus({ preventScroll: true });
    }
}
