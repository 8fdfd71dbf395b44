// The menus of sites and tags above the list of places.

import { plain } from './text.js';

/**
 * Selects a value, which is added if the menu does not contain it.
 *
 * @param {HTMLSelectElement} select
 * @param {string} value
 */
export function choose(select, value) {
    if (value && ![...select.options].some((option) => option.value === value)) select.append(new Option(value, value));
    select.value = value;
}

/**
 * Fills a menu. What is selected stays selected.
 *
 * @param {HTMLSelectElement} select
 * @param {{name: string, count: number}[]} tallies
 * @param {string} all the label of the first option, which selects everything
 */
export function fill(select, tallies, all) {
    const { value } = select;
    const options = tallies.map(({ name, count: number }) => new Option(`${plain(name)} (${number})`, name));
    select.replaceChildren(new Option(all, ''), ...options);
    choose(select, value);
    select.disabled = tallies.length === 0;
}
