// The shelf: one row for each page. This file has its requests and actions; shelf-events.js has the events of the
// service, shelf-keys.js what clicks and keys on a row do, shelf-list.js shows the rows,
// shelf-filters.js has what is above them, and shelf-state.js the meaning of an address.

import { api } from './api.js';
import { part } from './elements.js';
import { announce, attempt, loadPart, makeProblemNotice, showToast } from './notices.js';
import { ShelfEvents } from './shelf-events.js';
import { ShelfFilters } from './shelf-filters.js';
import { ShelfKeys } from './shelf-keys.js';
import { ShelfList } from './shelf-list.js';
import { cardOf } from './shelf-row.js';
import { ShelfSelection } from './shelf-selection.js';
import {
    chunkSize, matchingOf, numberOf, remember, remembered, requestOf, stampOf, startView, tabAddress, valuesOf, views,
} from './shelf-state.js';
import { ChunkCache, chunksOf } from './shelf-window.js';
import { count } from './text.js';

/** @typedef {import('./shelf-state.js').Card} Card */
/** @typedef {import('./shelf-state.js').Place} Place */

function storage() {
    try {
        return localStorage;
    } catch {
        return undefined;
    }
}

export class Shelf {
    /**
     * @param {(address: string, replaces?: boolean) => void} navigate
     */
    constructor(navigate) {
        this.navigate = navigate;
        this.memory = remembered(storage());
        this.cache = new ChunkCache();
        this.selection = new ShelfSelection();
        this.filters = new ShelfFilters(() => this.search());
        this.list = new ShelfList(this.cache, this.selection, (start, end) => this.loadRange(start, end));
        this.notice = part('places-notice');
        /** The filters of the list that is shown. */
        this.values = valuesOf('', this.memory);
        /**
         * The query of the address whose list is shown or requested; null if none is.
         *
         * @type {string | null}
         */
        this.query = null;
        /**
         * The requests of chunks.
         *
         * @type {Map<number, AbortController>}
         */
        this.running = new Map();
        /**
         * The requests of a refresh, which scrolling does not abort.
         *
         * @type {AbortController | undefined}
         */
        this.refreshing = undefined;
        /**
         * The last refresh.
         *
         * @type {Promise<void>}
         */
        this.refreshed = Promise.resolve();
        /** True while rows of earlier filters are shown. */
        this.isReplaced = false;
        /** The stamp of the first cards, as they were loaded last. */
        this.stamp = '';
        /** The number of pages that matched when the first cards were loaded last. */
        this.number = 0;
        /**
         * The pages that were changed since the rows were loaded.
         *
         * @type {Set<string>}
         */
        this.changed = new Set();
        /** True if something was changed while another view is shown. */
        this.isStale = false;
        /**
         * The editor of the tags and the note, while it is open.
         *
         * @type {import('./marks.js').MarksEditor | undefined}
         */
        this.editor = undefined;
        /** @type {Promise<import('./add-places.js').AddPlaces> | undefined} */
        this.adder = undefined;
        /** @type {Promise<import('./shelf-bulk.js').ShelfBulk> | undefined} */
        this.bulk = undefined;
        /** @type {Promise<import('./trash.js').Trash> | undefined} */
        this.trash = undefined;
        this.events = new ShelfEvents(this);
        this.keys = new ShelfKeys(this);
        this.setDensity(this.memory.density ?? 'comfortable');
        this.selection.onChange(() => this.showSelection());
        this.addListeners();
    }

    addListeners() {
        this.filters.field.addEventListener('keydown', (event) => {
            if (event.key === 'ArrowDown' && this.list.focus(this.list.current)) event.preventDefault();
        });
        part('clear').addEventListener('click', () => {
            this.navigate(this.filters.clearAddress);
            this.filters.field.focus();
        });
        part('density').addEventListener('click', () => this.toggleDensity());
        part('add-places').addEventListener('click', () => this.add());
        part('fresh').querySelector('button')?.addEventListener('click', () => {
            scrollTo(0, 0);
            this.load();
            part('places-heading').focus({ preventScroll: true });
        });
        part('more').addEventListener('click', () => this.showFrom(this.list.end));
        part('before').querySelector('button')?.addEventListener('click', () => this.showFrom(0));
        this.list.box.addEventListener('click', (event) => this.keys.click(event));
        this.list.box.addEventListener('keydown', (event) => this.keys.press(event));
        // A text between two clicks with Shift is not selected.
        this.list.box.addEventListener('mousedown', (event) => {
            const target = event.target instanceof Element ? event.target : null;
            if (event.shiftKey && target?.closest('.pick')) event.preventDefault();
        });
        document.addEventListener('paste', (event) => {
            const target = event.target instanceof Element ? event.target : document.body;
            const text = event.clipboardData?.getData('text/plain').trim() ?? '';
            if (part('places').hidden || target.closest('input, textarea, [contenteditable], dialog')) return;
            if (!/^https?:\/\/\S/i.test(text)) return;
            event.preventDefault();
            this.add(text);
        });
    }

    // What the parts that are loaded on demand need of the list.

    /** The number of pages that match; null if it is unknown. */
    get total() {
        return this.cache.total;
    }

    /** The filters as `selection.matching` of the API. */
    get matching() {
        return matchingOf(this.values);
    }

    /**
     * Returns the loaded card of a page.
     *
     * @param {string} key
     */
    cardOf(key) {
        const position = this.cache.indexOf(key);
        return position < 0 ? undefined : this.cache.at(position);
    }

    /** Returns the loaded cards that are selected. */
    selectedCards() {
        return this.cache.cards.filter(({ page }) => this.selection.has(page));
    }

    focusList() {
        if (!this.list.focus(this.list.current)) this.filters.field.focus({ preventScroll: true });
    }

    // Requests

    /** Shows the list that the address describes. */
    open() {
        const values = valuesOf(location.search, this.memory);
        this.remember({ view: startView(values), sort: values.sort });
        this.filters.show(values, this.memory.view);
        this.showTitle(values);
        if (location.search === this.query && this.values.view === values.view) {
            this.list.measure();
            // The rows stay until the new ones are loaded, so that the browser can scroll to where the reader was.
            if (this.isStale) this.refresh(null);
            return;
        }
        this.values = values;
        const isFirst = this.query === null;
        this.loaded = this.load();
        // The filters count all places, which takes longer than the first cards.
        if (isFirst) this.loaded.then(() => this.loadFilters());
    }

    /** Shows the list that the filters describe. */
    search() {
        const { address, values } = this.filters;
        const isSame = JSON.stringify(values) === JSON.stringify(this.values);
        if (isSame) return;
        this.remember({ view: startView(values), sort: values.sort });
        this.navigate(address, true);
        this.values = values;
        this.filters.mark();
        this.showTitle(values);
        scrollTo(0, 0);
        this.loaded = this.load(true);
    }

    /** @param {import('./shelf-state.js').Remembered} values */
    remember({ view = this.memory.view, ...values }) {
        // A visit to the trash does not make it the start page.
        this.memory = { ...this.memory, ...values, view: view === 'trash' ? this.memory.view : view };
        remember(storage(), this.memory);
    }

    /** @param {import('./shelf-state.js').Values} values */
    showTitle({ view }) {
        document.title = `${view === 'unfinished' ? '' : `${viewNames[view]} · `}Leftoff`;
    }

    reload() {
        this.loadFilters();
        this.refresh(null);
    }

    async loadFilters() {
        try {
            const [sites, tags] = await Promise.all([api.counts('sites'), api.counts('tags')]);
            this.filters.fill(sites, tags);
        } catch {
            // The list shows the error. A filter that the address has set can still be cleared.
            this.filters.enable();
        }
    }

    abort() {
        for (const running of this.running.values()) running.abort();
        this.running.clear();
        this.refreshing?.abort();
        this.refreshing = undefined;
    }

    /**
     * Loads the list from its start.
     *
     * @param {boolean} [isSearch] true to keep the rows until those of the new filters arrive, and to announce their
     *   number; otherwise empty rows are shown meanwhile
     */
    async load(isSearch = false) {
        this.abort();
        this.query = location.search;
        this.isStale = false;
        this.changed.clear();
        this.selection.clear();
        this.showFresh(0);
        const { view } = this.values;
        part('trash').hidden = view !== 'trash';
        this.list.box.hidden = view === 'trash';
        this.isReplaced = isSearch;
        if (!isSearch) {
            this.notice.replaceChildren();
            this.replace();
        }
        if (view === 'trash') {
            this.cache.receive(0, { pages: [], isLast: true });
            this.update();
            await this.openTrash();
            return;
        }
        await this.loadChunk(0);
        if (isSearch && this.query !== null) announce(this.foundText);
    }

    /** Removes the cards of earlier filters. */
    replace() {
        this.isReplaced = false;
        this.cache.clear();
        this.list.reset();
    }

    async openTrash() {
        this.notice.replaceChildren();
        try {
            this.trash ??= loadPart(() => import('./trash.js')).then(({ Trash }) => new Trash(this));
            const [trash, { counts, trash: number }] = await Promise.all([
                this.trash, api.shelf({ limit: 1, offset: 0 }),
            ]);
            this.filters.showCounts(counts, number);
            await trash.open();
        } catch (problem) {
            this.query = null;
            this.notice.replaceChildren(makeProblemNotice(problem, () => this.load()));
        }
    }

    /**
     * Loads the cards of some rows that are not loaded. Requests of rows that were scrolled past are aborted.
     *
     * @param {number} start
     * @param {number} end behind the last row
     */
    loadRange(start, end) {
        if (this.values.view === 'trash' || this.query === null || this.isReplaced) return;
        const missing = this.cache.missing(start, end);
        for (const [number, running] of this.running) {
            if (missing.includes(number)) continue;
            running.abort();
            this.running.delete(number);
        }
        for (const number of missing) if (!this.running.has(number)) this.loadChunk(number);
    }

    /**
     * Loads the cards of one chunk and shows them.
     *
     * @param {number} number
     */
    async loadChunk(number) {
        const running = new AbortController();
        this.running.set(number, running);
        try {
            const response = await api.shelf(requestOf(this.values, number * chunkSize), running.signal);
            if (running.signal.aborted) return;
            this.running.delete(number);
            if (this.isReplaced) this.replace();
            this.cache.receive(number, response);
            if (number === 0) {
                this.stamp = stampOf(response);
                this.number = numberOf(response, this.values.view);
            }
            this.filters.showCounts(response.counts, response.trash);
            this.notice.replaceChildren();
            this.update();
            this.list.draw();
        } catch (problem) {
            if (running.signal.aborted) return;
            this.running.delete(number);
            if (number > 0 && this.cache.chunks.size > 0) {
                // The rows stay empty, and are requested again with the next movement.
                showToast(/** @type {Error} */ (problem).message);
                return;
            }
            this.query = null;
            this.replace();
            this.cache.isComplete = true;
            this.list.draw();
            part('more').hidden = true;
            this.notice.replaceChildren(makeProblemNotice(problem, () => this.load()));
        }
    }

    /** The number of pages of the list, for people. */
    get foundText() {
        const { cache } = this;
        if (cache.total === null && !cache.isComplete) return `More than ${count(cache.reached, 'page')}`;
        return `${this.filters.numberText(cache.length)} ${cache.length === 1 ? 'page' : 'pages'}`;
    }

    /** Shows the number of pages of a filtered list, or that there are none. */
    update() {
        const { cache, list } = this;
        part('found').textContent = this.filters.areSet ? this.foundText : '';
        part('found').classList.toggle('unseen', !this.filters.areSet);
        part('before').hidden = list.base === 0;
        part('more').hidden = list.rowHeight === 0 || list.end >= cache.length;
        if (cache.length === 0 && this.values.view !== 'trash') attempt(() => this.showEmpty());
    }

    async showEmpty() {
        const { values } = this;
        const { makeEmptyNotice } = await loadPart(() => import('./shelf-parts.js'));
        // A list with other filters or new pages may have come meanwhile.
        if (values !== this.values || this.cache.length > 0) return;
        this.notice.replaceChildren(makeEmptyNotice(values, this.filters.areSet, () => part('clear').click(),
            () => this.add()));
    }

    /**
     * Begins the list at a row, of lists that are higher than a browser can draw.
     *
     * @param {number} position
     */
    showFrom(position) {
        this.list.reset();
        this.list.base = position;
        this.list.current = position;
        scrollTo(0, 0);
        this.list.focus(position);
        this.update();
    }

    /**
     * Loads the rows of the view again, after a change. The focus stays on its page, or on its position if the page has
     * left the list.
     *
     * @param {string[] | null} keys the changed pages; null if they are not known
     * @returns {Promise<void>} is resolved when the rows are shown, also if a later refresh has replaced this one
     */
    refresh(keys) {
        for (const key of keys ?? []) this.changed.add(key);
        /** @type {Promise<void>} */
        const refreshed = this.loadRows().then(() => (this.refreshed === refreshed ? undefined : this.refreshed));
        this.refreshed = refreshed;
        return refreshed;
    }

    async loadRows() {
        if (part('places').hidden) {
            this.isStale = true;
            return;
        }
        if (this.values.view === 'trash' || this.query === null) {
            await this.load();
            return;
        }
        this.isStale = false;
        const { list, cache, values } = this;
        const wanted = chunksOf(list.rows.keys());
        this.abort();
        const { signal } = this.refreshing = new AbortController();
        try {
            const responses = await Promise.all(wanted.map(
                (number) => api.shelf(requestOf(values, number * chunkSize), signal)));
            if (signal.aborted) return;
            this.abort();
            // The reader may have moved the focus meanwhile.
            const hadFocus = list.hasFocus;
            const key = cardOf(list.row)?.page;
            const shown = new Set(wanted.flatMap((number) => cache.chunks.get(number) ?? []).map(({ page }) => page));
            if (this.isReplaced) this.replace();
            else cache.clear();
            responses.forEach((response, index) => cache.receive(wanted[index], response));
            if (wanted[0] === 0) this.stamp = stampOf(responses[0]);
            this.number = numberOf(responses[0], values.view);
            this.filters.showCounts(responses[0].counts, responses[0].trash);
            this.showFresh(0);
            this.notice.replaceChildren();
            this.deselectGone(shown);
            const now = key ? cache.indexOf(key) : -1;
            // Otherwise the row with the focus, perhaps outside the view, is still that of its page.
            const hasMoved = hadFocus && now !== list.current;
            if (now >= 0 && hadFocus) list.current = now;
            this.update();
            if (!hasMoved) list.render();
            else if (!list.focus(list.current)) this.filters.field.focus({ preventScroll: true });
        } catch (problem) {
            if (signal.aborted) return;
            this.abort();
            this.query = null;
            this.notice.replaceChildren(makeProblemNotice(problem, () => this.load()));
        }
    }

    /**
     * Removes pages from the selection that have left the list. If it is not loaded completely, these are the changed
     * pages among the rows.
     *
     * @param {Set<string>} shown the pages of the loaded chunks before
     */
    deselectGone(shown) {
        const { cache, changed, selection } = this;
        const loaded = new Set(cache.cards.map(({ page }) => page));
        const isWhole = loaded.size >= cache.length;
        selection.follow([...selection.keys].filter((key) =>
            !loaded.has(key) && (isWhole || (changed.has(key) && shown.has(key)))), cache.total);
        changed.clear();
    }

    /**
     * Shows pages that an undo has brought back. The first of them receives the focus, which was on the undo button.
     *
     * @param {string[] | null} keys null if they are not known
     */
    async broughtBack(keys) {
        await this.refresh(keys);
        this.loadFilters();
        const active = document.activeElement;
        // A focus that was moved elsewhere in the meantime stays there.
        if (active && active !== document.body && active.checkVisibility()) return;
        if (part('places').hidden) {
            const heading = document.querySelector('main section:not([hidden]) h1');
            if (heading instanceof HTMLElement) heading.focus({ preventScroll: true });
            return;
        }
        const position = keys?.map((key) => this.cache.indexOf(key)).find((one) => one >= 0);
        if (!this.list.focus(position ?? this.list.current)) part('places-heading').focus({ preventScroll: true });
    }

    /**
     * Shows a place that was changed in another view.
     *
     * @param {Place} place
     */
    showChange(place) {
        this.events.receive(place);
    }

    /**
     * Shows how many pages are new since the rows were loaded.
     *
     * @param {number} number
     */
    showFresh(number) {
        const box = part('fresh');
        box.hidden = number <= 0;
        const button = box.querySelector('button');
        if (button && number > 0) button.textContent = `Show ${count(number, 'new page')}`;
    }

    /** True if rows that move would disturb the reader. */
    get isInUse() {
        return scrollY > 200 || part('places').hidden || this.list.hasFocus || this.selection.count > 0;
    }

    // Actions

    loadBulk() {
        this.bulk ??= loadPart(() => import('./shelf-bulk.js')).then(({ ShelfBulk }) => new ShelfBulk(this));
        return this.bulk;
    }

    showSelection() {
        this.list.draw();
        this.list.box.classList.toggle('selecting', this.selection.count > 0);
        if (this.bulk || this.selection.count > 0) attempt(async () => (await this.loadBulk()).show());
    }

    /**
     * Opens the dialog that adds places.
     *
     * @param {string} [text] the addresses to begin with
     */
    add(text = '') {
        return attempt(async () => {
            this.adder ??= loadPart(() => import('./add-places.js')).then(({ AddPlaces }) => new AddPlaces(this));
            (await this.adder).open(text);
        });
    }

    toggleDensity() {
        this.setDensity(this.list.density === 'compact' ? 'comfortable' : 'compact');
        this.remember({ density: this.list.density });
        announce(this.list.density === 'compact' ? 'Compact rows.' : 'Comfortable rows.');
    }

    /** @param {import('./shelf-state.js').Density} density */
    setDensity(density) {
        this.list.setDensity(density);
        part('density').setAttribute('aria-pressed', String(density === 'compact'));
    }

    /**
     * Shows a tab.
     *
     * @param {number} number from 1
     */
    showTab(number) {
        this.navigate(tabAddress(this.values, views[number - 1]));
    }
}

const viewNames = { unfinished: 'Unfinished', later: 'Later', finished: 'Finished', all: 'All places', trash: 'Trash' };
