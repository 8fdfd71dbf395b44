// The bar of the selected pages.

export class ShelfBulk {
    /** @param {import('./shelf.js').Shelf} shelf */
    constructor(shelf) {
        this.shelf = shelf;
    }

    /** Shows what is selected; called after each change of the selection. */
    show() {}

    /**
     * Runs a key while something is selected.
     *
     * @param {'f' | 't' | 'e' | 'x'} key
     */
    press(key) {
        void key;
    }

    /**
     * Asks for a date and marks pages as *later*.
     *
     * @param {import('./shelf-changes.js').Selected} selection
     * @param {import('./shelf-state.js').Place} [place] the shown place of a single page
     */
    async later(selection, place) {
        void selection;
        void place;
    }
}
