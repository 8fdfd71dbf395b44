// The animations: the symbols of the queue, the card that flies to its badge, and the count that turns there. Paths and
// timings are those of the status display in the terminal, which the service publishes. Until they are loaded, or if
// less motion is preferred, every element shows its final state at once.

import { shape } from './elements.js';
import { framesOf, throwFrames } from './motion-frames.js';

/** @typedef {import('./motion-frames.js').Figures} Figures */
/** @typedef {import('./motion-frames.js').Timing} Timing */

/** @type {Figures | null} */
let figures = null;
/** @type {Promise<Figures | null> | undefined} */
let loading;

/** Loads paths and timings once. */
export function loadFigures() {
    loading ??= fetch('/assets/motion.json')
        .then((response) => (response.ok ? response.json() : null))
        .catch(() => null)
        .then((loaded) => {
            figures = loaded;
            return loaded;
        });
    return loading;
}

const store = 'leftoff-motion';

/** The setting, stored so that the next page need not wait for the service. */
let chosen = 'system';
try {
    chosen = localStorage.getItem(store) ?? 'system';
} catch {
    // Without storage, the system's preference counts until the settings are loaded.
}

/**
 * @param {string} motion
 */
export function setMotion(motion) {
    chosen = motion;
    document.documentElement.dataset.motion = motion;
    try {
        localStorage.setItem(store, motion);
    } catch {
        // See above.
    }
}
setMotion(chosen);

/** Returns true if less motion is preferred. */
export function isCalm() {
    if (chosen === 'full') return false;
    return chosen !== 'system' || matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** Returns true if even fades are turned off. */
function isStill() {
    return chosen === 'none' || chosen === 'system' && isCalm();
}

/**
 * @param {Element} target
 * @param {Keyframe[]} frames
 * @param {Pick<Timing, "delay" | "duration" | "iterations" | "easing" | "fill">} timing
 */
function play(target, frames, { delay = 0, duration, iterations = 1, easing, fill }) {
    return target.animate(frames, {
        delay, duration, iterations: iterations ?? Infinity, easing, fill: fill === 'none' ? 'none' : 'backwards',
    });
}

/** The images inside the ring, by state. */
const images = /** @type {Record<string, string>} */ ({
    done: 'checkmark', failed: 'cross', quarantined: 'warning', cancelled: 'cross', paused: 'pause',
});
const turning = new Set(['running', 'verifying']);

/** The symbol of a download's state: a ring that turns while it runs and closes around an image when it ends. */
export class StateSymbol {
    /**
     * @param {HTMLElement} box the element that contains the symbol
     */
    constructor(box) {
        this.box = box;
        this.state = '';
        /** @type {Animation | undefined} */
        this.turn = undefined;
        box.setAttribute('aria-hidden', 'true');
    }

    /**
     * @param {string} state
     */
    show(state) {
        if (state === this.state || !figures) return;
        const isEnd = turning.has(this.state) && (state === 'done' || state === 'failed');
        const keepsTurning = turning.has(this.state) && turning.has(state);
        this.state = state;
        if (keepsTurning) return;
        this.turn?.cancel();
        this.turn = undefined;
        const { busy, viewBox, strokeWidth, symbols } = figures;
        const isTurning = turning.has(state);
        const name = images[state];
        const ring = shape('path', {
            d: busy.d, pathLength: 1, 'stroke-dasharray': isTurning ? `${busy.strokeEnd} 1` : '1 1',
            class: isTurning || name ? 'ring' : 'ring faint',
        });
        const svg = shape('svg', { viewBox: viewBox.join(' '), 'stroke-width': strokeWidth }, ring);
        this.box.replaceChildren(svg);
        if (isTurning) this.play(ring);
        if (!name || !symbols[name]) return;
        const [x, y, width] = busy.image.frame;
        // The same stroke width as the ring's, although the image is scaled down.
        const scale = width / 88;
        const transform = `translate(${x} ${y}) scale(${scale})`;
        const image = shape('g', { transform, 'stroke-width': strokeWidth / scale },
            shape('path', { d: symbols[name].d }));
        svg.append(image);
        if (!isEnd || isCalm()) return;
        // As in the terminal: the ring closes while it turns, then the image appears.
        this.play(ring);
        play(ring, framesOf(busy.close, (value) => ({ strokeDasharray: `${value} 1` })), busy.close);
        play(image, framesOf(busy.image.fade, (value) => ({ opacity: value })), busy.image.fade)
            .finished.then(() => this.stop(), () => undefined);
    }

    /**
     * @param {Element} ring
     */
    play(ring) {
        if (isCalm()) return;
        const { busy } = /** @type {Figures} */ (figures);
        this.turn = play(ring, framesOf(busy.turn, (value) => ({ transform: `rotate(${value}rad)` })), busy.turn);
    }

    stop() {
        if (!turning.has(this.state)) this.turn?.cancel();
    }
}

/**
 * Throws a copy of an element to a target. Resolves when it has landed.
 *
 * @param {HTMLElement} source
 * @param {Element} target
 * @param {number} [pause] the delay in ms
 */
export async function throwTo(source, target, pause = 0) {
    if (isCalm() || !(await loadFigures()) || !figures) return;
    const start = source.getBoundingClientRect();
    const end = target.getBoundingClientRect();
    if (start.width === 0 || end.width === 0) return;
    const copy = /** @type {HTMLElement} */ (source.cloneNode(true));
    // The copy cannot be focused, and nothing in it is found by id.
    copy.inert = true;
    copy.removeAttribute('id');
    copy.querySelectorAll('[id], [data-resume]').forEach((one) => {
        one.removeAttribute('id');
        one.removeAttribute('data-resume');
    });
    copy.classList.add('thrown');
    copy.setAttribute('aria-hidden', 'true');
    for (const side of /** @type {const} */ (['left', 'top', 'width', 'height'])) copy.style[side] = `${start[side]}px`;
    const holder = document.createElement(source.tagName === 'LI' ? 'ul' : 'div');
    holder.append(copy);
    document.body.append(holder);
    const distance = {
        x: end.left + end.width / 2 - start.left - start.width / 2,
        y: end.top + end.height / 2 - start.top - start.height / 2,
    };
    const fit = Math.min(1, end.width / start.width, end.height / start.height);
    const { flight, source: left } = figures.throw;
    const later = (/** @type {Timing} */ timing) => ({ ...timing, delay: (timing.delay ?? 0) + pause });
    play(source, framesOf(left, (value) => ({ opacity: value })), later(left));
    try {
        await play(copy, throwFrames(figures.throw, distance, fit), later(flight[0])).finished;
    } catch {
        // The animation was cancelled, for instance because the page was closed.
    } finally {
        holder.remove();
    }
}

/**
 * Changes a count: the old one turns away like a face of a cube while the new one rises from below.
 *
 * @param {HTMLElement} element
 * @param {string} text
 */
export function turnTo(element, text) {
    const old = element.textContent ?? '';
    if (old === text) return;
    const box = element.getBoundingClientRect();
    element.textContent = text;
    if (isCalm() || !figures?.turn || box.width === 0 || old === '') return;
    const { turn } = figures;
    const face = /** @type {HTMLElement} */ (element.cloneNode());
    face.removeAttribute('id');
    face.setAttribute('aria-hidden', 'true');
    face.textContent = old;
    face.classList.add('face');
    for (const side of /** @type {const} */ (['left', 'top', 'width', 'height'])) face.style[side] = `${box[side]}px`;
    document.body.append(face);
    const along = (/** @type {number} */ value) => ({ scale: `1 ${value}` });
    element.style.transformOrigin = 'bottom';
    play(element, framesOf(turn.new, along), turn.new);
    play(face, framesOf(turn.old, along), { ...turn.old, fill: 'both' })
        .finished.catch(() => undefined).then(() => face.remove());
}

/**
 * Folds an element and removes it.
 *
 * @param {HTMLElement} element
 */
export async function foldAway(element) {
    if (!isStill() && element.animate) {
        const { height } = element.getBoundingClientRect();
        const fade = [{ opacity: 1 }, { opacity: 0 }];
        const fold = [
            { opacity: 1, height: `${height}px` }, { opacity: 0, height: `${height}px`, offset: 0.5 },
            { opacity: 0, height: '0px', minHeight: '0px', paddingBlock: '0px', marginTop: '-1rem' },
        ];
        element.style.overflow = 'hidden';
        await element.animate(isCalm() ? fade : fold, { duration: isCalm() ? 150 : 280, easing: 'ease-in-out' })
            .finished.catch(() => undefined);
    }
    element.remove();
}

/**
 * Applies a change to a list and lets the rows glide from their old positions.
 *
 * @param {HTMLElement[]} rows
 * @param {() => void} change
 */
export function glide(rows, change) {
    const before = new Map(rows.map((row) => [row, row.getBoundingClientRect().top]));
    change();
    if (isCalm()) return;
    for (const row of rows) {
        const shift = (before.get(row) ?? 0) - row.getBoundingClientRect().top;
        if (shift !== 0 && row.isConnected) {
            row.animate([{ translate: `0 ${shift}px` }, { translate: '0 0' }], { duration: 180, easing: 'ease-out' });
        }
    }
}
