import assert from 'node:assert/strict';
import test from 'node:test';
import { Clock, settle } from './clock.js';

// The parts of the browser's interface that exist when the module is loaded.
const runtime = { getURL: (/** @type {string} */ path) => `chrome-extension://a/${path}` };
Reflect.set(globalThis, 'chrome', { runtime, storage: {} });
const { readWaitingAddress, waitingAddress } = await import('../extension/window-tabs.js');
const { mapConcurrently, withTimeout } = await import('../extension/concurrency.js');

test('The address of a waiting page contains the tab, and ends with the page’s own address', () => {
    for (const url of ['https://example.org/a?b=1#c', 'https://example.org/#a#b', 'chrome://settings/', 'about:config']) {
        const tab = { set: '0123456789ab', number: 7, url, title: 'Foxes & hounds = “#1?”' };
        const address = waitingAddress(tab);
        assert(address.endsWith('#' + url));
        assert.deepEqual(readWaitingAddress(address), tab);
    }
});

test('Other addresses are not those of waiting pages', () => {
    for (const address of [
        'https://example.org/tab.html?set=a&tab=1#https://example.org/', 'chrome-extension://a/windows.html',
        'chrome-extension://a/tab.html?set=a&tab=0#https://example.org/', 'chrome-extension://a/tab.html?set=a&tab=1',
        'chrome-extension://b/tab.html?set=a&tab=1#https://example.org/', '',
    ]) {
        assert.equal(readWaitingAddress(address), null);
    }
});

test('Work is done a few items at a time, with the results in order', async () => {
    let running = 0;
    let most = 0;
    const results = await mapConcurrently([5, 1, 4, 2, 3], 2, async (item) => {
        running += 1;
        most = Math.max(most, running);
        for (let turn = 0; turn < item; turn += 1) await null;
        running -= 1;
        return item * 10;
    });
    assert.deepEqual(results, [50, 10, 40, 20, 30]);
    assert.equal(most, 2);
    await assert.rejects(mapConcurrently([1], 2, async () => { throw new Error('no'); }), /no/);
});

test('Work that takes too long fails', async () => {
    const clock = new Clock().install();
    assert.equal(await withTimeout(1000, Promise.resolve(3)), 3);
    let isLate = false;
    const work = withTimeout(1000, new Promise(() => {})).finally(() => { isLate = true; });
    clock.advance(999);
    await settle();
    assert.equal(isLate, false);
    clock.advance(1);
    await assert.rejects(work, /does not respond/);
});
