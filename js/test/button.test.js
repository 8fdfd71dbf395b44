import assert from 'node:assert/strict';
import test from 'node:test';
import { settle } from './clock.js';

/** The contents of the button of the tab. */
const button = { text: '', title: '' };
/** @type {Record<string, any>} */
const session = {};
/**
 * Ends the pending change of the tab's badge; null if none is to wait.
 *
 * @type {(() => void) | null}
 */
let release = null;
/**
 * Called when a change of the tab's badge waits; null if none is to wait.
 *
 * @type {(() => void) | null}
 */
let waits = null;

Object.assign(globalThis, { chrome: {
    action: {
        getBadgeText: async () => '', setBadgeBackgroundColor: async () => undefined,
        setBadgeText: async (/** @type {{tabId?: number, text: string}} */ { tabId, text }) => {
            if (!tabId) return;
            if (waits) {
                const report = waits;
                waits = null;
                await new Promise((resolve) => {
                    release = () => resolve(undefined);
                    report();
                });
            }
            button.text = text;
        },
        setTitle: async (/** @type {{tabId?: number, title: string}} */ { tabId, title }) => {
            if (tabId) button.title = title;
        },
    },
    alarms: { create: () => undefined },
    // Without a connection there is no number of downloads.
    runtime: { getManifest: () => ({ version: '1' }), connectNative: () => { throw new Error('no host'); } },
    storage: {
        local: { get: async () => ({}) },
        session: {
            get: async (/** @type {string} */ key) => ({ [key]: session[key] && { ...session[key] } }),
            set: async (/** @type {object} */ changed) => void Object.assign(session, changed),
        },
    },
} });
const { showDistance, showUnfinished } = await import('../extension/button.js');

test('A reader who scrolls while the badge is updated sees the newest distance', async () => {
    await showDistance(7, { text: '↓40', title: 'behind' });
    assert.deepEqual(button, { text: '↓40', title: 'behind' });
    const isWaiting = new Promise((resolve) => { waits = () => resolve(undefined); });
    const update = showUnfinished();
    await isWaiting;
    const scrolled = showDistance(7, { text: '↑10', title: 'ahead' });
    // The browser carries out all it can without the pending change.
    await settle();
    release?.();
    await Promise.all([update, scrolled]);
    assert.deepEqual(button, { text: '↑10', title: 'ahead' });
});
