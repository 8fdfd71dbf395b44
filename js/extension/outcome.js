// The parts that the extension's pages share. Text is always inserted as text, never as markup.

import { RING } from '../shared/ring.js';
import { CHECK_MARK, CROSS } from '../shared/symbols.js';

/** @typedef {import('./presentation.js').SymbolKind} SymbolKind */

/** The path and the CSS class of each symbol. */
const SYMBOLS = {
    busy: [RING.d, 'mark busy'],
    check: [CHECK_MARK, 'mark'],
    cross: [CROSS, 'mark wrong'],
};

/**
 * Returns the element with an id of the page.
 *
 * @param {string} id
 * @returns {HTMLElement}
 */
export function part(id) {
    return /** @type {HTMLElement} */ (document.getElementById(id));
}

/**
 * Returns a symbol of the status display, which CSS animates.
 *
 * @param {SymbolKind} kind
 */
function makeSymbol(kind) {
    const namespace = 'http://www.w3.org/2000/svg';
    const svg = document.createElementNS(namespace, 'svg');
    const path = document.createElementNS(namespace, 'path');
    const [d, className] = SYMBOLS[kind];
    svg.setAttribute('class', className);
    svg.setAttribute('viewBox', RING.frame.join(' '));
    svg.setAttribute('aria-hidden', 'true');
    path.setAttribute('d', d);
    path.setAttribute('pathLength', '1');
    svg.append(path);
    return svg;
}

/**
 * Shows the outcome of an action, in place of the previous one.
 *
 * @param {string} heading
 * @param {string} text
 * @param {SymbolKind} [kind] the symbol beside it
 */
export function showOutcome(heading, text, kind) {
    const first = document.createElement('h1');
    const second = document.createElement('p');
    first.textContent = heading;
    second.textContent = text;
    part('outcome').replaceChildren(...(kind ? [makeSymbol(kind)] : []), first, ...(text ? [second] : []));
}

/**
 * Shows that an action has failed.
 *
 * @param {string} heading
 * @param {unknown} problem an error with a message for people
 */
export function showProblem(heading, problem) {
    showOutcome(heading, /** @type {Error} */ (problem).message, 'cross');
}

/**
 * Returns a button.
 *
 * @param {string} label
 * @param {() => void} run called for each click
 * @param {string} [className]
 */
export function makeButton(label, run, className = '') {
    const made = document.createElement('button');
    made.type = 'button';
    made.textContent = label;
    made.className = className;
    made.addEventListener('click', run);
    return made;
}

/**
 * Shows a place: its site, its title and its words.
 *
 * @param {{url: string, title: string | null, quote: string | null}} place
 */
export function showPlace({ url, title, quote }) {
    part('site').textContent = siteOf(url);
    part('title').textContent = title || url;
    part('quote').textContent = quote ?? '';
    part('quote').hidden = !quote;
    part('place').hidden = false;
}

/** @param {string} address */
export function siteOf(address) {
    try {
        return new URL(address).host.replace(/^www\./, '');
    } catch {
        return address;
    }
}

/**
 * Shows the buttons for what the reader can do next, in place of the previous ones.
 *
 * @param {HTMLElement[]} actions
 */
export function showActions(...actions) {
    part('actions').replaceChildren(...actions);
}
