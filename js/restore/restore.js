/**
 * Restores a place: finds it, scrolls to it, reports the result when it holds, and keeps the place at its line while
 * the page changes. The state machine in restore-phase.js makes the decisions.
 */

import { read } from '../dom/node.js';
import { scrollersAround, scrollState, scrollTo } from '../dom/scroller.js';
import { attemptPlace, isAtEnd, isSeen } from './attempt.js';
import { CONFIDENCE } from './confidence.js';
import { hasScrolled, PlaceHold, SHIFT_TIME, sumOf } from './hold-place.js';
import { isCovered, isLocked, isObstructed } from './locked.js';
import { findControl } from './page-control.js';
import { findScroller, placeTarget } from './place.js';
import { failure, PlaceSearch } from './place-search.js';
import { watchInput } from './reader-watch.js';
import { continuesAfter, firstPhase, nextPhase, WATCH_TIME } from './restore-phase.js';
import { hasSameKey } from './same-page.js';
import { Seek } from './seek.js';
import { UndoableScrolling } from './undoable-scrolling.js';
import { hasWords } from './verdict.js';

/**
 * @typedef {import('./verdict.js').Status} Status
 * @typedef {import('./place-search.js').Reason} Reason
 * @typedef {import('./place-search.js').Result} Result
 * @typedef {import('./place-search.js').Sight} Sight
 * @typedef {import('./restore-phase.js').Phase} Phase
 * @typedef {{isProbe?: boolean, isOuter?: boolean, onLater?: (result: Result) => void}} Options
 *     `isProbe` is true to wait for no late content, `isOuter` if the place itself is in a frame that another restore
 *     searches; `onLater` receives results that follow the first one
 * @typedef {{result: Promise<Result>, state: () => {phase: Phase, control: string | null}, stop: () => void}} Restore
 *     `result` is never rejected
 */

/** In ms: after this time without a change, or in any case, the control is named that shows more of the page. */
const CONTROL_QUIET = 1200;
const CONTROL_TIME = 3500;
/** In ms: the time between two searches for the control. */
const CONTROL_INTERVAL = 500;
/** In ms: the time between two looks at the clock after the report. */
const TICK = 1000;

/**
 * The sight of a page that is not searched.
 *
 * @type {Sight}
 */
const UNSEEN = {
    words: 'unknown', status: 'abstained', reason: null, isSettled: false, isStill: false, isCorrected: false,
    isLoading: false, isLocked: false, hasTarget: false,
};
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
            restore.check();
        } catch {
            if (restore) restore.fail();
            else resolve(failure());
        }
    });
    return {
        result,
        state: () => ({ phase: restore ? restore.state.phase : 'over', control: restore ? restore.control : null }),
        stop: () => restore?.send({ kind: 'stop' }),
    };
}

class PlaceRestore extends PlaceSearch {
    /**
     * @param {Window} top
     * @param {any} snapshot
     * @param {Options} options
     * @param {(result: Result) => void} resolve
     */
    constructor(top, snapshot, options, resolve) {
        super(top, snapshot, options);
        this.resolve = resolve;
        this.onLater = options.onLater;
        this.state = firstPhase(this.started, this.isProbe);
        this.hasResolved = false;
        /** @type {string | null} */
        this.control = null;
        this.controlAt = -Infinity;
        /** @type {PlaceHold | null} */
        this.hold = null;
        /** The confidence that words need which are found again after the report. */
        this.leastConfidence = 0;
        /** @type {import('./hold-place.js').ScrollSum | null} */
        this.pausedSum = null;
        this.timer = 0;
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
                if (this.state.phase === 'watching') this.scheduleCheck();
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
     * Watches the reader's input and the scrolling in a window.
     *
     * @param {Window} view
     */
    receiveInput(view) {
        const onScroll = () => this.receiveScroll();
        const options = { capture: true, passive: true };
        view.addEventListener('scroll', onScroll, options);
        this.stops.push(() => view.removeEventListener('scroll', onScroll, options));
        this.stops.push(watchInput([view], this.top, (kind) => {
            const isInTheWay = (kind === 'pause' || this.state.phase === 'waiting') &&
                isObstructed(this.place, this.top);
            this.send({ kind: kind === 'end' ? 'input' : 'press', isObstructed: isInTheWay });
            if (this.state.phase === 'paused') this.pausedSum = sumOf(this.scrollers());
        }));
    }

    /** Records that something has scrolled while Leftoff does not look at the page in each frame. */
    receiveScroll() {
        const { phase } = this.state;
        if (phase === 'paused' && this.pausedSum && hasScrolled(this.pausedSum, sumOf(this.scrollers()))) {
            this.send({ kind: 'scroll' });
        }
        if (phase === 'watching') this.scheduleCheck();
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
        super.recordChange(isStructural);
        if (isStructural) this.send({ kind: 'change' });
        const { phase, hasPressed } = this.state;
        if (phase === 'watching') {
            this.hold?.recordChange();
            if (this.top.performance.now() >= this.state.windowEnd) this.sendTime();
            this.scheduleCheck();
        }
        if (phase === 'waiting' && hasPressed) {
            this.send({ kind: 'look', isObstructed: isObstructed(this.place, this.top) });
        }
    }

    /**
     * @returns {boolean} true if the place is a part of a block that was translated after its words had been found
     */
    get isInTranslation() {
        const { hold, outcome } = this;
        return hold !== null && outcome.target === hold.target && hold.isBlock;
    }

    /**
     * @returns {boolean}
     */
    attempt() {
        if (this.isInTranslation && this.followTranslation()) {
            this.isDirty = false;
            return true;
        }
        const isComplete = super.attempt();
        if (isComplete && !hasWords(this.outcome)) this.followTranslation();
        return isComplete;
    }

    /**
     * Scrolls to the same part of the block whose words had been found, if it was translated since.
     *
     * @returns {boolean}
     */
    followTranslation() {
        const { hold, place, top } = this;
        const isHere = !this.isHere || hasSameKey(place, top.location.href);
        const target = hold && isHere ? hold.translation() : null;
        const left = target && placeTarget(target, place, top, this.move);
        if (!hold || !target || left === null || !isSeen(target, place, top)) return false;
        if (target !== hold.target) hold.follow(target);
        /** @type {import('./attempt.js').Outcome} */
        const outcome = {
            ...this.outcome, tier: target.tier, confidence: target.confidence, target, left,
            isAtEnd: isAtEnd(target, place, top), identity: 'same', isTranslated: true, awaitsMore: false, hidden: null,
        };
        this.outcome = outcome;
        return true;
    }

    /** Searches no further for words that were found before they were translated. */
    searchFurther() {
        if (!this.isInTranslation) super.searchFurther();
    }

    /**
     * @returns {Sight}
     */
    look() {
        const sight = super.look();
        const isThere = sight.words === 'missing' && this.isInTranslation;
        return isThere ? { ...sight, words: 'there', isSettled: false } : sight;
    }

    /** Checks the page, and the position of the place. */
    check() {
        const { phase } = this.state;
        const isStuck = (phase === 'searching' || phase === 'locked') && isLocked(this.place, this.top);
        if (isStuck || phase === 'locked' || phase === 'paused') {
            this.send({ kind: 'check', sight: { ...UNSEEN, isLocked: isStuck } });
            return;
        }
        if (phase === 'holding' && this.hold?.isScrolled()) this.send({ kind: 'scroll' });
        if (this.state.phase === 'over') return;
        const sight = this.step();
        this.send({ kind: 'check', sight: sight.words === 'there' ? sight : { ...sight, ...this.obstacle(sight) } });
        const { target } = this.outcome;
        if (this.state.phase !== 'holding' || !this.hold || !target) return;
        if (this.hold.target === target) this.hold.remember();
        else this.hold.follow(target);
    }

    scheduleCheck() {
        if (this.state.phase === 'over' || (this.state.phase === 'watching' && this.state.isResting)) return;
        this.schedule(() => {
            const { phase, isResting } = this.state;
            try {
                if (CHECKED_PHASES.includes(phase)) this.check();
                else if (phase === 'watching' && !isResting) this.watchPlace();
            } catch {
                // The page may have removed the frame with the place, and show another one later.
                if (!CHECKED_PHASES.includes(phase)) return;
                if (this.top.performance.now() >= this.state.deadline) this.fail();
                else this.scheduleCheck();
            }
        });
    }

    /** Ends a restore that cannot go on in this page. */
    fail() {
        this.state = { ...this.state, phase: /** @type {Phase} */ ('over') };
        this.stop();
        if (!this.hasResolved) this.resolve(failure());
        this.hasResolved = true;
        this.scrolling.release();
    }

    /**
     * Returns what keeps the place from being found, if the search is over.
     *
     * @param {Sight} sight
     * @returns {Partial<Sight>}
     */
    obstacle({ status, isSettled }) {
        if (this.outcome.tier !== 'none') return {};
        const now = this.top.performance.now();
        const isOver = isSettled || now >= this.state.deadline;
        if (status === 'abstained' && this.motionState === 'failed') return { reason: 'motion' };
        if (status === 'abstained' && this.findControl(now, isOver)) {
            return { reason: 'control', isSettled: !this.isDirty };
        }
        const isHidden = isOver && this.isAtAddress && isCovered(this.place, this.top);
        return isHidden ? { status: 'abstained', reason: 'covered' } : {};
    }

    /**
     * Looks for the control that shows more of the page, if the page is quiet and lacks the words.
     *
     * @param {number} now
     * @param {boolean} isOver true if the search ends
     * @returns {boolean}
     */
    findControl(now, isOver) {
        const { place, top, outcome } = this;
        const { seek } = this;
        const isMissing = outcome.hidden !== null || outcome.textLength < (place.textLength ?? 0);
        const isTime = now - this.lastChange >= CONTROL_QUIET || now - this.started >= CONTROL_TIME || isOver;
        // Scrolling that loads nothing does not replace a control.
        const isLoadingMore = this.motionState === 'moving' || this.motionState === 'due'
            || (this.isSeeking && (seek.isGrowing || now - this.started < CONTROL_TIME));
        if (!isMissing || !isTime || isLoadingMore || this.isProbe || now - this.controlAt < CONTROL_INTERVAL) {
            return false;
        }
        this.controlAt = now;
        this.control = findControl(place, top, outcome.hidden, seek.direction)?.name ?? null;
        return this.control !== null;
    }

    /** Shows the reader the line, which is in position. */
    beginHold() {
        const { target } = this.outcome;
        if (!target) return;
        if (!this.hold) this.hold = new PlaceHold(target, this.place, this.top);
        else this.hold.follow(target);
        this.highlight();
    }

    /** Keeps the place at its line after the report. */
    beginWatch() {
        const { target } = this.outcome;
        if (!target) return;
        this.hold = this.hold ?? new PlaceHold(target, this.place, this.top);
        this.hold.follow(target);
        const { confidence } = this.outcome;
        this.leastConfidence = this.isInTranslation ? CONFIDENCE.found : Math.min(CONFIDENCE.found, confidence);
    }

    /** Corrects the position of the place after the report, and finds words again that the page has replaced. */
    watchPlace() {
        const { hold, top } = this;
        if (!hold) return;
        // An application shows another page now.
        if (this.isHere && !hasSameKey(this.place, top.location.href)) {
            this.send({ kind: 'stop' });
            return;
        }
        const began = top.performance.now();
        let isLost = this.state.isLost;
        const found = this.index.steps ? 'gone' : hold.check();
        if (found === 'scrolled') this.send({ kind: 'scroll' });
        if (found === 'gone') isLost = !this.findAgain();
        else isLost = false;
        this.send({ kind: 'work', cost: top.performance.now() - began, isLost });
        if (this.state.phase !== 'watching') return;
        const isPending = found === 'gone' && (this.index.steps !== null || this.isDirty);
        if (isPending || began - hold.changedAt <= SHIFT_TIME) this.scheduleCheck();
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
        return hold.followSameBlock(text) || hold.followBlock();
    }

    /** Looks at the clock. */
    sendTime() {
        this.send({ kind: 'time', isVisible: read(this.top.document, 'visibilityState') === 'visible' });
    }

    /** Looks at the clock from time to time after the report. */
    passTime() {
        const { phase, started } = this.state;
        const isLong = phase === 'waiting' || this.top.performance.now() - started > WATCH_TIME;
        this.timer = this.top.setTimeout(() => {
            this.sendTime();
            if (this.state.phase !== 'over') this.passTime();
        }, isLong ? WATCH_TIME : TICK);
    }

    /**
     * @returns {Seek}
     */
    newSeek() {
        return new Seek(this.place, this.top, (scroller) => this.scrolling.originOf(scroller));
    }

    /** Reports the state's result: the first one to the caller, and later ones to its listener. */
    report() {
        const { phase, status, reason, heldSince } = this.state;
        const end = status === 'restored' && heldSince !== null ? heldSince : this.top.performance.now();
        const result = this.resultOf(status ?? 'abstained', reason, end);
        if (result.status === 'approximate' && !this.hold) this.highlight();
        if (phase === 'waiting') {
            result.continues = continuesAfter(reason);
            if (reason === 'control' && this.control) result.control = this.control;
            // A later search can be undone by itself: the reader may scroll meanwhile.
            this.scrolling = new UndoableScrolling(this.top);
            this.seek = this.newSeek();
        }
        if (this.hasResolved) {
            this.onLater?.(result);
            return;
        }
        this.hasResolved = true;
        this.resolve(result);
        if (phase !== 'over') this.passTime();
    }

    stop() {
        super.stop();
        this.top.clearTimeout(this.timer);
    }
}
