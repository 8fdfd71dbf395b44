/**
 * Restores a place: finds it, moves there, stays with it until the page has settled, and tells what came of it.
 */

import { composedParent, treeRootOf, viewOf } from '../dom/composed-tree.js';
import { scrollState, scrollTo } from '../dom/scroller.js';
import { attemptPlace, isSamePage } from './attempt.js';
import { CONFIDENCE } from './confidence.js';
import { makeHold } from './hold.js';
import { isLoading } from './pending.js';
import { placeTarget } from './place.js';
import { watchReader } from './reader-input.js';
import { readSnapshot } from './snapshot-reader.js';
import { watchChanges } from './watch-changes.js';

/**
 * @typedef {'restored' | 'approximate' | 'abstained' | 'aborted' | 'wrongPage'} Status
 * @typedef {{status: Status, tier: string, confidence: number, zoom: 'applied' | 'unchanged' | 'unsupported',
 *     movedPx: number, settledMs: number}} Result
 *     `movedPx` is the way from where the scrollers stood to where they stand, `settledMs` the time until the page was
 *     taken to have settled
 */

/** In ms. The page has settled when nothing has moved the place for so long. */
const QUIET = 500;
/** A page that has much less text than it had gets so long to bring more. */
const EXPECTANT_QUIET = 5500;
/** Then the restore ends, whatever the page does. */
const DEADLINE = 10_000;
/** Looking again costs a few ms of script: at most a fifth of the time, and not more often than this. */
const SHORTEST_PAUSE = 80;
const COST_FACTOR = 5;
/** A page on which nothing is pending is taken to have settled after so many looks in a row without change. */
const CALM_LOOKS = 2;
/** After so many it is looked at again only when something is heard of. */
const SURE_LOOKS = 6;
/** In CSS px: a smaller correction is no change. */
const MOVED = 1;

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
        this.isSame = isSamePage(this.place, top.location.href, canonicalOf(top.document));
        this.started = top.performance.now();
        this.lastChange = this.started;
        this.lastLook = 0;
        this.lastCost = 0;
        this.calmLooks = 0;
        this.wasDisturbed = false;
        this.isDirty = true;
        this.needsLook = true;
        this.isDone = false;
        this.holder = makeHold();
        /** @type {{scroller: import('../dom/scroller.js').Scroller, x: number, y: number}[]} */
        this.origins = [];
        /** @type {Set<number>} */
        this.placed = new Set();
        /** @type {import('./attempt.js').Outcome} */
        this.outcome = { tier: 'none', confidence: CONFIDENCE.none, target: null, awaitsMore: true };
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
    }

    /** Looks again, moves if need be, and decides whether that is the end. */
    look() {
        if (this.isDone) return;
        const began = this.top.performance.now();
        const mayRebuild = began - this.lastLook >= Math.max(SHORTEST_PAUSE, this.lastCost * COST_FACTOR);
        let moved = 0;
        const move = (/** @type {any} */ scroller, /** @type {number} */ x, /** @type {number} */ y) => {
            moved += this.move(scroller, x, y);
        };
        try {
            const { target } = this.outcome;
            if (this.isDirty && (mayRebuild || this.lastLook === 0)) {
                this.isDirty = false;
                const before = this.outcome.tier;
                this.outcome = attemptPlace(this.place, this.isSame, this.top, move, this.placed);
                if (this.outcome.tier !== before) moved += MOVED;
                this.lastLook = this.top.performance.now();
                this.lastCost = this.lastLook - began;
            } else if (this.needsLook && target && target.node.isConnected) {
                placeTarget(target, this.place, this.top, move);
            }
            this.follow();
        } catch {
            this.isDirty = false;
        }
        this.changes.forget();
        if (moved >= MOVED) this.lastChange = this.top.performance.now();
        this.calmLooks = moved >= MOVED ? 0 : this.calmLooks + 1;
        this.needsLook = this.isDirty || this.calmLooks < SURE_LOOKS;
        const status = this.verdict();
        if (status) this.finish(status);
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
        const { tier, confidence, awaitsMore } = this.outcome;
        const isOver = now - this.started >= DEADLINE;
        if (!isOver) {
            if (this.isDirty) return null;
            if (isLoading(this.top)) {
                this.wasDisturbed = true;
                return null;
            }
            const quiet = now - this.lastChange;
            const isStill = !this.wasDisturbed && this.calmLooks >= CALM_LOOKS;
            const isCalm = tier === 'quote' && isStill && anchorsByItself(this.top);
            if (!isCalm && quiet < (awaitsMore && this.isSame ? EXPECTANT_QUIET : QUIET)) return null;
        }
        if (tier === 'quote' && confidence >= CONFIDENCE.found) return 'restored';
        if (tier === 'none') return this.isSame ? 'abstained' : 'wrongPage';
        return 'approximate';
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
    move(scroller, x, y) {
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
     * @param {Status} status
     */
    finish(status) {
        if (this.isDone) return;
        this.isDone = true;
        this.stopWatchingReader();
        this.changes.stop();
        this.holder.release();
        const movedPx = this.origins.reduce((sum, { scroller, x, y }) => {
            const now = scrollState(scroller);
            return sum + Math.hypot(now.x - x, now.y - y);
        }, 0);
        this.resolve({
            status,
            tier: this.outcome.tier,
            confidence: this.outcome.confidence,
            zoom: zoomOutcome(this.place.scale, this.top),
            movedPx: Math.round(movedPx * 100) / 100,
            settledMs: Math.round(this.top.performance.now() - this.started),
        });
    }
}

/**
 * @param {Document} document
 * @returns {string}
 */
function canonicalOf(document) {
    const link = /** @type {any} */ (document.querySelector('link[rel~="canonical" i][href]'));
    return link && typeof link.href === 'string' ? link.href : '';
}

/**
 * Whether the browser keeps the place by itself when something above it grows later on.
 *
 * @param {Window} top
 * @returns {boolean}
 */
function anchorsByItself(top) {
    const { CSS } = /** @type {any} */ (top);
    return Boolean(CSS && CSS.supports && CSS.supports('overflow-anchor', 'auto'));
}

/**
 * A script can read the pinch zoom but not set it.
 *
 * @param {number} scale as captured
 * @param {Window} top
 * @returns {'unchanged' | 'unsupported'}
 */
function zoomOutcome(scale, top) {
    const now = top.visualViewport ? top.visualViewport.scale : 1;
    return Math.abs(now - scale) < 0.01 ? 'unchanged' : 'unsupported';
}
