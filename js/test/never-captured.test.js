/** The hosts that are never captured. */

import assert from 'node:assert/strict';
import test from 'node:test';
import { Clock, settle } from './clock.js';

Reflect.set(globalThis, 'chrome', { runtime: { getManifest: () => ({ version: '1' }) }, storage: {} });
const { coveringHost, refuseNeverCaptured } = await import('../extension/capture-settings.js');

test('a host covers its subdomains and nothing else', () => {
    const hosts = ['bank.example', '127.0.0.1'];
    for (const [address, expected] of [
        ['https://bank.example/', 'bank.example'], ['https://www.bank.example:8443/a?b#c', 'bank.example'],
        ['https://BANK.example./', 'bank.example'], ['http://127.0.0.1:99/', '127.0.0.1'],
        ['https://mybank.example/', null], ['https://bank.example.org/', null], ['not an address', null],
        ['https://example/?bank.example', null],
    ]) assert.equal(coveringHost(String(address), hosts), expected, String(address));
});

test('a capture waits for the settings only if the host may be excluded', async () => {
    /** @type {Record<string, unknown>} */
    const local = {};
    const clock = new Clock().install();
    let requests = 0;
    /** @type {(settings: object, status?: number) => void} */
    let respond = () => undefined;
    const { runtime, storage } = Reflect.get(globalThis, 'chrome');
    storage.local = {
        get: async (/** @type {string} */ key) => ({ [key]: local[key] }),
        set: async (/** @type {object} */ items) => void Object.assign(local, items),
    };
    runtime.getBrowserInfo = async () => ({ name: 'Chromium' });
    runtime.connectNative = () => {
        /** @type {(message: any) => void} */
        let receive = () => undefined;
        return {
            disconnect: () => undefined,
            onDisconnect: { addListener: () => undefined },
            onMessage: { addListener: (/** @type {any} */ listener) => { receive = listener; } },
            postMessage: (/** @type {any} */ { id, path }) => {
                if (path !== '/api/settings') {
                    queueMicrotask(() => receive({ id, status: 200, body: '{"version":"1","service":null}' }));
                    return;
                }
                requests += 1;
                respond = (body, status = 200) => receive({ id, status, body: JSON.stringify(body) });
            },
        };
    };
    /** Returns true if a decision needs no response of Leftoff. */
    const isDecided = async (/** @type {Promise<void>} */ decision) => {
        let isOver = false;
        const end = () => { isOver = true; };
        decision.then(end, end);
        await settle();
        return isOver;
    };
    const first = refuseNeverCaptured('https://news.example/');
    assert.equal(await isDecided(first), false, 'nothing is known yet');
    respond({ copyText: true, neverCaptured: ['bank.example'] });
    await first;
    assert.deepEqual(local.neverCaptured, ['bank.example']);
    // The settings are used again for two seconds.
    clock.advance(1999);
    await refuseNeverCaptured('https://news.example/');
    assert.equal(requests, 1);
    clock.advance(1);
    assert.equal(await isDecided(refuseNeverCaptured('https://news.example/')), true);
    const excluded = refuseNeverCaptured('https://my.bank.example/');
    assert.equal(await isDecided(excluded), false, 'the reader may have removed the host');
    assert.equal(requests, 2);
    respond({ neverCaptured: ['bank.example'] });
    await assert.rejects(excluded, /bank[.]example/);
    // A service that refuses to tell its list does not empty the known one.
    clock.advance(2000);
    const refused = refuseNeverCaptured('https://my.bank.example/');
    assert.equal(await isDecided(refused), false);
    respond({ error: 'forbidden' }, 403);
    await refused.catch(() => undefined);
    assert.deepEqual(local.neverCaptured, ['bank.example']);
});
