/**
 * Keeps a restored place at its position while the page still changes: not every browser has scroll anchoring, and no
 * browser compensates a change of the anchor's own size.
 */

import { rootScrollerElement, scrollersAround, scrollState, scrollTo } from '../dom/scroller.js';
import { isSeen } from './attempt.js';
import { placeTarget } from './place.js';
import { watchReader } from './reader-input.js';
import { watchChanges } from './watch-changes.js';

/** In CSS px: a smaller shift is ignored. */
const SHIFTED = 1;
/**
 * In ms after a change: the time within which the browser's own scroll anchoring may move the view, and the time within
 * which the change may affect the layout.
 */
const ANSWER_TIME = 50;
const SHIFT_TIME = 300;

/**
 * Watches until the reader's first input, until something else scrolls a page that has not changed, or until the time
 * is over.
 *
 * @param {import('./target.js').Target} target
 * @param {import('./snapshot-reader.js').Place} place
 * @param {Window} top
 * @param {number} time the longest time, in ms
 */
export function keepPlace(target, place, top, time) {
    let known = measure(target, top);
    let changedAt = 0;
    let isWatching = false;
    let isOver = known === null;
    const check = () => {
        isWatching = false;
        const now = isOver ? null : measure(target, top);
        if (!now || !known) return stop();
        const age = top.performance.now() - changedAt;
        const isShifted = Math.abs(now.y - known.y) >= SHIFTED || Math.abs(now.x - known.x) >= SHIFTED;
        const isScrolled = Math.abs(now.offset - known.offset) >= SHIFTED && now.height === known.height;
        if (isShifted && isScrolled && age > SHIFT_TIME) return stop();
        // The browser may still compensate a recent change itself, which must not be done twice.
        if (isShifted && age > ANSWER_TIME) {
            placeIfSeen(target, place, top);
            known = measure(target, top);
        } else if (!isShifted) {
            known = now;
        }
        if (age <= SHIFT_TIME) watch();
    };
    const watch = () => {
        if (isWatching) return;
        isWatching = true;
        top.requestAnimationFrame(check);
    };
    const changes = watchChanges(top, () => {
        changedAt = top.performance.now();
        watch();
    });
    const stop = () => {
        isOver = true;
        changes.stop();
        stopWatching();
    };
    const stopWatching = watchReader([top], stop);
    top.setTimeout(stop, time);
}

/**
 * Returns the position of a place, the sum of the scroll offsets around it, and the height of the page.
 *
 * @param {import('./target.js').Target} target
 * @param {Window} top
 * @returns {{x: number, y: number, offset: number, height: number} | null} null if the place is not in the page
 */
function measure(target, top) {
    const box = target.node.isConnected ? target.box() : null;
    let offset = 0;
    for (const scroller of scrollersAround(target.node, top)) {
        const { x, y } = scrollState(scroller);
        offset += Math.abs(x) + Math.abs(y);
    }
    const root = rootScrollerElement(top);
    return box ? { x: box.left, y: box.top, offset, height: root ? root.scrollHeight : 0 } : null;
}

/**
 * Scrolls to a place again, unless the change has hidden it, as when the window becomes narrower.
 *
 * @param {import('./target.js').Target} target
 * @param {import('./snapshot-reader.js').Place} place
 * @param {Window} top
 */
function placeIfSeen(target, place, top) {
    const scrollers = scrollersAround(target.node, top);
    const before = scrollers.map(scrollState);
    placeTarget(target, place, top, scrollTo);
    if (isSeen(target, place, top)) return;
    scrollers.forEach((scroller, at) => scrollTo(scroller, before[at].x, before[at].y));
}
