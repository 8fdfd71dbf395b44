// The queue: requests, events of the service, buttons, and the parts that summarize it. queue-state.js holds the
// downloads, and queue-rows.js shows them.

import { api } from './api.js';
import { part, setText } from './elements.js';
import { loadFigures, turnTo } from './motion.js';
import {
    announce, attempt, clearToast, loadPart, makeNotice, makeProblemNotice, showToast,
} from './notices.js';
import { focusBeside, focusIn, QueueRows, setHidden } from './queue-rows.js';
import { describeFailure, isLive, listNames, lists, nameOf, pageSize, QueueState } from './queue-state.js';
import { fileName, short } from './text.js';

/** @typedef {import('./queue-state.js').Item} Item */
/** @typedef {import('./queue-state.js').ListName} ListName */

export class Queue {
    constructor() {
        this.state = new QueueState();
        this.header = new QueueHeader(this.state);
        this.rows = new QueueRows(this.state, (row, id) => this.addListeners(row, id));
        /** True if all three lists have been loaded. */
        this.isWhole = false;
        /**
         * Reordering by hand, which the start page does not load.
         *
         * @type {import('./order.js').Order | undefined}
         */
        this.order = undefined;
        /** @type {Promise<void> | undefined} */
        this.ordering = undefined;
        /** @type {Promise<import('./queue-bulk.js').BulkActions> | undefined} */
        this.bulk = undefined;
        part('add').addEventListener('submit', (event) => {
            event.preventDefault();
            clearToast();
            this.add();
        });
        for (const name of listNames) {
            part(name).querySelector('.more button')?.addEventListener('click', () =>
                attempt(() => this.loadMore(name)));
        }
        for (const id of ['pause-all', 'resume-all', 'retry-all', 'clear-done']) {
            part(id).addEventListener('click', () => attempt(async () => (await this.loadBulk()).press(id)));
        }
    }

    /** Loads the script of the buttons that act on all downloads, which the start page does not load. */
    loadBulk() {
        this.bulk ??= loadPart(() => import('./queue-bulk.js')).then(({ BulkActions }) => new BulkActions(this));
        return this.bulk;
    }

    /** Queues the address in the field. */
    add() {
        const field = /** @type {HTMLInputElement} */ (part('add-url'));
        const address = field.value.trim();
        // Cleared at once, so that the next address can be typed.
        field.value = '';
        return attempt(async () => {
            const since = this.state.changeCount;
            try {
                this.receive(await api.enqueue([address]), since);
            } catch (problem) {
                if (field.value === '') field.value = address;
                throw problem;
            }
            announce('Queued.');
        });
    }

    /**
     * Removes a download. One that no longer exists counts as removed.
     *
     * @param {string} id
     */
    async removeNow(id) {
        this.state.removed.add(id);
        try {
            await api.remove(id);
        } catch (problem) {
            if (/** @type {{status?: number}} */ (problem).status === 404) return;
            this.state.removed.delete(id);
            throw problem;
        }
    }

    /** Loads the changes before the event stream began. Every view shows the number of downloads to do. */
    catchUp() {
        if (part('queue').hidden) this.load('todo').catch(() => undefined);
        else this.reload();
    }

    /** Shows the view. */
    open() {
        loadFigures().then(() => this.rows.drawSymbols());
        attempt(() => this.loadOrder());
        if (!this.isWhole) this.reload();
        this.arrange();
    }

    async reload() {
        try {
            const isSeen = !part('queue').hidden;
            await Promise.all((isSeen ? listNames : listNames.slice(0, 1)).map((name) => this.load(name)));
            this.isWhole = isSeen;
            this.update();
        } catch (problem) {
            this.header.notice.replaceChildren(makeProblemNotice(problem, () => this.reload()));
        }
    }

    /**
     * Loads the next page of a list and moves the focus to its first row.
     *
     * @param {ListName} name
     */
    async loadMore(name) {
        const last = this.rows.rowsOf(name).at(-1);
        const next = this.state.next[name] ?? '';
        // The download of the cursor may be gone; then the last row serves as the cursor.
        const items = await this.load(name, this.state.items.has(next) ? next : last?.dataset.id ?? null);
        const first = this.rows.rowOf(items[0]?.id) ?? last;
        if (first) focusIn(first);
        else part('queue-heading').focus();
    }

    /**
     * Loads a page of a list.
     *
     * @param {ListName} name
     * @param {string | null} [after] the cursor; null loads the first page
     * @returns {Promise<Item[]>}
     */
    async load(name, after = null) {
        const order = name === 'done' ? 'ended' : 'work';
        const since = this.state.changeCount;
        // Events that came during the request are newer than its response, and removed downloads may still be in it.
        const isNewer = (/** @type {string} */ id) => this.state.hasChanged(id, since) || this.state.removed.has(id);
        const { items, next } = await api.queue({ state: lists[name], limit: pageSize, order, after });
        this.state.next[name] = next;
        if (after === null) {
            const kept = new Set(items.map(({ id }) => id));
            for (const id of this.rows.idsOf(name)) if (!kept.has(id) && !isNewer(id)) this.drop(id, false);
        }
        for (const item of items) if (!isNewer(item.id)) this.display(item);
        // The service knows the order. Rows that events added are sorted in afterwards.
        if (name === 'todo' && after === null && !this.order?.isBusy) {
            this.rows.reorder('todo', items.flatMap(({ id }) => this.rows.rowOf(id) ?? []));
        }
        /** @type {HTMLElement} */ (part(name).querySelector('.more button')).hidden = next === null;
        this.arrange();
        return items;
    }

    /** Keeps the badge unchanged until `release`, while copies fly to it. */
    hold() {
        this.header.holds += 1;
    }

    release() {
        this.header.holds -= 1;
        this.update();
    }

    /**
     * Receives downloads from a response.
     *
     * @param {Item[]} items
     * @param {number} since the number of changes when the request was sent; later events are newer than the response
     */
    async receive(items, since) {
        // The list shows only the first page of very many downloads, as when it is opened.
        if (items.length > pageSize) {
            await this.load('todo');
            return;
        }
        for (const item of items) if (!this.state.hasChanged(item.id, since)) this.display(item);
        this.arrange();
    }

    /**
     * Receives the event of a download that was added or changed.
     *
     * @param {Item} item
     */
    receiveChange(item) {
        this.state.recordChange(item.id);
        if (this.state.removed.has(item.id)) return;
        const before = this.state.items.get(item.id);
        // A partly loaded list receives only downloads that it shows already or that are still to be done.
        if (!before && (!isLive(item) && !this.isWhole || this.isBeyond(item))) return;
        this.display(item);
        this.arrange();
        // After a retry between two events the state is the same, but the time of the end is not.
        if (!before || before.state === item.state && before.finishedAt === item.finishedAt) return;
        if (item.state === 'done') announce(`${short(nameOf(item))} is done.`);
        if (item.state === 'failed' && item.error) {
            announce(`${short(nameOf(item))} failed. ${describeFailure(item.error, item.url)}`);
        }
    }

    /**
     * Returns true if a download lies behind the end of the part of the list "to do" that is shown.
     *
     * @param {Item} item
     */
    isBeyond(item) {
        return this.state.isBeyond(item, this.rows.lastId('todo') ?? '');
    }

    /**
     * Receives the event of a download that was removed.
     *
     * @param {string} id
     */
    receiveRemoval(id) {
        this.state.recordChange(id);
        if (!this.state.removed.has(id)) this.drop(id);
    }

    /**
     * @param {{rate: number, items: import('./queue-state.js').Progress[]}} progress
     */
    receiveProgress(progress) {
        for (const item of this.state.setProgress(progress)) this.rows.update(item);
        this.update();
    }

    /**
     * @param {Item} item
     */
    display(item) {
        this.state.items.set(item.id, item);
        this.rows.show(item);
    }

    /**
     * Removes a download from the lists.
     *
     * @param {string} id
     * @param {boolean} [isAnimated]
     */
    async drop(id, isAnimated = true) {
        const hadRow = this.rows.rowOf(id) !== undefined;
        this.state.delete(id);
        await this.rows.remove(id, isAnimated && !part('queue').hidden);
        // A caller that drops many rows without animation arranges the lists once at the end.
        if (hadRow && isAnimated) this.arrange();
    }

    /** Sorts the lists and updates the counts. */
    arrange() {
        if (this.order?.isBusy) return;
        this.rows.arrange();
        this.update();
    }

    /** Updates the waiting times, the badge, the summary and the buttons. */
    update() {
        this.rows.updateWaitingTimes();
        this.header.update(this.isWhole);
    }

    /**
     * Adds the listeners of a row.
     *
     * @param {HTMLElement} row
     * @param {string} id
     */
    addListeners(row, id) {
        for (const action of /** @type {const} */ (['pause', 'resume', 'retry'])) {
            row.querySelector(`.${action}`)?.addEventListener('click', () => attempt(async () => {
                const since = this.state.changeCount;
                await this.receive([await api.change(id, action)], since);
            }));
        }
        row.querySelector('.remove')?.addEventListener('click', () => attempt(async () => {
            const { url } = this.state.items.get(id) ?? { url: '' };
            await this.removeNow(id);
            focusBeside(row);
            showToast(`Removed “${short(fileName(null, url))}”.`);
            await this.drop(id);
        }));
        this.order?.addListeners(row);
    }

    /** Loads the script for reordering by hand once, for all rows. */
    loadOrder() {
        this.ordering ??= loadPart(() => import('./order.js')).then(({ Order }) => {
            this.order = new Order(this);
            for (const row of listNames.flatMap((name) => this.rows.rowsOf(name))) this.order.addListeners(row);
        });
        return this.ordering;
    }
}

/** The badge, the line above the lists, and the buttons that act on all downloads. */
class QueueHeader {
    /**
     * @param {import('./queue-state.js').QueueState} state
     */
    constructor(state) {
        this.state = state;
        this.badge = part('badge');
        this.notice = part('queue-notice');
        /** The number of callers that keep the badge unchanged. */
        this.holds = 0;
    }

    /**
     * Updates the badge, the summary, the buttons and the notice of an empty queue.
     *
     * @param {boolean} isWhole true if all three lists have been loaded
     */
    update(isWhole) {
        const { todo, paused } = this.state.counts();
        if (this.holds === 0) {
            const wasHidden = this.badge.hidden;
            this.badge.hidden = todo === 0;
            if (wasHidden) this.badge.textContent = this.state.badgeText;
            else turnTo(this.badge, this.state.badgeText);
            setText(part('badge-words'), todo > 0 ? ' to do' : '');
        }
        setText(part('queue-summary'), this.state.summary);
        setHidden(part('pause-all'), todo === 0);
        setHidden(part('resume-all'), paused === 0);
        if (this.state.items.size > 0) this.notice.replaceChildren();
        else if (isWhole) {
            this.notice.replaceChildren(makeNotice({
                heading: 'The queue is empty',
                text: 'Queue links of a place, or enter the address of a file above.',
            }));
        }
    }
}
