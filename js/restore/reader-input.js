/**
 * The reader's first touch.
 */

/** What moves a page, or is about to. Not `pointermove`: a mouse at rest moves under a page that scrolls. */
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
