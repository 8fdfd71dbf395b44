import assert from 'node:assert/strict';
import test from 'node:test';

import { settle } from './clock.js';
import { browser } from './fake-browser.js';
const { restoreAt } = await import('../extension/page-scripts.js');

const LATER = {
    status: 'abstained', tier: 'none', confidence: 0, reason: 'control', control: 'Load more', continues: true,
};
const TAB = { tabId: browser.open({ url: 'https://a.example/' }).id };
/** @type {any[]} */
const messages = [];
/** @type {any} */
let given = null;

// What `page/restore.js` defines in a page.
Object.assign(globalThis, {
    leftoffRestore: async (/** @type {any} */ snapshot, /** @type {any} */ options) => {
        given = options;
        return { status: 'restored' };
    },
});
browser.run = (_, { func, args }) => (func ? func(...args) : null);

/** @param {(message: any) => any} send */
function connect(send) {
    messages.length = 0;
    Reflect.get(globalThis, 'chrome').runtime.sendMessage = (/** @type {any} */ message) => {
        messages.push(message);
        return send(message);
    };
}

test('Later results are messages of the page, with what the card shows', async () => {
    connect(async () => undefined);
    assert.deepEqual(await restoreAt(TAB, {}, { isProbe: true }), { status: 'restored' });
    assert.equal(given.isProbe, true);
    given.onLater(LATER);
    await settle();
    assert.deepEqual(messages, [
        { type: 'restore-changed', status: 'abstained', reason: 'control', control: 'Load more', continues: true },
    ]);
});

test('A restore in the page around a frame reports nothing later', async () => {
    connect(async () => undefined);
    await restoreAt(TAB, {}, { isOuter: true });
    assert.deepEqual(given, { isOuter: true });
});

test('A restore goes on after an update of the extension, which ends its connection to the page', async () => {
    const ended = () => {
        throw new Error('Extension context invalidated.');
    };
    for (const send of [ended, async () => ended()]) {
        connect(send);
        await restoreAt(TAB, {});
        given.onLater(LATER);
        await settle();
        assert.equal(messages.length, 1);
    }
});
