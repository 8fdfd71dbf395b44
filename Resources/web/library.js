// The list of places: search as you type, filters by site and tag, and one card for each place.

import { api, parameters } from './api.js';
import { LibraryState } from './library-state.js';
import { marksEditor, setKnownTags } from './marks.js';
import { foldAway } from './motion.js';
import { attempt, busy, element, nearEnd, notice, problemNotice, say, toast } from './notices.js';
import { makeCard, nameOf, showMarks } from './place-card.js';
import { choose, fill } from './place-filters.js';
import { count, short } from './text.js';

/** @typedef {import('./library-state.js').Place} Place */

// A page of the list. The service preloads the first one (PageRoutes.swift).
const pageSize = 24;
// In ms: longer than nearly every response takes, shorter than what feels like waiting.
const ringDelay = 250;
const part = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));

/**
 * Forgets a place and offers to undo that.
 *
 * @param {Place} place
 * @param {() => unknown} onUndo
 */
export async function forget(place, onUndo) {
    await api.forget(place.id);
    toast(`Forgot “${short(nameOf(place))}”.`, {
        label: 'Undo',
        run: () => attempt(async () => {
            await api.bringBack(place.id);
            say('The place is back.');
            await onUndo();
        }),
    });
}

export class Library {
    /**
     * @param {(address: string, replaces?: boolean) => void} navigate
     */
    constructor(navigate) {
        this.navigate = navigate;
        this.list = part('cards');
        this.notice = part('places-notice');
        this.more = /** @type {HTMLButtonElement} */ (part('more'));
        this.field = /** @type {HTMLInputElement} */ (part('query'));
        this.site = /** @type {HTMLSelectElement} */ (part('site'));
        this.tag = /** @type {HTMLSelectElement} */ (part('tag'));
        this.template = /** @type {HTMLTemplateElement} */ (part('card-template'));
        this.state = new LibraryState();
        /**
         * The query of the address whose list is shown or requested; null if none is.
         *
         * @type {string | null}
         */
        this.query = null;
        /**
         * The cursor of the next page.
         *
         * @type {string | null}
         */
        this.next = null;
        /** @type {AbortController | undefined} */
        this.running = undefined;
        /**
         * The open editors, as functions that receive changes made elsewhere.
         *
         * @type {Map<string, (place: Place) => void>}
         */
        this.editors = new Map();
        this.field.addEventListener('input', () => this.search());
        for (const filter of [this.site, this.tag]) filter.addEventListener('change', () => this.search());
        part('search').addEventListener('submit', (event) => {
            event.preventDefault();
            this.search();
        });
        this.field.addEventListener('keydown', (event) => {
            if (event.key !== 'ArrowDown') return;
            const first = /** @type {HTMLElement | null} */ (this.list.querySelector('.title[href], button'));
            if (first) event.preventDefault();
            first?.focus();
        });
        part('clear').addEventListener('click', () => {
            this.navigate('/');
            this.field.focus();
        });
        part('fresh').querySelector('button')?.addEventListener('click', () => {
            scrollTo(0, 0);
            this.load();
            this.field.focus({ preventScroll: true });
        });
        this.more.addEventListener('click', () => this.load(this.next, true));
        this.lookForEnd = nearEnd(this.more, '800px', () => {
            if (this.next && !this.running) this.load(this.next);
        });
    }

    get isFiltered() {
        return Boolean(this.field.value.trim() || this.site.value || this.tag.value);
    }

    /** Shows the list that the address describes. */
    open() {
        const query = new URLSearchParams(location.search);
        const words = query.get('q') ?? '';
        if (this.field.value.trim() !== words) this.field.value = words;
        choose(this.site, query.get('site') ?? '');
        choose(this.tag, query.get('tag') ?? '');
        if (location.search === this.query) return;
        const isFirst = this.query === null;
        const loaded = this.load();
        // The filters count all places, which takes longer than the first page of the list.
        if (isFirst) loaded.then(() => this.loadFilters());
    }

    /** Searches for what is typed and chosen. */
    search() {
        const filters = parameters({ q: this.field.value.trim(), site: this.site.value, tag: this.tag.value });
        const address = filters ? `/?${filters}` : '/';
        if (address === location.pathname + location.search) return;
        this.navigate(address, true);
        this.load();
    }

    reload() {
        this.loadFilters();
        if (part('places').hidden) this.query = null;
        else this.load();
    }

    /**
     * Shows a place that was restored. It receives the focus, which was on the undo button.
     *
     * @param {string} id
     */
    async bringBack(id) {
        this.loadFilters();
        if (part('places').hidden) {
            this.query = null;
            const heading = document.querySelector('main section:not([hidden]) h1');
            if (heading instanceof HTMLElement) heading.focus({ preventScroll: true });
            return;
        }
        await this.load();
        const active = document.activeElement;
        // A focus that was moved elsewhere in the meantime stays there.
        if (active && active !== document.body && active.checkVisibility()) return;
        const stop = this.find(id)?.querySelector('.title[href], button') ?? part('places-heading');
        /** @type {HTMLElement} */ (stop).focus({ preventScroll: true });
    }

    async loadFilters() {
        try {
            const [sites, tags] = await Promise.all([api.tallies('sites'), api.tallies('tags')]);
            fill(this.site, sites, 'All sites');
            fill(this.tag, tags, 'All tags');
            setKnownTags(tags.map((/** @type {{name: string}} */ { name }) => name));
        } catch {
            // The list shows the error. A filter that the address has set can still be cleared.
            for (const filter of [this.site, this.tag]) filter.disabled = false;
        }
    }

    /**
     * Loads a page of the list.
     *
     * @param {string | null} after the cursor; null loads the first page
     * @param {boolean} movesFocus true to move the focus to the first new card
     */
    async load(after = null, movesFocus = false) {
        this.running?.abort();
        const running = new AbortController();
        this.running = running;
        this.query = location.search;
        const query = {
            q: this.field.value.trim(), site: this.site.value, tag: this.tag.value, limit: pageSize, after,
        };
        part('clear').hidden = !this.isFiltered;
        const ring = setTimeout(() => {
            if (this.list.children.length === 0) this.notice.replaceChildren(busy('Loading your places'));
        }, ringDelay);
        try {
            const { places, next } = await this.request(query, running.signal);
            if (running.signal.aborted) return;
            this.next = next;
            this.notice.replaceChildren();
            if (after === null) {
                this.state.places.clear();
                part('fresh').hidden = true;
            }
            const cards = places.map((place) => this.card(place));
            if (after === null) this.replace(cards);
            else this.list.append(...cards);
            this.more.hidden = !next;
            this.update();
            const first = /** @type {HTMLElement | null | undefined} */ (cards[0]?.querySelector('a, button'));
            if (movesFocus) first?.focus({ preventScroll: true });
        } catch (problem) {
            if (running.signal.aborted) return;
            this.query = null;
            this.more.hidden = true;
            if (after === null) this.replace([]);
            this.notice.replaceChildren(problemNotice(problem, () => this.load()));
        } finally {
            clearTimeout(ring);
            if (this.running === running) this.running = undefined;
            this.lookForEnd();
        }
    }

    /**
     * Replaces the cards. A card with an open editor stays, and the focus stays on the same control of the same card if
     * that is still shown.
     *
     * @param {HTMLElement[]} cards
     */
    replace(cards) {
        const active = document.activeElement;
        const focused = active instanceof HTMLElement && this.list.contains(active) ? active : null;
        const id = focused?.closest('.card')?.getAttribute('data-id') ?? '';
        const wanted = cards.map((card) => {
            const id = card.dataset.id ?? '';
            const old = this.find(id);
            const place = this.state.places.get(id);
            if (!place || !old?.querySelector('.drawer:not([hidden])')) return card;
            showMarks(old, place);
            this.editors.get(id)?.(place);
            return old;
        });
        for (const old of [...this.list.children]) if (!wanted.includes(/** @type {HTMLElement} */ (old))) old.remove();
        // A card that stays is never detached: its fields would send `change` with half-written text.
        let at = this.list.firstElementChild;
        for (const card of wanted) {
            if (card === at) at = at.nextElementSibling;
            else this.list.insertBefore(card, at);
        }
        if (!focused || focused.isConnected) return;
        const card = this.find(id);
        const same = focused.classList.length > 0 ? card?.querySelector(`.${[...focused.classList].join('.')}`) : null;
        const stop = same ?? card?.querySelector('.title[href], button') ?? part('places-heading');
        /** @type {HTMLElement} */ (stop).focus({ preventScroll: true });
    }

    /** Shows the number of results of a search, or that there are none. */
    update() {
        const shown = this.list.children.length;
        part('found').textContent = !this.isFiltered ? ''
            : this.next ? `More than ${count(shown, 'place')}` : count(shown, 'place');
        if (shown === 0) this.notice.replaceChildren(this.emptyNotice());
    }

    /**
     * @param {Place} place
     */
    card(place) {
        this.state.places.set(place.id, place);
        const card = makeCard(this.template, place);
        const edit = /** @type {HTMLElement} */ (card.querySelector('.edit'));
        edit.addEventListener('click', () => this.edit(card, place.id));
        /** @type {HTMLElement} */ (card.querySelector('.drawer')).addEventListener('keydown', (event) => {
            if (event.key !== 'Escape') return;
            edit.focus();
            this.edit(card, place.id);
        });
        card.querySelector('.forget')?.addEventListener('click', () => attempt(() => this.forget(card, place)));
        return card;
    }

    /**
     * Opens or closes the editor of a card.
     *
     * @param {HTMLElement} card
     * @param {string} id
     */
    edit(card, id) {
        const drawer = /** @type {HTMLElement} */ (card.querySelector('.drawer'));
        const button = /** @type {HTMLElement} */ (card.querySelector('.edit'));
        const place = this.state.places.get(id);
        drawer.hidden = !drawer.hidden;
        button.setAttribute('aria-expanded', String(!drawer.hidden));
        this.editors.delete(id);
        if (drawer.hidden || !place) {
            drawer.replaceChildren();
            return;
        }
        const { box, update } = marksEditor(place, (changed) => {
            this.state.places.set(id, changed);
            showMarks(card, changed);
            this.loadFilters();
        });
        this.editors.set(id, update);
        drawer.replaceChildren(box);
        drawer.querySelector('input')?.focus();
    }

    /**
     * @param {HTMLElement} card
     * @param {Place} place
     */
    async forget(card, place) {
        const { forgotten } = this.state;
        forgotten.add(place.id);
        await forget(place, () => {
            forgotten.delete(place.id);
            return this.bringBack(place.id);
        });
        await this.removeCard(card);
        this.loadFilters();
    }

    /**
     * Removes a card. Its neighbour receives the focus.
     *
     * @param {HTMLElement} card
     */
    async removeCard(card) {
        const neighbour = card.nextElementSibling ?? card.previousElementSibling;
        const next = /** @type {HTMLElement | null} */ (neighbour?.querySelector('.title[href], button') ?? this.field);
        if (card.contains(document.activeElement)) next?.focus({ preventScroll: true });
        this.state.places.delete(card.dataset.id ?? '');
        await foldAway(card);
        if (this.list.children.length === 0) this.update();
    }

    /**
     * Returns the card of a place.
     *
     * @param {string} id
     */
    find(id) {
        return /** @type {HTMLElement | null} */ (this.list.querySelector(`[data-id="${CSS.escape(id)}"]`));
    }

    /**
     * Requests a page of the list and applies the events that come in the meantime.
     *
     * @param {Parameters<typeof api.snapshots>[0]} query
     * @param {AbortSignal} [signal]
     * @returns {Promise<{places: Place[], next: string | null}>}
     */
    async request(query, signal) {
        this.state.begin();
        try {
            const { places, next } = await api.snapshots(query, signal);
            return { places: this.state.merge(places, !query.after && !this.isFiltered), next };
        } finally {
            this.state.end();
        }
    }

    /** Shows the newest place if it was captured before the event stream began. */
    async catchUp() {
        try {
            const { places } = await this.request({ limit: 1 });
            if (places[0] && !this.running && !this.isFiltered) this.changed(places[0]);
        } catch {
            // The list shows the error.
        }
    }

    /**
     * Receives the event of a place.
     *
     * @param {Place} place
     */
    receive(place) {
        this.state.report(place.id, place);
        this.changed(place);
    }

    /**
     * Shows a place that is new or was changed elsewhere.
     *
     * @param {Place} place
     */
    changed(place) {
        const card = this.find(place.id);
        if (card) {
            this.state.places.set(place.id, place);
            showMarks(card, place);
            this.editors.get(place.id)?.(place);
            return;
        }
        if (this.query === null || this.state.forgotten.has(place.id)) return;
        const first = /** @type {HTMLElement | null} */ (this.list.firstElementChild);
        if (!this.state.isNewest(place, first?.dataset.id)) return;
        if (this.isFiltered || scrollY > 200 || part('places').hidden || this.list.contains(document.activeElement)) {
            part('fresh').hidden = false;
            return;
        }
        this.notice.replaceChildren();
        this.list.prepend(this.card(place));
        say(`New place: ${nameOf(place)}`);
        this.loadFilters();
    }

    /**
     * Receives the event of a place that was forgotten.
     *
     * @param {string} id
     */
    gone(id) {
        this.state.report(id, null);
        const card = this.find(id);
        if (card && !this.state.forgotten.has(id)) this.removeCard(card);
    }

    emptyNotice() {
        if (this.isFiltered) {
            const query = this.field.value.trim();
            const clear = element('button', { text: 'Show all places', className: 'primary' });
            clear.addEventListener('click', () => part('clear').click());
            const text = query ? `No place contains all the words of “${query}”.` : 'No place matches the filters.';
            return notice({ heading: 'Nothing found', text, actions: [clear] });
        }
        return notice({
            heading: 'No places yet',
            text: 'Drag the bookmarklet to your bookmarks bar, read something, and click it where you stop.',
            actions: [
                element('a', { text: 'Install the bookmarklet', className: 'button primary', href: '/install' }),
                element('a', { text: 'Try it on a sample page', className: 'button', href: '/sample' }),
            ],
        });
    }
}
