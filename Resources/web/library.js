// The list of places: requests, events of the service and search. library-state.js holds the places, library-cards.js
// shows them, and place-filters.js has the search field and the menus.

import { api } from './api.js';
import { loadNearEnd, part } from './elements.js';
import { LibraryCards, makeEmptyNotice } from './library-cards.js';
import { LibraryState } from './library-state.js';
import { setKnownTags } from './marks.js';
import { announce, attempt, makeBusyRing, makeProblemNotice, showToast } from './notices.js';
import { nameOf } from './place-display.js';
import { PlaceFilters } from './place-filters.js';
import { count, short } from './text.js';

/** @typedef {import('./library-state.js').Place} Place */

// A page of the list. The first one is requested early (first-list.js).
const pageSize = 24;
// In ms: longer than nearly every response takes, shorter than what feels like waiting.
const ringDelay = 250;

/**
 * Forgets a place and offers to undo that.
 *
 * @param {Place} place
 * @param {Library} library
 * @param {boolean} [isForGood] true if the page gets no automatic place again
 */
export async function forget(place, library, isForGood = false) {
    library.state.forget(place.id);
    try {
        await (isForGood ? api.refuse(place.url) : api.forget(place.id));
    } catch (problem) {
        library.state.forgotten.delete(place.id);
        throw problem;
    }
    showToast(`Forgot “${short(nameOf(place))}”${isForGood ? ' for good' : ''}.`, {
        label: 'Undo',
        run: () => attempt(async () => {
            await api.bringBack(place.id);
            announce('The place is back.');
            await library.bringBack(place.id);
        }),
    });
}

/**
 * Keeps an automatic place for good, and shows that.
 *
 * @param {Place} place
 * @param {Library} library
 * @returns {Promise<Place>}
 */
export async function keep(place, library) {
    const kept = await api.keep(place.id);
    library.showChange(kept);
    announce('The place is kept.');
    return kept;
}

export class Library {
    /**
     * @param {(address: string, replaces?: boolean) => void} navigate
     */
    constructor(navigate) {
        this.navigate = navigate;
        this.notice = part('places-notice');
        this.more = /** @type {HTMLButtonElement} */ (part('more'));
        this.filters = new PlaceFilters(() => this.search());
        this.state = new LibraryState();
        this.cards = new LibraryCards(
            this.state, (card, place) => attempt(() => this.forget(card, place)), () => this.loadFilters(), {
                onKeep: (place) => attempt(() => keep(place, this)),
                onRefuse: (place) => attempt(() => this.forget(this.cards.find(place.id), place, true)),
            });
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
        /** @type {string | undefined} the first place of the list when it was read */
        this.newest = undefined;
        const { field } = this.filters;
        field.addEventListener('keydown', (event) => {
            if (event.key !== 'ArrowDown') return;
            const first = /** @type {HTMLElement | null} */ (this.cards.list.querySelector('.title[href], button'));
            if (first) event.preventDefault();
            first?.focus();
        });
        part('clear').addEventListener('click', () => {
            this.navigate('/');
            field.focus();
        });
        part('fresh').querySelector('button')?.addEventListener('click', () => {
            scrollTo(0, 0);
            this.load();
            field.focus({ preventScroll: true });
        });
        this.more.addEventListener('click', () => this.load(this.next, true));
        this.observeEnd = loadNearEnd(this.more, '800px', () => {
            if (this.next && !this.running) this.load(this.next);
        });
    }

    /** Shows the list that the address describes. */
    open() {
        this.filters.show(location.search);
        if (location.search === this.query) return;
        const isFirst = this.query === null;
        this.loaded = this.load();
        // The filters count all places, which takes longer than the first page of the list.
        if (isFirst) this.loaded.then(() => this.loadFilters());
    }

    /** Shows the list that the filters describe. */
    search() {
        const { address } = this.filters;
        if (address === location.pathname + location.search) return;
        this.navigate(address, true);
        this.load();
    }

    reload() {
        this.loadFilters();
        if (part('places').hidden) this.query = null;
        else this.loaded = this.load();
    }

    /**
     * Shows a place that was restored. It receives the focus, which was on the undo button.
     *
     * @param {string} id
     */
    async bringBack(id) {
        this.state.bringBack(id);
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
        const stop = this.cards.find(id)?.querySelector('.title[href], button') ?? part('places-heading');
        /** @type {HTMLElement} */ (stop).focus({ preventScroll: true });
    }

    async loadFilters() {
        try {
            const [sites, tags] = await Promise.all([api.counts('sites'), api.counts('tags')]);
            this.filters.fill(sites, tags);
            setKnownTags(tags.map((/** @type {{name: string}} */ { name }) => name));
        } catch {
            // The list shows the error. A filter that the address has set can still be cleared.
            this.filters.enable();
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
        this.state.beginPage(after === null);
        const query = { ...this.filters.values, limit: pageSize, after };
        part('clear').hidden = !this.filters.areSet;
        const ring = setTimeout(() => {
            if (this.cards.count === 0) this.notice.replaceChildren(makeBusyRing('Loading your places'));
        }, ringDelay);
        try {
            const { places, next, last } = await this.request(query, running.signal);
            if (running.signal.aborted) return;
            this.next = next;
            this.state.last = last;
            this.notice.replaceChildren();
            if (after === null) {
                this.newest = places[0]?.id;
                this.state.places.clear();
                part('fresh').hidden = true;
            }
            const cards = places.map((place) => this.cards.make(place));
            if (after === null) this.cards.replace(cards);
            else this.cards.list.append(...cards);
            this.more.hidden = !next;
            for (const place of this.state.endPage()) if (!this.cards.find(place.id)) this.showReturn(place);
            this.update();
            const first = /** @type {HTMLElement | null | undefined} */ (cards[0]?.querySelector('a, button'));
            if (movesFocus) first?.focus({ preventScroll: true });
        } catch (problem) {
            if (running.signal.aborted) return;
            this.query = null;
            this.state.endPage();
            this.more.hidden = true;
            if (after === null) this.cards.replace([]);
            this.notice.replaceChildren(makeProblemNotice(problem, () => this.load()));
        } finally {
            clearTimeout(ring);
            if (this.running === running) this.running = undefined;
            this.observeEnd();
        }
    }

    /** Shows the number of results of a search, or that there are none. */
    update() {
        const shown = this.cards.count;
        part('found').textContent = !this.filters.areSet ? ''
            : this.next ? `More than ${count(shown, 'place')}` : count(shown, 'place');
        if (shown === 0) this.notice.replaceChildren(makeEmptyNotice(this.filters));
    }

    /**
     * @param {HTMLElement | null} card
     * @param {Place} place
     * @param {boolean} [isForGood]
     */
    async forget(card, place, isForGood = false) {
        await forget(place, this, isForGood);
        if (card) await this.removeCard(card);
        this.loadFilters();
    }

    /**
     * Removes a card, and shows the notice of an empty list after the last one.
     *
     * @param {HTMLElement} card
     */
    async removeCard(card) {
        await this.cards.remove(card, this.filters.field);
        if (this.cards.count === 0) this.update();
    }

    /**
     * Requests a page of the list and applies the events that come in the meantime.
     *
     * @param {Parameters<typeof api.snapshots>[0]} query
     * @param {AbortSignal} [signal]
     * @returns {Promise<{places: Place[], next: string | null, last: Place | null}>} `last` is that of the response
     */
    async request(query, signal) {
        this.state.beginRequest();
        try {
            const { places, next } = await api.snapshots(query, signal);
            const merged = this.state.merge(places, !query.after && !this.filters.areSet, next === null);
            return { places: merged, next, last: places.at(-1) ?? null };
        } finally {
            this.state.endRequest();
        }
    }

    /** Shows the places that were captured before the event stream began. */
    async catchUp() {
        await this.loaded;
        try {
            const { places: [place] } = await this.request({ limit: 1 });
            // A first page that is loaded now is read after the stream began.
            if (this.query === null || this.filters.areSet || this.state.page === 'first') return;
            if (place?.id === this.newest) return;
            if (this.isInUse) part('fresh').hidden = false;
            else this.reload();
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
        this.state.recordEvent(place.id, place);
        this.showChange(place);
    }

    /**
     * Shows a place that is new or was changed elsewhere.
     *
     * @param {Place} place
     */
    showChange(place) {
        const card = this.cards.find(place.id);
        if (card) {
            this.cards.update(card, place);
            return;
        }
        if (this.query === null || this.state.forgotten.has(place.id)) return;
        if (!this.state.isNewest(place, this.cards.first?.dataset.id)) {
            this.showReturn(place);
            return;
        }
        if (this.filters.areSet || this.isInUse) {
            part('fresh').hidden = false;
            return;
        }
        this.notice.replaceChildren();
        this.cards.list.prepend(this.cards.make(place));
        announce(`New place: ${nameOf(place)}`);
        this.loadFilters();
    }

    get isInUse() {
        return scrollY > 200 || part('places').hidden || this.cards.hasFocus;
    }

    /**
     * Shows a place that was brought back, here or elsewhere, among the others.
     *
     * @param {Place} place
     */
    showReturn(place) {
        // Only the service knows if a place matches a filter.
        if (this.filters.areSet) return;
        const next = this.state.successor(place, this.cards.ids, this.next === null);
        if (next === undefined) return;
        this.notice.replaceChildren();
        this.cards.list.insertBefore(this.cards.make(place), this.cards.find(next ?? ''));
        this.loadFilters();
    }

    /**
     * Receives the event of a place that was forgotten.
     *
     * @param {string} id
     */
    receiveRemoval(id) {
        this.state.recordEvent(id, null);
        const action = this.state.actionForRemoval(id);
        if (action === 'remove') this.removeGone(id);
        if (action === 'confirm') this.confirmRemoval(id);
    }

    /**
     * Removes a place that this page has brought back, if the service does not have it.
     *
     * @param {string} id
     */
    async confirmRemoval(id) {
        try {
            await api.snapshot(id);
        } catch (problem) {
            if (/** @type {{status?: number}} */ (problem).status === 404) this.removeGone(id);
        }
    }

    /**
     * @param {string} id
     */
    removeGone(id) {
        const card = this.cards.find(id);
        if (card) this.removeCard(card);
    }
}
