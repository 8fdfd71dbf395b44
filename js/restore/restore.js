/**
 * Restores a place: finds it, scrolls to it, reports the result when it holds, and keeps the place at its line while
 * the page changes. The state machine in restore-phase.js makes the decisions.
 */

import { composedParent, treeRootOf, viewOf } from '../dom/composed-tree.js';
import { isText, read } from '../dom/node.js';
import { scrollersAround, scrollState, scrollTo } from '../dom/scroller.js';
import { attemptPlace, isAtEnd, isSeen, isWithinReach, NO_OUTCOME } from './attempt.js';
import { CONFIDENCE } from './confidence.js';
import { highlightLine, isMark } from './highlight.js';
import { hasScrolled, PlaceHold, SHIFT_TIME, sumOf } from './hold-place.js';
import { isCovered, isLocked, isObstructed } from './locked.js';
import { MotionSeek } from './motion-seek.js';
import { PacedIndex } from './paced-index.js';
import { findControl } from './page-control.js';
import { isLoading } from './pending.js';
import { findScroller, placeTarget } from './place.js';
import { watchInput } from './reader-watch.js';
import { restoreMedia } from './restore-media.js';
import { continuesAfter, firstPhase, nextPhase, WATCH_TIME } from './restore-phase.js';
import { revealFollowing, revealPlace } from './reveal.js';
import { canonicalOf, hasSameAddress, hasSameKey } from './same-page.js';
import { Seek } from './seek.js';
import { readSnapshot } from './snapshot-reader.js';
import { cappedConfidence, unreadReason } from './unread.js';
import { UndoableScrolling } from './undoable-scrolling.js';
import { hasSettled, hasWords, isReached, statusOf } from './verdict.js';
import { watchChanges } from './watch-changes.js';
import { zoomOutcome } from './zoom.js';

/**
 * @typedef {import('./verdict.js').Status} Status
 * @typedef {import('./restore-phase.js').Phase} Phase
 * @typedef {'locked' | 'covered' | 'control' | 'frame' | 'unreadable' | 'motion' | 'translated' | 'movedAway' | 'lost'}
 *     Reason why the place was not restored, or only approximately
 * @typedef {{status: Status, tier: string, confidence: number, zoom: 'applied' | 'unchanged' | 'unsupported',
 *     movedPx: number, settledMs: number, reason?: Reason, control?: string, continues?: boolean}} Result
 *     `movedPx` is the distance by which the scrollers have moved, `settledMs` the time until the place was in
 *     position; `control` is the name of a button that shows more of the page; `continues` is true if the restore goes
 *     on when the page changes
 * @typedef {{isProbe?: boolean, isOuter?: boolean, onLater?: (result: Result) => void}} Options
 *     `isProbe` is true to wait for no late content, `isOuter` if the place itself is in a frame that another restore
 *     searches; `onLater` receives results that follow the first one
 * @typedef {{result: Promise<Result>, state: () => {phase: Phase, control: string | null}, stop: () => void}} Restore
 *     `result` is never rejected
 */

/** In ms: after this time without a change, a page is assumed to load more only if it is scrolled. */
const SEEK_QUIET = 200;
/** In ms: after this time without a change, or in any case, the control is named that shows more of the page. */
const CONTROL_QUIET = 1200;
const CONTROL_TIME = 3500;
/** In ms: the time between two searches for the control. */
const CONTROL_INTERVAL = 500;
/** After this number of checks without change, the place is checked again only after an event. */
const SURE_CHECKS = 6;
/**
 * The number of checks without change after which a page that does not change by itself has settled. Content that comes
 * into view may be laid out two frames later (`content-visibility`).
 */
const CALM_CHECKS = 4;
/** In ms: a page that was loaded this time ago does not render itself again, unless it has changed since. */
const LOADED_TIME = 3000;
/** In CSS px: a smaller correction does not count as a change. */
const MOVED = 1;
/** In ms: the time between two looks at the clock after the report. The time of the page may pass faster in tests. */
const TICK = 1000;
/** The types of scripts that are executed (HTML Standard, section 4.12.1). */
const EXECUTABLE = /^(module|(text|application)\/(x-)?(java|ecma)script|)$/i;

/** The phases in which the page is checked in each frame. */
const CHECKED_PHASES = ['searching', 'locked', 'holding', 'paused'];

/**
 * @param {Window} top
 * @param {any} snapshot
 * @param {Options} [options]
 * @returns {Promise<Result>} is never rejected
 */
export function restorePlace(top, snapshot, options = {}) {
    return beginRestore(top, snapshot, options).result;
}

/**
 * Restores a place so that it can be observed and stopped.
 *
 * @param {Window} top
 * @param {any} snapshot
 * @param {Options} options
 * @returns {Restore}
 */
export function beginRestore(top, snapshot, options) {
    /** @type {PlaceRestore | null} */
    let restore = null;
    /** @type {Promise<Result>} */
    const result = new Promise((resolve) => {
        try {
            restore = new PlaceRestore(top, snapshot, options, resolve);
            restore.start();
        } catch {
            resolve(failure());
        }
    });
    return {
        result,
        state: () => ({ phase: restore ? restore.state.phase : 'over', control: restore ? restore.control : null }),
        stop: () => restore?.send({ kind: 'stop' }),
    };
}

/**
 * Returns the result of a restore that failed.
 *
 * @returns {Result}
 */
export function failure() {
    return { status: 'abstained', tier: 'none', confidence: 0, zoom: 'unchanged', movedPx: 0, settledMs: 0 };
}

class PlaceRestore {
    /**
     * @param {Window} top
     * @param {any} snapshot
     * @param {Options} options
     * @param {(result: Result) => void} resolve
     */
    constructor(top, snapshot, options, resolve) {
        this.top = top;
        this.resolve = resolve;
        this.onLater = options.onLater;
        this.isProbe = Boolean(options.isProbe);
        this.place = readSnapshot(snapshot);
        this.isAtAddress = hasSameAddress(this.place, top.location.href, canonicalOf(top.document));
        this.isHere = hasSameKey(this.place, top.location.href);
        this.started = top.performance.now();
        this.state = firstPhase(this.started, this.isProbe);
        this.lastChange = this.started;
        this.lastEvent = this.started;
        this.calmChecks = 0;
        this.isStill = !changesItself(top);
        this.isDirty = true;
        this.needsCheck = true;
        this.isChecking = false;
        this.hasReported = false;
        this.index = new PacedIndex(top);
        this.scrolling = new UndoableScrolling(top);
        this.seek = this.newSeek();
        this.isSeeking = false;
        /** @type {MotionSeek | null} */
        this.motion = globalThis.LEFTOFF_LITE ? null : new MotionSeek(this.place, top);
        /** @type {'unused' | 'due' | ReturnType<MotionSeek['step']>} */
        this.motionState = 'unused';
        /** @type {string | null} */
        this.control = null;
        this.controlAt = -Infinity;
        /** @type {Set<number>} */
        this.placed = new Set();
        /** True if a hidden target would be seen after scrolling to it. */
        this.wasWithinReach = false;
        /** @type {import('./attempt.js').Outcome} */
        this.outcome = NO_OUTCOME;
        /** @type {PlaceHold | null} */
        this.hold = null;
        /** The confidence that words need which are found again after the report. */
        this.leastConfidence = 0;
        /** @type {import('./hold-place.js').ScrollSum | null} */
        this.pausedSum = null;
        this.move = (/** @type {any} */ scroller, /** @type {number} */ x, /** @type {number} */ y) => {
            this.moved += this.scrolling.moveTo(scroller, x, y);
        };
        this.moved = 0;
        this.timer = 0;
        this.stopMedia = this.isAtAddress ? restoreMedia(this.place, top) : () => undefined;
        /** @type {(() => void)[]} */
        this.stops = [];
        this.receiveInput([top]);
        this.changes = watchChanges(top, (isStructural) => this.recordChange(isStructural), isMark);
    }

    newSeek() {
        return new Seek(this.place, this.top, (scroller) => this.scrolling.originOf(scroller));
    }

    start() {
        this.check();
        this.scheduleCheck();
    }

    /**
     * Passes an event to the state machine, and does what it says.
     *
     * @param {Omit<import('./restore-phase.js').PhaseEvent, 'at'>} event
     */
    send(event) {
        const before = this.state.phase;
        const { state, actions } = nextPhase(this.state, { ...event, at: this.top.performance.now() });
        this.state = state;
        if (state.phase === 'holding' && before !== 'holding') this.beginHold();
        for (const action of actions) this.act(action);
        if (CHECKED_PHASES.includes(this.state.phase)) this.scheduleCheck();
    }

    /** @param {import('./restore-phase.js').Action} action */
    act(action) {
        switch (action) {
            case 'attempt':
                this.lastChange = this.top.performance.now();
                this.isDirty = true;
                if (this.state.phase === 'watching') this.scheduleWatch();
                break;
            case 'place':
                this.needsCheck = true;
                if (this.state.phase === 'watching') this.hold?.placeIfSeen();
                break;
            case 'undo':
                this.motion?.undo();
                this.scrolling.undo();
                break;
            case 'release': this.scrolling.release(); break;
            case 'report': this.report(); break;
            case 'watch': this.beginWatch(); break;
            case 'stop': this.stop(); break;
        }
    }

    /**
     * Watches the reader's input.
     *
     * @param {Window[]} views
     */
    receiveInput(views) {
        const { top, place } = this;
        const onScroll = () => this.receiveScroll();
        for (const view of views) view.addEventListener('scroll', onScroll, { capture: true, passive: true });
        this.stops.push(watchInput(views, top, (kind) => {
            const { phase } = this.state;
            const isInTheWay = (kind === 'pause' || phase === 'waiting') && isObstructed(place, top);
            this.send({ kind: kind === 'end' ? 'input' : 'press', isObstructed: isInTheWay });
            if (this.state.phase === 'paused') this.pausedSum = sumOf(this.scrollers());
        }), () => {
            for (const view of views) view.removeEventListener('scroll', onScroll, { capture: true });
        });
    }

    /** Records that something has scrolled while Leftoff does not look at the page in each frame. */
    receiveScroll() {
        const { phase } = this.state;
        if (phase === 'paused' && this.pausedSum && hasScrolled(this.pausedSum, sumOf(this.scrollers()))) {
            this.send({ kind: 'scroll' });
        }
        if (phase === 'watching') this.scheduleWatch();
    }

    /**
     * @returns {import('../dom/scroller.js').Scroller[]} the scrollers around the place
     */
    scrollers() {
        const { place, top, outcome } = this;
        const node = this.hold ? this.hold.target.node : outcome.target && outcome.target.node;
        if (node && node.isConnected) return scrollersAround(node, top);
        const record = place.primary ? place.scrollers[place.primary.scroller] : undefined;
        const reading = record && record.path.length > 0 ? findScroller(record, top) : null;
        const window = { view: top, element: null };
        return reading ? [window, reading] : [window];
    }

    /**
     * Records that the page has changed.
     *
     * @param {boolean} isStructural false if only sizes have changed
     */
    recordChange(isStructural) {
        const { phase } = this.state;
        if (phase === 'over') return;
        this.isDirty = this.isDirty || isStructural;
        this.isStill = false;
        this.needsCheck = true;
        this.calmChecks = 0;
        this.lastEvent = this.top.performance.now();
        if (isStructural) this.send({ kind: 'change' });
        if (phase === 'watching') {
            this.hold?.recordChange();
            this.scheduleWatch();
        }
        if (phase === 'waiting' && this.state.hasPressed) {
            this.send({ kind: 'look', isObstructed: isObstructed(this.place, this.top) });
        }
    }

    /** Checks the page, and the position of the place. */
    check() {
        const { phase } = this.state;
        if (phase === 'locked' || phase === 'paused') {
            const sight = { ...this.blankSight(), isLocked: phase === 'locked' && isLocked(this.place, this.top) };
            this.send({ kind: 'check', sight });
            return;
        }
        this.moved = 0;
        if (phase === 'searching' && isLocked(this.place, this.top)) {
            this.send({ kind: 'check', sight: { ...this.blankSight(), isLocked: true } });
            return;
        }
        if (phase === 'holding' && this.hold?.isScrolled()) this.send({ kind: 'scroll' });
        if (this.state.phase === 'over') return;
        try {
            this.search();
        } catch {
            this.isDirty = false;
            this.index.steps = null;
        }
        this.changes.discard();
        if (this.moved >= MOVED) this.lastChange = this.top.performance.now();
        this.calmChecks = this.moved >= MOVED ? 0 : this.calmChecks + 1;
        this.needsCheck = this.isDirty || this.calmChecks < SURE_CHECKS;
        this.send({ kind: 'check', sight: this.look() });
        const { target } = this.outcome;
        if (this.state.phase !== 'holding' || !this.hold || !target) return;
        if (this.hold.target === target) this.hold.remember();
        else this.hold.follow(target);
    }

    /** Finds the place or corrects its position, or searches for it where the page may load or hide it. */
    search() {
        if (this.index.steps || (this.isDirty && this.index.mayStart())) {
            if (!this.attempt()) return;
        } else if (this.needsCheck) {
            this.placeAgain();
        }
        this.observeTarget(this.outcome.target);
        if (!this.isDirty) this.searchFurther();
    }

    /**
     * Indexes the page and tries to find the place. A large page is indexed in several calls.
     *
     * @returns {boolean} false if the page has not been indexed completely
     */
    attempt() {
        if (!this.index.steps) this.isDirty = false;
        const index = this.index.next();
        if (!index) return false;
        const before = this.outcome;
        const { place, top, isAtAddress, placed } = this;
        this.outcome = attemptPlace(index, place, top, isAtAddress, this.move, placed);
        if (this.outcome.tier !== before.tier || this.outcome.identity !== before.identity) this.moved += MOVED;
        const { hidden } = this.outcome;
        this.wasWithinReach = hidden !== null && isWithinReach(hidden, place, top);
        if (this.motionState === 'unused' && this.motion?.applies(hidden)) this.motionState = 'due';
        // The page shows the words elsewhere in the view than before.
        if (this.motionState === 'there') this.outcome.left = 0;
        this.index.finish();
        return true;
    }

    /**
     * Corrects the position of the target. If it can no longer be seen, or a better one can be, another attempt
     * follows.
     */
    placeAgain() {
        const { place, top } = this;
        const { target, hidden } = this.outcome;
        if (target && target.node.isConnected) {
            this.outcome.left = placeTarget(target, place, top, this.move) ?? this.outcome.left;
            this.outcome.isAtEnd = isAtEnd(target, place, top);
            if (!isSeen(target, place, top)) this.isDirty = true;
        }
        if (hidden && !this.wasWithinReach && isWithinReach(hidden, place, top)) this.isDirty = true;
    }

    /** Opens the element that hides a missing place, or scrolls to where the page may load it. */
    searchFurther() {
        const { target, identity, confidence, textLength, left, isEdition, hidden } = this.outcome;
        if (identity === 'other' || identity === 'unknown' || this.isProbe) return;
        const isFound = target && confidence >= CONFIDENCE.found;
        if (isFound && (left < MOVED || (isEdition && !this.isHere))) return;
        const { place, top } = this;
        const now = this.top.performance.now();
        const isQuiet = now - Math.max(this.lastChange, this.lastEvent) >= SEEK_QUIET;
        const isMoving = this.motionState === 'moving' || (this.motionState === 'due' && isQuiet);
        if (isMoving && hidden && this.motion) {
            this.motionState = this.motion.step(hidden, now);
            this.lastChange = now;
            if (this.motionState === 'there') this.isDirty = true;
            return;
        }
        const isOpened = isFound ? revealFollowing(place, target.node, top) : revealPlace(place, top);
        if (isOpened) {
            this.isDirty = true;
            this.moved += MOVED;
            return;
        }
        if ((target && !isFound) || !isQuiet || isLoading(this.top)) return;
        const hadLeft = this.isSeeking;
        this.isSeeking = this.seek.step(textLength, now, this.move, Boolean(isFound));
        if (this.isSeeking) this.lastChange = now;
        // The search found nothing, so the next best result is used.
        else if (hadLeft) this.isDirty = true;
    }

    /**
     * Watches the trees and windows that contain a target.
     *
     * @param {import('./target.js').Target | null} target
     */
    observeTarget(target) {
        if (!target) return;
        for (let element = composedParent(target.node), steps = 0; element && steps < 6; steps += 1) {
            this.changes.observeSize(element);
            element = composedParent(element);
        }
        const root = treeRootOf(target.node);
        const view = viewOf(target.node);
        if (root && this.changes.observeTree(root) && view && view !== this.top) this.receiveInput([view]);
    }

    /**
     * @returns {import('./restore-phase.js').Sight} of a page that is not examined
     */
    blankSight() {
        return {
            words: 'unknown', status: 'abstained', reason: null, isSettled: false, isStill: false, isCorrected: false,
            isLoading: false, isLocked: false, hasTarget: false,
        };
    }

    /**
     * @returns {import('./restore-phase.js').Sight}
     */
    look() {
        const { outcome, top, isAtAddress, isProbe, isDirty } = this;
        const isFound = hasWords(outcome);
        const isWaiting = isLoading(top);
        const now = top.performance.now();
        const quiet = now - this.lastChange;
        let isSettled = !isDirty && !isFound && !isWaiting && hasSettled(outcome, { quiet, isAtAddress, isProbe });
        const isLate = now >= this.state.deadline;
        let status = statusOf(outcome);
        /** @type {Reason | null} */
        let reason = null;
        if (status === 'abstained' && this.motionState === 'failed') reason = 'motion';
        else if (status === 'abstained' && this.findControl(now, quiet, isSettled || isLate)) {
            [reason, isSettled] = ['control', !isDirty];
        } else if (!isFound && outcome.tier === 'none' && isAtAddress && (isSettled || isLate)
            && isCovered(this.place, top)) {
            [status, reason] = ['abstained', 'covered'];
        }
        if (isWaiting) this.isStill = false;
        return {
            words: isDirty || this.index.steps ? 'unknown' : isFound ? 'there' : 'missing',
            status, reason, isSettled, isCorrected: this.moved >= MOVED, isLoading: isWaiting,
            isStill: this.isStill && this.calmChecks >= CALM_CHECKS && hasScrollAnchoring(top),
            isLocked: false, hasTarget: outcome.target !== null,
        };
    }

    /**
     * Looks for the control that shows more of the page, if the page is quiet and lacks the words.
     *
     * @param {number} now
     * @param {number} quiet the time since the place was last moved, in ms
     * @param {boolean} isOver true if the search ends
     * @returns {boolean}
     */
    findControl(now, quiet, isOver) {
        const { place, top, seek, outcome } = this;
        const isMissing = outcome.hidden !== null || outcome.textLength < (place.textLength ?? 0);
        const isTime = quiet >= CONTROL_QUIET || now - this.started >= CONTROL_TIME || isOver;
        if (!isMissing || !isTime || this.isSeeking || this.isProbe || now - this.controlAt < CONTROL_INTERVAL) {
            return false;
        }
        this.controlAt = now;
        const direction = /** @type {any} */ (seek).direction ?? 'down';
        this.control = findControl(place, top, outcome.hidden, direction)?.name ?? null;
        return this.control !== null;
    }

    /** Checks again in the next frame, or after a short time if the page is hidden and has no frames. */
    scheduleCheck() {
        if (this.isChecking) return;
        this.isChecking = true;
        let isCalled = false;
        const again = () => {
            if (isCalled) return;
            isCalled = true;
            this.isChecking = false;
            if (!CHECKED_PHASES.includes(this.state.phase)) return;
            this.check();
            if (CHECKED_PHASES.includes(this.state.phase)) this.scheduleCheck();
        };
        this.top.requestAnimationFrame(again);
        this.top.setTimeout(again, 100);
    }

    /** Shows the reader the line, which is in position. */
    beginHold() {
        const { target } = this.outcome;
        if (!target) return;
        if (!this.hold) this.hold = new PlaceHold(target, this.place, this.top);
        else this.hold.follow(target);
        this.highlight();
    }

    highlight() {
        const { target } = this.outcome;
        if (target && isText(target.node)) highlightLine(this.top, target.node, target.offset);
        this.changes.discard();
    }

    /** Keeps the place at its line after the report. */
    beginWatch() {
        const { target } = this.outcome;
        if (!target) return;
        this.hold = this.hold ?? new PlaceHold(target, this.place, this.top);
        this.hold.follow(target);
        this.leastConfidence = Math.min(CONFIDENCE.found, this.outcome.confidence);
    }

    /** Looks at the place in the next frame. */
    scheduleWatch() {
        if (this.isChecking) return;
        this.isChecking = true;
        this.top.requestAnimationFrame(() => {
            this.isChecking = false;
            if (this.state.phase === 'watching') this.watchPlace();
        });
    }

    /** Corrects the position of the place after the report, and finds words again that the page has replaced. */
    watchPlace() {
        const { hold, top } = this;
        if (!hold) return;
        const began = top.performance.now();
        let isLost = this.state.isLost;
        const found = this.index.steps ? 'gone' : hold.check();
        if (found === 'scrolled') this.send({ kind: 'scroll' });
        if (found === 'gone') isLost = !this.findAgain();
        else isLost = false;
        this.send({ kind: 'work', cost: top.performance.now() - began, isLost });
        if (this.state.phase !== 'watching') return;
        const isPending = found === 'gone' && (this.index.steps !== null || this.isDirty);
        if (isPending || began - hold.changedAt <= SHIFT_TIME) this.scheduleWatch();
    }

    /**
     * Finds the words again after the report, at most as often as before it.
     *
     * @returns {boolean} false if they are not in the page
     */
    findAgain() {
        const { place, top, isAtAddress, placed, index, hold } = this;
        if (!hold || (!index.steps && !(this.isDirty && index.mayStart()))) return !this.state.isLost;
        if (!index.steps) this.isDirty = false;
        const text = index.next();
        if (!text) return !this.state.isLost;
        /** @type {(() => void)[]} */
        const undo = [];
        const move = (/** @type {any} */ scroller, /** @type {number} */ x, /** @type {number} */ y) => {
            const before = scrollState(scroller);
            undo.unshift(() => scrollTo(scroller, before.x, before.y));
            scrollTo(scroller, x, y);
        };
        const outcome = attemptPlace(text, place, top, isAtAddress, move, placed);
        index.finish();
        if (outcome.target && outcome.confidence >= this.leastConfidence) {
            hold.follow(outcome.target);
            this.observeTarget(outcome.target);
            return true;
        }
        for (const step of undo) step();
        return hold.followBlock();
    }

    /** Looks at the clock from time to time after the report. */
    passTime() {
        const { phase, started } = this.state;
        const isLong = phase === 'waiting' || this.top.performance.now() - started > WATCH_TIME;
        this.timer = this.top.setTimeout(() => {
            const isVisible = read(this.top.document, 'visibilityState') === 'visible';
            this.send({ kind: 'time', isVisible });
            if (this.state.phase !== 'over') this.passTime();
        }, isLong ? WATCH_TIME : TICK);
    }

    /** Reports the state's result: the first one to the caller, and later ones to its listener. */
    report() {
        const { top, outcome, state, scrolling } = this;
        const { status, reason } = this.cappedResult();
        const isThere = status === 'restored' || status === 'approximate';
        if (!isThere) this.stopMedia();
        if (isThere && !this.hold) this.highlight();
        const known = isThere || status === 'aborted';
        const confidence = Math.min(outcome.confidence, isReached(outcome) ? 1 : CONFIDENCE.outOfReach);
        const isCapped = reason === 'frame' || reason === 'unreadable';
        const end = status === 'restored' && state.heldSince !== null ? state.heldSince : top.performance.now();
        /** @type {Result} */
        const result = {
            status,
            tier: known ? outcome.tier : 'none',
            confidence: known ? Math.round((isCapped ? cappedConfidence(confidence) : confidence) * 100) / 100 : 0,
            zoom: zoomOutcome(this.place.scale, top),
            movedPx: Math.round(scrolling.distance() * 100) / 100,
            settledMs: Math.round(end - this.started),
        };
        if (reason) result.reason = reason;
        if (reason === 'control' && this.control) result.control = this.control;
        if (state.phase === 'waiting') result.continues = continuesAfter(reason);
        if (state.phase === 'waiting') {
            // A later search can be undone by itself: the reader may scroll meanwhile.
            this.scrolling = new UndoableScrolling(top);
            this.seek = this.newSeek();
        }
        if (this.hasReported) return this.onLater?.(result);
        this.hasReported = true;
        this.resolve(result);
        if (state.phase !== 'over') this.passTime();
    }

    /**
     * @returns {{status: Status, reason: Reason | null}} of the state, but a place that cannot be read is at most
     *     approximate
     */
    cappedResult() {
        const { place, top, outcome, state } = this;
        const status = state.status ?? 'abstained';
        const isThere = status === 'restored' || status === 'approximate';
        const cap = isThere ? unreadReason(place, outcome.confidence, top) : null;
        if (cap) return { status: 'approximate', reason: cap };
        return { status, reason: status === 'approximate' && outcome.isTranslated ? 'translated' : state.reason };
    }

    /** Ends the restore. Nothing of it remains in the page. */
    stop() {
        for (const stop of this.stops.splice(0)) stop();
        this.changes.stop();
        this.top.clearTimeout(this.timer);
    }
}

/**
 * Returns true if a page may change by itself: it has scripts or frames, or is loading. A page that was loaded a while
 * ago has probably done so.
 *
 * @param {Window} top
 * @returns {boolean}
 */
function changesItself(top) {
    const { document, performance } = top;
    if (read(document, 'readyState') !== 'complete') return true;
    const [navigation] = /** @type {any[]} */ (performance.getEntriesByType('navigation'));
    const loadedAt = navigation ? navigation.loadEventEnd : 0;
    if (loadedAt > 0 && performance.now() - loadedAt >= LOADED_TIME) return false;
    if (top.frames.length > 0) return true;
    return Array.from(read(document, 'scripts')).some((script) => EXECUTABLE.test(script.type));
}

/**
 * Returns true if the browser's scroll anchoring keeps the place when something above it grows later.
 *
 * @param {Window} top
 * @returns {boolean}
 */
function hasScrollAnchoring(top) {
    const { CSS } = /** @type {any} */ (top);
    return Boolean(CSS && CSS.supports && CSS.supports('overflow-anchor', 'auto'));
}
