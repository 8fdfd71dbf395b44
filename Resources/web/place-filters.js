// The search field and the menus of sites and tags above the list of places.

import { part } from './elements.js';
import { sanitize } from './text.js';

export class PlaceFilters {
    /**
     * @param {() => void} onChange is called after words were typed, a filter was chosen or the form was submitted
     */
    constructor(onChange) {
        this.field = /** @type {HTMLInputElement} */ (part('query'));
        this.site = /** @type {HTMLSelectElement} */ (part('site'));
        this.tag = /** @type {HTMLSelectElement} */ (part('tag'));
        this.field.addEventListener('input', onChange);
        for (const filter of [this.site, this.tag]) filter.addEventListener('change', onChange);
        part('search').addEventListener('submit', (event) => {
            event.preventDefault();
            onChange();
        });
    }

    /** The parameters of the list that the filters describe. */
    get values() {
        return { q: this.field.value.trim(), site: this.site.value, tag: this.tag.value };
    }

    /** True if at least one filter is set. */
    get areSet() {
        return Boolean(this.field.value.trim() || this.site.value || this.tag.value);
    }

    /** The path and query of the list that the filters describe. */
    get address() {
        return listAddress(this.values);
    }

    /**
     * Shows the filters of an address.
     *
     * @param {string} search the query of the address
     */
    show(search) {
        const query = new URLSearchParams(search);
        const words = query.get('q') ?? '';
        if (this.field.value.trim() !== words) this.field.value = words;
        select(this.site, query.get('site') ?? '');
        select(this.tag, query.get('tag') ?? '');
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
    }

    /** Lets filters be cleared although the menus could not be filled. */
    enable() {
        for (const filter of [this.site, this.tag]) filter.disabled = false;
    }
}

/**
 * Returns the path and query of the list of places that match filters. Empty ones are omitted.
 *
 * @param {{q?: string, site?: string, tag?: string}} filters
 */
export function listAddress(filters) {
    const query = new URLSearchParams(Object.entries(filters).filter(([, value]) => value)).toString();
    return query ? `/?${query}` : '/';
}

/** @typedef {{name: string, count: number}} Tally */

/**
 * Selects a value, which is added if the menu does not contain it.
 *
 * @param {HTMLSelectElement} menu
 * @param {string} value
 */
function select(menu, value) {
    if (value && ![...menu.options].some((option) => option.value === value)) menu.append(new Option(value, value));
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
    menu.disabled = tallies.length === 0;
}
