/**
 * Work in slices, so that the page stays responsive: between two slices, the browser handles input and paints.
 */

import { inLaterTask } from '../dom/later-task.js';

/**
 * In ms: the duration of one slice. A frame of 60 Hz lasts 17 ms, and a step may end late on a busy machine, so this
 * keeps well below the 50 ms after which browsers report a long task.
 */
const SLICE = 12;

/**
 * Runs a generator to its end, in slices. A step may yield a promise, which the next slice waits for.
 *
 * @template Result
 * @param {Window} top
 * @param {Generator<any, Result>} steps
 * @param {(result: Result | null) => void} done is called with null if a step throws
 */
export function runInSlices(top, steps, done) {
    const slice = () => {
        /** @type {Result | null} */
        let result = null;
        try {
            const began = top.performance.now();
            for (let step = steps.next(); ; step = steps.next()) {
                if (step.done) {
                    result = step.value;
                    break;
                }
                if (step.value) {
                    step.value.then(next, next);
                    return;
                }
                if (top.performance.now() - began > SLICE && inLaterTask(slice)) return;
            }
        } catch {
            result = null;
        }
        done(result);
    };
    const next = () => {
        if (!inLaterTask(slice)) slice();
    };
    slice();
}
