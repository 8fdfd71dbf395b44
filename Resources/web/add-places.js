// The dialog that saves places at the top of pages without visiting them.

export class AddPlaces {
    /** @param {import('./shelf.js').Shelf} shelf */
    constructor(shelf) {
        this.shelf = shelf;
    }

    /** @param {string} [text] the addresses to begin with */
    open(text = '') {
        void text;
    }
}
