// The changes that the service reports while the shelf is shown. Those of about the same time are loaded together.

import { api } from './api.js';
import { part } from './elements.js';
import { announce } from './notices.js';
import { nameOf } from './place-display.js';
import { isListed, numberOf, requestOf, stampOf } from './shelf-state.js';

/** @typedef {import('./shelf-state.js').Card} Card */
/** @typedef {import('./shelf-state.js').Place} Place */

// In ms: the events of one change of many pages come together.
const eventDelay = 100;
/** More changed pages than this are loaded with the rows of the view. */
const singleLimit = 20;

export class ShelfEvents {
    /** @param {import('./shelf.js').Shelf} shelf */
    constructor(shelf) {
        this.shelf = shelf;
        /**
         * The pages that events have reported.
         *
         * @type {Set<string>}
         */
        this.reported = new Set();
        /** @type {ReturnType<typeof setTimeout> | undefined} */
        this.timer = undefined;
        /** True if other pages may have changed too. */
        this.isStale = false;
    }

    /** Loads what changed before the event stream began. */
    async catchUp() {
        await this.shelf.loaded;
        const { query, values, stamp } = this.shelf;
        if (query === null || part('places').hidden || values.view === 'trash') return;
        // The list shows an error.
        const first = await api.shelf(requestOf(values, 0, 1)).catch(() => undefined);
        if (first && stampOf(first) !== stamp && query === this.shelf.query) this.changed('', true);
    }

    /**
     * Receives the event of a place.
     *
     * @param {Place} place
     */
    receive(place) {
        if (this.shelf.editor?.place.id === place.id) this.shelf.editor.receiveChange(place);
        const position = this.shelf.cache.indexOfPlace(place.id);
        this.changed(this.shelf.cache.at(position)?.page ?? place.original ?? place.url);
    }

    /**
     * Receives the event of a page whose state has changed.
     *
     * @param {string} key
     */
    receivePage(key) {
        this.changed(key);
    }

    /**
     * Receives the event of a place that was forgotten.
     *
     * @param {string} id
     */
    receiveRemoval(id) {
        const card = this.shelf.cache.at(this.shelf.cache.indexOfPlace(id));
        this.changed(card?.page ?? '', !card);
    }

    /**
     * Loads a page that has changed, together with others that change at the same time.
     *
     * @param {string} key
     * @param {boolean} [isStale] true if other pages may have changed too
     */
    changed(key, isStale = false) {
        if (key) this.reported.add(key);
        this.isStale ||= isStale;
        this.timer ??= setTimeout(() => this.applyChanges(), eventDelay);
    }

    async applyChanges() {
        const keys = [...this.reported];
        const isStale = this.isStale || keys.length > singleLimit;
        this.reported.clear();
        this.isStale = false;
        this.timer = undefined;
        const { shelf } = this;
        if (shelf.query === null) return;
        if (part('places').hidden || shelf.values.view === 'trash') {
            await shelf.refresh(keys);
            return;
        }
        // Null for a page that is gone, undefined if there is no response.
        const cards = isStale ? [] : await Promise.all(keys.map((key) => api.shelfPage(key).catch(
            (problem) => (problem.status === 404 ? null : undefined))));
        // The reader may have chosen another view meanwhile.
        const { cache, values: { view } } = shelf;
        let needsRows = isStale;
        /** @type {string[]} */
        const gone = [];
        /** @type {Card | undefined} */
        let newest;
        cards.forEach((card, index) => {
            const key = card?.page ?? keys[index];
            const position = cache.indexOf(key);
            const old = cache.at(position);
            if (card === null || (card && !isListed(view, card))) gone.push(key);
            if (!card || (old && (old.state !== card.state || old.isDue !== card.isDue))) {
                needsRows = true;
            } else if (old) {
                // In a search, the row keeps its match.
                const isMatch = typeof old.place.excerpt === 'object' && old.place.id === card.place.id;
                cache.replace(position, isMatch
                    ? { ...card, place: { ...card.place, excerpt: old.place.excerpt } } : card);
                needsRows ||= old.latestAt !== card.latestAt && !shelf.isInUse;
            } else if (isListed(view, card)) {
                newest = card;
            } else {
                needsRows = true;
            }
        });
        shelf.list.draw();
        shelf.selection.follow(gone, null);
        if (!needsRows && newest && (shelf.isInUse || shelf.filters.areSet)) {
            await this.countFresh();
        } else if (needsRows || newest) {
            const { number } = shelf;
            await shelf.refresh(keys);
            // It may also be an old page outside the rows, or match no filter.
            if (newest && shelf.number > number && cache.indexOf(newest.page) >= 0) {
                announce(`New place: ${nameOf(newest.place)}`);
            }
        }
    }

    /** Shows how many pages match that did not when the rows were loaded. */
    async countFresh() {
        const { query, values } = this.shelf;
        // Without a response, the next change counts them.
        const first = await api.shelf(requestOf(values, 0, 1)).catch(() => undefined);
        if (!first || query !== this.shelf.query) return;
        this.shelf.filters.showCounts(first.counts, first.trash);
        this.shelf.showFresh(numberOf(first, values.view) - this.shelf.number);
    }
}
