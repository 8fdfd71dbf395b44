// Selecting and moving on the shelf, by clicks and keys.

import { announce, attempt } from './notices.js';

export class ShelfKeys {
    /** @param {import('./shelf.js').Shelf} shelf */
    constructor(shelf) {
        this.shelf = shelf;
    }

    /**
     * Selects a row, or with Shift all rows since the last one.
     *
     * @param {number} position
     * @param {boolean} isExtended
     */
    async pick(position, isExtended) {
        const { selection } = this.shelf;
        const card = this.shelf.cache.at(position);
        if (!card) return;
        const from = selection.anchor;
        if (!isExtended || from === null) {
            selection.anchor = position;
            selection.toggle(card.page);
            return;
        }
        const isSelected = this.shelf.cache.at(from) ? selection.has(this.shelf.cache.at(from)?.page ?? '') : true;
        await attempt(async () => {
            const keys = await this.shelf.keysBetween(from, position);
            if (keys) selection.set(keys, isSelected);
            else await this.shelf.selectAll();
        });
    }

    /**
     * Handles the keys that need no shortcut of one key.
     *
     * @param {KeyboardEvent} event
     */
    press(event) {
        if (event.altKey || event.defaultPrevented) return;
        const { list, selection } = this.shelf;
        const { key } = event;
        if ((event.ctrlKey || event.metaKey) && key.toLowerCase() === 'a') {
            event.preventDefault();
            const loaded = this.shelf.cache.cards.map(({ page }) => page);
            if (loaded.every((page) => selection.has(page))) attempt(() => this.shelf.selectAll());
            else selection.set(loaded, true);
            return;
        }
        if (event.ctrlKey || event.metaKey) return;
        if (key === 'Escape' && selection.count > 0) {
            event.preventDefault();
            selection.clear();
            announce('Nothing is selected.');
            return;
        }
        const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0;
        if (step !== 0) {
            event.preventDefault();
            const from = list.current;
            const to = Math.max(list.base, Math.min(list.end - 1, from + step));
            if (event.shiftKey) this.extend(from, to);
            list.focus(to);
        } else if (key === 'Home' || key === 'End') {
            event.preventDefault();
            list.focus(key === 'Home' ? list.base : list.end - 1);
        }
    }

    /**
     * Extends the selection by one row, or takes the row that is left out of it again.
     *
     * @param {number} from
     * @param {number} to
     */
    extend(from, to) {
        const { selection } = this.shelf;
        const [first, second] = [this.shelf.cache.at(from), this.shelf.cache.at(to)];
        if (!first || !second || from === to) return;
        if (selection.anchor === null || !selection.has(first.page)) selection.anchor = from;
        const isBack = Math.abs(to - selection.anchor) < Math.abs(from - selection.anchor);
        if (isBack) selection.set([first.page], false);
        else selection.set([first.page, second.page], true);
    }

    /**
     * Moves the focus to the next or the previous row.
     *
     * @param {1 | -1} step
     */
    step(step) {
        const { list } = this.shelf;
        return list.focus(list.hasFocus ? list.current + step : list.current);
    }

    /**
     * Runs a key of the row with the focus, or of the selection.
     *
     * @param {'s' | 'f' | 't' | 'e' | 'x'} key
     */
    run(key) {
        const { list } = this.shelf;
        if (key !== 's' && this.shelf.selection.count > 0) {
            attempt(async () => (await this.shelf.loadBulk()).press(key));
            return true;
        }
        if (!list.hasFocus) return false;
        if (key === 's') {
            this.pick(list.current, false);
            return true;
        }
        const selector = { f: '.finish', t: '.later', e: '.edit', x: '.forget' }[key];
        /** @type {HTMLElement | null | undefined} */ (list.row?.querySelector(selector))?.click();
        return true;
    }
}
