/* eslint-disable no-unused-vars */

/**
 * The reader's input during a restore: some ends it, and some pauses it.
 */

/**
 * Calls a function on the reader's input. Events that scripts dispatch are ignored.
 *
 * @param {Window[]} views
 * @param {Window} top
 * @param {(kind: 'end' | 'pause', at: number) => void} onInput `at` is in ms
 * @returns {() => void} stops watching
 */
export function watchInput(views, top, onInput) {
    return () => undefined;
}
