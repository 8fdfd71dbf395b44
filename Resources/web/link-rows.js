// The rows of the list of links: one element for each link that has been scrolled to, the keyboard and the selection.

import { element, fromTemplate, loadNearEnd, part } from './elements.js';
import { announce } from './notices.js';
import { count, sanitize, short, site, title } from './text.js';

/** @typedef {import('./links-state.js').Link} Link */

// The number of rows that are added at a time, since a page can have ten thousand links.
const chunk = 100;

export class LinkRows {
    /**
     * @param {import('./links-state.js').LinksState} state
     * @param {() => void} onSelect is called after the selection has changed
     * @param {(row: HTMLElement, button: HTMLButtonElement, link: Link) => void} onQueue is called when the button of
     *   a row is pressed
     */
    constructor(state, onSelect, onQueue) {
        this.state = state;
        this.onSelect = onSelect;
        this.onQueue = onQueue;
        this.list = part('link-list');
        this.template = /** @type {HTMLTemplateElement} */ (part('link-template'));
        this.list.addEventListener('keydown', (event) => this.press(event));
        this.list.addEventListener('click', (event) => this.click(event));
        this.list.addEventListener('focusin', (event) => {
            const row = event.target instanceof Element ? event.target.closest('.link') : null;
            if (row instanceof HTMLElement) this.setTabStop(row);
        });
        this.end = element('li', { className: 'end' });
        this.end.setAttribute('aria-hidden', 'true');
        this.observeEnd = loadNearEnd(this.end, '600px', () => this.showMore());
    }

    /** Replaces the rows by those of the links that are shown now. */
    reload() {
        this.list.replaceChildren(this.end);
        this.showMore();
    }

    /** Adds the next rows. */
    showMore() {
        const { shown } = this.state;
        const from = this.list.children.length - 1;
        const rows = shown.slice(from, from + chunk).map((link, index) => this.makeRow(link, from + index));
        this.end.before(...rows);
        const isWhole = from + rows.length >= shown.length;
        this.end.hidden = isWhole;
        this.observeEnd();
    }

    /**
     * @param {Link} link
     * @param {number} index
     */
    makeRow(link, index) {
        const row = fromTemplate(this.template);
        const part = (/** @type {string} */ selector) => /** @type {HTMLElement} */ (row.querySelector(selector));
        const address = sanitize(link.url ?? link.raw ?? '');
        const { target } = link;
        const label = title(link.text) || address;
        row.dataset.index = String(index);
        const box = /** @type {HTMLInputElement} */ (part('input'));
        box.checked = this.state.selected.has(link);
        box.setAttribute('aria-label', short(label, 120));
        row.classList.toggle('selected', box.checked);
        const anchor = part('a');
        const button = /** @type {HTMLButtonElement} */ (part('button'));
        anchor.textContent = label;
        part('small').textContent = label === address ? site(address) : address;
        part('.kind').textContent = link.kind === 'anchor'
            ? (link.isInView && this.state.isWholePage ? 'in view' : '')
            : link.kind ?? '';
        if (target) {
            anchor.setAttribute('href', target);
            button.setAttribute('aria-label', `Queue ${short(label, 120)}`);
            if (this.state.queued.has(target)) showQueued(button);
        } else {
            // Other schemes, such as `mailto:` or `javascript:`, are shown but cannot be followed.
            box.disabled = true;
            button.remove();
        }
        // The Tab key stops once in the whole list; arrow keys move from row to row.
        const isStop = index === 0;
        for (const stop of [box, anchor, button]) stop.tabIndex = isStop ? 0 : -1;
        return row;
    }

    /**
     * Makes a row the only one that the Tab key stops at.
     *
     * @param {HTMLElement} row
     */
    setTabStop(row) {
        for (const stop of this.list.querySelectorAll('[tabindex="0"]')) {
            if (!row.contains(stop)) /** @type {HTMLElement} */ (stop).tabIndex = -1;
        }
        for (const stop of row.querySelectorAll('input, a, button')) /** @type {HTMLElement} */ (stop).tabIndex = 0;
    }

    /** The rows that have been created. */
    get rows() {
        return /** @type {HTMLElement[]} */ ([...this.list.querySelectorAll('.link')]);
    }

    /**
     * Returns the link of a row.
     *
     * @param {HTMLElement} row
     */
    linkOf(row) {
        return this.state.shown[Number(row.dataset.index)];
    }

    /**
     * Returns the row at an index, which is created if necessary.
     *
     * @param {number} index
     */
    rowAt(index) {
        while (index >= this.list.children.length - 1 && !this.end.hidden) this.showMore();
        return /** @type {HTMLElement | undefined} */ (this.list.children[index]);
    }

    /**
     * Returns the rows of links that are in the viewport.
     *
     * @param {Link[]} links
     */
    visibleRows(links) {
        const wanted = new Set(links);
        return this.rows.filter((row) => wanted.has(this.linkOf(row)) && isInViewport(row));
    }

    /**
     * @param {KeyboardEvent} event
     */
    press(event) {
        const box = event.target;
        if (!(box instanceof HTMLInputElement)) return;
        const { state } = this;
        const index = Number(/** @type {HTMLElement} */ (box.closest('.link')).dataset.index);
        const steps = /** @type {Record<string, number>} */ ({
            ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10, Home: -index, End: state.shown.length - 1 - index,
        });
        if (event.key === 'a' && (event.ctrlKey || event.metaKey)) {
            event.preventDefault();
            this.selectAll(state.selected.size < state.selectable.length);
        } else if (event.key in steps && !event.altKey && !event.ctrlKey && !event.metaKey) {
            event.preventDefault();
            const next = Math.min(state.shown.length - 1, Math.max(0, index + steps[event.key]));
            if (event.shiftKey) this.select(index, next, true);
            else state.anchor = next;
            this.rowAt(next)?.querySelector('input')?.focus();
        }
    }

    /**
     * @param {MouseEvent} event
     */
    click(event) {
        const target = event.target instanceof Element ? event.target : null;
        const row = /** @type {HTMLElement | null} */ (target?.closest('.link') ?? null);
        if (!row || !target) return;
        const index = Number(row.dataset.index);
        if (target instanceof HTMLInputElement) {
            const from = event.shiftKey ? this.state.anchor : index;
            this.select(from, index, target.checked);
            if (!event.shiftKey) this.state.anchor = index;
        } else if (target instanceof HTMLButtonElement && !target.ariaDisabled) {
            this.onQueue(row, target, this.linkOf(row));
        }
    }

    /**
     * Selects or deselects the rows from one index to another.
     *
     * @param {number} from
     * @param {number} to
     * @param {boolean} isOn
     */
    select(from, to, isOn) {
        for (const index of this.state.selectRange(from, to, isOn)) {
            // A row that is created later shows its state then.
            const row = this.list.children[index];
            if (row instanceof HTMLElement && row !== this.end) showSelected(row, isOn);
        }
        this.onSelect();
    }

    /**
     * @param {boolean} isOn
     */
    selectAll(isOn) {
        this.state.selectAll(isOn);
        for (const row of this.rows) showSelected(row, isOn);
        this.onSelect();
        announce(isOn ? `${count(this.state.selected.size, 'link')} selected` : 'No link selected');
    }

    /** Updates all rows after links were queued. */
    update() {
        for (const row of this.rows) {
            const link = this.linkOf(row);
            const button = row.querySelector('button');
            if (button && this.state.queued.has(link.target ?? '')) showQueued(button);
            showSelected(row, this.state.selected.has(link));
        }
    }
}

/**
 * Shows on the button of a row that its link is queued.
 *
 * @param {HTMLButtonElement} button
 */
export function showQueued(button) {
    button.ariaDisabled = 'true';
    button.textContent = 'Queued';
    button.classList.add('done');
}

/**
 * @param {HTMLElement} row
 * @param {boolean} isSelected
 */
function showSelected(row, isSelected) {
    const box = row.querySelector('input');
    if (box) box.checked = isSelected && !box.disabled;
    row.classList.toggle('selected', box?.checked === true);
}

/**
 * Returns true if a part of a row is in the viewport.
 *
 * @param {Element} row
 */
function isInViewport(row) {
    const { top, bottom } = row.getBoundingClientRect();
    return bottom > 0 && top < innerHeight;
}
