// The buttons that act on all downloads of a list.

import { api } from './api.js';
import { part } from './elements.js';
import { showToast } from './notices.js';
import { lists, pageSize } from './queue-state.js';

/** @typedef {import('./queue-state.js').Item} Item */

// A browser opens six HTTP/1.1 connections to a host, and the event stream holds one of them.
const concurrentRequests = 5;

export class BulkActions {
    /**
     * @param {import('./queue.js').Queue} queue
     */
    constructor(queue) {
        this.queue = queue;
        // A download that has ended meanwhile or that cannot be retried does not stop the change of the others.
        const change = (/** @type {"pause" | "resume" | "retry"} */ action) => (/** @type {Item} */ { id }) =>
            api.change(id, action).catch((problem) => {
                if (![404, 409].includes(problem.status)) throw problem;
                if (action === 'retry') showToast(problem.message);
            });
        /**
         * What the buttons do, by their ids.
         *
         * @type {Record<string, {states: string[], action: (item: Item) => Promise<any>, removes?: boolean}>}
         */
        this.actions = {
            'pause-all': { states: ['running', 'ready', 'waiting'], action: change('pause') },
            'resume-all': { states: ['paused'], action: change('resume') },
            'retry-all': { states: lists.failed, action: change('retry') },
            'clear-done': {
                states: lists.done, removes: true,
                action: async ({ id }) => {
                    await queue.removeNow(id);
                    queue.drop(id);
                },
            },
        };
    }

    /**
     * Does what a button does, with all downloads in some states, including those that the lists do not show yet.
     *
     * @param {string} id of the button
     */
    async press(id) {
        const button = /** @type {HTMLButtonElement} */ (part(id));
        // A disabled button would lose the focus.
        if (button.ariaDisabled) return;
        button.ariaDisabled = 'true';
        let pages = 0;
        try {
            const { states, action, removes = false } = this.actions[id];
            pages = await this.runOnAll(states, action, removes);
        } finally {
            button.ariaDisabled = null;
        }
        if (pages > 1) await this.queue.reload();
    }

    /**
     * @param {string[]} states
     * @param {(item: Item) => Promise<any>} action
     * @param {boolean} removes
     * @returns {Promise<number>} how many pages of the queue were loaded
     */
    async runOnAll(states, action, removes) {
        const { state } = this.queue;
        let pages = 0;
        /** @type {string | null} */
        let after = null;
        do {
            /** @type {{items: Item[], next: string | null}} */
            const { items, next } = await api.queue({ state: states, limit: pageSize, after });
            while (items.length > 0) {
                const since = state.changeCount;
                const changed = await Promise.all(items.splice(0, concurrentRequests).map(action));
                await this.queue.receive(changed.filter((item) => item && state.items.has(item.id)), since);
            }
            pages += 1;
            // A removed download is no cursor, and the rest has moved up to the first page.
            after = removes && next ? '' : next;
        } while (after !== null);
        return pages;
    }
}
