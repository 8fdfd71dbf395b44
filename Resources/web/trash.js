// The view of the trash.

export class Trash {
    /** @param {import('./shelf.js').Shelf} shelf */
    constructor(shelf) {
        this.shelf = shelf;
    }

    /** Loads the trash and shows it in `#trash`. */
    async open() {}
}
