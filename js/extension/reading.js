// Runs in pages: observes how long the reader reads, and reports pauses. It reads no text of the page; while the reader
// does nothing, it does nothing either. A capture is taken by another script, when the background script asks for one.

import { call, read } from '../dom/node.js';
import { browserAPI } from './browser-api.js';
import { ReadingSession } from './reading-session.js';

/** In ms: after this time without scrolling, the reader pauses. */
const PAUSE = 1000;
/** In ms: pauses are reported at most this often. */
const REPORT_INTERVAL = 2000;

/**
 * @typedef {object} Observation
 * @property {string} key the page key
 * @property {boolean} isAutomatic true if the page may get an automatic place
 * @property {boolean} hasPlace true if the distance to a place is shown
 */

/** The events that show that the reader is there. Browsers also send `scroll` if the page scrolls by itself. */
const INPUT_EVENTS = ['wheel', 'touchmove', 'keydown', 'pointerdown', 'pointermove'];
const LISTENING = { capture: true, passive: true };

class Reading {
    /** @param {Observation} wanted */
    constructor(wanted) {
        this.wanted = wanted;
        this.session = this.makeSession();
        /** @type {Element | null} */
        this.scroller = null;
        this.hasMoved = true;
        this.movedAt = 0;
        this.reportedAt = -Infinity;
        this.pauseTimer = 0;
        this.readTimer = 0;
        for (const name of INPUT_EVENTS) addEventListener(name, (event) => this.handleInput(event), LISTENING);
        addEventListener('scroll', (event) => this.handleScroll(event), LISTENING);
        call(document, 'addEventListener', 'visibilitychange', () => this.handleVisibilityChange());
        addEventListener('pagehide', () => this.handleLeave());
        this.observe(wanted);
    }

    /** Returns a session that begins now. */
    makeSession() {
        return new ReadingSession(performance.now(), document.visibilityState === 'visible');
    }

    /**
     * Observes the page that the document shows now. An application may show several pages in one document.
     *
     * @param {Observation} wanted
     */
    observe(wanted) {
        if (wanted.key !== this.wanted.key) {
            this.session = this.makeSession();
            this.hasMoved = true;
        }
        this.wanted = wanted;
        this.reportedAt = -Infinity;
        this.scheduleUpdate();
        if (wanted.hasPlace) this.report('progress');
    }

    /** @param {Event} event */
    handleInput(event) {
        if (!event.isTrusted) return;
        this.session.recordInput(performance.now());
        if (!this.readTimer) this.scheduleUpdate();
    }

    /** @param {Event} event */
    handleScroll(event) {
        const { target } = event;
        const element = target instanceof Element ? target : read(document, 'scrollingElement');
        if (!element || element.clientHeight < innerHeight / 2) return;
        this.scroller = element;
        this.hasMoved = true;
        this.movedAt = performance.now();
        this.session.recordInput(this.movedAt);
        if (!this.readTimer) this.scheduleUpdate();
        if (!this.pauseTimer) this.schedulePause(PAUSE);
    }

    /**
     * Reports a pause when the reader has stopped scrolling.
     *
     * @param {number} delay in ms, until the check
     */
    schedulePause(delay) {
        this.pauseTimer = setTimeout(() => {
            this.pauseTimer = 0;
            const now = performance.now();
            const due = Math.max(this.movedAt + PAUSE, this.session.isRead ? this.reportedAt + REPORT_INTERVAL : 0);
            if (now < due) this.schedulePause(due - now);
            else this.report(this.session.isRead ? 'pause' : 'progress');
        }, delay);
    }

    /** Reports that the page has been read for long enough, if the reader continues. */
    scheduleUpdate() {
        clearTimeout(this.readTimer);
        this.readTimer = 0;
        if (!this.wanted.isAutomatic) return;
        const delay = this.session.remainingTime(performance.now());
        if (delay === null) return;
        this.readTimer = setTimeout(() => {
            this.readTimer = 0;
            this.session.update(performance.now());
            if (this.session.isRead) this.report('pause');
            else this.scheduleUpdate();
        }, delay + 1);
    }

    handleVisibilityChange() {
        this.session.setVisible(document.visibilityState === 'visible', performance.now());
        if (document.visibilityState === 'visible') this.scheduleUpdate();
        else this.handleLeave();
    }

    /** Reports that the reader has left the page, or may leave it without a further event. */
    handleLeave() {
        clearTimeout(this.readTimer);
        clearTimeout(this.pauseTimer);
        this.readTimer = 0;
        this.pauseTimer = 0;
        this.session.update(performance.now());
        if (this.session.isRead) this.report('leave');
    }

    /** @param {'pause' | 'leave' | 'progress'} event */
    report(event) {
        const { isAutomatic, hasPlace, key } = this.wanted;
        // The reader may type a password here. Fields may appear at any time.
        const isPrivate = call(document, 'querySelector', 'input[type=password]') !== null || isFrameInView();
        const reads = isAutomatic && event !== 'progress' && !isPrivate;
        if (!reads && !hasPlace) return;
        const isMoved = this.hasMoved;
        if (reads) {
            this.hasMoved = false;
            this.reportedAt = performance.now();
        }
        const message = { type: 'reading', event: reads ? event : 'progress', key, isMoved, progress: this.progress() };
        try {
            browserAPI.runtime.sendMessage(message).catch(() => undefined);
        } catch {
            // The extension was removed or updated; its new version observes the page after the next navigation.
        }
    }

    /** Returns the progress by scroll offset, 0 to 1. */
    progress() {
        const scroller = this.scroller?.isConnected ? this.scroller : read(document, 'scrollingElement');
        if (!scroller) return 0;
        const range = scroller.scrollHeight - scroller.clientHeight;
        return range > 0 ? Math.min(1, Math.max(0, scroller.scrollTop / range)) : 0;
    }
}

/** Returns true if most of the view may show the page of a frame, which is not observed. */
function isFrameInView() {
    return [...call(document, 'querySelectorAll', 'iframe')].some((frame) =>
        frame.getBoundingClientRect().height >= innerHeight / 2 && frame.contentDocument !== null);
}

/** @type {Reading | null} */
let reading = null;

if (!globalThis.leftoffObserve) {
    globalThis.leftoffObserve = (wanted) => {
        if (reading) reading.observe(wanted);
        else if (wanted.isAutomatic || wanted.hasPlace) reading = new Reading(wanted);
    };
}
