/**
 * The kind of the block that text forms, from the elements around it.
 */

const HEADING = /^h[1-6]$/;

export class BlockKinds {
    constructor() {
        this.heading = 0;
        this.quotes = 0;
        this.controls = 0;
        /** @type {{ordered: boolean, depth: number, isUsed: boolean}[]} */
        this.items = [];
        /** @type {boolean[]} true for each ordered list that is being read */
        this.lists = [];
    }

    /** @param {string} name */
    enter(name) {
        if (HEADING.test(name)) this.heading = Number(name[1]);
        else if (name === 'ul' || name === 'ol' || name === 'menu') this.lists.push(name === 'ol');
        else if (name === 'li') {
            const depth = Math.max(1, this.lists.length);
            this.items.push({ ordered: this.lists[depth - 1] === true, depth, isUsed: false });
        } else if (name === 'blockquote') this.quotes += 1;
        else if (name === 'button') this.controls += 1;
    }

    /**
     * @param {string} name
     * @param {number} heading the level of the heading around the element
     */
    leave(name, heading) {
        this.heading = heading;
        if (name === 'ul' || name === 'ol' || name === 'menu') this.lists.pop();
        else if (name === 'li') this.items.pop();
        else if (name === 'blockquote') this.quotes -= 1;
        else if (name === 'button') this.controls -= 1;
    }

    /** @returns {import('./runs.js').Block} a block without runs; only the first block of an item is one */
    next() {
        if (this.heading > 0) return { kind: 'heading', level: this.heading };
        const item = this.items[this.items.length - 1];
        if (item && !item.isUsed) {
            item.isUsed = true;
            return { kind: 'item', ordered: item.ordered, depth: item.depth };
        }
        return { kind: this.quotes > 0 ? 'quote' : 'paragraph' };
    }
}
