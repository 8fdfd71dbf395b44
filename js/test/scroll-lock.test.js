/**
 * Scroll locks, by the styles and sizes of the root and the body.
 */

import assert from 'node:assert/strict';
import test from 'node:test';
import { lockOf, virtualState } from '../dom/scroll-lock.js';

const PLAIN = {
    position: 'static', left: 'auto', top: 'auto', overflowX: 'visible', overflowY: 'visible', marginBottom: '8px',
};
const HIDDEN = { overflowX: 'hidden', overflowY: 'hidden' };

/**
 * Returns a window of 1000 by 800 px with a page of 5000 px.
 *
 * @param {{root?: any, body?: any, y?: number, bottom?: number, rootHeight?: number, bodyBox?: any,
 *     wrapper?: any}} given styles, the offset of the window, and sizes; `wrapper` is the style and the box of an
 *     element in the body
 * @returns {any}
 */
function windowWith({ root = {}, body = {}, y = 0, bottom = 5000 - y, rootHeight = 5000, bodyBox = {}, wrapper }) {
    const element = (/** @type {any} */ style, /** @type {any} */ sizes) => ({
        style: { ...PLAIN, ...style }, clientWidth: 1000, clientHeight: 800, scrollWidth: 1000, scrollLeft: 0,
        scrollTop: 0, ...sizes, getBoundingClientRect: () => ({ bottom }),
    });
    const documentElement = element(root, { scrollHeight: rootHeight });
    const child = wrapper && {
        style: wrapper.style, children: [], getBoundingClientRect: () => ({ left: 0, width: 1000, ...wrapper.box }),
    };
    const children = child ? [child] : [];
    const found = element(body, { clientHeight: 5000, scrollHeight: 5000, children, ...bodyBox });
    return {
        document: { documentElement, body: found, scrollingElement: documentElement },
        getComputedStyle: (/** @type {any} */ { style }) => style,
        pageXOffset: 0, pageYOffset: y, innerWidth: 1000, innerHeight: 800,
    };
}

/**
 * @param {any} view
 * @returns {any} the lock with the name of its element
 */
function found(view) {
    const lock = lockOf(view);
    return lock && [lock.kind, lock.element === view.document.body ? 'body' : 'root', lock.x, lock.y];
}

test('A page that scrolls has no lock', () => {
    assert.equal(found(windowWith({ y: 700 })), null);
    assert.equal(found(windowWith({ y: 700, root: { overflowX: 'hidden', overflowY: 'auto' } })), null);
    assert.equal(found(windowWith({ body: { position: 'absolute', top: '-20px' } })), null);
});

test('A fixed body or root is shifted by the true offset', () => {
    const fixed = { position: 'fixed', left: '0px', top: '-700px' };
    assert.deepEqual(found(windowWith({ body: fixed })), ['fixed', 'body', 0, 700]);
    assert.deepEqual(found(windowWith({ root: { ...fixed, left: '-30px' } })), ['fixed', 'root', 30, 700]);
    assert.deepEqual(found(windowWith({ body: { ...fixed, position: 'absolute', ...HIDDEN } })),
        ['fixed', 'body', 0, 700]);
    assert.deepEqual(found(windowWith({ body: { position: 'fixed', top: '0px' } })), ['fixed', 'body', 0, 0]);
});

test('A body that is fixed for ever and fits into the window is no lock', () => {
    assert.equal(found(windowWith({ body: { position: 'fixed', top: '0px' }, bottom: 800, rootHeight: 800 })), null);
});

test('A fixed wrapper of the content that is higher than the window is shifted by the true offset', () => {
    const sizes = { rootHeight: 800, bodyBox: { clientHeight: 800, scrollHeight: 800 } };
    const style = { ...PLAIN, position: 'fixed' };
    const lock = lockOf(windowWith({ ...sizes, wrapper: { style, box: { left: -30, top: -700, height: 5000 } } }));
    assert.deepEqual([lock?.kind, lock?.x, lock?.y], ['fixed', 30, 700]);
    const others = [
        { ...sizes, wrapper: { style, box: { top: 0, height: 800 } } },
        { ...sizes, wrapper: { style, box: { top: -700, height: 5000, width: 300 } } },
        { ...sizes, wrapper: { style: PLAIN, box: { top: -700, height: 5000 } } },
        { ...sizes, rootHeight: 5000, wrapper: { style, box: { top: -700, height: 5000 } } },
    ];
    assert.deepEqual(others.map((each) => lockOf(windowWith(each))), [null, null, null, null]);
});

test('A page that is cut off keeps its offset', () => {
    assert.deepEqual(found(windowWith({ y: 700, root: HIDDEN })), ['clip', 'root', 0, 700]);
    assert.deepEqual(found(windowWith({ y: 700, body: HIDDEN })), ['clip', 'body', 0, 700]);
    assert.deepEqual(found(windowWith({ y: 700, body: { overflowX: 'visible', overflowY: 'clip' } })),
        ['clip', 'body', 0, 700]);
    const bodyBox = { scrollHeight: 800, clientHeight: 800 };
    assert.equal(found(windowWith({ root: HIDDEN, rootHeight: 800, bodyBox })), null);
});

test('A body that cuts off its own content has the offset of its content', () => {
    const bodyBox = { clientHeight: 800, scrollHeight: 5000, scrollTop: 700 };
    assert.deepEqual(found(windowWith({ root: HIDDEN, body: HIDDEN, rootHeight: 816, bodyBox })),
        ['clip', 'body', 0, 700]);
});

test('The state of a locked window is that of the page without the lock', () => {
    const fixed = windowWith({ body: { position: 'fixed', top: '-700px' }, rootHeight: 800, bottom: 4292 });
    assert.deepEqual(virtualState({ view: fixed, element: null }),
        { x: 0, y: 700, width: 1000, height: 800, scrollWidth: 1000, scrollHeight: 5000 });
    const free = windowWith({ y: 700 });
    assert.equal(virtualState({ view: free, element: null }).y, 700);
    const inner = { ...free.document.body, scrollTop: 90 };
    assert.equal(virtualState({ view: fixed, element: inner }).y, 90);
});
