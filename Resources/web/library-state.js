// The places that this page knows. Nothing here touches the document or the network.

import { compare } from './text.js';

/** @typedef {{id: string, storedAt: string, url: string, edition?: 'archive' | 'amp' | 'copy' | null,
 *   original?: string | null, title: string | null, quote: string | null, progress: number | null,
 *   approximate?: boolean, address?: string, fragment: string, linkCount: number, tags: string[], note: string,
 *   origin?: 'click' | 'automatic' | 'import', expiresAt?: string | null, copies: ('text' | 'picture')[],
 *   excerpt?: {before: string, match: string, after: string}}} Place */

/** The places of the list, and the events that came while a list was requested. */
export class LibraryState {
    constructor() {
        /**
         * The places that are shown.
         *
         * @type {Map<string, Place>}
         */
        this.places = new Map();
        /**
         * The places that this page has forgotten.
         *
         * @type {Set<string>}
         */
        this.forgotten = new Set();
        /**
         * The places that this page has brought back. The event of their removal may arrive after that.
         *
         * @type {Set<string>}
         */
        this.broughtBack = new Set();
        /** The number of lists that are being requested. */
        this.requests = 0;
        /**
         * The places that events reported during these requests, which are newer than the responses; null if a place
         * was forgotten.
         *
         * @type {Map<string, Place | null>}
         */
        this.reported = new Map();
        /**
         * The page of the list that is being requested; null if none is.
         *
         * @type {"first" | "next" | null}
         */
        this.page = null;
        /**
         * The places that came back during the request of the next page and may belong to that page.
         *
         * @type {Place[]}
         */
        this.returned = [];
        /**
         * The last place of the pages that the service has sent, even if it was forgotten since; null if there is none.
         * The next page begins behind it.
         *
         * @type {Place | null}
         */
        this.last = null;
    }

    /**
     * Records that this page forgets a place.
     *
     * @param {string} id
     */
    forget(id) {
        this.forgotten.add(id);
        this.broughtBack.delete(id);
    }

    /**
     * Records that this page has brought a place back.
     *
     * @param {string} id
     */
    bringBack(id) {
        this.forgotten.delete(id);
        this.broughtBack.add(id);
        // An event that has arrived already reported the removal that was undone.
        if (this.reported.get(id) === null) this.reported.delete(id);
    }

    /**
     * Returns what to do about the event of a removal: `ignore` it because this page has removed the place itself,
     * `confirm` it with the service because it may be older than the place's return, or `remove` the place.
     *
     * @param {string} id
     * @returns {"ignore" | "confirm" | "remove"}
     */
    actionForRemoval(id) {
        if (this.forgotten.has(id)) return 'ignore';
        return this.broughtBack.has(id) ? 'confirm' : 'remove';
    }

    /** Records that a list is requested. `end` must follow. */
    beginRequest() {
        this.requests += 1;
    }

    endRequest() {
        this.requests -= 1;
        if (this.requests === 0) this.reported.clear();
    }

    /**
     * Records that a page of the list is requested. `endPage` or the request of another page must follow.
     *
     * @param {boolean} isFirst
     */
    beginPage(isFirst) {
        this.page = isFirst ? 'first' : 'next';
        this.returned = [];
    }

    /**
     * Records that the requested page is shown.
     *
     * @returns {Place[]} the places that may belong to the page, but came back after the service had read it
     */
    endPage() {
        const returned = this.returned.filter(({ id }) => !this.forgotten.has(id));
        this.page = null;
        this.returned = [];
        return returned;
    }

    /**
     * Records an event of a place.
     *
     * @param {string} id
     * @param {Place | null} place null if it was forgotten
     */
    recordEvent(id, place) {
        // The removal may be older than the place's return. The service knows if the place was removed again.
        if (place === null && this.broughtBack.has(id)) return;
        if (place === null) this.returned = this.returned.filter((one) => one.id !== id);
        if (this.requests > 0) this.reported.set(id, place);
    }

    /**
     * Applies the events that came during a request to its response.
     *
     * @param {Place[]} places a page of the list, the newest first
     * @param {boolean} isComplete true if the list begins with the newest of all places. Only then are places added
     *   that are new or came back: only the service knows if a place matches a filter
     * @param {boolean} [isLast] true if no page follows. Otherwise, older places belong to the following pages
     * @returns {Place[]}
     */
    merge(places, isComplete, isLast = false) {
        const listed = new Set(places.map(({ id }) => id));
        const oldest = isLast ? '' : places.at(-1)?.storedAt ?? '';
        const added = !isComplete ? [] : [...this.reported.values()].flatMap((place) => {
            const isNew = place && place.storedAt > oldest && !listed.has(place.id) && !this.forgotten.has(place.id);
            return isNew ? place : [];
        });
        const kept = places.flatMap((place) => {
            const reported = this.reported.get(place.id);
            return reported === undefined ? place : reported ?? [];
        });
        return [...added, ...kept].sort((one, other) => compare(other.storedAt, one.storedAt));
    }

    /**
     * Returns the id of the card before which a place belongs that is not in the list, or null for the end of the list.
     * The result is undefined if the place belongs behind the part of the list that is shown, or if the first page is
     * being requested: `merge` adds the place to that page if the service read the list before the place came back.
     *
     * @param {Place} place
     * @param {string[]} shown the ids of the cards, the newest first
     * @param {boolean} isWhole true if nothing follows the last card
     * @returns {string | null | undefined}
     */
    successor(place, shown, isWhole) {
        if (this.page === 'first') return undefined;
        const next = shown.find((id) => (this.places.get(id)?.storedAt ?? '') < place.storedAt);
        if (next !== undefined) return next;
        // The next page does not contain a place that came back to the end of the list, because it begins behind it.
        const { last } = this;
        if (isWhole || (last && (place.storedAt > last.storedAt || place.id === last.id))) return null;
        if (this.page === 'next') {
            this.returned = [...this.returned.filter(({ id }) => id !== place.id), place];
        }
        return undefined;
    }

    /**
     * Returns true if a place is newer than the first one of the list.
     *
     * @param {Place} place
     * @param {string | undefined} first the id of the first place that is shown
     */
    isNewest(place, first) {
        return place.storedAt > (this.places.get(first ?? '')?.storedAt ?? '');
    }
}
