// The label of a place that was kept without a click, with the buttons that keep it or forget it for good.

import { element } from './elements.js';

/** @typedef {import('./library-state.js').Place} Place */

/**
 * @typedef {object} AutomaticActions
 * @property {(place: Place) => void} onKeep
 * @property {(place: Place) => void} onRefuse
 */

/**
 * Shows that a place was kept automatically, before an element. Removes the label from any other place.
 *
 * @param {HTMLElement} next
 * @param {Place} place
 * @param {AutomaticActions} actions
 */
export function showAutomatic(next, place, { onKeep, onRefuse }) {
    const old = next.previousElementSibling?.classList.contains('automatic') ? next.previousElementSibling : null;
    if (place.origin !== 'automatic') {
        old?.remove();
        return;
    }
    // The place may be renewed while a button has the focus.
    if (old) {
        old.querySelector('span')?.replaceChildren(text(place));
        return;
    }
    const label = element('span', { text: text(place) });
    const keep = element('button', { text: 'Keep' });
    const refuse = element('button', { text: 'Forget for good' });
    for (const button of [keep, refuse]) button.setAttribute('type', 'button');
    keep.addEventListener('click', () => onKeep(place));
    refuse.addEventListener('click', () => onRefuse(place));
    next.before(element('div', { className: 'automatic' }, label, keep, refuse));
}

/** @param {Place} place */
function text({ expiresAt }) {
    if (!expiresAt) return 'Kept automatically';
    const day = new Date(expiresAt).toLocaleDateString(undefined, { day: 'numeric', month: 'long' });
    return `Kept automatically until ${day}`;
}
