// The toolbar button: the number of unfinished downloads, a failure, the distance to the place on the tab's page, and
// the ring that closes after a capture.

import { CHECK_MARK } from '../shared/symbols.js';
import { RING } from '../shared/ring.js';
import { browserAPI } from './browser-api.js';
import { countUnfinished } from './connection.js';

const { action, alarms, runtime, storage } = browserAPI;

const BADGE_COLOUR = '#a63d22';
const PROBLEM_COLOUR = '#9b2c2c';
const DISTANCE_COLOUR = '#5c554c';
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

/** The tooltip of a failure; empty if there is none. */
let problemTitle = '';
/**
 * The end of the last change of what the tabs show, since each change reads what the previous one has written.
 *
 * @type {Promise<unknown>}
 */
let lastDistance = Promise.resolve();

/** The number of captures that were shown. A new one ends the animation of the previous one. */
let shown = 0;

/** Shows the number of unfinished downloads on the badge, and returns it. */
export async function showUnfinished() {
    let count = 0;
    try {
        count = await countUnfinished();
    } catch {
        // Without a connection the badge is empty.
    }
    await action.setBadgeBackgroundColor({ color: BADGE_COLOUR });
    await action.setBadgeText({ text: count > 999 ? '999+' : count > 0 ? String(count) : '' });
    if (count > 0) alarms.create(BADGE_ALARM, { delayInMinutes: 0.5 });
    await refreshDistances();
    return count;
}

/**
 * Marks the button as failed and explains the failure in its tooltip.
 *
 * @param {Error} problem
 */
async function showProblem(problem) {
    await action.setBadgeBackgroundColor({ color: PROBLEM_COLOUR });
    await action.setBadgeText({ text: '!' });
    problemTitle = `Leftoff: ${problem.message}`;
    await action.setTitle({ title: problemTitle });
    await refreshDistances();
}

export async function clearProblem() {
    problemTitle = '';
    await action.setTitle({ title: '' });
    return showUnfinished();
}

/**
 * Shows on the button of a tab how far the reader is from the place on the page. A failure and the number of unfinished
 * downloads have precedence on the badge; the tooltip shows the distance beside the number.
 *
 * @param {number} tabId
 * @param {{text: string, title: string} | null} label null if the page has no place
 */
export function showDistance(tabId, label) {
    return afterLastDistance(async () => {
        const { distances = {} } = await storage.session.get('distances');
        const old = distances[tabId];
        if (label ? old?.title === label.title : !old) return;
        if (label) distances[tabId] = label;
        else delete distances[tabId];
        await storage.session.set({ distances });
        await showLabel(tabId, label, await action.getBadgeText({}));
    });
}

/** Shows the distances of all tabs again, after the badge of all tabs has changed. */
function refreshDistances() {
    return afterLastDistance(async () => {
        const { distances = {} } = await storage.session.get('distances');
        const badge = await action.getBadgeText({});
        for (const [tab, label] of Object.entries(distances)) {
            // The tab may be closed.
            await showLabel(Number(tab), label, badge).catch(() => undefined);
        }
    });
}

/**
 * Changes what the tabs show when the previous change has ended.
 *
 * @param {() => Promise<void>} change
 */
function afterLastDistance(change) {
    lastDistance = lastDistance.then(change).catch(() => undefined);
    return lastDistance;
}

/**
 * @param {number} tabId
 * @param {{text: string, title: string} | null} label
 * @param {string} badge the badge of all tabs
 */
async function showLabel(tabId, label, badge) {
    const isFree = label !== null && badge === '';
    const usual = badge === '!' ? PROBLEM_COLOUR : BADGE_COLOUR;
    await action.setBadgeBackgroundColor({ tabId, color: isFree ? DISTANCE_COLOUR : usual });
    // Null shows the badge of all tabs.
    await action.setBadgeText({ tabId, text: isFree ? label.text : null });
    await action.setTitle({ tabId, title: problemTitle || (label ? label.title : '') });
}

/**
 * Waits for work and shows its outcome on the button.
 *
 * @param {Promise<unknown>} work
 */
export async function report(work) {
    try {
        await work;
        await clearProblem();
    } catch (problem) {
        await showProblem(/** @type {Error} */ (problem));
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

/** @param {number} time in ms */
function delay(time) {
    return new Promise((resolve) => setTimeout(resolve, time));
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
