/**
 * Keeps a restored place where it is while the page still changes: not every browser anchors the view by itself, and
 * none does so where the anchor's own size changes.
 */

import { rootScrollerElement, scrollersAround, scrollState, scrollTo } from '../dom/scroller.js';
import { placeTarget } from './place.js';
import { watchReader } from './reader-input.js';
import { watchChanges } from './watch-changes.js';

/** In CSS px: a smaller shift is none. */
const SHIFTED = 1;
/** In ms after a change: so long the browser may move the view in answer to it, and layout may follow. */
const ANSWER_TIME = 50;
const SHIFT_TIME = 300;

/**
 * Ends for good at the reader's first input, when anyone else scrolls a page that has not changed, or when the time is
 * over.
 *
 * @param {import('./target.js').Target} target
 * @param {import('./snapshot-reader.js').Place} place
 * @param {Window} top
 * @param {number} time in ms
 */
export function keepPlace(target, place, top, time) {
    const look = () => {
        const box = target.node.isConnected ? target.box() : null;
        let offset = 0;
        for (const scroller of scrollersAround(target.node, top)) {
            const { x, y } = scrollState(scroller);
            offset += Math.abs(x) + Math.abs(y);
        }
        const root = rootScrollerElement(top);
        return box ? { x: box.left, y: box.top, offset, height: root ? root.scrollHeight : 0 } : null;
    };
    let known = look();
    let heard = 0;
    let isWatching = false;
    let isOver = known === null;
    const check = () => {
        isWatching = false;
        const now = isOver ? null : look();
        if (!now || !known) return stop();
        const age = top.performance.now() - heard;
        const isShifted = Math.abs(now.y - known.y) >= SHIFTED || Math.abs(now.x - known.x) >= SHIFTED;
        const isScrolled = Math.abs(now.offset - known.offset) >= SHIFTED && now.height === known.height;
        if (isShifted && isScrolled && age > SHIFT_TIME) return stop();
        // What has just changed may be answered by the browser itself, which must not be done twice.
        if (isShifted && age > ANSWER_TIME) {
            placeTarget(target, place, top, scrollTo);
            known = look();
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
        heard = top.performance.now();
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
