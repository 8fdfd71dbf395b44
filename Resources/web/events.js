// The service's events of places and downloads: one stream while the page is visible.

import { api } from './api.js';
import { EventStreamParser } from './event-stream.js';

/**
 * Receives the name and the data of an event.
 * @typedef {(name: string, data: any) => void} Listener
 */

const names = ['hello', 'place', 'page', 'item', 'gone', 'reset', 'progress'];
// In ms, between attempts to connect.
const shortestDelay = 1000;
const longestDelay = 30_000;

export class Events {
    /**
     * @param {Listener} onEvent
     * @param {(state: "connected" | "unreachable" | "signed-out") => void} onState
     */
    constructor(onEvent, onState) {
        this.onEvent = onEvent;
        this.onState = onState;
        /** @type {AbortController | undefined} */
        this.running = undefined;
        this.last = '';
        this.delay = shortestDelay;
        /** @type {ReturnType<typeof setTimeout> | undefined} */
        this.timer = undefined;
        document.addEventListener('visibilitychange', () => this.begin());
        addEventListener('online', () => this.begin());
        // A page in the back/forward cache must not hold a connection.
        addEventListener('pagehide', () => this.end());
        addEventListener('pageshow', (event) => {
            if (event.persisted) this.begin();
        });
    }

    begin() {
        this.end();
        // A browser opens six HTTP/1.1 connections to a host. Hidden tabs give theirs back.
        if (document.visibilityState !== 'visible') return;
        this.running = new AbortController();
        this.follow(this.running.signal);
    }

    end() {
        clearTimeout(this.timer);
        this.running?.abort();
        this.running = undefined;
    }

    /**
     * Follows the stream until it ends, and connects again.
     *
     * @param {AbortSignal} signal
     */
    async follow(signal) {
        try {
            const response = await api.events(this.last, signal);
            this.delay = shortestDelay;
            this.onState('connected');
            await this.receive(response, signal);
        } catch (problem) {
            if (signal.aborted) return;
            const { status } = /** @type {{status?: number}} */ (problem);
            if (status === 0) this.onState('unreachable');
            if (status === 401) {
                // A change of the session begins again.
                this.end();
                this.onState('signed-out');
            }
        }
        if (signal.aborted) return;
        this.timer = setTimeout(() => this.begin(), this.delay);
        this.delay = Math.min(longestDelay, this.delay * 2);
    }

    /**
     * @param {Response} response
     * @param {AbortSignal} signal
     */
    async receive(response, signal) {
        const reader = /** @type {ReadableStream<Uint8Array>} */ (response.body).getReader();
        const decoder = new TextDecoder();
        const parser = new EventStreamParser();
        for (;;) {
            const { done, value } = await reader.read();
            if (done || signal.aborted) return;
            for (const { name, data, id } of parser.parse(decoder.decode(value, { stream: true }))) {
                if (id) this.last = id;
                if (names.includes(name)) this.onEvent(name, JSON.parse(data));
            }
        }
    }
}
