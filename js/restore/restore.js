/**
 * Restores a place: finds it, moves there, stays with it until the page has settled, and tells what came of it.
 */

import { textIndexSteps } from '../anchoring/text-index.js';
import { composedParent, treeRootOf, viewOf } from '../dom/composed-tree.js';
import { isText } from '../dom/node.js';
import { scrollState, scrollTo } from '../dom/scroller.js';
import { attemptPlace, NO_OUTCOME } from './attempt.js';
import { CONFIDENCE } from './confidence.js';
import { highlightLine } from './highlight.js';
import { makeHold } from './hold.js';
import { keepPlace } from './keep-place.js';
import { isLoading } from './pending.js';
import { placeTarget } from './place.js';
import { watchReader } from './reader-input.js';
import { restoreMedia } from './restore-media.js';
import { revealFollowing, revealPlace } from './reveal.js';
import { canonicalOf, hasSameAddress } from './same-page.js';
import { Seek } from './seek.js';
import { readSnapshot } from './snapshot-reader.js';
import { watchChanges } from './watch-changes.js';
import { zoomOutcome } from './zoom.js';

/**
 * @typedef {'restored' | 'approximate' | 'abstained' | 'aborted' | 'wrongPage'} Status
 * @typedef {{status: Status, tier: string, confidence: number, zoom: 'applied' | 'unchanged' | 'unsupported',
 *     movedPx: number, settledMs: number}} Result
 *     `movedPx` is the way from where the scrollers stood to where they stand, `settledMs` the time until the page was
 *     taken to have settled
 */

/** In ms. The page has settled when nothing has moved the place for so long. */
const QUIET = 500;
/** A page that does not have the place yet gets so long to bring more. */
const EXPECTANT_QUIET = 5500;
/** In ms: a page that has been quiet for so long brings more only if it is scrolled. */
const SEEK_QUIET = 200;
/** Then the restore ends, whatever the page does. */
const DEADLINE = 10_000;
/** In ms: indexing a large page pauses after so long, so that the page stays alive. */
const SLICE = 40;
/** Looking again costs a few ms of script: at most a fifth of the time, and not more often than this. */
const SHORTEST_PAUSE = 80;
const COST_FACTOR = 5;
/** In ms: a pause is never longer. A machine that stood still while the page was read has not made reading it dear. */
const LONGEST_PAUSE = 2000;
/** A page on which nothing is pending has settled after so many looks in a row without change; what comes into view may
 * be laid out two frames later (`content-visibility`). */
const CALM_LOOKS = 4;
/** After so many it is looked at again only when something is heard of. */
const SURE_LOOKS = 6;
/** In CSS px: a smaller correction is no change. */
const MOVED = 1;
/** In CSS px: words that stand further from their place, since the page ends before, are in view but not restored. */
const REACHED = 20;

/**
 * @param {Window} top
 * @param {any} snapshot
 * @returns {Promise<Result>} never rejected
 */
export function restorePlace(top, snapshot) {
    return new Promise((resolve) => {
        try {
            new PlaceRestore(top, snapshot, resolve).begin();
        } catch {
            resolve(failure());
        }
    });
}

/**
 * The result where nothing could be done.
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
        this.started = top.performance.now();
        this.lastChange = this.started;
        this.lastHeard = this.started;
        this.lastLook = 0;
        this.lastCost = 0;
        this.calmLooks = 0;
        this.wasDisturbed = false;
        this.isDirty = true;
        this.needsLook = true;
        this.isDone = false;
        this.holder = makeHold(top);
        this.seek = new Seek(this.place, top);
        this.isSeeking = false;
        /** @type {{scroller: import('../dom/scroller.js').Scroller, x: number, y: number}[]} */
        this.origins = [];
        /** @type {Set<number>} */
        this.placed = new Set();
        /** @type {Generator<undefined, import('../anchoring/text-index.js').TextIndex> | null} */
        this.indexing = null;
        /** @type {import('./attempt.js').Outcome} */
        this.outcome = NO_OUTCOME;
        this.move = (/** @type {any} */ scroller, /** @type {number} */ x, /** @type {number} */ y) => {
            this.moved += this.moveTo(scroller, x, y);
        };
        this.moved = 0;
        this.stopMedia = this.isAtAddress ? restoreMedia(this.place, top) : () => undefined;
        this.stopWatchingReader = watchReader([top], () => this.finish('aborted'));
        this.changes = watchChanges(top, (isStructural) => this.disturb(isStructural));
    }

    begin() {
        this.look();
        this.next();
    }

    /**
     * The page has changed.
     *
     * @param {boolean} isStructural false where only sizes have
     */
    disturb(isStructural) {
        if (this.isDone) return;
        this.isDirty = this.isDirty || isStructural;
        this.wasDisturbed = true;
        this.needsLook = true;
        this.calmLooks = 0;
        this.lastHeard = this.top.performance.now();
    }

    /** Looks again, moves if need be, and decides whether that is the end. */
    look() {
        if (this.isDone) return;
        this.moved = 0;
        try {
            const { target } = this.outcome;
            if (this.indexing || (this.isDirty && this.mayIndex())) {
                if (!this.attempt()) return;
            } else if (this.needsLook && target && target.node.isConnected) {
                this.outcome.left = placeTarget(target, this.place, this.top, this.move) ?? this.outcome.left;
            }
            this.follow();
            if (!this.isDirty) this.searchFurther();
        } catch {
            this.isDirty = false;
            this.indexing = null;
        }
        this.changes.forget();
        if (this.moved >= MOVED) this.lastChange = this.top.performance.now();
        this.calmLooks = this.moved >= MOVED ? 0 : this.calmLooks + 1;
        this.needsLook = this.isDirty || this.calmLooks < SURE_LOOKS;
        const status = this.verdict();
        if (status) this.finish(status);
    }

    /**
     * @returns {boolean}
     */
    mayIndex() {
        const pause = Math.min(LONGEST_PAUSE, Math.max(SHORTEST_PAUSE, this.lastCost * COST_FACTOR));
        return this.lastLook === 0 || this.top.performance.now() - this.lastLook >= pause;
    }

    /**
     * Reads the page and tries to find the place, in several looks where the page is large.
     *
     * @returns {boolean} false where the page has not been read to its end yet
     */
    attempt() {
        const began = this.top.performance.now();
        if (!this.indexing) {
            this.isDirty = false;
            this.lastCost = 0;
        }
        this.indexing = this.indexing ?? textIndexSteps(this.top.document);
        let step = this.indexing.next();
        while (!step.done && this.top.performance.now() - began < SLICE) step = this.indexing.next();
        if (!step.done) {
            this.lastCost += this.top.performance.now() - began;
            return false;
        }
        this.indexing = null;
        const before = this.outcome;
        const { place, top, isAtAddress, placed } = this;
        this.outcome = attemptPlace(step.value, place, top, isAtAddress, this.move, placed);
        if (this.outcome.tier !== before.tier || this.outcome.identity !== before.identity) this.moved += MOVED;
        this.lastLook = top.performance.now();
        this.lastCost += this.lastLook - began;
        return true;
    }

    /** If the place is missing, opens what hides it or scrolls to where it may load. */
    searchFurther() {
        const { target, identity, confidence, textLength, left } = this.outcome;
        if (identity === 'other' || identity === 'unknown') return;
        const isFound = target && confidence >= CONFIDENCE.found;
        if (isFound && left < MOVED) return;
        const { place, top } = this;
        const isOpened = isFound ? revealFollowing(place, target.node, top) : revealPlace(place, top);
        if (isOpened) {
            this.isDirty = true;
            this.moved += MOVED;
            return;
        }
        const now = this.top.performance.now();
        const isQuiet = now - Math.max(this.lastChange, this.lastHeard) >= SEEK_QUIET;
        if ((target && !isFound) || !isQuiet || isLoading(this.top)) return;
        const hadLeft = this.isSeeking;
        this.isSeeking = this.seek.step(textLength, now, this.move, Boolean(isFound));
        if (this.isSeeking) this.lastChange = now;
        // Nothing was found on the way: the best that there is without it.
        else if (hadLeft) this.isDirty = true;
    }

    /** Watches the trees and windows that the target stands in. */
    follow() {
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
     * @returns {Status | null} null while it is not over
     */
    verdict() {
        const now = this.top.performance.now();
        const { tier, confidence, awaitsMore, identity, left } = this.outcome;
        const isFound = confidence >= CONFIDENCE.found;
        const isWrong = identity === 'other' || identity === 'unlike' || (identity === 'unknown' && !isFound);
        const isOver = this.timeLeft() === 0;
        if (!isOver) {
            if (this.isDirty) return null;
            if (isLoading(this.top)) {
                this.wasDisturbed = true;
                return null;
            }
            const quiet = now - this.lastChange;
            const isStill = !this.wasDisturbed && this.calmLooks >= CALM_LOOKS;
            const isCalm = isFound && !isWrong && isStill && anchorsByItself(this.top);
            const mayComeYet = this.isAtAddress && (awaitsMore || isWrong);
            if (!isCalm && quiet < (mayComeYet ? EXPECTANT_QUIET : QUIET)) return null;
        }
        if (isWrong) return identity === 'unlike' ? 'abstained' : 'wrongPage';
        if (tier === 'none') return 'abstained';
        return isFound && left <= REACHED ? 'restored' : 'approximate';
    }

    /** Looks again in the next frame, or soon where the page is hidden and has no frames. */
    next() {
        if (this.isDone) return;
        let isCalled = false;
        const again = () => {
            if (isCalled) return;
            isCalled = true;
            this.look();
            this.next();
        };
        this.top.requestAnimationFrame(again);
        this.top.setTimeout(again, 100);
    }

    /**
     * @param {import('../dom/scroller.js').Scroller} scroller
     * @param {number} x
     * @param {number} y
     * @returns {number} how far it moved
     */
    moveTo(scroller, x, y) {
        const { view, element } = scroller;
        const before = scrollState(scroller);
        if (!this.origins.some(({ scroller: other }) => other.view === view && other.element === element)) {
            this.origins.push({ scroller, x: before.x, y: before.y });
        }
        const { documentElement, body } = view.document;
        for (const held of element ? [element] : [documentElement, body]) this.holder.hold(held);
        scrollTo(scroller, x, y);
        const after = scrollState(scroller);
        return Math.hypot(after.x - before.x, after.y - before.y);
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
        const confidence = Math.min(this.outcome.confidence, this.outcome.left > REACHED ? CONFIDENCE.outOfReach : 1);
        const isThere = status === 'restored' || status === 'approximate';
        if (!isThere) this.stopMedia();
        if (status === 'abstained' || status === 'wrongPage') {
            for (const { scroller, x, y } of this.origins) scrollTo(scroller, x, y);
        }
        this.holder.release();
        if (isThere && target && isText(target.node)) highlightLine(this.top, target.node, target.offset);
        if (status === 'restored' && target) keepPlace(target, this.place, this.top, this.timeLeft());
        const movedPx = this.origins.reduce((sum, { scroller, x, y }) => {
            const now = scrollState(scroller);
            return sum + Math.hypot(now.x - x, now.y - y);
        }, 0);
        this.resolve({
            status,
            tier: isThere || status === 'aborted' ? tier : 'none',
            confidence: isThere || status === 'aborted' ? Math.round(confidence * 100) / 100 : 0,
            zoom: zoomOutcome(this.place.scale, this.top),
            movedPx: Math.round(movedPx * 100) / 100,
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
function anchorsByItself(top) {
    const { CSS } = /** @type {any} */ (top);
    return Boolean(CSS && CSS.supports && CSS.supports('overflow-anchor', 'auto'));
}
