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
        this.session = this.newSession();
        /** @type {Element | null} */
        this.scroller = null;
        this.hasMoved = true;
        this.movedAt = 0;
        this.reportedAt = -Infinity;
        this.pause = 0;
        this.timer = 0;
        for (const name of INPUT_EVENTS) addEventListener(name, (event) => this.input(event), LISTENING);
        addEventListener('scroll', (event) => this.scrolled(event), LISTENING);
        call(document, 'addEventListener', 'visibilitychange', () => this.shown());
        addEventListener('pagehide', () => this.left());
        this.observe(wanted);
    }

    newSession() {
        return new ReadingSession(performance.now(), document.visibilityState === 'visible');
    }

    /**
     * Observes the page that the document shows now. An application may show several pages in one document.
     *
     * @param {Observation} wanted
     */
    observe(wanted) {
        if (wanted.key !== this.wanted.key) {
            this.session = this.newSession();
            this.hasMoved = true;
        }
        this.wanted = wanted;
        this.reportedAt = -Infinity;
        this.wait();
        if (wanted.hasPlace) this.report('progress');
    }

    /** @param {Event} event */
    input(event) {
        if (!event.isTrusted) return;
        this.session.input(performance.now());
        if (!this.timer) this.wait();
    }

    /** @param {Event} event */
    scrolled(event) {
        const { target } = event;
        const element = target instanceof Element ? target : read(document, 'scrollingElement');
        if (!element || element.clientHeight < innerHeight / 2) return;
        this.scroller = element;
        this.hasMoved = true;
        this.movedAt = performance.now();
        this.session.input(this.movedAt);
        if (!this.timer) this.wait();
        if (!this.pause) this.waitForPause(PAUSE);
    }

    /** @param {number} delay */
    waitForPause(delay) {
        this.pause = setTimeout(() => {
            this.pause = 0;
            const now = performance.now();
            const due = Math.max(this.movedAt + PAUSE, this.session.isRead ? this.reportedAt + REPORT_INTERVAL : 0);
            if (now < due) this.waitForPause(due - now);
            else this.report(this.session.isRead ? 'pause' : 'progress');
        }, delay);
    }

    /** Waits until the page has been read for long enough, if the reader goes on reading. */
    wait() {
        clearTimeout(this.timer);
        this.timer = 0;
        if (!this.wanted.isAutomatic) return;
        const delay = this.session.remaining(performance.now());
        if (delay === null) return;
        this.timer = setTimeout(() => {
            this.timer = 0;
            this.session.update(performance.now());
            if (this.session.isRead) this.report('pause');
            else this.wait();
        }, delay + 1);
    }

    shown() {
        this.session.show(document.visibilityState === 'visible', performance.now());
        if (document.visibilityState === 'visible') this.wait();
        else this.left();
    }

    /** The reader has left the page, or may leave it without a further event. */
    left() {
        clearTimeout(this.timer);
        clearTimeout(this.pause);
        this.timer = 0;
        this.pause = 0;
        this.session.update(performance.now());
        if (this.session.isRead) this.report('leave');
    }

    /** @param {'pause' | 'leave' | 'progress'} event */
    report(event) {
        const { isAutomatic, hasPlace, key } = this.wanted;
        // The reader may type a password here. Fields may appear at any time.
        const isPrivate = call(document, 'querySelector', 'input[type=password]') !== null || showsFrame();
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
        const room = scroller.scrollHeight - scroller.clientHeight;
        return room > 0 ? Math.min(1, Math.max(0, scroller.scrollTop / room)) : 0;
    }
}

/** Returns true if most of the view may show the page of a frame, which is not observed. */
function showsFrame() {
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
