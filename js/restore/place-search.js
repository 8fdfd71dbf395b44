/**
 * The search for a place on a page that may still change: in each step, the place is found or its position corrected.
 */

import { composedParent, treeRootOf, viewOf } from '../dom/composed-tree.js';
import { isText, read } from '../dom/node.js';
import { lockOf } from '../dom/scroll-lock.js';
import { attemptPlace, isAtEnd, isSeen, isWithinReach, NO_OUTCOME } from './attempt.js';
import { BriefSeek, SEEK_QUIET } from './brief-seek.js';
import { CONFIDENCE } from './confidence.js';
import { highlightLine, isMark } from './highlight.js';
import { MotionSeek } from './motion-seek.js';
import { PacedIndex } from './paced-index.js';
import { isLoading } from './pending.js';
import { placeTarget } from './place.js';
import { restoreMedia } from './restore-media.js';
import { revealFollowing, revealPlace } from './reveal.js';
import { canonicalOf, hasSameAddress, hasSameKey } from './same-page.js';
import { readSnapshot } from './snapshot-reader.js';
import { cappedConfidence, unreadReason } from './unread.js';
import { UndoableScrolling } from './undoable-scrolling.js';
import { hasSettled, hasWords, isReached, statusOf } from './verdict.js';
import { watchChanges } from './watch-changes.js';
import { zoomOutcome } from './zoom.js';

/**
 * @typedef {import('./verdict.js').Status} Status
 * @typedef {'locked' | 'covered' | 'control' | 'frame' | 'unreadable' | 'motion' | 'translated' | 'movedAway' | 'lost'}
 *     Reason why the place was not restored, or only approximately
 * @typedef {{status: Status, tier: string, confidence: number, zoom: 'applied' | 'unchanged' | 'unsupported',
 *     movedPx: number, settledMs: number, reason?: Reason, control?: string, continues?: boolean}} Result
 *     `movedPx` is the distance by which the scrollers have moved, `settledMs` the time until the place was in
 *     position; `control` is the name of a button that shows more of the page; `continues` is true if the restore goes
 *     on when the page changes
 */

/**
 * @typedef {object} Sight the page after a step of the search
 * @property {'there' | 'missing' | 'unknown'} words `there` if the words were found and are as near to their line as
 *     the page allows; `unknown` if the page has changed and was not searched since
 * @property {Status} status of a restore that ended now
 * @property {Reason | null} reason of that status
 * @property {boolean} isSettled true if nothing else is expected of the page
 * @property {boolean} isStill true if the page will not change by itself
 * @property {boolean} isCorrected true if this step has moved the place
 * @property {boolean} isLoading
 * @property {boolean} isLocked true if a script cannot scroll the page
 * @property {boolean} hasTarget true if there is something to keep at its line
 */

/** After this number of steps without change, the place is checked again only after an event. */
const SURE_STEPS = 6;
/**
 * The number of steps without change after which a page that does not change by itself has settled. Content that comes
 * into view may be laid out two frames later (`content-visibility`).
 */
const CALM_STEPS = 4;
/** In ms: a page that was loaded this time ago does not render itself again, unless it has changed since. */
const LOADED_TIME = 3000;
/** In CSS px: a smaller correction does not count as a change. */
const MOVED = 1;
/** The types of scripts that are executed (HTML Standard, section 4.12.1). */
const EXECUTABLE = /^(module|(text|application)\/(x-)?(java|ecma)script|)$/i;

/**
 * Returns the result of a restore that failed.
 *
 * @returns {Result}
 */
export function failure() {
    return { status: 'abstained', tier: 'none', confidence: 0, zoom: 'unchanged', movedPx: 0, settledMs: 0 };
}

/** A search. Its subclasses decide when it is over. */
export class PlaceSearch {
    /**
     * @param {Window} top
     * @param {any} snapshot
     * @param {{isProbe?: boolean, isOuter?: boolean}} options
     */
    constructor(top, snapshot, { isProbe = false, isOuter = false }) {
        this.top = top;
        this.isProbe = isProbe;
        this.isOuter = isOuter;
        this.place = readSnapshot(snapshot);
        if (!globalThis.LEFTOFF_LITE && isOuter) this.place = withoutWords(this.place);
        this.isAtAddress = hasSameAddress(this.place, top.location.href, canonicalOf(top.document));
        this.isHere = hasSameKey(this.place, top.location.href);
        this.started = top.performance.now();
        this.lastChange = this.started;
        this.lastEvent = this.started;
        this.calmSteps = 0;
        this.isStill = !changesItself(top);
        this.isDirty = true;
        this.needsCheck = true;
        this.isScheduled = false;
        /** True if the page has drawn a frame since the step before, or is hidden and draws none. */
        this.hasDrawn = true;
        this.index = new PacedIndex(top);
        this.scrolling = new UndoableScrolling(top);
        this.seek = this.newSeek();
        this.isSeeking = false;
        /** @type {MotionSeek | null} */
        this.motion = globalThis.LEFTOFF_LITE ? null : new MotionSeek(this.place, top);
        /** @type {'unused' | 'due' | ReturnType<MotionSeek['step']>} */
        this.motionState = 'unused';
        /** @type {Set<number>} */
        this.placed = new Set();
        /** True if a hidden target would be seen after scrolling to it. */
        this.wasWithinReach = false;
        /** @type {import('./attempt.js').Outcome} */
        this.outcome = NO_OUTCOME;
        this.move = (/** @type {any} */ scroller, /** @type {number} */ x, /** @type {number} */ y) => {
            // A window that only scripts can scroll shows what a page moves in the wrong position.
            const isFixed = !globalThis.LEFTOFF_LITE && this.place.motion && !scroller.element && lockOf(scroller.view);
            if (!isFixed) this.moved += this.scrolling.moveTo(scroller, x, y);
        };
        this.moved = 0;
        this.stopMedia = this.isAtAddress ? restoreMedia(this.place, top) : () => undefined;
        /** @type {(() => void)[]} */
        this.stops = [];
        this.receiveInput(top);
        this.changes = watchChanges(top, (isStructural) => this.recordChange(isStructural), isMark);
    }

    /**
     * @returns {BriefSeek}
     */
    newSeek() {
        return new BriefSeek(this.place, this.top);
    }

    /**
     * Watches the reader's input in a window.
     *
     * @param {Window} view
     */
    // eslint-disable-next-line no-unused-vars
    receiveInput(view) {}

    /**
     * Records that the page has changed.
     *
     * @param {boolean} isStructural false if only sizes have changed
     */
    recordChange(isStructural) {
        this.isDirty = this.isDirty || isStructural;
        this.isStill = false;
        this.needsCheck = true;
        this.calmSteps = 0;
        this.lastEvent = this.top.performance.now();
    }

    /**
     * Calls a function in the next frame, or after a short time if the page is hidden and has no frames, or if the
     * machine is too busy to draw one.
     *
     * @param {() => void} check
     */
    schedule(check) {
        if (this.isScheduled) return;
        this.isScheduled = true;
        let isCalled = false;
        const again = (/** @type {boolean} */ hasDrawn) => {
            if (isCalled) return;
            isCalled = true;
            this.isScheduled = false;
            this.hasDrawn = hasDrawn;
            check();
        };
        this.top.requestAnimationFrame(() => again(true));
        this.top.setTimeout(() => again(read(this.top.document, 'hidden')), 100);
    }

    /**
     * Finds the place or corrects its position.
     *
     * @returns {Sight}
     */
    step() {
        this.moved = 0;
        try {
            this.search();
        } catch {
            this.isDirty = false;
            this.index.steps = null;
        }
        this.changes.discard();
        if (this.moved >= MOVED) {
            this.lastChange = this.top.performance.now();
            this.calmSteps = 0;
        } else if (this.hasDrawn) {
            // What comes into view is laid out, and what the page moves is seen to move, only in a frame.
            this.calmSteps += 1;
        }
        this.needsCheck = this.isDirty || this.calmSteps < SURE_STEPS;
        return this.look();
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
        const isMissing = !hasWords(this.outcome);
        if (!globalThis.LEFTOFF_LITE && this.motion) {
            const mayMove = this.motionState === 'unused' && isMissing;
            if (mayMove && this.motion.applies(hidden)) this.motionState = 'due';
            // The page shows the words where it can.
            if (this.motionState === 'there') this.outcome.left = Math.min(this.outcome.left, this.motion.left);
        }
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
        const { place, top } = this;
        const now = top.performance.now();
        const quiet = now - Math.max(this.lastChange, this.lastEvent);
        if (this.moves(hidden ?? target, now, quiet)) return;
        const isFound = target && confidence >= CONFIDENCE.found;
        if (isFound && (left < MOVED || (isEdition && !this.isHere))) return;
        const isOpened = isFound ? revealFollowing(place, target.node, top) : revealPlace(place, top);
        if (isOpened) {
            this.isDirty = true;
            this.moved += MOVED;
            return;
        }
        if ((target && !isFound && !this.seek.isExpectant(textLength)) || quiet < this.seek.pause) return;
        if (isLoading(top)) return;
        const hadLeft = this.isSeeking;
        this.isSeeking = this.seek.step(textLength, now, this.move, Boolean(isFound));
        if (this.isSeeking) this.lastChange = now;
        // The search found nothing, so the next best result is used.
        else if (hadLeft) this.isDirty = true;
    }

    /**
     * Lets the page move the words into view by its own means, if it scrolls by transforms.
     *
     * @param {import('./target.js').Target | null} target the words, if the page has laid them out
     * @param {number} now
     * @param {number} quiet the time since the last change, in ms
     * @returns {boolean} true if it moves
     */
    moves(target, now, quiet) {
        if (globalThis.LEFTOFF_LITE || !this.motion) return false;
        const isMoving = this.motionState === 'moving' || (this.motionState === 'due' && quiet >= SEEK_QUIET);
        if (!isMoving) return false;
        if (this.motionState === 'due' || this.hasDrawn) this.motionState = this.motion.step(target, now);
        this.lastChange = now;
        if (this.motionState === 'there') this.isDirty = true;
        return true;
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
        if (root && this.changes.observeTree(root) && view && view !== this.top) this.receiveInput(view);
    }

    /**
     * @returns {Sight}
     */
    look() {
        const { outcome, top, isAtAddress, isProbe, isDirty } = this;
        const isMoving = !globalThis.LEFTOFF_LITE && this.motionState === 'moving';
        const isFound = hasWords(outcome) && !isMoving;
        const isWaiting = isLoading(top);
        const quiet = top.performance.now() - this.lastChange;
        // The words are in a frame, which another restore searches.
        const isPlaced = !globalThis.LEFTOFF_LITE && this.isOuter && outcome.target !== null;
        const isSettled = !isDirty && !isFound && !isWaiting
            && (isPlaced || hasSettled(outcome, { quiet, isAtAddress, isProbe }));
        if (isWaiting) this.isStill = false;
        /** @type {Sight} */
        const sight = {
            words: isDirty || this.index.steps ? 'unknown' : isFound ? 'there' : 'missing',
            status: statusOf(outcome), reason: null, isSettled, isCorrected: this.moved >= MOVED, isLoading: isWaiting,
            isStill: this.isStill && this.calmSteps >= CALM_STEPS && hasScrollAnchoring(top),
            isLocked: false, hasTarget: outcome.target !== null,
        };
        return sight;
    }

    highlight() {
        const { target } = this.outcome;
        if (target && isText(target.node)) highlightLine(this.top, target.node, target.offset);
        this.changes.discard();
    }

    /**
     * Returns the result of a restore with a status. A place whose words cannot be compared is at most approximate.
     *
     * @param {Status} status
     * @param {Reason | null} reason
     * @param {number} end in ms
     * @returns {Result}
     */
    resultOf(status, reason, end) {
        const { top, outcome, place } = this;
        const isThere = status === 'restored' || status === 'approximate';
        if (!isThere) this.stopMedia();
        const isKnown = isThere || status === 'aborted';
        const confidence = Math.min(outcome.confidence, isReached(outcome) ? 1 : CONFIDENCE.outOfReach);
        const cap = isThere ? unreadReason(place, confidence, top) : null;
        const given = cap ?? (status === 'approximate' && outcome.isTranslated ? 'translated' : reason);
        const known = cap ? cappedConfidence(confidence) : confidence;
        return {
            status: cap ? 'approximate' : status,
            tier: isKnown ? outcome.tier : 'none',
            confidence: isKnown ? Math.round(known * 100) / 100 : 0,
            zoom: zoomOutcome(place.scale, top),
            movedPx: Math.round(this.scrolling.distance() * 100) / 100,
            settledMs: Math.round(end - this.started),
            ...(given ? { reason: given } : {}),
        };
    }

    /** Ends the search. Nothing of it remains in the page. */
    stop() {
        for (const stop of this.stops.splice(0)) stop();
        this.changes.stop();
    }
}

/**
 * Returns a place whose words are not searched for.
 *
 * @param {import('./snapshot-reader.js').Place} place
 * @returns {import('./snapshot-reader.js').Place}
 */
function withoutWords(place) {
    return { ...place, primary: null, above: null, below: null };
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
