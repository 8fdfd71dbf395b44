// The changes that the service reports while the shelf is shown. Those of about the same time are loaded together.

import { api } from './api.js';
import { part } from './elements.js';
import { announce } from './notices.js';
import { nameOf } from './place-display.js';
import { requestOf, stampOf } from './shelf-state.js';

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
        if (this.shelf.query === null || part('places').hidden) {
            // The list is loaded when it is shown again.
            if (part('places').hidden) this.shelf.query = null;
            return;
        }
        if (this.shelf.values.view === 'trash') {
            await this.shelf.load();
            return;
        }
        const cards = isStale ? [] : await Promise.all(keys.map(
            (key) => api.shelfPage(key).catch(() => undefined)));
        let needsRows = isStale;
        const fresh = new Set(this.shelf.fresh);
        /** @type {Card | undefined} */
        let newest;
        cards.forEach((card, index) => {
            const position = this.shelf.cache.indexOf(card?.page ?? keys[index]);
            const old = position < 0 ? undefined : this.shelf.cache.at(position);
            if (!card || (old && (old.state !== card.state || old.isDue !== card.isDue))) {
                needsRows = true;
            } else if (old) {
                // In a search, the row keeps its match.
                const isMatch = typeof old.place.excerpt === 'object' && old.place.id === card.place.id;
                this.shelf.cache.replace(position, isMatch
                    ? { ...card, place: { ...card.place, excerpt: old.place.excerpt } } : card);
                needsRows ||= old.latestAt !== card.latestAt && !this.shelf.isInUse;
            } else {
                const isListed = this.shelf.values.view === 'all' || this.shelf.values.view === card.state
                    || (this.shelf.values.view === 'unfinished' && card.isDue);
                if (isListed) fresh.add(card.page);
                newest = isListed ? card : newest;
                needsRows = true;
            }
        });
        this.shelf.list.draw();
        if (!needsRows) return;
        if (fresh.size > 0 && (this.shelf.isInUse || this.shelf.filters.areSet)) {
            this.shelf.showFresh(fresh);
            return;
        }
        await this.shelf.refresh(null);
        if (newest) announce(`New place: ${nameOf(newest.place)}`);
    }
}
