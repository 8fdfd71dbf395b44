import assert from 'node:assert/strict';
import test from 'node:test';
import { settle } from './clock.js';

/**
 * Runs the script in a page of the service.
 *
 * @param {string} pathname
 * @param {string} origin
 * @param {(message: any) => Promise<any>} sendMessage
 */
async function run(pathname, origin, sendMessage, hash = '') {
    /** @type {string[]} */
    const listeners = [];
    /** @type {Record<string, string>} */
    const dataset = {};
    /** @type {any[]} */
    const messages = [];
    const runtime = { sendMessage: (/** @type {any} */ message) => {
        messages.push(message);
        return sendMessage(message);
    } };
    Object.assign(globalThis, {
        chrome: { runtime }, location: { pathname, hash }, self: { origin }, document: { documentElement: { dataset } },
        addEventListener: (/** @type {string} */ name) => listeners.push(name),
    });
    await import(`../extension/service-page.js?${encodeURIComponent(pathname + origin + hash)}`);
    await settle();
    return { listeners, dataset, messages };
}

const ORIGIN = 'http://127.0.0.1:5338';

test('In a copy, which is the work of another site, the script observes no clicks and sends nothing', async () => {
    for (const [path, origin] of [['/copies/abc/picture', ORIGIN], ['/copies/abc/text', 'null'], ['/other', 'null']]) {
        const { listeners, messages } = await run(path, origin, async () => ({ result: true }));
        assert.deepEqual([listeners, messages], [[], []]);
    }
    const { listeners, dataset } = await run('/', ORIGIN, async () => ({ result: true }));
    assert.deepEqual([listeners, dataset.extension], [['click', 'auxclick'], 'ready']);
});

test('The page learns that the extension was updated meanwhile', async () => {
    const { dataset, messages } = await run('/windows', ORIGIN, async ({ type }) => {
        if (type === 'ready') return { result: true };
        throw new Error('Extension context invalidated.');
    }, '#windows/0123456789ab/open');
    assert.equal(messages.at(-1).type, 'bring-back');
    assert(dataset.broughtBack.includes('Reload this page'));
});
