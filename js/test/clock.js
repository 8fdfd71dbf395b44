/**
 * Waits until the modules have done all that they can do without an event from the test. Nothing in these tests takes
 * time: a call of the browser or of Leftoff ends in a microtask, and all microtasks run before this resolves.
 */
export { setImmediate as settle } from 'node:timers/promises';

/** A clock that a test moves, for modules with the time of the day and with timeouts. */
export class Clock {
    constructor() {
        this.now = Date.UTC(2026, 10, 22);
        /** @type {Set<{at: number, run: () => void}>} */
        this.timers = new Set();
    }

    /**
     * Runs a function when the clock has advanced by a time.
     *
     * @param {() => void} run
     * @param {number} time in ms
     * @returns {() => void} cancels it
     */
    schedule(run, time) {
        const timer = { at: this.now + time, run };
        this.timers.add(timer);
        return () => {
            this.timers.delete(timer);
        };
    }

    /** @param {number} time in ms */
    advance(time) {
        this.now += time;
        for (const timer of [...this.timers].filter(({ at }) => at <= this.now)) {
            this.timers.delete(timer);
            timer.run();
        }
    }

    /** Makes this the clock of all modules of the process. */
    install() {
        Date.now = () => this.now;
        Object.assign(globalThis, {
            setTimeout: (/** @type {() => void} */ run, time = 0) => this.schedule(run, time),
            clearTimeout: (/** @type {(() => void) | undefined} */ cancel) => cancel?.(),
        });
        return this;
    }
}
