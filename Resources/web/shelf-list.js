// The rows of the shelf: only those in the view and near it are elements, whose number is bounded. shelf-window.js
// decides which ones.

import { part } from './elements.js';
import { cardOf, fillRow, makeRow, positionOf } from './shelf-row.js';
import { rowLimit, visibleRange } from './shelf-window.js';

/** In rem, so that a larger text gets higher rows. Fixed, so that the position of each row is known. */
const rowHeights = /** @type {const} */ ({
    compact: { wide: 3.25, narrow: 3.75 }, comfortable: { wide: 9.25, narrow: 11.75 },
});
/** The number of elements, beside the one with the focus. */
const elementLimit = 80;

export class ShelfList {
    /**
     * @param {import('./shelf-window.js').ChunkCache} cache
     * @param {import('./shelf-selection.js').ShelfSelection} selection
     * @param {(start: number, end: number) => void} onRange is called with the rows that must be loaded
     */
    constructor(cache, selection, onRange) {
        this.cache = cache;
        this.selection = selection;
        this.onRange = onRange;
        this.box = part('cards');
        this.template = /** @type {HTMLTemplateElement} */ (part('row-template'));
        /**
         * The elements by the positions of their rows.
         *
         * @type {Map<number, HTMLElement>}
         */
        this.rows = new Map();
        /** @type {HTMLElement[]} */
        this.pool = [];
        /** The position of the first row of this list, if all rows would be higher than a browser can draw. */
        this.base = 0;
        /** The position of the row that Tab reaches. */
        this.current = 0;
        /**
         * The position of the row that gets the focus when it is loaded.
         *
         * @type {number | null}
         */
        this.wanted = null;
        /**
         * The element that had the focus when a row was wanted.
         *
         * @type {Element | null}
         */
        this.origin = null;
        /** @type {import('./shelf-state.js').Density} */
        this.density = 'comfortable';
        this.narrow = matchMedia('(max-width: 40rem)');
        this.rowHeight = 0;
        /** The distance of the list from the top of the page, and the height of the bars above the view, in px. */
        this.top = 0;
        this.covered = 0;
        this.isDrawn = false;
        this.isMeasured = false;
        addEventListener('scroll', () => this.draw(), { passive: true });
        const measure = () => this.measure();
        addEventListener('resize', measure);
        this.narrow.addEventListener('change', measure);
        const observer = new ResizeObserver(measure);
        for (const id of ['shelf-bars', 'places-notice', 'shelf-tabs']) observer.observe(part(id));
        this.box.addEventListener('focusin', (event) => {
            const position = positionOf(/** @type {Element} */ (event.target).closest('.row'));
            if (position >= 0 && position !== this.current) {
                this.current = position;
                this.wanted = null;
                this.draw();
            }
        });
    }

    /** The positions that this list shows. */
    get end() {
        return Math.min(this.cache.length, this.base + rowLimit(this.rowHeight || 1));
    }

    /** True if the focus is in the list. */
    get hasFocus() {
        return this.box.contains(document.activeElement);
    }

    /** The row with the focus, or that Tab reaches. */
    get row() {
        return this.rows.get(this.current);
    }

    /**
     * @param {import('./shelf-state.js').Density} density
     */
    setDensity(density) {
        // The row at the top of the view stays there.
        const first = this.rowHeight > 0 ? Math.floor((scrollY + this.covered - this.top) / this.rowHeight) : 0;
        this.density = density;
        this.box.classList.toggle('compact', density === 'compact');
        this.measure();
        if (first > 0) scrollTo(0, this.top - this.covered + first * this.rowHeight);
    }

    /** Begins another list at its first row. */
    reset() {
        this.base = 0;
        this.current = 0;
        this.wanted = null;
        this.measure();
    }

    /** Reads the layout before the next drawing. */
    measure() {
        this.isMeasured = false;
        this.draw();
    }

    /** Draws the rows with the next frame. */
    draw() {
        if (this.isDrawn) return;
        this.isDrawn = true;
        requestAnimationFrame(() => {
            this.isDrawn = false;
            this.render();
        });
    }

    /** Draws the rows. */
    render() {
        if (part('places').hidden) return;
        // All reads come before all writes, so that the browser computes the layout once.
        if (!this.isMeasured) {
            const rem = parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
            this.rowHeight = rowHeights[this.density][this.narrow.matches ? 'narrow' : 'wide'] * rem;
            this.top = this.box.getBoundingClientRect().top + scrollY;
            const bars = part('shelf-bars');
            const masthead = document.querySelector('.masthead')?.getBoundingClientRect().height ?? 0;
            const isSticky = getComputedStyle(bars).position === 'sticky';
            this.covered = isSticky ? bars.getBoundingClientRect().height + masthead : 0;
            part('places').style.setProperty('--masthead', `${masthead}px`);
            part('places').style.setProperty('--covered', `${this.covered}px`);
            this.isMeasured = true;
        }
        const { rowHeight } = this;
        const length = Math.max(0, this.end - this.base);
        const shown = Math.ceil(innerHeight / rowHeight);
        const overscan = Math.max(2, Math.min(shown, Math.floor((elementLimit - shown) / 2)));
        const range = visibleRange(scrollY - this.top, innerHeight, rowHeight, length, overscan);
        const [start, end] = [range.start + this.base, range.end + this.base];
        const focused = document.activeElement?.closest('#cards .row');
        this.box.style.height = `${length * rowHeight}px`;
        this.box.style.setProperty('--row-height', `${rowHeight}px`);
        for (const [position, row] of this.rows) {
            const isKept = row === focused && position < this.end && position >= this.base;
            if ((position >= start && position < end) || isKept) continue;
            this.rows.delete(position);
            this.pool.push(row);
        }
        this.keepReachable(start, end);
        for (let position = start; position < end; position += 1) this.place(position);
        for (const position of this.rows.keys()) if (position < start || position >= end) this.place(position);
        for (const row of this.pool) row.remove();
        this.pool.length = Math.min(this.pool.length, elementLimit);
        if (length > 0) this.onRange(start, end);
        this.focusWanted();
    }

    /**
     * Lets Tab reach a row of the view, unless the focus is in the list or returns to it from a dialog.
     *
     * @param {number} start of the rows that are elements
     * @param {number} end
     */
    keepReachable(start, end) {
        const isAway = !this.hasFocus && this.wanted === null && !document.activeElement?.closest('dialog');
        if (isAway && (this.current < start || this.current >= end)) {
            this.current = this.base + Math.ceil((scrollY + this.covered - this.top) / this.rowHeight);
        }
        this.current = Math.max(this.base, Math.min(this.current, this.end - 1));
    }

    /**
     * Shows the row of a position.
     *
     * @param {number} position
     */
    place(position) {
        let row = this.rows.get(position);
        if (!row) {
            row = this.pool.pop() ?? makeRow(this.template);
            this.rows.set(position, row);
        }
        row.style.transform = `translateY(${(position - this.base) * this.rowHeight}px)`;
        const card = this.cache.at(position);
        fillRow(row, card, {
            position, total: this.cache.total, isSelected: card !== undefined && this.selection.has(card.page),
            isCurrent: position === this.current,
        });
        // Tab and screen readers follow the order of the elements.
        const next = this.following(position);
        if (!row.isConnected || row.nextElementSibling !== next) this.box.insertBefore(row, next);
    }

    /**
     * Returns the element of the next row that is in the document.
     *
     * @param {number} position
     */
    following(position) {
        let nearest = Infinity;
        for (const [other, row] of this.rows) {
            if (other > position && other < nearest && row.parentNode === this.box) nearest = other;
        }
        return this.rows.get(nearest) ?? null;
    }

    /**
     * Moves the focus to a row, which is scrolled into the view.
     *
     * @param {number} position
     * @returns {boolean} false if there are no rows
     */
    focus(position) {
        if (this.end <= this.base) return false;
        if (!this.isMeasured) this.render();
        this.wanted = Math.max(this.base, Math.min(this.end - 1, position));
        this.current = this.wanted;
        this.origin = document.activeElement;
        const y = this.top + (this.wanted - this.base) * this.rowHeight;
        if (y < scrollY + this.covered) scrollTo(0, y - this.covered - 4);
        else if (y + this.rowHeight > scrollY + innerHeight) scrollTo(0, y + this.rowHeight - innerHeight + 4);
        this.render();
        return true;
    }

    /** Moves the focus to the row that waits for it, if that is loaded and the reader has not moved it elsewhere. */
    focusWanted() {
        if (this.wanted === null) return;
        const active = document.activeElement;
        if (active !== this.origin && active !== document.body && !this.hasFocus) {
            this.wanted = null;
            return;
        }
        const row = this.rows.get(this.wanted);
        if (!row || !cardOf(row)) return;
        this.wanted = null;
        /** @type {HTMLElement} */ (row.querySelector('.title')).focus({ preventScroll: true });
    }
}
