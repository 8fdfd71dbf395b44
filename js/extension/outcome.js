// The parts of the popup and of the pairing page. Text is always inserted as text, never as markup.

import { CHECK_MARK, CROSS } from '../shared/symbols.js';

/**
 * Returns a symbol of the status display, whose stroke CSS animates.
 *
 * @param {'check' | 'cross'} kind
 */
function symbol(kind) {
    const namespace = 'http://www.w3.org/2000/svg';
    const svg = document.createElementNS(namespace, 'svg');
    const path = document.createElementNS(namespace, 'path');
    svg.setAttribute('class', kind === 'check' ? 'mark' : 'mark wrong');
    svg.setAttribute('viewBox', '-8 -8 104 104');
    svg.setAttribute('aria-hidden', 'true');
    path.setAttribute('d', kind === 'check' ? CHECK_MARK : CROSS);
    path.setAttribute('pathLength', '1');
    svg.append(path);
    return svg;
}

/**
 * Shows the outcome of an action, in place of the previous one.
 *
 * @param {string} heading
 * @param {string} text
 * @param {'check' | 'cross'} [kind] the symbol beside it
 */
export function showOutcome(heading, text, kind) {
    const first = document.createElement('h1');
    const second = document.createElement('p');
    first.textContent = heading;
    second.textContent = text;
    const outcome = /** @type {HTMLElement} */ (document.getElementById('outcome'));
    outcome.replaceChildren(...(kind ? [symbol(kind)] : []), first, ...(text ? [second] : []));
}

/**
 * Returns a button.
 *
 * @param {string} label
 * @param {() => void} run called for each click
 * @param {string} [className]
 */
export function button(label, run, className = '') {
    const made = document.createElement('button');
    made.type = 'button';
    made.textContent = label;
    made.className = className;
    made.addEventListener('click', run);
    return made;
}

/**
 * Shows the buttons for what the reader can do next, in place of the previous ones.
 *
 * @param {HTMLElement[]} actions
 */
export function showActions(...actions) {
    /** @type {HTMLElement} */ (document.getElementById('actions')).replaceChildren(...actions);
}
