// Keys. Whoever speaks to the computer, or presses keys unawares, can switch single keys off (WCAG 2.1.4).

import { element } from './notices.js';

const store = 'leftoff-single-keys';
/** In ms: how long after the first of two keys the second one counts. */
const longestPause = 1500;

/** Whether single keys are shortcuts. */
export function hasSingleKeys() {
    try {
        return localStorage.getItem(store) !== 'off';
    } catch {
        return true;
    }
}

/**
 * @param {boolean} isOn
 */
export function setSingleKeys(isOn) {
    try {
        localStorage.setItem(store, isOn ? 'on' : 'off');
    } catch {
        // A browser that keeps nothing has them on.
    }
}

/** @typedef {{keys: string, words: string, run?: (event: KeyboardEvent) => boolean | void}} Shortcut */

export class Shortcuts {
    /**
     * @param {Shortcut[]} shortcuts those without `run` are only listed: somebody else listens for them
     */
    constructor(shortcuts) {
        this.dialog = /** @type {HTMLDialogElement} */ (document.getElementById('keys-dialog'));
        /** @type {Map<string, Shortcut>} */
        this.shortcuts = new Map(shortcuts.filter((one) => one.run).map((one) => [one.keys, one]));
        const list = /** @type {HTMLElement} */ (document.getElementById('keys-list'));
        list.replaceChildren(...shortcuts.flatMap(({ keys, words }) => [
            element('dt', {}, ...keys.split(' ').map((key) => element('kbd', { text: key }))),
            element('dd', { text: words }),
        ]));
        /** The first key of two, and when it was pressed. */
        this.first = '';
        this.pressed = 0;
        document.addEventListener('keydown', (event) => this.press(event));
    }

    show() {
        if (!this.dialog.open) this.dialog.showModal();
    }

    /**
     * @param {KeyboardEvent} event
     */
    press(event) {
        if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.defaultPrevented) return;
        if (!hasSingleKeys() || document.querySelector('dialog[open]')) return;
        const target = event.target instanceof HTMLElement ? event.target : document.body;
        if (target.matches('input:not([type="checkbox"], [type="radio"]), textarea, select') || target.isContentEditable) return;
        // By when the keys were pressed: a busy page may hear of both late.
        const first = event.timeStamp - this.pressed < longestPause ? this.first : '';
        this.first = '';
        const shortcut = this.shortcuts.get(first ? `${first} ${event.key}` : event.key);
        if (shortcut) {
            if (shortcut.run?.(event) !== false) event.preventDefault();
        } else if (!first && [...this.shortcuts.keys()].some((keys) => keys.startsWith(`${event.key} `))) {
            this.first = event.key;
            this.pressed = event.timeStamp;
        }
    }
}
