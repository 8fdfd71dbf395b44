// The state of the queue as this page knows it, and its texts. Nothing here touches the document or the network.

import { bytes, compare, count, duration, fileName, sanitize } from './text.js';

/**
 * @typedef {{id: string, url: string, state: string, path: string | null, bytes: number, total: number | null,
 *   attempts: number, error: {class: string, message: string} | null, addedAt: string, finishedAt: string | null,
 *   priority: number, nextTryAt?: string}} Item
 * @typedef {{id: string, bytes: number, total: number | null, rate: number | null, remaining: number | null}} Progress
 * @typedef {"todo" | "failed" | "done"} ListName
 */

/** The states whose downloads the badge counts. */
const live = new Set(['ready', 'running', 'waiting', 'verifying']);

/** The states of each list. */
export const lists = /** @type {Record<ListName, string[]>} */ ({
    todo: ['running', 'verifying', 'ready', 'waiting', 'paused'], failed: ['failed', 'quarantined', 'cancelled'],
    done: ['done'],
});

/** The number of downloads in a page of a list. */
export const pageSize = 100;

/** The names of the lists, in the order of the view. */
export const listNames = /** @type {ListName[]} */ (['todo', 'failed', 'done']);

/** The names of the states for people. */
export const stateNames = /** @type {Record<string, string>} */ ({
    ready: 'Ready', running: 'Downloading', waiting: 'Waiting', paused: 'Paused', verifying: 'Verifying', done: 'Done',
    failed: 'Failed', quarantined: 'Quarantined', cancelled: 'Cancelled',
});

/** The causes of failed downloads, by error class. */
const failures = /** @type {Record<string, string>} */ ({
    dns: 'The server’s name could not be resolved.',
    connect: 'The connection to the server failed.',
    page: 'The server sent a web page instead of the file.',
    tls: 'A secure connection could not be established.',
    http: 'The server did not send the file.',
    protocol: 'The server sent an invalid response.',
    redirect: 'There were too many redirects, or one of them leads nowhere.',
    size: 'The size of the file differs from the one that the server announced.',
    checksum: 'The checksum of the file does not match.',
    disk: 'The file could not be written to the disk.',
    permission: 'Leftoff has no permission to write to the folder.',
    refused: 'Downloads from this address are not allowed.',
    internal: 'An internal error occurred in Leftoff.',
});

/** The downloads that the page has received, and which of them the service reported later than a list was requested. */
export class QueueState {
    constructor() {
        /** @type {Map<string, Item>} */
        this.items = new Map();
        /**
         * The downloads that the service is working on.
         *
         * @type {Map<string, Progress>}
         */
        this.running = new Map();
        /** In bytes per second, for all downloads. */
        this.rate = 0;
        /**
         * The cursor of the next page of each list.
         *
         * @type {Partial<Record<ListName, string | null>>}
         */
        this.next = {};
        /**
         * The downloads that this page has removed.
         *
         * @type {Set<string>}
         */
        this.removed = new Set();
        /** The number of changes that the service has reported. */
        this.changeCount = 0;
        /**
         * The number of the last change of each download.
         *
         * @type {Map<string, number>}
         */
        this.lastChange = new Map();
    }

    /**
     * Records that the service reported a change of a download.
     *
     * @param {string} id
     */
    recordChange(id) {
        this.changeCount += 1;
        this.lastChange.set(id, this.changeCount);
    }

    /**
     * Returns true if the service reported a change of the download after the given number of changes.
     *
     * @param {string} id
     * @param {number} since
     */
    hasChanged(id, since) {
        return (this.lastChange.get(id) ?? 0) > since;
    }

    /**
     * @param {string} id
     */
    delete(id) {
        this.items.delete(id);
        this.running.delete(id);
    }

    /**
     * Replaces the progress of all running downloads.
     *
     * @param {{rate: number, items: Progress[]}} progress
     * @returns {Item[]} the downloads whose display may change
     */
    setProgress({ rate, items }) {
        const before = this.running;
        this.running = new Map(items.map((one) => [one.id, one]));
        this.rate = rate;
        const marked = [...this.items.values()].filter(({ state }) => state === 'running').map(({ id }) => id);
        const ids = new Set([...before.keys(), ...this.running.keys(), ...marked]);
        return [...ids].flatMap((id) => this.items.get(id) ?? []);
    }

    /**
     * Returns the state to show for a download.
     *
     * @param {Item} item
     */
    stateOf(item) {
        return shownState(item, this.running);
    }

    /**
     * Returns true if a download lies behind the end of the part of the list "to do" that is shown.
     *
     * @param {Item} item
     * @param {string} last the id of the last download that is shown
     */
    isBeyond(item, last) {
        if (!this.next.todo || !lists.todo.includes(item.state) || item.state === 'running') return false;
        const end = this.items.get(last);
        return end !== undefined && compareByWork(end, item) <= 0;
    }

    /**
     * Returns ids in the order of a list.
     *
     * @param {ListName} name
     * @param {string[]} ids
     */
    sorted(name, ids) {
        return [...ids].sort((a, b) => {
            const [one, other] = [this.items.get(a), this.items.get(b)];
            if (!one || !other) return 0;
            if (name === 'done') return compare(other.finishedAt ?? '', one.finishedAt ?? '');
            return compareByWork(one, other);
        });
    }

    /** Counts the downloads that are still to be done, running and paused. */
    counts() {
        const items = [...this.items.values()];
        return {
            todo: items.filter(({ state }) => live.has(state)).length,
            running: items.filter((item) => this.stateOf(item) === 'running').length,
            paused: items.filter(({ state }) => state === 'paused').length,
        };
    }

    /** The text of the badge. */
    get badgeText() {
        const { todo } = this.counts();
        return todo > 999 ? '999+' : `${todo}${this.more}`;
    }

    /** The text above the lists, such as "2 downloading at 3.1 MiB/s · 5 to go". */
    get summary() {
        const { todo, running, paused } = this.counts();
        const parts = [];
        if (running > 0) parts.push(`${running} downloading${this.rate > 0 ? ` at ${bytes(this.rate)}/s` : ''}`);
        if (todo > running) parts.push(`${todo - running}${this.more} to go`);
        if (paused > 0) parts.push(`${paused}${this.more} paused`);
        if (this.items.size > 0 && todo === 0 && paused === 0) parts.push('Nothing to do');
        return parts.join(' · ');
    }

    /** A plus sign behind numbers if not all downloads to do are known. */
    get more() {
        return this.next.todo ? '+' : '';
    }

    /**
     * Returns the line below a download: its size, speed, path or error.
     *
     * @param {Item} item
     */
    detail(item) {
        if (item.state === 'done') return `${bytes(item.bytes)}${item.path ? ` · ${sanitize(item.path)}` : ''}`;
        const { done, total } = this.progressOf(item);
        const now = this.running.get(item.id);
        const parts = [];
        if (total) parts.push(`${bytes(done)} of ${bytes(total)}`);
        else if (done > 0) parts.push(bytes(done));
        if (now?.rate) parts.push(`${bytes(now.rate)}/s`);
        if (now?.remaining) parts.push(`${duration(now.remaining)} left`);
        if (item.error) parts.push(describeFailure(item.error, item.url));
        if (item.state === 'failed' && item.attempts > 1) parts.push(count(item.attempts, 'attempt'));
        return parts.join(' · ');
    }

    /**
     * Returns the number of bytes that a download has received and its total, which is null if unknown.
     *
     * @param {Item} item
     */
    progressOf(item) {
        const now = this.running.get(item.id);
        return { done: Math.max(item.bytes, now?.bytes ?? 0), total: now?.total ?? item.total };
    }
}

/**
 * Returns the list that a download belongs to.
 *
 * @param {Item} item
 * @returns {ListName}
 */
export function listOf({ state }) {
    return listNames.find((name) => lists[name].includes(state)) ?? 'todo';
}

/**
 * Compares downloads by the order in which they start: by priority, then as they were added.
 *
 * @param {Item} one
 * @param {Item} other
 */
export function compareByWork(one, other) {
    return other.priority - one.priority || compare(one.addedAt, other.addedAt);
}

/**
 * Returns the interval at which the time until the next attempt is updated: short while it is shown in seconds.
 *
 * @param {string} nextTryAt the time of the attempt
 * @param {number} now in ms since 1970
 * @returns {number} in ms
 */
export function updateInterval(nextTryAt, now = Date.now()) {
    return Date.parse(nextTryAt) - now < 180_000 ? 1000 : 15_000;
}

/**
 * Returns the name of a download for people.
 *
 * @param {Item} item
 */
export function nameOf(item) {
    return fileName(item.path, item.url);
}

/**
 * Returns true if a download counts in the badge.
 *
 * @param {Item} item
 */
export function isLive({ state }) {
    return live.has(state);
}

/**
 * Returns the state of a download to show. Downloads that a worker has claimed but not begun are shown as ready.
 *
 * @param {{id: string, state: string, bytes: number}} item
 * @param {Map<string, unknown>} running the downloads in progress, by id; empty if another process runs them
 */
export function shownState({ id, state, bytes: received }, running) {
    const isAhead = state === 'running' && received === 0 && running.size > 0 && !running.has(id);
    return isAhead ? 'ready' : state;
}

/**
 * Describes a failure, without the address at the start of its message, which is shown above it.
 *
 * @param {{class: string, message: string}} error
 * @param {string} [address]
 */
export function describeFailure({ class: kind, message }, address = '') {
    const cause = address && message.startsWith(`${address}: `) ? message.slice(address.length + 2) : message;
    const text = failures[kind];
    return sanitize(text ? `${text} (${cause})` : cause);
}

/**
 * Describes the time until the next attempt of a waiting download; the last two minutes are shown in seconds.
 *
 * @param {{state: string, error: unknown, nextTryAt?: string}} item
 * @param {number} now in ms since 1970
 */
export function describeNextAttempt({ state, error, nextTryAt }, now = Date.now()) {
    if (state !== 'waiting' || !nextTryAt) return '';
    const start = error ? 'Next attempt' : 'Starts';
    const seconds = (Date.parse(nextTryAt) - now) / 1000;
    if (seconds < 0.5) return `${start} in a moment`;
    if (seconds < 119) return `${start} in ${Math.ceil(seconds)} s`;
    if (seconds < 7_170) return `${start} in ${Math.round(seconds / 60)} min`;
    if (seconds < 172_800) return `${start} in ${Math.round(seconds / 3600)} h`;
    return `${start} in ${Math.round(seconds / 86_400)} days`;
}
