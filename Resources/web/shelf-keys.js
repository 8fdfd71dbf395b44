// What clicks and keys on a row of the shelf do.

import { api } from './api.js';
import { announce, attempt, loadPart } from './notices.js';
import { changeShelf, changeText, keep } from './shelf-changes.js';
import { cardOf, positionOf } from './shelf-row.js';
import { chunkSize, requestOf } from './shelf-state.js';
import { count } from './text.js';

/** More rows than this are selected as *all that match*. */
const rangeLimit = 2000;

export class ShelfKeys {
    /** @param {import('./shelf.js').Shelf} shelf */
    constructor(shelf) {
        this.shelf = shelf;
    }

    /**
     * Runs what was clicked in a row.
     *
     * @param {MouseEvent} event
     */
    click(event) {
        const target = event.target instanceof Element ? event.target : null;
        const row = target?.closest('.row');
        const card = cardOf(row);
        if (!target || !row || !card) return;
        if (target.matches('.pick input')) {
            this.pick(positionOf(row), event.shiftKey);
            return;
        }
        if (event.shiftKey && target.closest('.pick')) {
            // Firefox passes clicks with a key on a label to no checkbox.
            event.preventDefault();
            this.pick(positionOf(row), true);
            return;
        }
        const one = { pages: [card.page] };
        if (target.closest('.finish')) {
            const isFinished = card.state === 'finished';
            attempt(() => changeShelf(this.shelf, { kind: 'mark', state: isFinished ? 'unfinished' : 'finished' }, one,
                changeText(isFinished ? 'Reopened' : 'Finished', 1, card.place)));
        } else if (target.closest('.later')) {
            attempt(async () => (await this.shelf.loadBulk()).later(one, card.place));
        } else if (target.closest('.keep')) {
            attempt(() => keep(card.place, this.shelf));
        } else if (target.closest('.edit')) {
            attempt(async () => (await loadPart(() => import('./shelf-parts.js'))).openMarks(card, this.shelf));
        } else if (target.closest('.forget')) {
            const text = card.places > 1
                ? `${changeText('Forgot', 1, card.place)} with its ${count(card.places, 'place')}`
                : changeText('Forgot', 1, card.place);
            attempt(() => changeShelf(this.shelf, { kind: 'forget' }, one, text));
        }
    }

    /**
     * Selects a row, or with Shift all rows since the last one.
     *
     * @param {number} position
     * @param {boolean} isExtended
     */
    async pick(position, isExtended) {
        const { cache, selection } = this.shelf;
        const card = cache.at(position);
        if (!card) return;
        const { anchor } = selection;
        const from = anchor === null ? -1 : cache.indexOf(anchor);
        if (!isExtended || anchor === null || from < 0) {
            selection.anchor = card.page;
            selection.toggle(card.page);
            return;
        }
        const isSelected = selection.has(anchor);
        await attempt(async () => {
            const keys = await this.keysBetween(from, position, isSelected ? undefined : Infinity);
            if (keys) selection.set(keys, isSelected);
            else await this.selectAll();
        });
    }

    /**
     * Returns the page keys of some rows, also of those that are not loaded.
     *
     * @param {number} from
     * @param {number} to the position of the last one, in either order
     * @param {number} [limit]
     * @returns {Promise<string[] | null>} null if they are more than the limit
     */
    async keysBetween(from, to, limit = rangeLimit) {
        const [start, last] = [Math.min(from, to), Math.max(from, to)];
        if (last - start >= limit) return null;
        /** @type {string[]} */
        const keys = [];
        for (let number = Math.floor(start / chunkSize); number * chunkSize <= last; number += 1) {
            const cards = this.shelf.cache.chunks.get(number)
                ?? (await api.shelf(requestOf(this.shelf.values, number * chunkSize))).pages;
            cards.forEach(({ page }, index) => {
                const position = number * chunkSize + index;
                if (position >= start && position <= last) keys.push(page);
            });
            if (cards.length < chunkSize) break;
        }
        return keys;
    }

    /** Selects all pages that match. */
    async selectAll() {
        const { selection, total } = this.shelf;
        if (total !== null) {
            selection.selectAll(total);
        } else {
            // Only a search does not know its number of pages, and it finds at most this many.
            selection.set(await this.keysBetween(0, rangeLimit - 1) ?? [], true);
        }
        announce(`${count(selection.count, 'page')} selected.`);
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
            if (loaded.every((page) => selection.has(page))) attempt(() => this.selectAll());
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
        const { cache, selection } = this.shelf;
        const [first, second] = [cache.at(from), cache.at(to)];
        if (!first || !second || from === to) return;
        let anchor = selection.anchor === null ? -1 : cache.indexOf(selection.anchor);
        if (anchor < 0 || !selection.has(first.page)) {
            selection.anchor = first.page;
            anchor = from;
        }
        const isBack = Math.abs(to - anchor) < Math.abs(from - anchor);
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

    /** Opens the view of the row's place at its links. */
    openLinks() {
        const { list } = this.shelf;
        const card = list.hasFocus ? this.shelf.cache.at(list.current) : undefined;
        if (card) this.shelf.navigate(`/places/${card.resume}#links`);
        return card !== undefined;
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
