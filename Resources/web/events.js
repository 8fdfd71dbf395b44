// The service's events of places and downloads: one stream while the page is visible.

import { api } from './api.js';

/**
 * Receives the name and the data of an event.
 * @typedef {(name: string, data: any) => void} Listener
 */

const names = ['hello', 'place', 'item', 'gone', 'reset', 'progress'];
// In ms, between attempts to connect.
const longestDelay = 30_000;

export class Events {
    /**
     * @param {Listener} onEvent
     * @param {(state: "there" | "away" | "signed-out") => void} onState
     */
    constructor(onEvent, onState) {
        this.onEvent = onEvent;
        this.onState = onState;
        /** @type {EventSource | undefined} */
        this.source = undefined;
        this.last = '';
        this.delay = 1000;
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
        const source = new EventSource(this.last ? `/api/events?after=${this.last}` : '/api/events');
        this.source = source;
        for (const name of names) {
            source.addEventListener(name, (event) => {
                if (event.lastEventId) this.last = event.lastEventId;
                this.onEvent(name, JSON.parse(event.data));
            });
        }
        source.addEventListener('open', () => {
            this.delay = 1000;
            this.onState('there');
        });
        source.addEventListener('error', () => {
            // The browser reconnects by itself unless the request was refused.
            if (source.readyState === EventSource.CLOSED) this.reconnect();
            else this.diagnose();
        });
    }

    end() {
        clearTimeout(this.timer);
        this.source?.close();
        this.source = undefined;
    }

    /** Connects again after a growing delay. */
    reconnect() {
        this.end();
        this.diagnose();
        this.timer = setTimeout(() => this.begin(), this.delay);
        this.delay = Math.min(longestDelay, this.delay * 2);
    }

    /** Reports why there is no stream. */
    async diagnose() {
        try {
            await api.health();
            await api.settings();
        } catch (problem) {
            const { status } = /** @type {{status?: number}} */ (problem);
            // The next stream may have opened in the meantime.
            if (status === 0 && this.source?.readyState !== EventSource.OPEN) this.onState('away');
            if (status === 401) {
                this.onState('signed-out');
                this.end();
            }
        }
    }
}
