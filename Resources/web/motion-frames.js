// The animations as keyframes: pure functions of the timings that the service publishes.

/**
 * An animation and the figures of the status display, as the service publishes them. The timing function applies to
 * the animation as a whole.
 *
 * @typedef {{delay?: number, duration: number, iterations?: number | null, easing: string, fill?: FillMode,
 *   keyframes: {offset: number, value: number}[]}} Timing
 * @typedef {{d: string, strokes: {d: string, from: number, to: number}[], draw: Timing}} Drawing
 * @typedef {{viewBox: number[], strokeWidth: number, symbols: Record<string, Drawing>, busy: any, throw: any,
 *   turn: any}} Figures
 */

/**
 * Returns the keyframes of an animation.
 *
 * @param {Timing} timing
 * @param {(value: number) => Record<string, string | number>} style returns the CSS properties for a value
 */
export function framesOf(timing, style) {
    return timing.keyframes.map(({ offset, value }) => ({ offset, ...style(value) }));
}

/**
 * Returns the value of an animation at an offset, interpolated linearly between its keyframes.
 *
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
 * Returns the keyframes of a throw, the flight of an element's copy to a target.
 *
 * @param {{flight: (Timing & {property: string})[], rise: number}} figure
 * @param {{x: number, y: number}} distance from the start to the target, in CSS px
 * @param {number} fit the scale at which the copy fits on the target
 */
export function throwFrames({ flight, rise }, distance, fit) {
    const timings = Object.fromEntries(flight.map((timing) => [timing.property, timing]));
    const offsets = [...new Set(flight.flatMap(({ keyframes }) => keyframes.map(({ offset }) => offset)))];
    const side = distance.x < 0 ? -1 : 1;
    return offsets.sort((a, b) => a - b).map((offset) => {
        const value = (/** @type {string} */ name, /** @type {number} */ missing) =>
            (timings[name] ? valueAt(timings[name], offset) : missing);
        const y = value('down', offset) * distance.y - value('up', 0) * rise;
        const shadow = value('shadowOpacity', 0);
        return {
            offset,
            translate: `${value('across', offset) * distance.x}px ${y}px`,
            scale: String(fit + (1 - fit) * value('scale', 1 - offset)),
            rotate: `${side * value('rotation', 0)}rad`,
            boxShadow: `0 .8rem 1.6rem rgb(0 0 0 / ${shadow})`,
        };
    });
}
