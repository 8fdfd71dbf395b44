// What popup and pairing page are made of. Text is only ever text.

import { CHECK_MARK, CROSS } from '../shared/symbols.js';

/**
 * A sign of the status display, which draws itself.
 * @param {'check' | 'cross'} kind
 */
export function sign(kind) {
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
 * Says what has come of something.
 * @param {string} heading
 * @param {string} text
 * @param {'check' | 'cross'} [kind]
 */
export function say(heading, text, kind) {
    const first = document.createElement('h1');
    const second = document.createElement('p');
    first.textContent = heading;
    second.textContent = text;
    const outcome = /** @type {HTMLElement} */ (document.getElementById('outcome'));
    outcome.replaceChildren(...(kind ? [sign(kind)] : []), first, ...(text ? [second] : []));
}

/**
 * @param {string} label
 * @param {() => void} run
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

/** @param {HTMLElement[]} actions */
export function offer(...actions) {
    /** @type {HTMLElement} */ (document.getElementById('actions')).replaceChildren(...actions);
}
