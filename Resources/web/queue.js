// The downloads: three lists, the badge that counts what is still to be done, and their order by hand.

import { api } from './api.js';
import { foldAway, glide, loadFigures, Sign, turnTo } from './motion.js';
import { attempt, clearToast, notice, problemNotice, say, toast } from './notices.js';
import { bytes, count, duration, failure, fileName, nextTry, plain, short, shownState, site } from './text.js';

/** @typedef {{id: string, url: string, state: string, path: string | null, bytes: number, total: number | null,
 *   attempts: number, error: {class: string, message: string} | null, addedAt: string, finishedAt: string | null,
 *   priority: number, nextTryAt?: string}} Item
 * @typedef {{id: string, bytes: number, total: number | null, rate: number | null, remaining: number | null}} Progress */

const live = new Set(['ready', 'running', 'waiting', 'verifying']);
const lists = /** @type {Record<"todo" | "failed" | "done", string[]>} */ ({
    todo: ['running', 'verifying', 'ready', 'waiting', 'paused'], failed: ['failed', 'quarantined', 'cancelled'],
    done: ['done'],
});
const kinds = /** @type {("todo" | "failed" | "done")[]} */ (['todo', 'failed', 'done']);
const words = /** @type {Record<string, string>} */ ({
    ready: 'Ready', running: 'Downloading', waiting: 'Waiting', paused: 'Paused', verifying: 'Verifying', done: 'Done',
    failed: 'Failed', quarantined: 'Set aside', cancelled: 'Cancelled',
});
const pageSize = 100;
// A browser has six connections to a server, and one is the stream's.
const atOnce = 5;
// While a wait is counted by the second, and while it is not.
const clockPause = { soon: 1000, later: 15_000 };
const part = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));

export class Queue {
    constructor() {
        this.badge = part('badge');
        this.notice = part('queue-notice');
        this.summary = part('queue-summary');
        this.template = /** @type {HTMLTemplateElement} */ (part('item-template'));
        /** @type {Map<string, Item>} */
        this.items = new Map();
        /** @type {Map<string, {row: HTMLElement, sign: Sign, kind: "todo" | "failed" | "done"}>} */
        this.rows = new Map();
        /** @type {Map<string, Progress>} */
        this.running = new Map();
        /** Where each list goes on. @type {Record<string, string | null>} */
        this.next = {};
        /** Those that went by this page's own doing. @type {Set<string>} */
        this.removed = new Set();
        /** How many changes the service has told of, and with which of them each item was last told. */
        this.told = 0;
        /** @type {Map<string, number>} */
        this.toldOf = new Map();
        this.rate = 0;
        /** What counts the waits down. @type {ReturnType<typeof setTimeout> | undefined} */
        this.clock = undefined;
        this.held = 0;
        this.isWhole = false;
        /** The order by hand; the start page does without its script. @type {import('./order.js').Order | undefined} */
        this.order = undefined;
        /** @type {Promise<import('./order.js').Order> | undefined} */
        this.ordering = undefined;
        if (location.pathname === '/queue') this.ordered();
        part('add').addEventListener('submit', (event) => {
            event.preventDefault();
            clearToast();
            const field = /** @type {HTMLInputElement} */ (part('add-url'));
            const address = field.value.trim();
            // Empty at once: whoever has several goes on typing.
            field.value = '';
            attempt(async () => {
                const since = this.told;
                try {
                    this.take(await api.enqueue([address]), since);
                } catch (problem) {
                    if (field.value === '') field.value = address;
                    throw problem;
                }
                say('Queued.');
            });
        });
        for (const kind of kinds) {
            part(kind).querySelector('.more button')?.addEventListener('click', () =>
                attempt(() => this.loadMore(kind)));
        }
        // One that has ended meanwhile, or may not be tried again, is no reason to leave the others.
        const change = (/** @type {"pause" | "resume" | "retry"} */ action) => (/** @type {Item} */ { id }) =>
            api.change(id, action).catch((problem) => {
                if (![404, 409].includes(problem.status)) throw problem;
                if (action === 'retry') toast(problem.message);
            });
        this.all('pause-all', ['running', 'ready', 'waiting'], change('pause'));
        this.all('resume-all', ['paused'], change('resume'));
        this.all('retry-all', lists.failed, change('retry'));
        this.all('clear-done', lists.done, async ({ id }) => {
            await this.removeNow(id);
            this.drop(id);
        }, true);
    }

    /**
     * Removes a download; one that is gone already is as good as removed.
     * @param {string} id
     */
    async removeNow(id) {
        this.removed.add(id);
        try {
            await api.remove(id);
        } catch (problem) {
            if (/** @type {{status?: number}} */ (problem).status === 404) return;
            this.removed.delete(id);
            throw problem;
        }
    }

    /** @param {"todo" | "failed" | "done"} kind */
    listOf(kind) {
        return /** @type {HTMLElement} */ (part(kind).querySelector('.items'));
    }

    /** Asks for what has changed before the service began to tell: what is to be done is counted in every view. */
    begin() {
        if (part('queue').hidden) this.load('todo').catch(() => undefined);
        else this.reload();
    }

    open() {
        loadFigures().then(() => this.draw());
        if (!this.isWhole) this.reload();
        this.arrange();
    }

    async reload() {
        try {
            const isSeen = !part('queue').hidden;
            await Promise.all((isSeen ? kinds : kinds.slice(0, 1)).map((kind) => this.load(kind)));
            this.isWhole = isSeen;
            this.tell();
        } catch (problem) {
            this.notice.replaceChildren(problemNotice(problem, () => this.reload()));
        }
    }

    /** Goes on with a list, and so does whoever pressed its button. @param {"todo" | "failed" | "done"} kind */
    async loadMore(kind) {
        const rows = /** @type {HTMLElement[]} */ ([...this.listOf(kind).children]);
        const next = this.next[kind] ?? '';
        // Where the last part ended may be gone since; the row that is last now will do as well.
        const items = await this.load(kind, this.items.has(next) ? next : rows.at(-1)?.dataset.id ?? null);
        const first = this.rows.get(items[0]?.id)?.row ?? rows.at(-1);
        if (first) focusIn(first);
        else part('queue-heading').focus();
    }

    /**
     * @param {"todo" | "failed" | "done"} kind
     * @param {string | null} [after] where to go on; null begins anew
     * @returns {Promise<Item[]>} what has come
     */
    async load(kind, after = null) {
        const order = kind === 'done' ? 'ended' : 'work';
        const since = this.told;
        // What the service has told of an item meanwhile is newer than the list, and what was removed here is on its way out.
        const isNewer = (/** @type {string} */ id) => (this.toldOf.get(id) ?? 0) > since || this.removed.has(id);
        const { items, next } = await api.queue({ state: lists[kind], limit: pageSize, order, after });
        this.next[kind] = next;
        if (after === null) {
            const kept = new Set(items.map((/** @type {Item} */ { id }) => id));
            for (const [id, entry] of this.rows) if (entry.kind === kind && !kept.has(id) && !isNewer(id)) this.drop(id, false);
        }
        for (const item of items) if (!isNewer(item.id)) this.put(item);
        // The service knows the order; what was put here by events alone is sorted in.
        if (kind === 'todo' && after === null && !this.order?.isDragging) {
            reorder(this.listOf('todo'), items.flatMap((/** @type {Item} */ { id }) => this.rows.get(id)?.row ?? []));
        }
        /** @type {HTMLElement} */ (part(kind).querySelector('.more button')).hidden = next === null;
        this.arrange();
        return items;
    }

    /** Lets the badge stand while something flies on to it. */
    hold() {
        this.held += 1;
    }

    release() {
        this.held -= 1;
        this.tell();
    }

    /**
     * Items as the service has given them in an answer.
     * @param {Item[]} items
     * @param {number} since how many changes had been told when they were asked for: what was told of an item later is newer
     */
    async take(items, since) {
        // Of very many the list shows the first, as it does when it is opened.
        if (items.length > pageSize) {
            await this.load('todo');
            return;
        }
        for (const item of items) if ((this.toldOf.get(item.id) ?? 0) <= since) this.put(item);
        this.arrange();
    }

    /** @param {Item} item */
    changed(item) {
        this.told += 1;
        this.toldOf.set(item.id, this.told);
        if (this.removed.has(item.id)) return;
        const before = this.items.get(item.id);
        // A list that goes on takes in only what it shows already, or what is to be done.
        if (!before && (!live.has(item.state) && !this.isWhole || this.isBeyond(item))) return;
        this.put(item);
        this.arrange();
        // One that was tried again in between has the same state, and has ended anew.
        if (!before || before.state === item.state && before.finishedAt === item.finishedAt) return;
        if (item.state === 'done') say(`${short(nameOf(item))} is done.`);
        if (item.state === 'failed' && item.error) say(`${short(nameOf(item))} failed. ${failure(item.error, item.url)}`);
    }

    /** Whether an item stands behind the end of the part of the list that is shown. @param {Item} item */
    isBeyond(item) {
        if (!this.next.todo || !lists.todo.includes(item.state) || item.state === 'running') return false;
        const last = /** @type {HTMLElement | null} */ (this.listOf('todo').lastElementChild);
        const end = this.items.get(last?.dataset.id ?? '');
        return end !== undefined && byWork(end, item) <= 0;
    }

    /** @param {string} id */
    gone(id) {
        this.told += 1;
        this.toldOf.set(id, this.told);
        if (!this.removed.has(id)) this.drop(id);
    }

    /** @param {{rate: number, items: Progress[]}} progress */
    progress({ rate, items }) {
        const before = this.running;
        this.running = new Map(items.map((one) => [one.id, one]));
        this.rate = rate;
        const held = [...this.items.values()].filter(({ state }) => state === 'running').map(({ id }) => id);
        for (const id of new Set([...before.keys(), ...this.running.keys(), ...held])) {
            const item = this.items.get(id);
            const entry = this.rows.get(id);
            if (!item || !entry) continue;
            this.fill(entry.row, item);
            entry.sign.show(this.stateOf(item));
        }
        this.tell();
    }

    /** Shows the signs, now that their paths are there. */
    draw() {
        for (const [id, { sign }] of this.rows) {
            const item = this.items.get(id);
            if (item) sign.show(this.stateOf(item));
        }
    }

    /** @param {Item} item */
    stateOf(item) {
        return shownState(item, this.running);
    }

    /** @param {Item} item */
    put(item) {
        this.items.set(item.id, item);
        const kind = kinds.find((name) => lists[name].includes(item.state)) ?? 'todo';
        let entry = this.rows.get(item.id);
        if (!entry) {
            const row = this.row(item.id);
            entry = { row, sign: new Sign(/** @type {HTMLElement} */ (row.querySelector('.sign'))), kind };
            this.rows.set(item.id, entry);
            this.listOf(kind).append(row);
        } else if (entry.kind !== kind) {
            const hadFocus = entry.row.contains(document.activeElement);
            entry.kind = kind;
            if (kind === 'todo') this.listOf(kind).append(entry.row);
            else this.listOf(kind).prepend(entry.row);
            if (hadFocus) focusIn(entry.row);
        }
        const hadFocus = entry.row.contains(document.activeElement);
        this.fill(entry.row, item);
        entry.sign.show(this.stateOf(item));
        // The button that was pressed may have given way to another one.
        const focused = document.activeElement;
        if (hadFocus && !(entry.row.contains(focused) && focused?.checkVisibility())) focusIn(entry.row);
    }

    /** @param {string} id @param {boolean} [isSeen] whether it is to be seen going */
    async drop(id, isSeen = true) {
        const entry = this.rows.get(id);
        this.items.delete(id);
        this.rows.delete(id);
        this.running.delete(id);
        if (!entry) return;
        if (entry.row.contains(document.activeElement)) focusBeside(entry.row);
        if (isSeen && !part('queue').hidden) await foldAway(entry.row);
        else entry.row.remove();
        // Whoever drops many without their being seen brings the lists into order at the end.
        if (isSeen) this.arrange();
    }

    /** Brings each list into its order, as the service has it: by priority, then as they were added. */
    arrange() {
        if (this.order?.isDragging) return;
        for (const kind of kinds) {
            const list = this.listOf(kind);
            const rows = /** @type {HTMLElement[]} */ ([...list.children]);
            const item = (/** @type {HTMLElement} */ row) => this.items.get(row.dataset.id ?? '');
            const sorted = rows.toSorted((a, b) => {
                const [one, other] = [item(a), item(b)];
                if (!one || !other) return 0;
                if (kind === 'done') return compare(other.finishedAt ?? '', one.finishedAt ?? '');
                return byWork(one, other);
            });
            reorder(list, sorted);
            part(kind).hidden = rows.length === 0;
        }
        this.tell();
    }

    /** Says of each download that waits when it goes on; nobody is told but who looks. */
    countDown() {
        clearTimeout(this.clock);
        if (part('queue').hidden) return;
        let pause = Infinity;
        for (const [id, item] of this.items) {
            const row = this.rows.get(id)?.row;
            if (!row || !item.nextTryAt) continue;
            showNextTry(row, item);
            pause = Math.min(pause, Date.parse(item.nextTryAt) - Date.now() < 180_000 ? clockPause.soon : clockPause.later);
        }
        if (pause < Infinity) this.clock = setTimeout(() => this.countDown(), pause);
    }

    tell() {
        this.countDown();
        const items = [...this.items.values()];
        const todo = items.filter(({ state }) => live.has(state)).length;
        const running = items.filter((item) => this.stateOf(item) === 'running').length;
        const more = this.next.todo ? '+' : '';
        const text = todo > 999 ? '999+' : `${todo}${more}`;
        if (this.held === 0) {
            const wasHidden = this.badge.hidden;
            this.badge.hidden = todo === 0;
            if (wasHidden) this.badge.textContent = text;
            else turnTo(this.badge, text);
            setText(part('badge-words'), todo > 0 ? ' to do' : '');
        }
        const said = [];
        if (running > 0) said.push(`${running} downloading${this.rate > 0 ? ` at ${bytes(this.rate)}/s` : ''}`);
        if (todo > running) said.push(`${todo - running}${more} to come`);
        const paused = items.filter(({ state }) => state === 'paused').length;
        if (paused > 0) said.push(`${paused}${more} paused`);
        if (items.length > 0 && todo === 0 && paused === 0) said.push('Nothing to do');
        setText(this.summary, said.join(' · '));
        part('pause-all').hidden = todo === 0;
        part('resume-all').hidden = !items.some(({ state }) => state === 'paused');
        if (items.length > 0) this.notice.replaceChildren();
        else if (this.isWhole) {
            this.notice.replaceChildren(notice({
                heading: 'The queue is empty',
                text: 'Queue links of a place, or put the address of a file above.',
            }));
        }
    }

    /**
     * A button that does something with all that is in some states, also with what the lists do not show yet.
     * @param {string} id @param {string[]} states
     * @param {(item: Item) => Promise<any>} work @param {boolean} [isLast] whether the items are gone after it
     */
    all(id, states, work, isLast = false) {
        const button = /** @type {HTMLButtonElement} */ (part(id));
        button.addEventListener('click', () => attempt(async () => {
            // A button that cannot be pressed at all would drop the focus.
            if (button.ariaDisabled) return;
            button.ariaDisabled = 'true';
            let parts = 0;
            try {
                /** @type {string | null} */
                let after = null;
                do {
                    const { items, next } = await api.queue({ state: states, limit: pageSize, after });
                    while (items.length > 0) {
                        const since = this.told;
                        const changed = await Promise.all(items.splice(0, atOnce).map(work));
                        await this.take(changed.filter((item) => item && this.items.has(item.id)), since);
                    }
                    parts += 1;
                    // What is gone is no place to go on from, and in nobody's way.
                    after = isLast && next ? '' : next;
                } while (after !== null);
            } finally {
                button.ariaDisabled = null;
            }
            if (parts > 1) await this.reload();
            // It goes when there is nothing left for it to do; nobody is taken away from elsewhere.
            const isHere = [button, document.body].includes(/** @type {HTMLElement} */ (document.activeElement));
            if (isHere && !button.checkVisibility()) part('queue-heading').focus();
        }));
    }

    /** @param {string} id */
    row(id) {
        const row = /** @type {HTMLLIElement} */ (
            /** @type {DocumentFragment} */ (this.template.content.cloneNode(true)).firstElementChild);
        row.dataset.id = id;
        for (const action of /** @type {const} */ (['pause', 'resume', 'retry'])) {
            row.querySelector(`.${action}`)?.addEventListener('click', () => attempt(async () => {
                const since = this.told;
                await this.take([await api.change(id, action)], since);
            }));
        }
        row.querySelector('.remove')?.addEventListener('click', () => attempt(async () => {
            const { url } = this.items.get(id) ?? { url: '' };
            await this.removeNow(id);
            focusBeside(row);
            toast(`Removed “${short(fileName(null, url))}”.`);
            await this.drop(id);
        }));
        this.ordered().then((order) => order.handle(row));
        return row;
    }

    /** Fetches the order by hand once. @returns {Promise<import('./order.js').Order>} */
    ordered() {
        this.ordering ??= import('./order.js').then(({ Order }) => (this.order = new Order(this)));
        return this.ordering;
    }

    /** @param {HTMLElement} row @param {Item} item */
    fill(row, item) {
        const part = (/** @type {string} */ selector) => /** @type {HTMLElement} */ (row.querySelector(selector));
        const name = nameOf(item);
        const isEnded = !lists.todo.includes(item.state);
        const now = this.running.get(item.id);
        const done = Math.max(item.bytes, now?.bytes ?? 0);
        const total = now?.total ?? item.total;
        const state = this.stateOf(item);
        row.dataset.state = state;
        row.classList.toggle('still', isEnded);
        row.tabIndex = -1;
        setText(part('.name'), name);
        setText(part('.state'), words[state] ?? state);
        setText(part('.address'), name === fileName(null, item.url) ? site(item.url) : plain(item.url));
        part('.address').title = plain(item.url);
        const bar = /** @type {HTMLProgressElement} */ (part('progress'));
        // What has not begun has nothing to show.
        bar.hidden = isEnded || done === 0 && !['running', 'verifying'].includes(state);
        bar.setAttribute('aria-label', `Progress of ${name}`);
        if (total) bar.value = Math.min(1, done / total);
        else if (state === 'running') bar.removeAttribute('value');
        else bar.value = 0;
        const detail = part('.detail');
        detail.classList.toggle('wrong', lists.failed.includes(item.state) && Boolean(item.error));
        showNextTry(row, item);
        setText(detail, detailText(item, done, total, now));
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

/** Times in one form are in the order of their characters. @param {string} one @param {string} other */
function compare(one, other) {
    return one < other ? -1 : one > other ? 1 : 0;
}

/** The order of work. @param {Item} one @param {Item} other */
function byWork(one, other) {
    return other.priority - one.priority || compare(one.addedAt, other.addedAt);
}

/** Brings rows into an order; whoever has the focus keeps it. @param {HTMLElement} list @param {HTMLElement[]} wanted */
function reorder(list, wanted) {
    const rows = /** @type {HTMLElement[]} */ ([...list.children]);
    if (wanted.every((row, index) => row === rows[index])) return;
    const focused = document.activeElement;
    glide(rows, () => list.append(...wanted));
    if (focused instanceof HTMLElement && list.contains(focused)) focused.focus({ preventScroll: true });
}

/** @param {Item} item */
function nameOf(item) {
    return fileName(item.path, item.url);
}

/** @param {HTMLElement} row */
function focusIn(row) {
    const button = /** @type {HTMLElement | null} */ (row.querySelector('.actions button:not([hidden])'));
    button?.focus({ preventScroll: true });
}

/** @param {HTMLElement} row @param {Item} item */
function showNextTry(row, item) {
    const time = /** @type {HTMLTimeElement} */ (row.querySelector('.next'));
    const words = nextTry(item);
    setText(time, words);
    time.hidden = words === '';
    if (words === '' || time.dateTime === item.nextTryAt) return;
    time.dateTime = item.nextTryAt ?? '';
    time.title = new Date(time.dateTime).toLocaleString();
}

/** Whoever is in a row that goes is in its neighbour then. @param {HTMLElement} row */
function focusBeside(row) {
    const neighbour = row.nextElementSibling ?? row.previousElementSibling;
    if (neighbour) focusIn(/** @type {HTMLElement} */ (neighbour));
    else part('queue-heading').focus({ preventScroll: true });
}

/** @param {Item} item @param {number} done @param {number | null} total @param {Progress | undefined} now */
function detailText(item, done, total, now) {
    if (item.state === 'done') return `${bytes(item.bytes)}${item.path ? ` · ${plain(item.path)}` : ''}`;
    const said = [];
    if (total) said.push(`${bytes(done)} of ${bytes(total)}`);
    else if (done > 0) said.push(bytes(done));
    if (now?.rate) said.push(`${bytes(now.rate)}/s`);
    if (now?.remaining) said.push(`${duration(now.remaining)} left`);
    if (item.error) said.push(failure(item.error, item.url));
    if (item.state === 'failed' && item.attempts > 1) said.push(count(item.attempts, 'try', 'tries'));
    return said.join(' · ');
}

/** @param {HTMLElement} target @param {string} text */
function setText(target, text) {
    // Writing the same text again would break a selection.
    if (target.textContent !== text) target.textContent = text;
}
