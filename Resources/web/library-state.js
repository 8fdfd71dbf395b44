// The places that this page knows. Nothing here touches the document or the network.

/** @typedef {{id: string, storedAt: string, url: string, title: string | null, quote: string | null,
 *   progress: number | null, fragment: string, linkCount: number, tags: string[], note: string}} Place */

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
        /** The number of lists that are being requested. */
        this.requests = 0;
        /**
         * The places that events reported during these requests, which are newer than the responses; null if a place
         * was forgotten.
         *
         * @type {Map<string, Place | null>}
         */
        this.reported = new Map();
    }

    /** Records that a list is requested. `end` must follow. */
    begin() {
        this.requests += 1;
    }

    end() {
        this.requests -= 1;
        if (this.requests === 0) this.reported.clear();
    }

    /**
     * Records an event of a place.
     *
     * @param {string} id
     * @param {Place | null} place null if it was forgotten
     */
    report(id, place) {
        if (this.requests > 0) this.reported.set(id, place);
    }

    /**
     * Applies the events that came during a request to its response.
     *
     * @param {Place[]} places a page of the list, the newest first
     * @param {boolean} isComplete true if the list begins with the newest of all places. Only then are new places
     *   added: only the service knows if a new place matches a filter
     * @returns {Place[]}
     */
    merge(places, isComplete) {
        const listed = new Set(places.map(({ id }) => id));
        const newest = places[0]?.storedAt ?? '';
        const added = !isComplete ? [] : [...this.reported.values()].flatMap((place) => {
            const isNew = place && place.storedAt > newest && !listed.has(place.id) && !this.forgotten.has(place.id);
            return isNew ? place : [];
        });
        return [...added.reverse(), ...places.flatMap((place) => {
            const reported = this.reported.get(place.id);
            return reported === undefined ? place : reported ?? [];
        })];
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
