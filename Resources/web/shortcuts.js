// Keyboard shortcuts. Single-key shortcuts can be turned off (WCAG 2.2, success criterion 2.1.4).

import { element, part } from './elements.js';

const store = 'leftoff-single-keys';
/** In ms: the longest time between the two keys of a shortcut. */
const sequenceTimeout = 1500;

/** Returns true if single-key shortcuts are on. */
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
        // Without storage, they are always on.
    }
}

/** @typedef {{keys: string, label: string, run?: (event: KeyboardEvent) => boolean | void}} Shortcut */

export class Shortcuts {
    /**
     * @param {Shortcut[]} shortcuts a shortcut without `run` is only listed, and handled elsewhere;
     *   one without a label is not listed
     */
    constructor(shortcuts) {
        this.dialog = /** @type {HTMLDialogElement} */ (part('keys-dialog'));
        /** @type {Map<string, Shortcut>} */
        this.shortcuts = new Map(shortcuts.filter((one) => one.run).map((one) => [one.keys, one]));
        part('keys-list').replaceChildren(...shortcuts.filter(({ label }) => label).flatMap(({ keys, label }) => [
            element('dt', {}, ...keys.split(' ').map((key) => element('kbd', { text: key }))),
            element('dd', { text: label }),
        ]));
        /** The first key of two, and the time when it was pressed. */
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
        if (target.isContentEditable) return;
        if (target.matches('input:not([type="checkbox"], [type="radio"]), textarea, select')) return;
        // Event times, since a busy page may receive both events late.
        const first = event.timeStamp - this.pressed < sequenceTimeout ? this.first : '';
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
