// What changes among places and downloads, as the service tells it: one stream for the page, while the page is seen.

import { api } from './api.js';

/**
 * Who listens: an event's name and what it brings.
 * @typedef {(name: string, data: any) => void} Listener
 */

const names = ['hello', 'place', 'item', 'gone', 'reset', 'progress'];
// A browser has six connections to a server: tabs that nobody looks at give theirs back.
const longestPause = 30_000;

export class Events {
    /**
     * @param {Listener} tell
     * @param {(state: "there" | "away" | "signed-out") => void} show
     */
    constructor(tell, show) {
        this.tell = tell;
        this.show = show;
        /** @type {EventSource | undefined} */
        this.source = undefined;
        this.last = '';
        this.pause = 1000;
        /** @type {ReturnType<typeof setTimeout> | undefined} */
        this.timer = undefined;
        document.addEventListener('visibilitychange', () => this.begin());
        addEventListener('online', () => this.begin());
        // A page that is kept for the way back must not hold a connection.
        addEventListener('pagehide', () => this.end());
        addEventListener('pageshow', (event) => {
            if (event.persisted) this.begin();
        });
    }

    begin() {
        this.end();
        if (document.visibilityState !== 'visible') return;
        const source = new EventSource(this.last ? `/api/events?after=${this.last}` : '/api/events');
        this.source = source;
        for (const name of names) {
            source.addEventListener(name, (event) => {
                if (event.lastEventId) this.last = event.lastEventId;
                this.tell(name, JSON.parse(event.data));
            });
        }
        source.addEventListener('open', () => {
            this.pause = 1000;
            this.show('there');
        });
        source.addEventListener('error', () => {
            // The browser tries again by itself unless it was refused.
            if (source.readyState === EventSource.CLOSED) this.again();
            else this.ask();
        });
    }

    end() {
        clearTimeout(this.timer);
        this.source?.close();
        this.source = undefined;
    }

    /** Tries again a little later, and later each time. */
    again() {
        this.end();
        this.ask();
        this.timer = setTimeout(() => this.begin(), this.pause);
        this.pause = Math.min(longestPause, this.pause * 2);
    }

    /** Finds out why there is no stream. */
    async ask() {
        try {
            await api.isThere();
            await api.settings();
        } catch (problem) {
            const { status } = /** @type {{status?: number}} */ (problem);
            // The next stream may have opened while this was asked.
            if (status === 0 && this.source?.readyState !== EventSource.OPEN) this.show('away');
            if (status === 401) {
                this.show('signed-out');
                this.end();
            }
        }
    }
}
