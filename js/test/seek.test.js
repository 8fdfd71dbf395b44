import assert from 'node:assert/strict';
import test from 'node:test';

import { Seek } from '../restore/seek.js';
import { readSnapshot } from '../restore/snapshot-reader.js';
import { UndoableScrolling } from '../restore/undoable-scrolling.js';

const VIEW = 600;
/** In ms: the restore makes a step after this time without a change. */
const PAUSE = 200;

/**
 * A list in a page without a layout, whose offset is limited as browsers limit it.
 *
 * @param {{height: number, y?: number, isReversed?: boolean}} state
 */
function pageWith({ height, y = 0, isReversed = false }) {
    /** @type {any} */
    const list = {
        nodeType: 1, clientHeight: VIEW, clientWidth: 800, scrollLeft: 0, scrollTop: y, scrollHeight: height,
        scrollWidth: 800,
        scrollTo(/** @type {{top: number}} */ { top }) {
            const range = list.scrollHeight - VIEW;
            const [low, high] = isReversed ? [-range, 0] : [0, range];
            list.scrollTop = Math.max(low, Math.min(high, top));
        },
    };
    const style = { display: 'flex', flexDirection: isReversed ? 'column-reverse' : 'row' };
    const view = { getComputedStyle: () => style };
    const document = { nodeType: 9, defaultView: view, querySelector: () => list };
    list.ownerDocument = document;
    return { list, top: /** @type {any} */ ({ document }) };
}

/** @param {{scrollHeight: number, y: number, length?: number, image?: boolean}} captured */
function placeWith({ scrollHeight, y, length = 100_000, image = false }) {
    return readSnapshot({
        anchors: [{
            role: 'primary', scroller: 0, ...(image ? { image: { src: 'a.png' } } : { quote: { exact: 'the words' } }),
        }],
        scrollers: [{ path: ['#list'], y, fractionY: y / (scrollHeight - VIEW), scrollHeight }],
        progress: { length },
    });
}

/**
 * Takes steps until the search ends.
 *
 * @param {any} place
 * @param {any} page
 * @param {(list: any, now: number) => void} load is called after each step
 * @param {{isFound?: boolean, most?: number, textLength?: (list: any) => number}} [options]
 */
function search(place, page, load, options = {}) {
    const { isFound = false, most = 200, textLength = (/** @type {any} */ list) => list.scrollHeight } = options;
    const { list, top } = page;
    const seek = new Seek(place, top, () => null);
    const move = (/** @type {any} */ _, /** @type {number} */ x, /** @type {number} */ y) => list.scrollTo({ top: y });
    /** @type {number[]} */
    const offsets = [];
    let now = 0;
    for (let left = most; left > 0; left -= 1) {
        const isMoved = seek.step(textLength(list), now, move, isFound);
        if (!isMoved) return { seek, offsets, now, isOver: true };
        offsets.push(list.scrollTop);
        load(list, now);
        now += PAUSE;
    }
    return { seek, offsets, now, isOver: false };
}

test('a list that began at its start is searched toward its end', () => {
    const page = pageWith({ height: 2000 });
    const { offsets } = search(placeWith({ scrollHeight: 20_000, y: 9000 }), page, () => {}, { most: 1 });
    assert.deepEqual(offsets, [1400]);
});

test('a list that began at its end is searched upward', () => {
    const page = pageWith({ height: 2000, y: 1400 });
    const { offsets, seek } = search(placeWith({ scrollHeight: 20_000, y: 9000 }), page, () => {}, { most: 1 });
    assert.deepEqual(offsets, [0]);
    assert.equal(seek.direction, 'up');
});

test('the start is left and reached again if the page loads nothing there', () => {
    const page = pageWith({ height: 2000, y: 1400 });
    const { offsets } = search(placeWith({ scrollHeight: 20_000, y: 9000 }), page, () => {}, { most: 4 });
    assert.deepEqual(offsets, [0, VIEW, 0, 0]);
});

test('a search upward that loads nothing is followed by one downward, and both end', () => {
    const page = pageWith({ height: 2000, y: 1400 });
    const { seek, isOver, now } = search(placeWith({ scrollHeight: 20_000, y: 9000 }), page, () => {});
    assert.equal(isOver, true);
    assert.equal(seek.direction, 'down');
    assert.equal(now >= 5000 && now < 6000, true, String(now));
});

test('a list in reverse order is searched toward its negative offsets', () => {
    const page = pageWith({ height: 2000, isReversed: true });
    const { offsets } = search(placeWith({ scrollHeight: 20_000, y: -9000 }), page, () => {}, { most: 2 });
    assert.deepEqual(offsets, [-1400, -800]);
});

test('a chat with as many messages as at the capture is searched upward, since they may be newer ones', () => {
    const page = pageWith({ height: 2000, y: 1400 });
    const { offsets } = search(placeWith({ scrollHeight: 2000, y: 300 }), page, () => {}, { most: 1 });
    assert.deepEqual(offsets, [0]);
});

test('a list that began at its end and contains only the rows in view is searched around the old offset', () => {
    const page = pageWith({ height: 20_000, y: 19_400 });
    const place = placeWith({ scrollHeight: 20_000, y: 9000, length: 900 });
    const { offsets } = search(place, page, () => {}, { most: 2, textLength: () => 900 });
    assert.deepEqual(offsets, [9000, 9480]);
});

test('a list of the rows in view that estimates a smaller height is searched around the same fraction of it', () => {
    const page = pageWith({ height: 17_000, y: 16_400 });
    const place = placeWith({ scrollHeight: 20_000, y: 9700, length: 900 });
    const { offsets, isOver, now } = search(place, page, () => {}, { textLength: () => 900 });
    assert.equal(offsets.includes(16_400 / 2), true, offsets.join());
    assert.equal(isOver && now < 8000, true, String(now));
});

test('a list that began in the middle is searched downward and then upward', () => {
    const page = pageWith({ height: 4000, y: 1500 });
    const { offsets, seek } = search(placeWith({ scrollHeight: 20_000, y: 2000 }), page, () => {});
    assert.equal(offsets[0], 3400);
    assert.equal(offsets.at(-1) === 0 || offsets.at(-1) === VIEW, true);
    assert.deepEqual([...seek.failed], ['down', 'up']);
});

test('a list that has loaded its old height is loaded further, since there may be new entries above the place', () => {
    const page = pageWith({ height: 2000 });
    const load = (/** @type {any} */ list) => { list.scrollHeight += 2000; };
    const { isOver } = search(placeWith({ scrollHeight: 10_000, y: 5000 }), page, load);
    assert.equal(isOver, true);
    assert.equal(page.list.scrollHeight, 20_000);
});

test('both directions take turns if the list loads more at both ends', () => {
    const page = pageWith({ height: 4000, y: 1500 });
    const load = (/** @type {any} */ list) => { list.scrollHeight += 1000; };
    const { offsets } = search(placeWith({ scrollHeight: 40_000, y: 2000 }), page, load, { most: 4 });
    assert.deepEqual(offsets, [3400, 0, 5400, 0]);
});

test('a direction that loads nothing leaves the other one its turn', () => {
    const page = pageWith({ height: 4000, y: 1500 });
    const load = (/** @type {any} */ list) => { if (list.scrollTop === 0) list.scrollHeight += 1000; };
    const { seek, now } = search(placeWith({ scrollHeight: 40_000, y: 2000 }), page, load, { most: 8 });
    assert.equal(seek.loaded.up?.loads, 1);
    assert.equal(now < 2500, true, String(now));
});

test('a page that began in the middle and is about as long as it was is not searched', () => {
    for (const height of [20_000, 18_000]) {
        const page = pageWith({ height, y: 1500 });
        assert.deepEqual(search(placeWith({ scrollHeight: 20_000, y: 2000 }), page, () => {}).offsets, []);
    }
});

test('each load gives the page time for another one', () => {
    const page = pageWith({ height: 2000, y: 1400 });
    let last = 0;
    const load = (/** @type {any} */ list, /** @type {number} */ now) => {
        if (now - last < 2400 || list.scrollHeight > 8000) return;
        last = now;
        list.scrollHeight += 2000;
    };
    const { seek, now } = search(placeWith({ scrollHeight: 20_000, y: 9000 }), page, load, { most: 40 });
    assert.equal(seek.direction, 'up');
    assert.equal(now > 5000, true, String(now));
});

test('a list that has loaded more without moving the view receives an event at once', () => {
    const page = pageWith({ height: 2000, y: 1400 });
    /** @type {number[]} */
    const events = [];
    const { scrollTo } = page.list;
    page.list.scrollTo = (/** @type {{top: number}} */ to) => {
        scrollTo(to);
        events.push(page.list.scrollTop);
    };
    const load = (/** @type {any} */ list) => { if (events.length === 1) list.scrollHeight += 2000; };
    const { seek } = search(placeWith({ scrollHeight: 20_000, y: 9000 }), page, load, { most: 2 });
    assert.deepEqual(events, [0, VIEW, 0]);
    assert.equal(seek.pause, 200);
});

test('a list that loads more only after the limit was out of view is left for some frames', () => {
    const page = pageWith({ height: 2000, y: 1400 });
    let last = -1;
    const load = (/** @type {any} */ list) => {
        if (last !== 0 && list.scrollTop === 0) list.scrollHeight += 500;
        last = list.scrollTop;
    };
    const { offsets, seek } = search(placeWith({ scrollHeight: 20_000, y: 9000 }), page, load, { most: 6 });
    assert.deepEqual(offsets, [0, 0, VIEW, 0, VIEW, 0]);
    assert.equal(seek.loaded.up?.needsFrames, true);
});

test('a loader without end is left after a time', () => {
    const page = pageWith({ height: 2000, y: 1400 });
    const load = (/** @type {any} */ list) => { list.scrollHeight += 10; };
    const { isOver, now } = search(placeWith({ scrollHeight: 20_000, y: 9000 }), page, load);
    assert.equal(isOver, true);
    assert.equal(now <= 2 * 8200, true, String(now));
});

test('a loader is left after forty loads', () => {
    const page = pageWith({ height: 2000, y: 1400 });
    let loads = 0;
    const load = (/** @type {any} */ list) => { list.scrollHeight += 10; loads += 1; };
    const place = placeWith({ scrollHeight: 20_000, y: 9000 });
    const { seek } = search(place, page, load, { most: 42 });
    assert.deepEqual([loads, seek.direction], [42, 'down']);
});

test('a loader that adds no text is left after three loads, unless the place is a picture', () => {
    const load = (/** @type {any} */ list) => { list.scrollHeight += 500; };
    for (const [image, direction] of /** @type {[boolean, string][]} */ ([[false, 'down'], [true, 'up']])) {
        const page = pageWith({ height: 2000, y: 1400 });
        const place = placeWith({ scrollHeight: 20_000, y: 9000, image });
        const { seek } = search(place, page, load, { most: 5, textLength: () => 3000 });
        assert.equal(seek.direction, direction);
    }
});

test('words that stand too high at the start of a chat are brought down by older messages', () => {
    const place = placeWith({ scrollHeight: 20_000, y: 9000 });
    const atStart = pageWith({ height: 2000, y: 1400 });
    const seek = new Seek(place, atStart.top, () => ({ x: 0, y: 1400, isAtEnd: true }));
    atStart.list.scrollTop = 0;
    /** @type {number[]} */
    const offsets = [];
    const move = (/** @type {any} */ _, /** @type {number} */ x, /** @type {number} */ y) => offsets.push(y);
    assert.equal(seek.step(2000, 0, move, true), true);
    assert.deepEqual(offsets, [VIEW]);
    assert.equal(seek.direction, 'up');
});

test('words that were found in a page of the old length need no search', () => {
    const page = pageWith({ height: 20_000, y: 0 });
    const { offsets } = search(placeWith({ scrollHeight: 20_000, y: 9000 }), page, () => {}, { isFound: true });
    assert.deepEqual(offsets, []);
});

test('a list that stood at its end returns to its end although more was loaded above', () => {
    const { list, top } = pageWith({ height: 2000, y: 1400 });
    top.getComputedStyle = () => ({ getPropertyValue: () => '' });
    const scrolling = new UndoableScrolling(top);
    const scroller = { view: list.ownerDocument.defaultView, element: list };
    scrolling.moveTo(scroller, 0, 0);
    list.scrollHeight = 9000;
    scrolling.undo();
    assert.equal(list.scrollTop, 8400);
});
