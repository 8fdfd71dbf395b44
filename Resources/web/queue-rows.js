// The rows of the queue: one element for each download.

import { fromTemplate, part, setText } from './elements.js';
import { foldAway, glide, StateSymbol } from './motion.js';
import {
    describeNextAttempt, listNames, listOf, lists, nameOf, stateNames, updateInterval,
} from './queue-state.js';
import { fileName, sanitize, site } from './text.js';

/** @typedef {import('./queue-state.js').Item} Item */
/** @typedef {import('./queue-state.js').ListName} ListName */

/** The rows of the three lists. */
export class QueueRows {
    /**
     * @param {import('./queue-state.js').QueueState} state
     * @param {(row: HTMLElement, id: string) => void} onRow adds the listeners of a new row
     */
    constructor(state, onRow) {
        this.state = state;
        this.onRow = onRow;
        this.template = /** @type {HTMLTemplateElement} */ (part('item-template'));
        /** @type {Map<string, {row: HTMLElement, symbol: StateSymbol, list: ListName}>} */
        this.entries = new Map();
        /**
         * The timer of the waiting times.
         *
         * @type {ReturnType<typeof setTimeout> | undefined}
         */
        this.timer = undefined;
    }

    /**
     * @param {ListName} name
     */
    listElement(name) {
        return /** @type {HTMLElement} */ (part(name).querySelector('.items'));
    }

    /**
     * @param {ListName} name
     * @returns {HTMLElement[]}
     */
    rowsOf(name) {
        return /** @type {HTMLElement[]} */ ([...this.listElement(name).children]);
    }

    /**
     * Returns the id of the last download that a list shows.
     *
     * @param {ListName} name
     */
    lastId(name) {
        return this.rowsOf(name).at(-1)?.dataset.id ?? null;
    }

    /**
     * @param {string} id
     */
    rowOf(id) {
        return this.entries.get(id)?.row;
    }

    /**
     * Returns the ids of the downloads that a list shows.
     *
     * @param {ListName} name
     */
    idsOf(name) {
        return [...this.entries].filter(([, entry]) => entry.list === name).map(([id]) => id);
    }

    /**
     * Shows a download in the list of its state.
     *
     * @param {Item} item
     */
    show(item) {
        const list = listOf(item);
        let entry = this.entries.get(item.id);
        if (!entry) {
            const row = this.makeRow(item.id);
            entry = { row, symbol: new StateSymbol(/** @type {HTMLElement} */ (row.querySelector('.symbol'))), list };
            this.entries.set(item.id, entry);
            this.listElement(list).append(row);
        } else if (entry.list !== list) {
            const hadFocus = entry.row.contains(document.activeElement);
            entry.list = list;
            if (list === 'todo') this.listElement(list).append(entry.row);
            else this.listElement(list).prepend(entry.row);
            if (hadFocus) focusIn(entry.row);
        }
        const hadFocus = entry.row.contains(document.activeElement);
        this.update(item);
        // The button that was pressed may be hidden now.
        const focused = document.activeElement;
        if (hadFocus && !(entry.row.contains(focused) && focused?.checkVisibility())) focusIn(entry.row);
    }

    /**
     * Writes what is known of a download into its row.
     *
     * @param {Item} item
     */
    update(item) {
        const entry = this.entries.get(item.id);
        if (!entry) return;
        this.fill(entry.row, item);
        entry.symbol.show(this.state.stateOf(item));
    }

    /** Updates the waiting times while the view is shown. Screen readers do not announce them. */
    updateWaitingTimes() {
        clearTimeout(this.timer);
        if (part('queue').hidden) return;
        let interval = Infinity;
        for (const [id, { row }] of this.entries) {
            const item = this.state.items.get(id);
            if (!item?.nextTryAt) continue;
            showNextAttempt(row, item);
            interval = Math.min(interval, updateInterval(item.nextTryAt));
        }
        if (interval < Infinity) this.timer = setTimeout(() => this.updateWaitingTimes(), interval);
    }

    /** Draws all symbols, once their paths are loaded. */
    drawSymbols() {
        for (const [id, { symbol }] of this.entries) {
            const item = this.state.items.get(id);
            if (item) symbol.show(this.state.stateOf(item));
        }
    }

    /**
     * Removes a row.
     *
     * @param {string} id
     * @param {boolean} isAnimated
     */
    async remove(id, isAnimated) {
        const entry = this.entries.get(id);
        this.entries.delete(id);
        if (!entry) return;
        if (entry.row.contains(document.activeElement)) focusBeside(entry.row);
        if (isAnimated) await foldAway(entry.row);
        else entry.row.remove();
    }

    /** Sorts each list and hides empty ones. */
    arrange() {
        for (const name of listNames) {
            const rows = this.rowsOf(name);
            const byId = new Map(rows.map((row) => [row.dataset.id ?? '', row]));
            this.reorder(name, this.state.sorted(name, [...byId.keys()]).flatMap((id) => byId.get(id) ?? []));
            setHidden(part(name), rows.length === 0);
        }
    }

    /**
     * Puts rows into an order. The focus stays where it is.
     *
     * @param {ListName} name
     * @param {HTMLElement[]} wanted
     */
    reorder(name, wanted) {
        const list = this.listElement(name);
        const rows = this.rowsOf(name);
        if (wanted.every((row, index) => row === rows[index])) return;
        const focused = document.activeElement;
        glide(rows, () => list.append(...wanted));
        if (focused instanceof HTMLElement && list.contains(focused)) focused.focus({ preventScroll: true });
    }

    /**
     * @param {string} id
     */
    makeRow(id) {
        const row = fromTemplate(this.template);
        row.dataset.id = id;
        this.onRow(row, id);
        return row;
    }

    /**
     * @param {HTMLElement} row
     * @param {Item} item
     */
    fill(row, item) {
        const part = (/** @type {string} */ selector) => /** @type {HTMLElement} */ (row.querySelector(selector));
        const name = nameOf(item);
        const isEnded = !lists.todo.includes(item.state);
        const { done, total } = this.state.progressOf(item);
        const state = this.state.stateOf(item);
        row.dataset.state = state;
        row.classList.toggle('still', isEnded);
        row.tabIndex = -1;
        setText(part('.name'), name);
        setText(part('.state'), stateNames[state] ?? state);
        setText(part('.address'), name === fileName(null, item.url) ? site(item.url) : sanitize(item.url));
        part('.address').title = sanitize(item.url);
        const bar = /** @type {HTMLProgressElement} */ (part('progress'));
        // A download that has not begun has no progress.
        bar.hidden = isEnded || done === 0 && !['running', 'verifying'].includes(state);
        bar.setAttribute('aria-label', `Progress of ${name}`);
        if (total) bar.value = Math.min(1, done / total);
        else if (state === 'running') bar.removeAttribute('value');
        else bar.value = 0;
        const detail = part('.detail');
        detail.classList.toggle('wrong', lists.failed.includes(item.state) && Boolean(item.error));
        showNextAttempt(row, item);
        setText(detail, this.state.detail(item));
        detail.hidden = detail.textContent === '';
        part('.grip').hidden = isEnded;
        part('.grip').setAttribute('aria-label', `Move ${name}`);
        part('.pause').hidden = !['ready', 'running', 'waiting'].includes(item.state);
        part('.resume').hidden = item.state !== 'paused';
        part('.retry').hidden = !['failed', 'quarantined', 'cancelled', 'waiting'].includes(item.state);
        for (const action of ['pause', 'resume', 'retry', 'remove']) {
            part(`.${action}`).setAttribute('aria-label', `${part(`.${action}`).textContent} ${name}`);
        }
    }
}

/**
 * Shows the time of the next attempt of a waiting download.
 *
 * @param {HTMLElement} row
 * @param {Item} item
 */
export function showNextAttempt(row, item) {
    const time = /** @type {HTMLTimeElement} */ (row.querySelector('.next'));
    const text = describeNextAttempt(item);
    setText(time, text);
    time.hidden = text === '';
    if (text === '' || time.dateTime === item.nextTryAt) return;
    time.dateTime = item.nextTryAt ?? '';
    time.title = new Date(time.dateTime).toLocaleString();
}

/**
 * Moves the focus to the first button of a row.
 *
 * @param {HTMLElement} row
 */
export function focusIn(row) {
    const button = /** @type {HTMLElement | null} */ (row.querySelector('.actions button:not([hidden])'));
    button?.focus({ preventScroll: true });
}

/**
 * Moves the focus to the neighbour of a row that is about to be removed.
 *
 * @param {HTMLElement} row
 */
export function focusBeside(row) {
    const neighbour = row.nextElementSibling ?? row.previousElementSibling;
    if (neighbour) focusIn(/** @type {HTMLElement} */ (neighbour));
    else part('queue-heading').focus({ preventScroll: true });
}

/**
 * Hides or shows an element. If it has the focus when it is hidden, the focus moves to the heading, because it would
 * otherwise be lost. Either the last response or a later event hides an element.
 *
 * @param {HTMLElement} target
 * @param {boolean} isHidden
 */
export function setHidden(target, isHidden) {
    if (isHidden && !target.hidden && target.contains(document.activeElement)) part('queue-heading').focus();
    target.hidden = isHidden;
}
