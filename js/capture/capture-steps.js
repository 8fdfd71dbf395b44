/**
 * Capture without blocking the page: in one task if that is quick, otherwise in several.
 */

import { textIndexSteps } from '../anchoring/text-index.js';
import { inLaterTask } from '../dom/later-task.js';
import { captureSnapshot } from './snapshot.js';

/**
 * In ms: the duration of one task. It is less than half of a noticeable delay, since the last task also captures the
 * place.
 */
const TASK_TIME = 40;

/**
 * @param {Window} top
 * @param {(snapshot: any) => void} done is called before this returns if one task is enough
 */
export function captureInTasks(top, done) {
    /** @type {Generator<undefined, import('../anchoring/text-index.js').TextIndex> | null} */
    let steps = null;
    let hasPaused = false;
    const runTask = () => {
        /** @type {import('../anchoring/text-index.js').TextIndex | null} */
        let index = null;
        try {
            steps = steps ?? textIndexSteps(top.document);
            const began = top.performance.now();
            for (let step = steps.next(); ; step = steps.next()) {
                if (step.done) {
                    index = step.value;
                    break;
                }
                if (top.performance.now() - began > TASK_TIME && inLaterTask(runTask)) {
                    hasPaused = true;
                    return;
                }
            }
        } catch {
            index = null;
        }
        const capture = () => {
            try {
                done(captureSnapshot(top, index));
            } catch {
                return;
            }
        };
        // After several tasks, the place is captured in a task of its own.
        if (!hasPaused || !inLaterTask(capture)) capture();
    };
    runTask();
}
