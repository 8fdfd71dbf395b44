// The tabs, the search field and the menus above the shelf.

import { part, setText } from './elements.js';
import { areSet, countOf, listAddress, numberText, tabAddress, viewAfter, views } from './shelf-state.js';
import { sanitize } from './text.js';

/** @typedef {import('./shelf-state.js').Values} Values */
/** @typedef {{name: string, count: number}} Tally */

/**
 * The tags of the menu.
 *
 * @type {string[]}
 */
let known = [];

/** Returns the tags to suggest, the most frequent first: no more than people read through in a menu. */
export function knownTags() {
    return known;
}

export class ShelfFilters {
    /**
     * @param {() => void} onChange is called after words were typed, a filter was chosen or the form was submitted
     */
    constructor(onChange) {
        this.field = /** @type {HTMLInputElement} */ (part('query'));
        this.site = /** @type {HTMLSelectElement} */ (part('site'));
        this.tag = /** @type {HTMLSelectElement} */ (part('tag'));
        this.kind = /** @type {HTMLSelectElement} */ (part('kind'));
        this.sort = /** @type {HTMLSelectElement} */ (part('sort'));
        /** @type {Values['view']} */
        this.view = 'unfinished';
        /**
         * The view without a search.
         *
         * @type {Values['view']}
         */
        this.start = 'unfinished';
        /**
         * The numbers of all pages that match.
         *
         * @type {Partial<Record<import('./shelf-state.js').PageState, number>> | undefined}
         */
        this.counts = undefined;
        /** The filters before the next change. */
        this.shown = this.values;
        const change = () => {
            this.view = viewAfter(this.shown, this.values, this.start);
            this.shown = this.values;
            onChange();
        };
        this.field.addEventListener('input', change);
        for (const menu of [this.site, this.tag, this.kind, this.sort]) menu.addEventListener('change', change);
        part('shelf-bar').addEventListener('submit', (event) => {
            event.preventDefault();
            onChange();
        });
        const toggle = part('filters-toggle');
        toggle.addEventListener('click', () => {
            const isOpen = toggle.getAttribute('aria-expanded') !== 'true';
            toggle.setAttribute('aria-expanded', String(isOpen));
            part('shelf-bar').classList.toggle('open', isOpen);
        });
    }

    /** The filters that are shown. */
    get values() {
        return /** @type {Values} */ ({
            view: this.view, q: this.field.value.trim(), site: this.site.value, tag: this.tag.value,
            kind: this.kind.value, sort: this.sort.value,
        });
    }

    /** True if a filter other than the view and the order is set. */
    get areSet() {
        return areSet(this.values);
    }

    /** The address without filters: that of the view, or of the view from before a search. */
    get clearAddress() {
        const { view, values } = this;
        const cleared = viewAfter(values, { ...values, q: '', site: '', tag: '' }, this.start);
        return listAddress({ view: view === 'trash' ? 'all' : cleared });
    }

    /** The path and query of the list that the filters describe. */
    get address() {
        return listAddress(this.values);
    }

    /**
     * Shows filters, and marks the tab of their view.
     *
     * @param {Values} values
     * @param {Values['view']} [start] the view without a search
     */
    show(values, start = 'unfinished') {
        this.view = values.view;
        this.start = start;
        if (this.field.value.trim() !== values.q) this.field.value = values.q;
        select(this.site, values.site);
        select(this.tag, values.tag);
        this.kind.value = values.kind;
        this.sort.value = values.sort;
        this.shown = this.values;
        this.mark();
    }

    /** Marks the tab of the view, lets all tabs keep the filters, and shows how many are set. */
    mark() {
        const { view, site, tag, kind } = this.values;
        for (const name of views) {
            const tab = tabOf(name);
            tab.setAttribute('href', tabAddress(this.values, name));
            if (name === view) tab.setAttribute('aria-current', 'page');
            else tab.removeAttribute('aria-current');
        }
        const number = [site, tag, kind].filter(Boolean).length;
        part('filters-count').hidden = number === 0;
        part('filters-count').textContent = String(number);
        part('clear').hidden = !this.areSet;
        part('shelf-bars').classList.toggle('bare', view === 'trash');
        this.revealTab();
    }

    /** Scrolls the tabs sideways to that of the view, which a narrow window may not show. */
    revealTab() {
        const tab = tabOf(this.view);
        const row = part('shelf-tabs');
        if (row.scrollWidth <= row.clientWidth) return;
        row.scrollLeft = tab.offsetLeft - row.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2;
    }

    /**
     * Shows the numbers of pages on the tabs.
     *
     * @param {Partial<Record<import('./shelf-state.js').PageState, number>> | undefined} counts
     * @param {number | undefined} trash
     */
    showCounts(counts, trash) {
        let isChanged = false;
        this.counts = counts ?? this.counts;
        for (const name of views) {
            const number = countOf(name, counts, trash);
            if (number === undefined) continue;
            const text = name === 'trash' ? number.toLocaleString() : this.numberText(number);
            const box = /** @type {HTMLElement} */ (tabOf(name).querySelector('.number'));
            isChanged ||= box.textContent !== text;
            setText(box, text);
        }
        if (isChanged) this.revealTab();
    }

    /**
     * Returns the text of a number of found pages.
     *
     * @param {number} number
     */
    numberText(number) {
        return numberText(number, this.values, this.counts);
    }

    /**
     * Fills the menus.
     *
     * @param {Tally[]} sites
     * @param {Tally[]} tags
     */
    fill(sites, tags) {
        fillMenu(this.site, sites, 'All sites');
        fillMenu(this.tag, tags, 'All tags');
        known = tags.map(({ name }) => name);
    }

    /** Lets filters be cleared although the menus could not be filled. */
    enable() {
        for (const filter of [this.site, this.tag]) filter.disabled = false;
    }
}

/** @param {string} view */
function tabOf(view) {
    return /** @type {HTMLElement} */ (part('shelf-tabs').querySelector(`[data-tab="${view}"]`));
}

/**
 * Selects a value, which is added if the menu does not contain it.
 *
 * @param {HTMLSelectElement} menu
 * @param {string} value
 */
function select(menu, value) {
    if (value && ![...menu.options].some((option) => option.value === value)) {
        menu.append(new Option(sanitize(value), value));
    }
    menu.value = value;
}

/**
 * Fills a menu. The selected value stays selected.
 *
 * @param {HTMLSelectElement} menu
 * @param {Tally[]} tallies
 * @param {string} all the label of the first option, which selects everything
 */
function fillMenu(menu, tallies, all) {
    const { value } = menu;
    const options = tallies.map(({ name, count: number }) => new Option(`${sanitize(name)} (${number})`, name));
    menu.replaceChildren(new Option(all, ''), ...options);
    select(menu, value);
    menu.disabled = tallies.length === 0 && !value;
}
