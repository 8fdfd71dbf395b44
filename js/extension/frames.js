// Places in frames whose documents the page's own script cannot read. The extension may run scripts in frames of the
// sites that the reader has allowed.

import { withinSizeLimit } from '../wire/size-limit.js';
import { delay } from './concurrency.js';
import { documentOf, findFrame } from './frame-search.js';
import { captureAt, restoreAt, stopAt } from './page-scripts.js';

/** @typedef {import('./frame-search.js').FrameStep} FrameStep */
/** @typedef {import('./page-scripts.js').Target} Target */

/** The number of frames inside each other that are followed. */
const MOST_NESTED = 8;
/** In ms: a frame that has not appeared by then is not waited for. */
const SEARCH_TIME = 8000;
const SEARCH_STEP = 250;
/** In ms: a frame at the same position with another address counts from then on, since frames receive theirs late. */
const GUESS_TIME = 3000;
/** In ms: a frame whose scripts keep it busy for longer is not waited for, since the page around it can be captured. */
const ANSWER_TIME = 3000;
/** The maximum confidence of a place in a frame that could not be searched. */
const UNREAD_CONFIDENCE = 0.5;
/** The keys of a snapshot that describe a position in one document. */
const POSITION_KEYS = [
    'title', 'lang', 'dir', 'writingMode', 'pageXOffset', 'pageYOffset', 'viewport', 'scrollers', 'anchors', 'bracket',
    'progress', 'stickyTop', 'sketch', 'shape', 'pictures', 'motion', 'lock', 'unread',
];

/**
 * Captures the place in the frame that is being read, if the extension may run scripts there.
 *
 * @param {number} tabId
 * @param {any} snapshot of the page
 * @param {(url: string) => Promise<boolean>} mayCapture returns false for the address of a document that must not be
 *     captured
 * @returns {Promise<any>} the snapshot, with the place in the frame if there is one
 */
export async function captureFrames(tabId, snapshot, mayCapture) {
    /** @type {FrameStep[]} */
    const path = [];
    let inner = snapshot;
    /** @type {Target} */
    let target = { tabId };
    for (let steps = framesIn(snapshot); steps.length > 0 && path.length < MOST_NESTED; steps = framesIn(inner)) {
        path.push(...steps);
        const reached = await followFrames(tabId, target, steps, false);
        if (reached && !(await mayCapture(reached.url))) return { ...snapshot, frame: null };
        // Only the page's own offset tells which part of a frame is read that scrolls with the page.
        const isOwn = reached !== null && !reached.isTall;
        inner = isOwn ? await answerOf(captureAt(reached.target)) : null;
        // The frame may have moved on.
        if (inner && inner.url !== reached?.url && !(await mayCapture(String(inner.url)))) {
            return { ...snapshot, frame: null };
        }
        if (reached) target = reached.target;
    }
    if (path.length === 0) return snapshot;
    const keys = inner ? POSITION_KEYS.filter((key) => key in inner) : [];
    const place = inner ? Object.fromEntries(keys.map((key) => [key, inner[key]])) : null;
    const frame = { path: path.slice(0, MOST_NESTED), url: inner ? inner.url : null, place };
    return withinSizeLimit({ ...snapshot, frame });
}

/**
 * Returns the result of a script in a frame.
 *
 * @template T
 * @param {Promise<T>} script
 * @returns {Promise<T | null>} null if it failed, or takes too long
 */
function answerOf(script) {
    return Promise.race([script.catch(() => null), delay(ANSWER_TIME)]);
}

/**
 * Returns the path to the frame that was being read in a document.
 *
 * @param {any} snapshot null if the document could not be captured
 * @returns {FrameStep[]} empty if the document itself was being read
 */
function framesIn(snapshot) {
    return snapshot?.unread?.kind === 'frame' ? snapshot.frame?.path ?? [] : [];
}

/**
 * Follows a path of frames.
 *
 * @param {number} tabId
 * @param {Target} start the document that contains the first frame
 * @param {FrameStep[]} steps
 * @param {boolean} mayGuess true to accept a frame with another address at the same position
 * @returns {Promise<{target: Target, url: string, isTall: boolean} | null>} the document in the last frame; null if a
 *     frame is missing, or if the extension may not work there
 */
async function followFrames(tabId, start, steps, mayGuess) {
    /** @type {{target: Target, url: string, isTall: boolean} | null} */
    let reached = null;
    for (const step of steps) {
        /** @type {Target} */
        const target = reached?.target ?? start;
        const found = await answerOf(findFrame(target, step, mayGuess));
        const document = found ? await documentOf(tabId, found) : null;
        // A frame whose address was set a moment ago has not left its first document.
        if (!found || !document || document.url === 'about:blank') return null;
        reached = { target: { tabId, frameIds: [document.frameId] }, url: document.url, isTall: found.isTall };
    }
    return reached;
}

/**
 * Returns true if a place is in a frame that the extension has read.
 *
 * @param {any} snapshot
 * @returns {boolean}
 */
export function isInFrame({ frame }) {
    return Array.isArray(frame?.path) && frame.path.length > 0 && Boolean(frame.place);
}

/**
 * Restores the place in a frame.
 *
 * @param {number} tabId
 * @param {any} snapshot of the page
 * @param {Promise<any>} outer the result of the restore in the page
 * @returns {Promise<any>} the result for both
 */
export async function restoreFrames(tabId, snapshot, outer) {
    const search = new FrameRestore(tabId, snapshot.frame);
    // A reader who scrolls the page, or the frame, ends both. Without a result, the page has gone.
    outer.then((result) => (!result || result.status === 'aborted' ? search.stop() : undefined), () => search.stop());
    const inner = search.run().catch(() => null);
    inner.then((found) => (found?.result?.status === 'aborted' ? stopAt({ tabId }) : undefined));
    return resultOfBoth(await outer, await inner);
}

/** The restore of a place in a frame, which is searched first. */
class FrameRestore {
    /**
     * @param {number} tabId
     * @param {{path: FrameStep[], url: string | null, place: any}} frame
     */
    constructor(tabId, frame) {
        this.tabId = tabId;
        this.frame = frame;
        this.isStopped = false;
        /** @type {Target | null} the document in which the place is being restored */
        this.target = null;
    }

    /**
     * @returns {Promise<{result: any, isInView: boolean} | null>} null if the extension may not work in the frame, or
     *     if there is none
     */
    async run() {
        const start = Date.now();
        const path = this.frame.path.slice(0, MOST_NESTED);
        // A search in busy frames takes longer than a step.
        for (let waited = 0; waited <= SEARCH_TIME && !this.isStopped; waited = Date.now() - start) {
            const reached = await followFrames(this.tabId, { tabId: this.tabId }, path, waited >= GUESS_TIME);
            if (reached && !this.isStopped) return this.restore(reached.target);
            await delay(SEARCH_STEP);
        }
        return null;
    }

    /** @param {Target} target */
    async restore(target) {
        this.target = target;
        const { path, url, place } = this.frame;
        const result = await restoreAt(target, { schema: 1, ...place, url: url ?? '' });
        const shown = await findFrame({ tabId: this.tabId }, path[0], true);
        return { result, isInView: shown?.isInView === true };
    }

    /** Ends the search, or the restore. */
    async stop() {
        this.isStopped = true;
        if (this.target) await stopAt(this.target);
    }
}

/**
 * Returns the result of a restore in a page and in one of its frames.
 *
 * @param {any} outer
 * @param {{result: any, isInView: boolean} | null} inner null if the frame was not searched
 */
export function resultOfBoth(outer, inner) {
    if (!outer || outer.status === 'aborted' || !inner?.result) return withoutFrame(outer);
    const { result, isInView } = inner;
    const isThere = ['restored', 'approximate'].includes(result.status) && isInView;
    if (!isThere && result.status !== 'aborted') return withoutFrame(outer);
    return {
        ...result, zoom: outer.zoom, movedPx: outer.movedPx + result.movedPx,
        settledMs: Math.max(outer.settledMs, result.settledMs),
    };
}

/**
 * Returns the result for a place in a frame that was not restored there: at most approximate.
 *
 * @param {any} outer
 */
function withoutFrame(outer) {
    if (!outer || ['aborted', 'wrongPage'].includes(outer.status)) return outer;
    const isThere = outer.status === 'restored' || outer.status === 'approximate';
    // The page around the frame reports nothing later, so that no result says that it goes on.
    const rest = { ...outer };
    delete rest.continues;
    delete rest.control;
    return {
        ...rest, reason: 'frame', ...(isThere ? { status: 'approximate' } : {}),
        confidence: Math.min(outer.confidence, UNREAD_CONFIDENCE),
    };
}
