// The time for which a reader has read a page, as a pure state machine. Times are in ms.

/** The reader is reading for this time after the last input, such as scrolling. */
export const INPUT_TIME = 60_000;
/** The reading time after which a page gets an automatic place. */
export const READING_TIME = 30_000;

export class ReadingSession {
    /**
     * @param {number} now
     * @param {boolean} isVisible
     */
    constructor(now, isVisible) {
        /** The reading time so far. */
        this.total = 0;
        this.isVisible = isVisible;
        // Opening the page is an input.
        this.lastInput = now;
        this.lastUpdate = now;
    }

    /**
     * Adds the time since the last update for which the page was visible and the reader was active.
     *
     * @param {number} now
     */
    update(now) {
        const end = Math.min(now, this.lastInput + INPUT_TIME);
        if (this.isVisible && end > this.lastUpdate) this.total += end - this.lastUpdate;
        this.lastUpdate = Math.max(now, this.lastUpdate);
    }

    /** @param {number} now */
    recordInput(now) {
        this.update(now);
        this.lastInput = now;
    }

    /**
     * @param {boolean} isVisible
     * @param {number} now
     */
    setVisible(isVisible, now) {
        this.update(now);
        this.isVisible = isVisible;
        // Switching to a page is an input, too.
        if (isVisible) this.lastInput = now;
    }

    /** True if the page was read for long enough. */
    get isRead() {
        return this.total >= READING_TIME;
    }

    /**
     * Returns the time until the page has been read for long enough; null if that needs an input first.
     *
     * @param {number} now
     * @returns {number | null}
     */
    remainingTime(now) {
        const missing = READING_TIME - this.total;
        const active = this.lastInput + INPUT_TIME - now;
        return this.isVisible && missing > 0 && active > 0 ? Math.min(missing, active) : null;
    }
}
