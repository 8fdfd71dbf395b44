/** Parts of copies that need no page: their length limit, their markup, and the list of hosts. */

import assert from 'node:assert/strict';
import test from 'node:test';
import { runInNewContext } from 'node:vm';

import { browser } from './fake-browser.js';
import { divideCode, trimCode } from '../copy/code-text.js';
import { textCopyJSON } from '../copy/text-copy.js';
import { attribute, escapeText } from '../copy/markup.js';
import { addSmallestFirst } from '../copy/picture-images.js';
import { encodeJSON, lengthInJSON } from '../wire/json.js';

const { changeCaptureSettings } = await import('../extension/capture-settings.js');
const { copyAfterCapture } = await import('../extension/copies.js');

const HEAD = { schema: 1, url: 'https://example.org/' };
const BLOCKS = Array.from({ length: 9 }, (_, n) => ({ kind: 'paragraph', runs: [`${n}${'é'.repeat(50)}`] }));
const texts = (/** @type {string} */ json) =>
    JSON.parse(json).blocks.map((/** @type {any} */ block) => Number(block.runs[0][0]));

test('a copy within the limit is whole', () => {
    const { json, isWhole } = textCopyJSON({ head: HEAD, blocks: BLOCKS, line: 4 }, 10_000);
    assert.deepEqual([texts(json), isWhole], [[0, 1, 2, 3, 4, 5, 6, 7, 8], true]);
});

test('a longer copy consists of the blocks around the reading line', () => {
    for (const [line, limit] of [[4, 700], [0, 500], [8, 500], [-1, 500], [4, 300]]) {
        const { json, isWhole } = textCopyJSON({ head: HEAD, blocks: BLOCKS, line }, limit);
        const kept = texts(json);
        assert.equal(isWhole, false);
        assert(Buffer.byteLength(json) <= limit, `${Buffer.byteLength(json)} > ${limit}`);
        assert(line < 0 || kept.includes(line), `${kept} without ${line}`);
        assert.deepEqual(kept, kept.map((/** @type {number} */ _, /** @type {number} */ at) => kept[0] + at));
    }
});

test('if not all images fit, the largest are omitted', () => {
    const images = [700, 30, 200, 100].map((length) =>
        ({ image: /** @type {any} */ (length), address: 'x'.repeat(length) }));
    for (const [space, kept] of /** @type {[number, number[]][]} */ ([
        [2000, [30, 100, 200, 700]], [1029, [30, 100, 200]], [329, [30, 100]], [29, []],
    ])) {
        let left = space;
        /** @type {any[]} */
        const added = [];
        const omissions = addSmallestFirst(images, (image, address) => {
            if (address.length > left) return false;
            left -= address.length;
            added.push(image);
            return true;
        });
        assert.deepEqual([added, omissions], [kept, 4 - kept.length]);
    }
});

test('the length of a text in JSON is known without encoding it', () => {
    for (const text of ['', 'a"b\\c', '\n\t\0\x7f\u2028', 'äß', '語…', '<p class="a">é</p>', '\ud800', '\ue000']) {
        assert.equal(lengthInJSON(text), Buffer.byteLength(encodeJSON(text)) - 2, text);
    }
    assert.equal(lengthInJSON('😀'), 6);
});

test('the settings of pictures reach the script in the page', async () => {
    browser.begin();
    const { id: tab } = browser.open({ url: 'https://example.org/' });
    const snapshot = { url: 'https://example.org/' };
    /** @type {any[]} */
    let calls = [];
    browser.run = (_, { args }) => {
        if (args) calls.push(args);
        return { copy: { json: '{}', isWhole: true }, addresses: [snapshot.url] };
    };
    for (const [settings, options] of /** @type {[any, any][]} */ ([
        [{ pictureImages: false, pictureLimit: 100_000 }, { images: false, limit: 100_000 }],
        [{ pictureImages: true, pictureLimit: 6_000_000 }, { images: true, limit: 6_000_000 }],
        // A service that does not know these settings.
        [{}, { images: true, limit: null }],
    ])) {
        calls = [];
        browser.respond = (_, path) =>
            (path === '/api/settings' ? { copyText: true, copyPicture: true, ...settings } : { bytes: 2 });
        await changeCaptureSettings({});
        const outcomes = await copyAfterCapture(tab, { id: 'place' }, snapshot, false);
        assert.deepEqual(outcomes.map(({ kind, notice }) => [kind, notice]), [['text', ''], ['picture', '']]);
        assert.deepEqual(calls, [['text', snapshot, options], ['picture', snapshot, options]]);
    }
});

test('text and values cannot end the markup around them', () => {
    assert.equal(escapeText('<b>&amp;</b>\0'), '&lt;b&gt;&amp;amp;&lt;/b&gt;');
    assert.equal(attribute('alt', '"><script>'), ' alt="&quot;&gt;&lt;script&gt;"');
    assert.equal(attribute('width', '12'), ' width=12');
    assert.equal(attribute('href', 'https://example.org/'), ' href="https://example.org/"');
    assert.equal(attribute('x', "a'b` c=d"), ' x="a\'b` c=d"');
});

test('long code is divided at line breaks, and nothing is lost', () => {
    const lines = Array.from({ length: 50 }, (_, n) => `line ${n}\n`).join('');
    for (const code of [lines, 'x'.repeat(300), 'x'.repeat(90) + '\n' + lines, '\n'.repeat(300), '']) {
        const parts = divideCode(code, 64);
        assert.equal(parts.join(''), code);
        assert(parts.slice(0, -1).every((part) => part.endsWith('\n')));
        assert(parts.every((part) => part.length <= 64 || part.indexOf('\n') >= 64 || !part.includes('\n')));
    }
});

test('trimming code does not search again from each character of a run of white space', () => {
    const trim = () => trimCode(' \n  a' + ' '.repeat(5_000_000) + 'b' + '\r\n'.repeat(5_000_000)).length;
    // Such a search takes hours. The limit ends it.
    assert.equal(runInNewContext('trim()', { trim }, { timeout: 60_000 }), 5_000_004);
});
