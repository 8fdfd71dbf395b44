/**
 * Detection of the reader's first input.
 */

/**
 * The events that scroll a page or precede scrolling. `pointermove` is not among them, since browsers also send it when
 * the page scrolls under a resting mouse.
 */
const INPUT_EVENTS = ['wheel', 'touchstart', 'touchmove', 'keydown', 'pointerdown', 'mousedown'];

/**
 * Calls a function on the reader's first wheel, touch, key or pointer input. Events that scripts dispatch are ignored.
 *
 * @param {Window[]} views
 * @param {() => void} onInput
 * @returns {() => void} stops watching
 */
export function watchReader(views, onInput) {
    const options = { capture: true, passive: true };
    const forward = (/** @type {Event} */ event) => {
        if (event.isTrusted) onInput();
    };
    for (const view of views) {
        for (const name of INPUT_EVENTS) view.addEventListener(name, forward, options);
    }
    return () => {
        for (const view of views) {
            for (const name of INPUT_EVENTS) view.removeEventListener(name, forward, options);
        }
    };
}
