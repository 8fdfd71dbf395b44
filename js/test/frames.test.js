import assert from 'node:assert/strict';
import test from 'node:test';

import { browser } from './fake-browser.js';
import { settle } from './clock.js';
const { captureFrames, isInFrame, resultOfBoth, restoreFrames } = await import('../extension/frames.js');

/**
 * A frame of the page, as the scripts in it see it.
 *
 * @typedef {object} Frame
 * @property {number} id
 * @property {number} parent
 * @property {string} url
 * @property {any} snapshot
 * @property {any} [result]
 * @property {boolean} [isTall]
 * @property {boolean} [isForbidden]
 * @property {boolean} [isBusy] true if no script in it ever ends
 */
/** @type {Frame[]} */
let frames = [];
/**
 * The restores, by the frame.
 *
 * @type {[number, any, any][]}
 */
const restores = [];
/**
 * The frames in which a restore was stopped.
 *
 * @type {number[]}
 */
const stopped = [];
let isInView = true;

/** @param {Frame | undefined} frame */
function chainOf(frame) {
    /** @type {number[]} */
    const chain = [];
    for (let one = frame; one; one = frames.find(({ id }) => id === one?.parent)) chain.unshift(one.id);
    return chain;
}

Reflect.get(globalThis, 'chrome').scripting.executeScript = async (/** @type {any} */ injection) => {
    const { target, files, func, args = [] } = injection;
    const code = String(func);
    if (target.allFrames) {
        return frames.filter(({ isForbidden }) => !isForbidden).map((frame) => (
            { frameId: frame.id, result: { chain: chainOf(frame), url: frame.url } }));
    }
    const [own = 0] = target.frameIds ?? [];
    const frame = frames.find(({ id }) => id === own);
    if (own !== 0 && (!frame || frame.isForbidden)) throw new Error('Cannot access contents of the page.');
    if (frame?.isBusy && own !== 0) return new Promise(() => undefined);
    if (files) return [{ result: files[0] === 'page/capture.js' ? frame?.snapshot : null }];
    if (code.includes('leftoffStopRestore')) stopped.push(own);
    if (code.includes('leftoffRestore(')) {
        restores.push([own, args[0], args[1]]);
        return [{ result: frame?.result }];
    }
    if (!code.includes('frameInDocument')) return [{ result: null }];
    const inner = frames.find(({ parent }) => parent === own);
    const found = { src: inner?.url, chain: chainOf(inner), frameId: -1, isInView, isTall: inner?.isTall === true };
    return [{ result: inner ? found : null }];
};

const STEP = { selector: 'iframe', path: [], index: 0, name: '', src: '', width: 600, height: 400 };
const UNREAD = { unread: { kind: 'frame' }, frame: { path: [STEP] } };
const INSIDE = {
    schema: 1, url: 'https://inner.org/a?b', title: 'Inner', anchors: [{ quote: 'words' }], links: [], media: [],
};
const SNAPSHOT = { url: 'https://outer.org/', anchors: [], ...UNREAD };
const anywhere = async () => true;

/** @param {Frame[]} given */
function show(...given) {
    frames = given;
    restores.length = 0;
    stopped.length = 0;
    isInView = true;
}
const inner = (/** @type {Partial<Frame>} */ changed = {}) => (
    { id: 5, parent: 0, url: 'https://inner.org/a?b', snapshot: INSIDE, ...changed });

test('The place in the frame that is read is captured, with only its position', async () => {
    show(inner());
    const { frame } = await captureFrames(1, SNAPSHOT, anywhere);
    assert.deepEqual(frame.place, { title: 'Inner', anchors: [{ quote: 'words' }] });
    assert.equal(frame.url, 'https://inner.org/a?b');
    assert.deepEqual(frame.path, [STEP]);
    assert(isInFrame({ frame }));
});

test('The place in an editable document of a frame says that its words cannot be compared', async () => {
    const unread = { kind: 'editable', selector: 'p' };
    show(inner({ snapshot: { ...INSIDE, unread } }));
    const { frame } = await captureFrames(1, SNAPSHOT, anywhere);
    assert.deepEqual(frame.place.unread, unread);
});

test('A frame inside a frame is followed', async () => {
    show(inner({ snapshot: { ...INSIDE, ...UNREAD } }), { ...inner({ id: 6, parent: 5, url: 'https://deep.org/' }),
        snapshot: { ...INSIDE, url: 'https://deep.org/', title: 'Deep' } });
    const { frame } = await captureFrames(1, SNAPSHOT, anywhere);
    assert.deepEqual([frame.path.length, frame.place.title, frame.url], [2, 'Deep', 'https://deep.org/']);
});

test('Frames without permission, of forbidden hosts, or that scroll with the page have no place', async () => {
    show(inner({ isForbidden: true }));
    const forbidden = await captureFrames(1, SNAPSHOT, anywhere);
    assert.deepEqual([forbidden.frame.path.length, forbidden.frame.place, isInFrame(forbidden)], [1, null, false]);
    show(inner());
    const never = await captureFrames(1, SNAPSHOT, async (url) => !url.startsWith('https://inner.org/'));
    assert.deepEqual([never.frame, never.unread], [null, UNREAD.unread]);
    // The frame moves on between the question and the capture.
    show(inner({ url: 'https://public.org/' }));
    const moved = await captureFrames(1, SNAPSHOT, async (url) => !url.startsWith('https://inner.org/'));
    assert.deepEqual([moved.frame, moved.unread], [null, UNREAD.unread]);
    show(inner({ isTall: true }));
    assert.equal((await captureFrames(1, SNAPSHOT, anywhere)).frame.place, null);
    // The place is in another frame inside this one.
    show(inner({ snapshot: { ...INSIDE, ...UNREAD } }));
    assert.equal((await captureFrames(1, SNAPSHOT, anywhere)).frame.place, null);
});

test('A frame that keeps itself busy does not prevent the capture of the page', async () => {
    show(inner({ isBusy: true }));
    const captured = captureFrames(1, SNAPSHOT, anywhere);
    await settle();
    browser.clock.advance(3000);
    const { frame, url } = await captured;
    assert.deepEqual([frame.place, url], [null, SNAPSHOT.url]);
});

test('A page that can be read is not searched for frames', async () => {
    show(inner());
    const readable = { url: 'https://outer.org/', anchors: [] };
    assert.equal(await captureFrames(1, readable, anywhere), readable);
});

const OUTER = { status: 'restored', tier: 'quote', confidence: 1, zoom: 'unchanged', movedPx: 10, settledMs: 100 };
const THERE = { status: 'restored', tier: 'quote', confidence: 0.9, zoom: 'unchanged', movedPx: 500, settledMs: 300 };

test('The result is that of the frame, and never restored without it', () => {
    const shown = (/** @type {any} */ outer, /** @type {any} */ found) => {
        const { status, confidence, reason = null } = resultOfBoth(outer, found);
        return [status, confidence, reason];
    };
    const gone = { ...OUTER, status: 'wrongPage', confidence: 0 };
    assert.deepEqual(shown(OUTER, { result: THERE, isInView: true }), ['restored', 0.9, null]);
    assert.deepEqual(shown(gone, { result: THERE, isInView: true }), ['restored', 0.9, null]);
    assert.deepEqual(shown(OUTER, { result: THERE, isInView: false }), ['approximate', 0.5, 'frame']);
    assert.deepEqual(shown(OUTER, null), ['approximate', 0.5, 'frame']);
    assert.deepEqual(shown(OUTER, { result: gone, isInView: true }), ['approximate', 0.5, 'frame']);
    assert.deepEqual(shown(gone, null), ['wrongPage', 0, null]);
    assert.deepEqual(shown(OUTER, { result: { ...THERE, status: 'aborted' }, isInView: true }), ['aborted', 0.9, null]);
    assert.deepEqual(shown({ ...OUTER, status: 'aborted' }, { result: THERE, isInView: true }), ['aborted', 1, null]);
    assert.deepEqual(resultOfBoth(OUTER, { result: THERE, isInView: true }).movedPx, 510);
    const locked = { ...OUTER, status: 'abstained', reason: 'locked', continues: true };
    assert.equal('continues' in resultOfBoth(locked, null), false);
});

/** A snapshot with a place in a frame. */
const FRAMED = { ...SNAPSHOT, frame: { path: [STEP], url: INSIDE.url, place: { title: 'Inner' } } };

test('The place is restored in the frame, also if it appears late', async () => {
    show();
    const result = restoreFrames(1, FRAMED, Promise.resolve(OUTER));
    await settle();
    frames = [inner({ url: 'about:blank' })];
    browser.clock.advance(250);
    await settle();
    assert.equal(restores.length, 0);
    frames = [inner({ result: THERE })];
    browser.clock.advance(250);
    assert.equal((await result).status, 'restored');
    assert.deepEqual(restores, [[5, { schema: 1, title: 'Inner', url: INSIDE.url }, {}]]);
});

test('A frame that never appears ends the search', async () => {
    show();
    let result = null;
    restoreFrames(1, FRAMED, Promise.resolve(OUTER)).then((found) => { result = found; });
    for (let waited = 0; waited <= 8000; waited += 250) {
        assert.equal(result, null);
        await settle();
        browser.clock.advance(250);
    }
    await settle();
    assert.equal(/** @type {any} */ (result)?.reason, 'frame');
});

test('A frame that keeps itself busy does not make the search longer', async () => {
    show(inner({ isBusy: true }));
    const nested = { ...FRAMED, frame: { ...FRAMED.frame, path: [STEP, STEP] } };
    let result = null;
    restoreFrames(1, nested, Promise.resolve(OUTER)).then((found) => { result = found; });
    for (let waited = 0; waited <= 12_000; waited += 250) {
        await settle();
        browser.clock.advance(250);
    }
    await settle();
    assert.equal(/** @type {any} */ (result)?.reason, 'frame');
});

test('A reader who scrolls in the page or in the frame ends both', async () => {
    show(inner({ result: { ...THERE, status: 'aborted' } }));
    assert.equal((await restoreFrames(1, FRAMED, Promise.resolve(OUTER))).status, 'aborted');
    assert.deepEqual(stopped, [0]);
    show();
    const search = restoreFrames(1, FRAMED, Promise.resolve({ ...OUTER, status: 'aborted' }));
    await settle();
    browser.clock.advance(250);
    assert.equal((await search).status, 'aborted');
    frames = [inner({ result: THERE })];
    await settle();
    assert.equal(restores.length, 0);
});
