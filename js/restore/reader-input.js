/**
 * The reader's first touch.
 */

/**
 * The events that scroll a page or are about to. `pointermove` is not among them, since it is also sent when the page
 * scrolls under a resting mouse.
 */
const INPUT_EVENTS = ['wheel', 'touchstart', 'touchmove', 'keydown', 'pointerdown', 'mousedown'];

/**
 * Calls back on the reader's first wheel, touch, key or pointer input; what scripts dispatch does not count.
 *
 * @param {Window[]} views
 * @param {() => void} onInput
 * @returns {() => void} ends the watch
 */
export function watchReader(views, onInput) {
    const options = { capture: true, passive: true };
    const heard = (/** @type {Event} */ event) => {
        if (event.isTrusted) onInput();
    };
    for (const view of views) {
        for (const name of INPUT_EVENTS) view.addEventListener(name, heard, options);
    }
    return () => {
        for (const view of views) {
            for (const name of INPUT_EVENTS) view.removeEventListener(name, heard, options);
        }
    };
}
