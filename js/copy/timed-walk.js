/** The number of nodes that are visited whatever the clock says, so that a busy machine cuts no ordinary article. */
const SMALL_PAGE = 2000;
/** In ms: so few nodes take longer only if they were made to. */
const SMALL_PAGE_TIME = 1000;

/**
 * Walks through a document in steps.
 *
 * @param {Window} top
 * @param {import('./composed-walk.js').ComposedWalk} walk
 * @param {number} count the number of nodes in a step
 * @param {(spent: number) => boolean} onStep receives the time that the walk has taken, in ms, which is 0 as long as
 *     the page may be a small one; true ends the walk
 * @returns {Generator<undefined, void>}
 */
export function* walkSteps(top, walk, count, onStep) {
    let spent = 0;
    for (let seen = count; ; seen += count) {
        const began = top.performance.now();
        const isDone = walk.visit(count);
        spent += top.performance.now() - began;
        const isSmall = seen < SMALL_PAGE && spent < SMALL_PAGE_TIME;
        if (isDone || onStep(isSmall ? 0 : spent)) return;
        yield undefined;
    }
}
