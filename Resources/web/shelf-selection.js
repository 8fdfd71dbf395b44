// The selected pages of the shelf. Nothing here touches the document or the network.

/** The pages that are selected: some by their keys, or all that match but some. */
export class ShelfSelection {
    constructor() {
        /**
         * The selected page keys; with `isAll`, those of the exceptions.
         *
         * @type {Set<string>}
         */
        this.keys = new Set();
        /** True if all pages that match the filters are selected, except for `keys`. */
        this.isAll = false;
        /** The number of pages that match, if `isAll`. The service refuses a change of another number. */
        this.total = 0;
        /**
         * The page from which Shift extends the selection; null if there is none. Its position in the list changes.
         *
         * @type {string | null}
         */
        this.anchor = null;
        /** @type {Set<() => void>} */
        this.listeners = new Set();
    }

    /** The number of selected pages. */
    get count() {
        return this.isAll ? Math.max(0, this.total - this.keys.size) : this.keys.size;
    }

    /**
     * Returns true if a page is selected.
     *
     * @param {string} key
     */
    has(key) {
        return this.keys.has(key) !== this.isAll;
    }

    /**
     * Selects pages, or removes them from the selection.
     *
     * @param {Iterable<string>} keys
     * @param {boolean} isSelected
     */
    set(keys, isSelected) {
        for (const key of keys) {
            if (isSelected === this.isAll) this.keys.delete(key);
            else this.keys.add(key);
        }
        this.report();
    }

    /**
     * @param {string} key
     */
    toggle(key) {
        this.set([key], !this.has(key));
    }

    /**
     * Selects all pages that match the filters.
     *
     * @param {number} total their number
     */
    selectAll(total) {
        this.keys.clear();
        this.isAll = true;
        this.total = total;
        this.report();
    }

    /**
     * Follows a change of the list.
     *
     * @param {Iterable<string>} gone the pages that have left it
     * @param {number | null} total the number of pages that match; null if it is not known
     */
    follow(gone, total) {
        const { count } = this;
        for (const key of gone) this.keys.delete(key);
        if (this.isAll && total !== null) this.total = total;
        if (this.count !== count) this.report();
    }

    /** Returns the present selection, which later changes do not affect. */
    copy() {
        const copied = new ShelfSelection();
        copied.keys = new Set(this.keys);
        copied.isAll = this.isAll;
        copied.total = this.total;
        return copied;
    }

    clear() {
        this.anchor = null;
        if (this.count === 0 && !this.isAll) return;
        this.keys.clear();
        this.isAll = false;
        this.total = 0;
        this.report();
    }

    /**
     * Adds a listener, which is called after each change.
     *
     * @param {() => void} listener
     */
    onChange(listener) {
        this.listeners.add(listener);
    }

    report() {
        for (const listener of this.listeners) listener();
    }
}
