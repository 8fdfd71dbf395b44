/**
 * Restores a place: finds it, scrolls to it, keeps it in place until the page has settled, and reports the result.
 */

import { composedParent, treeRootOf, viewOf } from '../dom/composed-tree.js';
import { isText } from '../dom/node.js';
import { attemptPlace, isAtEnd, isSeen, isWithinReach, NO_OUTCOME } from './attempt.js';
import { CONFIDENCE } from './confidence.js';
import { highlightLine } from './highlight.js';
import { keepPlace } from './keep-place.js';
import { PacedIndex } from './paced-index.js';
import { isLoading } from './pending.js';
import { placeTarget } from './place.js';
import { watchReader } from './reader-input.js';
import { restoreMedia } from './restore-media.js';
import { revealFollowing, revealPlace } from './reveal.js';
import { canonicalOf, hasSameAddress, hasSameKey } from './same-page.js';
import { Seek } from './seek.js';
import { readSnapshot } from './snapshot-reader.js';
import { UndoableScrolling } from './undoable-scrolling.js';
import { hasSettled, isReached, statusOf } from './verdict.js';
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
 * @typedef {{isProbe?: boolean, isOuter?: boolean, onLater?: (result: Result) => void}} Options
 *     `isProbe` is true to wait for no late content, `isOuter` if the place itself is in a frame that another restore
 *     searches; `onLater` receives results that follow the first one
 */

/** In ms: after this time without a change, a page is assumed to load more only if it is scrolled. */
const SEEK_QUIET = 200;
/** In ms: the restore ends after this time in any case. */
const DEADLINE = 10_000;
/** After this number of checks without change, the place is checked again only after an event. */
const SURE_CHECKS = 6;
/** In CSS px: a smaller correction does not count as a change. */
const MOVED = 1;

/**
 * @param {Window} top
 * @param {any} snapshot
 * @param {Options} [options]
 * @returns {Promise<Result>} is never rejected
 */
// eslint-disable-next-line no-unused-vars
export function restorePlace(top, snapshot, options = {}) {
    return new Promise((resolve) => {
        try {
            new PlaceRestore(top, snapshot, resolve).start();
        } catch {
            resolve(failure());
        }
    });
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
     * @param {(result: Result) => void} resolve
     */
    constructor(top, snapshot, resolve) {
        this.top = top;
        this.resolve = resolve;
        this.place = readSnapshot(snapshot);
        this.isAtAddress = hasSameAddress(this.place, top.location.href, canonicalOf(top.document));
        this.isHere = hasSameKey(this.place, top.location.href);
        this.started = top.performance.now();
        this.lastChange = this.started;
        this.lastEvent = this.started;
        this.calmChecks = 0;
        this.wasDisturbed = false;
        this.isDirty = true;
        this.needsCheck = true;
        this.isDone = false;
        this.scrolling = new UndoableScrolling(top);
        this.index = new PacedIndex(top);
        this.seek = new Seek(this.place, top, (scroller) => this.scrolling.originOf(scroller));
        this.isSeeking = false;
        /** @type {Set<number>} */
        this.placed = new Set();
        /** True if a hidden target would be seen after scrolling to it. */
        this.wasWithinReach = false;
        /** @type {import('./attempt.js').Outcome} */
        this.outcome = NO_OUTCOME;
        this.move = (/** @type {any} */ scroller, /** @type {number} */ x, /** @type {number} */ y) => {
            this.moved += this.scrolling.moveTo(scroller, x, y);
        };
        this.moved = 0;
        this.stopMedia = this.isAtAddress ? restoreMedia(this.place, top) : () => undefined;
        this.stopWatchingReader = watchReader([top], () => this.finish('aborted'));
        this.changes = watchChanges(top, (isStructural) => this.recordChange(isStructural));
    }

    start() {
        this.check();
        this.scheduleCheck();
    }

    /**
     * Records that the page has changed.
     *
     * @param {boolean} isStructural false if only sizes have changed
     */
    recordChange(isStructural) {
        if (this.isDone) return;
        this.isDirty = this.isDirty || isStructural;
        this.wasDisturbed = true;
        this.needsCheck = true;
        this.calmChecks = 0;
        this.lastEvent = this.top.performance.now();
    }

    /** Checks the position of the place, corrects it if necessary, and ends the restore if the page has settled. */
    check() {
        if (this.isDone) return;
        this.moved = 0;
        try {
            if (this.index.steps || (this.isDirty && this.index.mayStart())) {
                if (!this.attempt()) return;
            } else if (this.needsCheck) {
                this.placeAgain();
            }
            this.observeTarget();
            if (!this.isDirty) this.searchFurther();
        } catch {
            this.isDirty = false;
            this.index.steps = null;
        }
        this.changes.discard();
        if (this.moved >= MOVED) this.lastChange = this.top.performance.now();
        this.calmChecks = this.moved >= MOVED ? 0 : this.calmChecks + 1;
        this.needsCheck = this.isDirty || this.calmChecks < SURE_CHECKS;
        const status = this.verdict();
        if (status) this.finish(status);
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
        const { target, identity, confidence, textLength, left, isEdition } = this.outcome;
        if (identity === 'other' || identity === 'unknown') return;
        const isFound = target && confidence >= CONFIDENCE.found;
        if (isFound && (left < MOVED || (isEdition && !this.isHere))) return;
        const { place, top } = this;
        const isOpened = isFound ? revealFollowing(place, target.node, top) : revealPlace(place, top);
        if (isOpened) {
            this.isDirty = true;
            this.moved += MOVED;
            return;
        }
        const now = this.top.performance.now();
        const isQuiet = now - Math.max(this.lastChange, this.lastEvent) >= SEEK_QUIET;
        if ((target && !isFound) || !isQuiet || isLoading(this.top)) return;
        const hadLeft = this.isSeeking;
        this.isSeeking = this.seek.step(textLength, now, this.move, Boolean(isFound));
        if (this.isSeeking) this.lastChange = now;
        // The search found nothing, so the next best result is used.
        else if (hadLeft) this.isDirty = true;
    }

    /** Watches the trees and windows that contain the target. */
    observeTarget() {
        const { target } = this.outcome;
        if (!target) return;
        for (let element = composedParent(target.node), steps = 0; element && steps < 6; steps += 1) {
            this.changes.observeSize(element);
            element = composedParent(element);
        }
        const root = treeRootOf(target.node);
        const view = viewOf(target.node);
        if (root && this.changes.observeTree(root) && view && view !== this.top) {
            const stopBefore = this.stopWatchingReader;
            const stop = watchReader([view], () => this.finish('aborted'));
            this.stopWatchingReader = () => {
                stopBefore();
                stop();
            };
        }
    }

    /**
     * @returns {Status | null} null if the restore is not over
     */
    verdict() {
        if (this.timeLeft() > 0) {
            if (this.isDirty) return null;
            if (isLoading(this.top)) {
                this.wasDisturbed = true;
                return null;
            }
            const page = {
                quiet: this.top.performance.now() - this.lastChange,
                calmChecks: this.wasDisturbed ? 0 : this.calmChecks,
                isAtAddress: this.isAtAddress,
                hasScrollAnchoring: hasScrollAnchoring(this.top),
            };
            if (!hasSettled(this.outcome, page)) return null;
        }
        return statusOf(this.outcome);
    }

    /** Checks again in the next frame, or after a short time if the page is hidden and has no frames. */
    scheduleCheck() {
        if (this.isDone) return;
        let isCalled = false;
        const again = () => {
            if (isCalled) return;
            isCalled = true;
            this.check();
            this.scheduleCheck();
        };
        this.top.requestAnimationFrame(again);
        this.top.setTimeout(again, 100);
    }

    /**
     * @returns {number} in ms
     */
    timeLeft() {
        return Math.max(0, DEADLINE - (this.top.performance.now() - this.started));
    }

    /**
     * @param {Status} status
     */
    finish(status) {
        if (this.isDone) return;
        this.isDone = true;
        this.stopWatchingReader();
        this.changes.stop();
        const { target, tier } = this.outcome;
        const confidence = Math.min(this.outcome.confidence, isReached(this.outcome) ? 1 : CONFIDENCE.outOfReach);
        const isThere = status === 'restored' || status === 'approximate';
        if (!isThere) this.stopMedia();
        if (status === 'abstained' || status === 'wrongPage') {
            this.scrolling.undo();
        }
        this.scrolling.release();
        if (isThere && target && isText(target.node)) highlightLine(this.top, target.node, target.offset);
        if (status === 'restored' && target) keepPlace(target, this.place, this.top, this.timeLeft());
        this.resolve({
            status,
            tier: isThere || status === 'aborted' ? tier : 'none',
            confidence: isThere || status === 'aborted' ? Math.round(confidence * 100) / 100 : 0,
            zoom: zoomOutcome(this.place.scale, this.top),
            movedPx: Math.round(this.scrolling.distance() * 100) / 100,
            settledMs: Math.round(this.top.performance.now() - this.started),
        });
    }
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
