/**
 * Walks through a document in steps.
 *
 * @param {Window} top
 * @param {import('./composed-walk.js').ComposedWalk} walk
 * @param {number} count the number of nodes in a step
 * @param {(spent: number) => boolean} onStep is told the time that the walk has taken, in ms; true ends the walk
 * @returns {Generator<undefined, void>}
 */
export function* walkSteps(top, walk, count, onStep) {
    let spent = 0;
    for (;;) {
        const began = top.performance.now();
        const isDone = walk.visit(count);
        spent += top.performance.now() - began;
        if (isDone || onStep(spent)) return;
        yield undefined;
    }
}
