// The toolbar button: shows the state of each tab as `presentation.js` decides, the number of unfinished downloads, and
// the ring that closes after a capture.

import { CHECK_MARK } from '../shared/symbols.js';
import { RING } from '../shared/ring.js';
import { browserAPI } from './browser-api.js';
import { SerialQueue, delay } from './concurrency.js';
import { countUnfinished } from './connection.js';
import { RESUMING_TIME } from './expectation.js';
import { present, stateOfProblem } from './presentation.js';

const { action, alarms, runtime, storage } = browserAPI;

/** Green, with a contrast of 3 to light and to dark toolbars. */
const RING_COLOUR = '#2f9058';
/** The sizes of the button's icon in px, for usual and for fine screens. */
const ICON_SIZES = [16, 32];
/** The side of the icon and the width of its strokes, in the units of the ring, so that it matches the usual icon. */
const ICON_SIDE = 128;
const ICON_STROKE_WIDTH = 12;
/** In ms: the time for which the check mark stays. */
const CHECK_MARK_TIME = 1500;

/** The alarm at which the badge is updated. */
export const BADGE_ALARM = 'badge';

/**
 * @typedef {import('./presentation.js').State & {id?: string, key?: string, at?: number}} TabState of a tab; `at` is
 *     the time in ms since the epoch since which it waits for a click
 */

/** The state of every tab that has none of its own. */
const NOTHING = { kind: /** @type {const} */ ('nothing') };
/** The states that outlive the load of a page: a restore begins while the page loads, or waits for a click. */
const LASTING = ['restoring', 'searching', 'waiting'];

/** The changes of what the tabs show. */
const changes = new SerialQueue();

/**
 * The contents of the button: in `storage.session`, since the background script can end at any time.
 *
 * @typedef {object} Shown
 * @property {number} unfinished the number of unfinished downloads
 * @property {TabState} general what tabs without a state show, which is a failure or nothing
 * @property {Record<string, TabState>} states by tab
 * @property {Record<string, import('./presentation.js').Distance>} distances by tab
 */

/** @returns {Promise<Shown>} */
async function loadShown() {
    const { button = {} } = await storage.session.get('button');
    return { unfinished: 0, general: NOTHING, states: {}, distances: {}, ...button };
}

/** The number of captures that were shown. A new one ends the animation of the previous one. */
let shown = 0;

/** Shows the number of unfinished downloads on the badge, and returns it. */
export async function showUnfinished() {
    // Without a connection the badge is empty.
    const unfinished = await countUnfinished().catch(() => 0);
    if (unfinished > 0) alarms.create(BADGE_ALARM, { delayInMinutes: 0.5 });
    await change(async (shown) => {
        shown.unfinished = unfinished;
        return null;
    });
    return unfinished;
}

/** Forgets a failure that concerned no tab. */
export async function clearProblem() {
    await change(async (shown) => {
        shown.general = NOTHING;
        return null;
    });
    return showUnfinished();
}

/**
 * Shows the state of a tab, until its page changes.
 *
 * @param {number} tabId
 * @param {TabState} state
 */
export function showState(tabId, state) {
    return change(async (shown) => {
        if (state.kind === 'nothing' || state.kind === 'interrupted') delete shown.states[tabId];
        else shown.states[tabId] = state;
        return tabId;
    });
}

/**
 * Returns the state of a tab.
 *
 * @param {number} tabId
 * @returns {Promise<TabState>}
 */
export async function stateOf(tabId) {
    await changes.settled;
    return (await loadShown()).states[tabId] ?? NOTHING;
}

/**
 * Forgets the state of a tab whose page begins to load, unless the state belongs to the new page.
 *
 * @param {number} tabId
 */
export function resetState(tabId) {
    return change(async (shown) => {
        const state = shown.states[tabId];
        if (!state) return undefined;
        const isOver = state.kind === 'waiting' && Date.now() - (state.at ?? 0) > RESUMING_TIME;
        if (LASTING.includes(state.kind) && !isOver) return undefined;
        delete shown.states[tabId];
        return tabId;
    });
}

/**
 * Shows the state of a tab again, since browsers forget a badge when a page has loaded.
 *
 * @param {number} tabId
 */
export function redrawState(tabId) {
    return change(async (shown) => (shown.states[tabId] ? tabId : undefined));
}

/**
 * Moves the state of a tab to the one that replaces it.
 *
 * @param {number} from
 * @param {number} to
 */
export function moveState(from, to) {
    return change(async (shown) => {
        const { [from]: state } = shown.states;
        delete shown.states[from];
        delete shown.distances[from];
        if (state) shown.states[to] = state;
        return state ? to : from;
    });
}

/**
 * Forgets a tab that was closed.
 *
 * @param {number} tabId
 */
export function forgetState(tabId) {
    return change(async (shown) => {
        delete shown.states[tabId];
        delete shown.distances[tabId];
        return tabId;
    });
}

/**
 * Shows on the button of a tab how far the reader is from the place on the page, if its state allows that.
 *
 * @param {number} tabId
 * @param {import('./presentation.js').Distance | null} label null if the page has no place
 */
export function showDistance(tabId, label) {
    return change(async (shown) => {
        const old = shown.distances[tabId];
        if (label ? old?.title === label.title : !old) return undefined;
        if (label) shown.distances[tabId] = label;
        else delete shown.distances[tabId];
        return tabId;
    });
}

/**
 * Changes what the button shows when the previous change has ended.
 *
 * @param {(shown: Shown) => Promise<number | null | undefined>} decide changes what is shown, and returns the tab that
 *     shows it, null for all tabs, or undefined for none
 */
function change(decide) {
    return changes.run(async () => {
        const shown = await loadShown();
        const tabId = await decide(shown);
        if (tabId === undefined) return;
        await storage.session.set({ button: shown });
        if (tabId !== null) return showTab(tabId, shown);
        const { badge, colour, tooltip } = present(shown.general, { unfinished: shown.unfinished });
        await action.setBadgeBackgroundColor({ color: colour });
        await action.setBadgeText({ text: badge });
        await action.setTitle({ title: tooltip });
        const tabs = new Set([...Object.keys(shown.states), ...Object.keys(shown.distances)].map(Number));
        // A tab may be closed.
        for (const tab of tabs) await showTab(tab, shown).catch(() => undefined);
    }).catch(() => undefined);
}

/**
 * @param {number} tabId
 * @param {Shown} shown
 */
async function showTab(tabId, { unfinished, general, states, distances }) {
    const own = states[tabId] ?? general;
    const { badge, colour, tooltip } = present(own, { unfinished, distance: distances[tabId] ?? null });
    const usual = present(general, { unfinished });
    await action.setBadgeBackgroundColor({ tabId, color: colour });
    // Null shows the badge of all tabs.
    await action.setBadgeText({ tabId, text: badge === usual.badge ? null : badge });
    await action.setTitle({ tabId, title: tooltip });
}

/**
 * Waits for work and shows on the button if it failed. A success ends an earlier failure.
 *
 * @param {Promise<unknown>} work
 * @param {number} [tabId] the tab that the work concerns; a failure is shown on that tab only
 */
export async function report(work, tabId) {
    try {
        await work;
        await clearProblem();
    } catch (problem) {
        const state = stateOfProblem(problem);
        if (tabId !== undefined) return showState(tabId, state);
        await change(async (shown) => {
            shown.general = state;
            return null;
        });
    }
}

/**
 * Shows that a place was captured: the ring closes, a check mark appears in it, and the usual icon returns.
 *
 * @param {boolean} isStill true to show only the check mark, because the reader prefers reduced motion
 */
export async function showCaptured(isStill) {
    shown += 1;
    const own = shown;
    const frames = isStill ? RING.frames.slice(-1) : RING.frames;
    const start = Date.now();
    for (const [index, frame] of frames.entries()) {
        const isLate = Date.now() >= start + (index + 1) * RING.interval;
        if (isLate && index < frames.length - 1) continue;
        const imageData = Object.fromEntries(ICON_SIZES.map((size) => [size, ringIcon(size, frame)]));
        await action.setIcon({ imageData });
        await delay(start + (index + 1) * RING.interval - Date.now());
        if (own !== shown) return;
    }
    await delay(CHECK_MARK_TIME);
    if (own === shown) await action.setIcon({ path: runtime.getManifest().action.default_icon });
}

/**
 * Draws a frame of the closing ring.
 *
 * @param {number} size in px
 * @param {number[]} frame one of `RING.frames`
 * @returns {ImageData}
 */
function ringIcon(size, [rotation, strokeEnd, opacity]) {
    const context = /** @type {CanvasRenderingContext2D} */ (new OffscreenCanvas(size, size).getContext('2d'));
    const center = RING.frame[0] + RING.frame[2] / 2;
    context.scale(size / ICON_SIDE, size / ICON_SIDE);
    context.translate(ICON_SIDE / 2 - center, ICON_SIDE / 2 - center);
    context.strokeStyle = RING_COLOUR;
    context.lineCap = 'round';
    context.lineJoin = 'round';
    context.lineWidth = ICON_STROKE_WIDTH;
    context.save();
    context.translate(center, center);
    context.rotate(rotation);
    context.translate(-center, -center);
    context.setLineDash([strokeEnd * RING.length, RING.length]);
    context.stroke(new Path2D(RING.d));
    context.restore();
    const [left, top, image] = RING.image;
    // The frame of the symbols, as in MotionDocument.
    const scale = image / 88;
    context.translate(left, top);
    context.scale(scale, scale);
    context.globalAlpha = opacity;
    context.lineWidth = ICON_STROKE_WIDTH / scale;
    context.stroke(new Path2D(CHECK_MARK));
    return context.getImageData(0, 0, size, size);
}
