// The selected pages of the shelf. Nothing here touches the document or the network.

/**
 * The filters of a list, as the API names them. Empty values match everything.
 *
 * @typedef {{q?: string, state?: string[], site?: string, tag?: string, kind?: string[]}} ShelfFilters
 */

/** The pages that the next action applies to: some of them, or all that match the filters except some. */
export class ShelfSelection {
    constructor() {
        /**
         * The keys of the selected pages; unused while all that match are selected.
         *
         * @type {Set<string>}
         */
        this.keys = new Set();
        /**
         * The keys of the pages that were deselected while all that match were selected.
         *
         * @type {Set<string>}
         */
        this.exceptions = new Set();
        /**
         * The filters of the list all of whose pages are selected; null if only some are.
         *
         * @type {ShelfFilters | null}
         */
        this.matching = null;
        /** The number of pages that matched when all were selected. The service refuses a change of another number. */
        this.expected = 0;
        /** The row at which a range begins; null without one. */
        this.anchor = /** @type {number | null} */ (null);
        /** @type {(() => void)[]} */
        this.listeners = [];
    }

    /** True if all pages that match are selected, perhaps with exceptions. */
    get isAll() {
        return this.matching !== null;
    }

    /** The number of selected pages. */
    get count() {
        return this.isAll ? Math.max(0, this.expected - this.exceptions.size) : this.keys.size;
    }

    get isEmpty() {
        return this.count === 0;
    }

    /**
     * Returns true if a page is selected.
     *
     * @param {string} key
     */
    has(key) {
        return this.isAll ? !this.exceptions.has(key) : this.keys.has(key);
    }

    /**
     * Adds a function that is called after each change.
     *
     * @param {() => void} listener
     */
    onChange(listener) {
        this.listeners.push(listener);
    }

    /**
     * Selects or deselects pages.
     *
     * @param {Iterable<string>} keys
     * @param {boolean} isOn
     */
    set(keys, isOn) {
        const [set, adds] = this.isAll ? [this.exceptions, !isOn] : [this.keys, isOn];
        for (const key of keys) {
            if (adds) set.add(key);
            else set.delete(key);
        }
        this.report();
    }

    /**
     * Selects a page, or deselects it, and begins a range at its row.
     *
     * @param {string} key
     * @param {number} row
     */
    toggle(key, row) {
        this.anchor = row;
        this.set([key], !this.has(key));
    }

    /**
     * Returns the rows between the beginning of the range and a row, both included. Without a beginning, it is that row.
     *
     * @param {number} row
     * @returns {{first: number, last: number}}
     */
    range(row) {
        this.anchor ??= row;
        return { first: Math.min(this.anchor, row), last: Math.max(this.anchor, row) };
    }

    /**
     * Selects all pages that match, also those that are not loaded.
     *
     * @param {ShelfFilters} filters
     * @param {number} expected their number
     */
    selectAllThatMatch(filters, expected) {
        this.matching = filters;
        this.expected = expected;
        this.keys.clear();
        this.exceptions.clear();
        this.report();
    }

    /**
     * Removes pages that no longer exist or no longer match.
     *
     * @param {Iterable<string>} keys
     */
    drop(keys) {
        let isChanged = false;
        for (const key of keys) {
            if (this.isAll) {
                if (this.exceptions.delete(key)) isChanged = true;
                if (this.expected > 0) {
                    this.expected -= 1;
                    isChanged = true;
                }
            } else if (this.keys.delete(key)) isChanged = true;
        }
        if (isChanged) this.report();
    }

    clear() {
        const wasEmpty = !this.isAll && this.keys.size === 0;
        this.matching = null;
        this.expected = 0;
        this.keys.clear();
        this.exceptions.clear();
        this.anchor = null;
        if (!wasEmpty) this.report();
    }

    report() {
        for (const listener of this.listeners) listener();
    }
}
