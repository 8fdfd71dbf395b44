// The download queue: its list, and the badge that counts what is still to be done.

import { api } from './api.js';
import { bump, foldAway } from './motion.js';
import { notice, problemNotice, toast } from './notices.js';
import { bytes, fileName } from './text.js';

/** @typedef {{id: string, url: string, state: string, path: string | null, bytes: number, total: number | null,
 *   attempts: number, error: {class: string, message: string} | null}} Item */

const live = new Set(['ready', 'running', 'waiting', 'verifying']);
const words = /** @type {Record<string, string>} */ ({
    ready: 'Ready', running: 'Downloading', waiting: 'Waiting', paused: 'Paused', verifying: 'Verifying', done: 'Done',
    failed: 'Failed', quarantined: 'Quarantined', cancelled: 'Cancelled',
});
// While something moves a person expects to see it; else it is enough to notice what the command line added.
const busyPause = 1000;
const idlePause = 10_000;

export class Queue {
    constructor() {
        this.list = /** @type {HTMLOListElement} */ (document.getElementById('items'));
        this.notice = /** @type {HTMLElement} */ (document.getElementById('queue-notice'));
        this.summary = /** @type {HTMLElement} */ (document.getElementById('queue-summary'));
        this.badge = /** @type {HTMLElement} */ (document.getElementById('badge'));
        this.template = /** @type {HTMLTemplateElement} */ (document.getElementById('item-template'));
        /** @type {Map<string, HTMLLIElement>} */
        this.rows = new Map();
        /** @type {ReturnType<typeof setTimeout> | undefined} */
        this.timer = undefined;
        this.turn = 0;
        document.addEventListener('visibilitychange', () => {
            clearTimeout(this.timer);
            if (document.visibilityState === 'visible') this.refresh();
        });
    }

    async refresh() {
        clearTimeout(this.timer);
        this.turn += 1;
        const turn = this.turn;
        let pause = idlePause;
        try {
            const items = /** @type {Item[]} */ (await api.queue());
            if (turn !== this.turn) return;
            this.show(items);
            if (items.some((item) => live.has(item.state))) pause = busyPause;
        } catch (problem) {
            if (turn !== this.turn) return;
            this.notice.replaceChildren(problemNotice(problem, () => this.refresh()));
            if (/** @type {{status?: number}} */ (problem).status === 401) return;
        }
        if (document.visibilityState === 'visible') this.timer = setTimeout(() => this.refresh(), pause);
    }

    /** @param {Item[]} items */
    show(items) {
        const seen = new Set(items.map((item) => item.id));
        for (const [id, row] of this.rows) {
            if (seen.has(id)) continue;
            this.rows.delete(id);
            row.remove();
        }
        // Rows stay the same elements, so that focus and selection survive each refresh.
        items.forEach((item, index) => {
            let row = this.rows.get(item.id);
            if (!row) {
                row = this.row(item.id);
                this.rows.set(item.id, row);
            }
            if (this.list.children[index] !== row) this.list.insertBefore(row, this.list.children[index] ?? null);
            this.fill(row, item);
        });
        const count = items.filter((item) => live.has(item.state)).length;
        this.showCount(count);
        const done = items.filter((item) => item.state === 'done').length;
        this.summary.textContent = items.length === 0 ? '' : `${count} to do, ${done} done, ${items.length} in all`;
        this.notice.replaceChildren(...(items.length > 0 ? [] : [notice({
            heading: 'The queue is empty',
            text: 'Open the links of a place and queue one, or use “leftoff queue add” on the command line.',
        })]));
    }

    /** @param {number} count */
    showCount(count) {
        const text = count > 999 ? '999+' : String(count);
        if (this.badge.textContent !== text) {
            this.badge.textContent = text;
            setText(/** @type {HTMLElement} */ (document.getElementById('badge-words')), count > 0 ? 'to do' : '');
            if (count > 0) bump(this.badge);
        }
        this.badge.hidden = count === 0;
    }

    /** @param {string} id */
    row(id) {
        const row = /** @type {HTMLLIElement} */ (
            /** @type {DocumentFragment} */ (this.template.content.cloneNode(true)).firstElementChild);
        for (const action of /** @type {const} */ (['pause', 'resume', 'retry'])) {
            row.querySelector(`.${action}`)?.addEventListener('click', () => this.attempt(async () => {
                await api.change(id, action);
                await this.refresh();
                // The button that was pressed gives way to another one.
                const next = /** @type {HTMLElement | null} */ (row.querySelector('button:not([hidden])'));
                next?.focus({ preventScroll: true });
            }));
        }
        row.querySelector('.remove')?.addEventListener('click', () => this.attempt(async () => {
            await api.remove(id);
            const neighbour = row.nextElementSibling ?? row.previousElementSibling;
            /** @type {HTMLElement | null | undefined} */ (
                neighbour?.querySelector('button:not([hidden])') ?? document.getElementById('main'))?.focus();
            this.rows.delete(id);
            await foldAway(row);
            await this.refresh();
        }));
        return row;
    }

    /** @param {HTMLLIElement} row @param {Item} item */
    fill(row, item) {
        const part = (/** @type {string} */ selector) => /** @type {HTMLElement} */ (row.querySelector(selector));
        const name = fileName(item.path, item.url);
        row.dataset.state = item.state;
        setText(part('.name'), name);
        setText(part('.state'), words[item.state] ?? item.state);
        setText(part('.address'), item.url);
        const bar = /** @type {HTMLProgressElement} */ (part('progress'));
        bar.hidden = ['done', 'cancelled', 'failed', 'quarantined'].includes(item.state);
        bar.setAttribute('aria-label', `Progress of ${name}`);
        if (item.total) bar.value = Math.min(1, item.bytes / item.total);
        else if (item.state === 'running') bar.removeAttribute('value');
        else bar.value = 0;
        const detail = part('.detail');
        detail.classList.toggle('wrong', Boolean(item.error) && item.state !== 'done');
        setText(detail, detailText(item));
        part('.pause').hidden = !['ready', 'running', 'waiting'].includes(item.state);
        part('.resume').hidden = item.state !== 'paused';
        part('.retry').hidden = !['failed', 'quarantined', 'cancelled', 'waiting'].includes(item.state);
        for (const action of ['pause', 'resume', 'retry', 'remove']) {
            part(`.${action}`).setAttribute('aria-label', `${part(`.${action}`).textContent} ${name}`);
        }
    }

    /** @param {() => Promise<void>} work */
    async attempt(work) {
        try {
            await work();
        } catch (problem) {
            toast(/** @type {Error} */ (problem).message);
        }
    }
}

/** @param {Item} item */
function detailText(item) {
    if (item.state === 'done') return `${bytes(item.bytes)}${item.path ? ` · ${item.path}` : ''}`;
    const size = item.total ? `${bytes(item.bytes)} of ${bytes(item.total)}` : item.bytes > 0 ? bytes(item.bytes) : '';
    return [size, item.error?.message].filter(Boolean).join(' · ');
}

/** @param {HTMLElement} target @param {string} text */
function setText(target, text) {
    // Writing the same text again would break a selection.
    if (target.textContent !== text) target.textContent = text;
}
