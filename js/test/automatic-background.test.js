import assert from 'node:assert/strict';
import test from 'node:test';
import { Clock, settle } from './clock.js';
import { fakePort } from './fake-port.js';

const clock = new Clock().install();

/**
 * The calls that reached the browser.
 *
 * @type {string[]}
 */
const calls = [];
/** @type {Record<string, any>} */
const session = {};
/** @type {Record<string, any>} */
const local = {};
let timeOrigin = 1;
/**
 * The settings of Leftoff; null if it cannot be reached.
 *
 * @type {any}
 */
let settings = null;
/** The newest place on each page. */
let progress = 0;

/** @param {Record<string, any>} items */
const area = (items) => ({
    get: async (/** @type {string | null} */ key) => (key === null ? { ...items } : { [key]: items[key] }),
    set: async (/** @type {object} */ changed) => void Object.assign(items, changed),
    remove: async (/** @type {string} */ key) => void delete items[key],
});

/**
 * Returns a snapshot of a page that was read in part.
 *
 * @param {string} url
 */
const snapshot = (url) => ({
    url, progress: { px: 0.3, text: 0.3, length: 9000 }, anchors: [{ quote: { exact: 'words' } }],
});
let address = 'https://example.org/a';

Object.assign(globalThis, { chrome: {
    action: {
        getBadgeText: async () => '', setBadgeBackgroundColor: async () => undefined,
        setBadgeText: async (/** @type {any} */ { text }) => void calls.push(`badge ${text}`),
        setTitle: async () => undefined,
    },
    alarms: { create: (/** @type {string} */ name) => calls.push(`alarm ${name}`) },
    runtime: {
        getManifest: () => ({ version: '1' }), getBrowserInfo: async () => ({ name: 'Chromium' }),
        connectNative: () => fakePort(({ id, method, path }, respond) => {
            calls.push(`${method} ${path}`);
            const body = path === '/host' ? '{"version":"1","service":null}'
                : path.includes('page=') ? `[{"origin":"click","snapshot":{"progress":{"px":${progress}}}}]`
                : path === '/api/settings' ? JSON.stringify(settings ?? {}) : '{"id":"x"}';
            const status = path === '/api/settings' && !settings ? 500 : 200;
            queueMicrotask(() => respond({ id, status, body }));
        }),
    },
    scripting: {
        executeScript: async (/** @type {any} */ { files, args }) => {
            if (files) calls.push(`script ${files[0]}`);
            if (args) calls.push(`observe ${JSON.stringify(args[0])}`);
            return [{ result: files?.[0] === 'page/capture.js' ? snapshot(address) : timeOrigin }];
        },
    },
    storage: { session: area(session), local: area(local) },
    tabs: {
        getZoom: async () => 1, query: async () => [{ id: 7, url: address }],
        get: async (/** @type {number} */ id) => {
            if (id !== 7) throw new Error('closed');
            return { id };
        },
    },
} });
const { applyAutomaticSettings, endVisit, handleReading, observeTab, refreshDistances, storeHeld } =
    await import('../extension/automatic.js');

const STORE = 'POST /api/snapshots?origin=automatic';

/** Begins a test in a new browser, an hour later, when the modules request anew what they knew before. */
function begin() {
    for (const items of [local, session]) for (const key of Object.keys(items)) delete items[key];
    settings = { neverCaptured: ['never.test'], copyText: false };
    progress = 0.5;
    clock.advance(3600_000);
}

/**
 * Shows a page in a tab, and returns the calls.
 *
 * @param {string} url
 * @param {object} [tab]
 */
async function shown(url, tab = {}) {
    calls.length = 0;
    address = url;
    await observeTab({ id: 7, url, ...tab });
    return [...calls];
}

/**
 * @param {object} message
 * @param {object} [sender]
 */
async function reported(message, sender = {}) {
    calls.length = 0;
    await handleReading({ key: address, isMoved: true, progress: 0.3, ...message },
        { frameId: 0, tab: { id: 7, url: address }, ...sender });
    return [...calls];
}

/** @param {object} chosen */
function choose(chosen) {
    local.automatic = { mode: 'all', sites: [], stopped: ['bank.test'], showsDistance: true, ...chosen };
    timeOrigin += 1;
}

test('Without a choice, nothing runs in a page and Leftoff is not asked', async () => {
    begin();
    assert.deepEqual(await shown('https://example.org/a'), []);
});

test('In a private window, nothing runs, nothing is asked and nothing is stored', async () => {
    begin();
    choose({});
    assert.deepEqual(await shown('https://example.org/a', { incognito: true }), []);
    await shown('https://example.org/a');
    assert.deepEqual(await reported({ event: 'pause' }, { tab: { id: 7, incognito: true } }), []);
});

test('On an excluded site no observer runs, and Leftoff is not asked about it', async () => {
    begin();
    choose({});
    for (const url of ['https://bank.test/a', 'https://www.bank.test/', 'https://never.test/x']) {
        const found = await shown(url);
        assert(!found.some((call) => call.includes('page=') || /^(script|observe)/.test(call)), `${url}: ${found}`);
        assert.deepEqual(await reported({ event: 'pause' }), []);
    }
    choose({ mode: 'named', sites: ['other.test'], showsDistance: false });
    assert(!(await shown('https://example.org/a')).includes('script reading.js'));
});

test('Leftoff is asked once about a page, and again after the next navigation', async () => {
    begin();
    choose({});
    const asked = (/** @type {string[]} */ found) => found.filter((call) => call.includes('page=')).length;
    assert.equal(asked(await shown('https://example.org/a')), 1);
    assert.equal(asked(await shown('https://example.org/a#part')), 0);
    timeOrigin += 1;
    assert.equal(asked(await shown('https://example.org/a')), 1);
    assert.equal(asked(await shown('https://example.org/b')), 1);
    assert((await reported({ event: 'progress' })).includes('badge ↓20'));
});

test('A frame, another page and a page that only shows the distance store nothing', async () => {
    begin();
    choose({});
    await shown('https://example.org/a');
    assert.deepEqual(await reported({ event: 'pause' }, { frameId: 3 }), []);
    assert.deepEqual(await reported({ event: 'pause', key: 'https://example.org/other' }), []);
    choose({ mode: 'off' });
    await shown('https://example.org/c');
    assert(!(await reported({ event: 'pause' })).some((call) => call.startsWith('POST')));
});

test('The first place is stored at once, a later one after 30 s, or at the alarm or the end of the visit', async () => {
    begin();
    choose({ showsDistance: false });
    await shown('https://example.org/d');
    assert((await reported({ event: 'pause' })).includes(STORE));
    clock.advance(29_999);
    const second = await reported({ event: 'pause' });
    assert(!second.includes(STORE) && second.includes('alarm store-places'));
    clock.advance(1);
    assert((await reported({ event: 'pause' })).includes(STORE));
    await reported({ event: 'pause' });
    assert((await reported({ event: 'leave', isMoved: false })).includes(STORE));
    await reported({ event: 'pause' });
    calls.length = 0;
    await endVisit(7);
    assert.deepEqual(calls, [STORE]);
    assert.deepEqual(Object.keys(session).filter((key) => key.startsWith('visit-')), []);
});

/**
 * Holds a snapshot of a page back, since another one was stored just before.
 *
 * @param {string} url
 */
async function hold(url) {
    choose({ showsDistance: false });
    await shown(url);
    await reported({ event: 'pause' });
    await reported({ event: 'pause' });
    assert(session['visit-7'].held);
    calls.length = 0;
}

test('What is held of a page is dropped when the reader excludes its site or turns automatic places off', async () => {
    begin();
    for (const chosen of [{ stopped: ['example.org'] }, { mode: 'off' }, { mode: 'named', sites: ['other.test'] }]) {
        await hold('https://example.org/e');
        local.automatic = { ...local.automatic, ...chosen };
        await applyAutomaticSettings();
        assert(!calls.includes(STORE), `${calls}`);
        assert(!session['visit-7']?.held);
        assert.equal(calls.some((call) => call.startsWith('observe {"key":"https://example.org/e","isAutomatic":false')),
            true, `${calls}`);
        await endVisit(7);
        assert(!calls.includes(STORE));
    }
    await hold('https://example.org/e');
    local.automatic = { ...local.automatic, mode: 'off' };
    await endVisit(7);
    assert(!calls.includes(STORE));
    assert.equal(session['visit-7'], undefined);
});

test('What is held of a closed tab is forgotten after it was stored', async () => {
    begin();
    await hold('https://example.org/e');
    session['visit-8'] = { ...session['visit-7'] };
    await storeHeld();
    assert.equal(calls.filter((call) => call === STORE).length, 2);
    assert.deepEqual([session['visit-7'].held, session['visit-8']], [null, undefined]);
});

test('Hosts that are never captured take effect at once, and the last known ones without a connection', async () => {
    begin();
    await hold('https://example.org/e');
    settings = { ...settings, neverCaptured: ['never.test', 'example.org'] };
    await applyAutomaticSettings();
    assert(!calls.includes(STORE));
    settings = null;
    clock.advance(5000);
    choose({});
    assert(!(await shown('https://never.test/x')).includes('script reading.js'));
    assert((await shown('https://other.test/x')).includes('script reading.js'));
    // Nothing is known yet, so every site counts as excluded.
    delete local.neverCaptured;
    clock.advance(5000);
    assert(!(await shown('https://other.test/y')).some((call) => /^(script|observe)/.test(call)));
});

test('The distance follows a place that was captured, removed or renewed', async () => {
    begin();
    choose({});
    await shown('https://example.org/f');
    assert((await reported({ event: 'progress' })).includes('badge ↓20'));
    progress = 0.8;
    calls.length = 0;
    await refreshDistances('https://example.org/f#part');
    assert(calls.some((call) => call.includes('page=')) && calls.some((call) => call.startsWith('observe')));
    assert((await reported({ event: 'progress' })).includes('badge ↓50'));
    await refreshDistances('https://example.org/other');
    progress = 0.4;
    assert((await reported({ event: 'pause' })).includes(STORE));
    assert((await reported({ event: 'progress' })).includes('badge ↓10'));
});

test('The text of a page is copied after its automatic place was stored, if the settings say so', async () => {
    begin();
    choose({ showsDistance: false });
    await shown('https://example.org/g');
    await reported({ event: 'pause' });
    await settle();
    assert(!calls.includes('script page/copy.js'));
    settings.copyText = true;
    clock.advance(2000);
    await shown('https://example.org/h');
    await reported({ event: 'pause' });
    await settle();
    assert(calls.includes('script page/copy.js'));
});
