/** The hosts that are never captured. */

import assert from 'node:assert/strict';
import test from 'node:test';
import { Clock, settle } from './clock.js';
import { fakePort } from './fake-port.js';

/**
 * The contents of `storage.local`.
 *
 * @type {Record<string, unknown>}
 */
const local = {};

/** Leftoff behind the native connection. Requests for its settings wait for `respond`. */
const leftoff = {
    requests: 0,
    /** @type {(settings: object, status?: number) => void} */
    respond: () => undefined,
    connect() {
        return fakePort(({ id, path }, respond) => {
            if (path !== '/api/settings') {
                queueMicrotask(() => respond({ id, status: 200, body: '{"version":"1","service":null}' }));
                return;
            }
            leftoff.requests += 1;
            leftoff.respond = (body, status = 200) => respond({ id, status, body: JSON.stringify(body) });
        });
    },
};

Reflect.set(globalThis, 'chrome', {
    runtime: {
        getManifest: () => ({ version: '1' }),
        getBrowserInfo: async () => ({ name: 'Chromium' }),
        connectNative: () => leftoff.connect(),
    },
    storage: {
        local: {
            get: async (/** @type {string} */ key) => ({ [key]: local[key] }),
            set: async (/** @type {object} */ items) => void Object.assign(local, items),
        },
    },
});
const { coveringHost, refuseNeverCaptured } = await import('../extension/capture-settings.js');

/**
 * Returns true if a decision needs no response of Leftoff.
 *
 * @param {Promise<void>} decision
 */
async function isDecided(decision) {
    let isOver = false;
    const end = () => { isOver = true; };
    decision.then(end, end);
    await settle();
    return isOver;
}

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
    const clock = new Clock().install();
    const first = refuseNeverCaptured('https://news.example/');
    assert.equal(await isDecided(first), false, 'nothing is known yet');
    leftoff.respond({ copyText: true, neverCaptured: ['bank.example'] });
    await first;
    assert.deepEqual(local.neverCaptured, ['bank.example']);
    // The settings are used again for two seconds.
    clock.advance(1999);
    await refuseNeverCaptured('https://news.example/');
    assert.equal(leftoff.requests, 1);
    clock.advance(1);
    assert.equal(await isDecided(refuseNeverCaptured('https://news.example/')), true);
    const excluded = refuseNeverCaptured('https://my.bank.example/');
    assert.equal(await isDecided(excluded), false, 'the reader may have removed the host');
    assert.equal(leftoff.requests, 2);
    leftoff.respond({ neverCaptured: ['bank.example'] });
    await assert.rejects(excluded, /bank[.]example/);
    // A service that does not offer its list does not empty the known one.
    clock.advance(2000);
    const refused = refuseNeverCaptured('https://my.bank.example/');
    assert.equal(await isDecided(refused), false);
    leftoff.respond({ error: 'forbidden' }, 403);
    await refused.catch(() => undefined);
    assert.deepEqual(local.neverCaptured, ['bank.example']);
});
