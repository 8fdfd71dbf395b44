import assert from 'node:assert/strict';
import test from 'node:test';

import { browser } from './fake-browser.js';
const { restoreNewest } = await import('../extension/places.js');

const BANK = 'https://bank.example/account';
const OWN = 'http://127.0.0.1:5338';

/**
 * Returns the pages whose places are requested for a tab, if there is none for the first one.
 *
 * @param {string} page
 * @param {unknown} canonical what the page declares
 */
async function requested(page, canonical) {
    browser.begin();
    browser.service = OWN;
    browser.respond = (_, path) => (path.startsWith('/api/snapshots?') ? [] : null);
    browser.run = () => [page, canonical];
    const message = await restoreNewest(browser.open({ url: page })).catch((problem) => problem.message);
    assert.equal(message, 'No place is saved for this page.');
    return browser.requests.map(({ path }) => new URL(path, OWN).searchParams.get('page'));
}

test('A page gets no place on a page of another publisher, whatever it declares', async () => {
    const pages = [
        'https://evil.example/', 'https://bank.example.evil.example/', 'https://bank.example:8443/account',
        'https://sub.bank.example/account',
        'https://web.archive.org.evil.example/web/2024/https://bank.example/account',
        'http://127.0.0.1:9/copies/0123456789ab/text', 'http://127.0.0.1:5338/copies/0123456789ab',
        'http://evil.example/copies/0123456789ab/text', 'https://archive.ph.evil.example/AbC12',
        'http://archive.ph:81/AbC12', 'https://evil.example/http://127.0.0.1:5338/copies/0123456789ab/text',
    ];
    for (const page of pages) assert.deepEqual(await requested(page, BANK), [page]);
});

test('What a page declares must be the URL of a page', async () => {
    for (const canonical of ['', null, 7, {}, 'javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd']) {
        for (const page of ['https://a.example/b', `${OWN}/copies/0123456789ab/text`]) {
            assert.deepEqual(await requested(page, canonical), [page]);
        }
    }
});

test('Editions of a page declare their original', async () => {
    const table = [
        ['https://amp.a.example/b', 'https://www.a.example/b'], ['https://a.example/b?x=1', 'https://a.example/b'],
        ['https://en.m.wikipedia.org/wiki/Ship', 'https://en.wikipedia.org/wiki/Ship'],
        ['https://archive.ph/AbC12', 'https://archive.ph/2024.01.02-030405/https://a.example/b'],
        ['https://archive.is/AbC12', 'https://archive.ph/2024.01.02-030405/https://a.example/b'],
        [`${OWN}/copies/0123456789ab/text`, 'https://a.example/b'],
        [`${OWN}/copies/0123456789ab/picture#leftoff-line`, 'https://a.example/b'],
    ];
    for (const [page, canonical] of table) assert.deepEqual(await requested(page, canonical), [page, canonical]);
});
