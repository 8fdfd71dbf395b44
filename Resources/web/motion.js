// The animations: the signs of the queue, the card that flies to its badge, and the count that turns there. Paths and
// timings are those of the status display in the terminal, which the service publishes. Until they are loaded, or if
// less motion is preferred, every element shows its final state at once.

/**
 * An animation as the service publishes it. The timing function applies to the animation as a whole.
 *
 * @typedef {{delay?: number, duration: number, iterations?: number | null, easing: string, fill?: FillMode,
 *   keyframes: {offset: number, value: number}[]}} Timing
 * @typedef {{d: string, strokes: {d: string, from: number, to: number}[], draw: Timing}} Drawing
 * @typedef {{viewBox: number[], strokeWidth: number, symbols: Record<string, Drawing>, busy: any, throw: any,
 *   turn: any}} Figures
 */

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

/**
 * @param {Timing} timing
 * @param {(value: number) => Record<string, string | number>} style returns the CSS properties for a value
 */
function framesOf(timing, style) {
    return timing.keyframes.map(({ offset, value }) => ({ offset, ...style(value) }));
}

const namespace = 'http://www.w3.org/2000/svg';

/**
 * @param {string} name
 * @param {Record<string, string | number>} attributes
 * @param {Node[]} children
 */
function shape(name, attributes, ...children) {
    const made = document.createElementNS(namespace, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
    made.append(...children);
    return made;
}

/** The images inside the ring, by state. */
const images = /** @type {Record<string, string>} */ ({
    done: 'checkmark', failed: 'cross', quarantined: 'warning', cancelled: 'cross', paused: 'pause',
});
const turning = new Set(['running', 'verifying']);

/** The sign of a download: a ring that turns while it runs and closes around an image when it ends. */
export class Sign {
    /**
     * @param {HTMLElement} place
     */
    constructor(place) {
        this.place = place;
        this.state = '';
        /** @type {Animation | undefined} */
        this.turn = undefined;
        place.setAttribute('aria-hidden', 'true');
    }

    /**
     * @param {string} state
     */
    show(state) {
        if (state === this.state || !figures) return;
        const isEnd = turning.has(this.state) && (state === 'done' || state === 'failed');
        const goesOn = turning.has(this.state) && turning.has(state);
        this.state = state;
        if (goesOn) return;
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
        this.place.replaceChildren(svg);
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
 * @param {Timing} timing
 * @param {number} offset
 */
function valueAt({ keyframes }, offset) {
    const next = keyframes.findIndex((frame) => frame.offset >= offset);
    if (next < 0) return keyframes[keyframes.length - 1].value;
    if (next === 0) return keyframes[0].value;
    const [a, b] = [keyframes[next - 1], keyframes[next]];
    const share = b.offset > a.offset ? (offset - a.offset) / (b.offset - a.offset) : 1;
    return a.value + (b.value - a.value) * share;
}

/**
 * Returns the keyframes of a throw.
 *
 * @param {{flight: (Timing & {property: string})[], rise: number}} figure
 * @param {{x: number, y: number}} way from the start to the target, in pixels
 * @param {number} fit the scale at which the copy fits on the target
 */
export function throwFrames({ flight, rise }, way, fit) {
    const timings = Object.fromEntries(flight.map((timing) => [timing.property, timing]));
    const offsets = [...new Set(flight.flatMap(({ keyframes }) => keyframes.map(({ offset }) => offset)))];
    const side = way.x < 0 ? -1 : 1;
    return offsets.sort((a, b) => a - b).map((offset) => {
        const value = (/** @type {string} */ name, /** @type {number} */ none) =>
            (timings[name] ? valueAt(timings[name], offset) : none);
        const y = value('down', offset) * way.y - value('up', 0) * rise;
        const shadow = value('shadowOpacity', 0);
        return {
            offset,
            translate: `${value('across', offset) * way.x}px ${y}px`,
            scale: String(fit + (1 - fit) * value('scale', 1 - offset)),
            rotate: `${side * value('rotation', 0)}rad`,
            boxShadow: `0 .8rem 1.6rem rgb(0 0 0 / ${shadow})`,
        };
    });
}

/**
 * Throws a copy of an element to a target. Resolves when it has landed.
 *
 * @param {HTMLElement} source
 * @param {Element} target
 * @param {number} [pause] the delay in ms
 */
export async function throwOn(source, target, pause = 0) {
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
    const way = {
        x: end.left + end.width / 2 - start.left - start.width / 2,
        y: end.top + end.height / 2 - start.top - start.height / 2,
    };
    const fit = Math.min(1, end.width / start.width, end.height / start.height);
    const { flight, source: left } = figures.throw;
    const later = (/** @type {Timing} */ timing) => ({ ...timing, delay: (timing.delay ?? 0) + pause });
    play(source, framesOf(left, (value) => ({ opacity: value })), later(left));
    try {
        await play(copy, throwFrames(figures.throw, way, fit), later(flight[0])).finished;
    } catch {
        // The animation was cancelled, for instance because the page was closed.
    } finally {
        holder.remove();
    }
}

/**
 * Changes a count: the old one turns away like a face of a cube, and the new one comes from below.
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
        const way = (before.get(row) ?? 0) - row.getBoundingClientRect().top;
        if (way !== 0 && row.isConnected) {
            row.animate([{ translate: `0 ${way}px` }, { translate: '0 0' }], { duration: 180, easing: 'ease-out' });
        }
    }
}
