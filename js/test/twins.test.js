/**
 * The rules that JavaScript and Swift share, on the tables that the Swift tests read too (Tests/Twins/README.md).
 * `RECORD=1` writes the results.
 */

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import test from 'node:test';

import { summaryOf } from '../../Resources/web/place-display.js';
import { describeNextAttempt } from '../../Resources/web/queue-state.js';
import { bytes } from '../../Resources/web/text.js';
import { pageSketch, sketchShare } from '../anchoring/page-sketch.js';
import { collapsed } from '../anchoring/text-index.js';
import { boilerplateOf } from '../copy/boilerplate.js';
import { readSpans } from '../copy/cell-spans.js';
import { mainContent } from '../copy/main-content.js';
import { copyAddress } from '../copy/text-copy.js';
import { archiveAddress } from '../extension/archive-address.js';
import { effectOf } from '../extension/reading-progress.js';
import { findHighlight } from '../highlights/find-highlight.js';
import { isAtUntouchedTop } from '../shared/untouched-top.js';
import { withoutMediaTime } from '../wire/media-time.js';
import { originalAddress } from '../wire/original-address.js';
import { pageKey } from '../wire/page-key.js';
import { isSamePublisher } from '../wire/publisher.js';

Reflect.set(globalThis, 'chrome', { runtime: { getManifest: () => ({ version: '1' }) }, storage: {} });
const { neverCapturedHost } = await import('../extension/capture-settings.js');

/** True to write the results instead of comparing them; tests of what is written then do nothing. */
const isRecording = Boolean(process.env.RECORD);

/**
 * Compares a table with the results of its rule.
 *
 * @param {string} name of the table
 * @param {(row: any) => object} results returns the members of a row that contain results
 */
function compare(name, results) {
    const file = new URL(`../../Tests/Twins/${name}.json`, import.meta.url);
    /** @type {any[]} */
    const rows = JSON.parse(readFileSync(file, 'utf8'));
    assert(rows.length > 10, 'the table is incomplete');
    if (isRecording) {
        const lines = rows.map((row) => `  ${JSON.stringify({ ...row, ...results(row) })}`);
        writeFileSync(file, `[\n${lines.join(',\n')}\n]\n`);
    } else {
        for (const row of rows) assert.deepEqual({ ...row, ...results(row) }, row);
    }
}

/**
 * Returns an index of blocks, as far as sketches read it.
 *
 * @param {string[]} texts
 * @returns {any}
 */
function indexOf(texts) {
    let text = '';
    const blocks = [];
    for (const each of texts) {
        blocks.push(text.length);
        text += each;
    }
    return { blocks, text };
}

test('White space is collapsed', () => compare('collapsed', ({ text }) => ({ collapsed: collapsed(text) })));

test('Elements have hints that they contain the article, or that they do not', () => {
    compare('boilerplate', ({ name, attributes }) => {
        const element = /** @type {any} */ ({ getAttribute: (/** @type {string} */ key) => attributes[key] ?? null });
        return { hint: boilerplateOf(element, name) };
    });
});

test('The main content is chosen by lengths and hints', () => {
    compare('main-content', ({ containers, blocks, line }) => {
        const found = blocks.map((/** @type {any} */ { kind, length, linked, container, isControl }) => (
            { block: { kind }, text: 'x'.repeat(length), linked, container, isControl }));
        return { kept: mainContent(found, containers, line) };
    });
});

test('A page is recognized by the sketch of its blocks', () => {
    compare('sketches', ({ texts, other }) => {
        const sketch = pageSketch(indexOf(texts));
        return { sketch, share: sketchShare(sketch ?? '', indexOf(other)) };
    });
});

test('A host that is never captured covers its subdomains and the editions of its pages', () => {
    compare('excluded-hosts', ({ hosts, address }) => ({ host: neverCapturedHost(address, hosts) }));
});

test('A place is at the untouched top if nothing is scrolled, selected or played', () => {
    compare('untouched-top', ({ snapshot }) => ({ isAtTop: isAtUntouchedTop(snapshot) }));
});

test('A place is read to the end if its text or its scroll offset is nearly at the end', () => {
    compare('read-to-end', ({ snapshot }) => (
        { isAtEnd: effectOf({ ...snapshot, progress: { length: 2000, ...snapshot.progress } }) === 'end' }));
});

test('Addresses of the same page have the same page key', () => {
    compare('page-keys', ({ address }) => ({ key: pageKey(address) }));
});

test('The page key of a page key is that key', () => {
    if (isRecording) return;
    compare('page-keys', ({ key }) => ({ key: pageKey(key) }));
});

test('The time of a medium that Leftoff adds to an address does not make it that of another page', () => {
    if (isRecording) return;
    compare('media-times', ({ address, timed }) => {
        assert.equal(pageKey(withoutMediaTime(timed)), pageKey(withoutMediaTime(address)));
        return {};
    });
});

test('The address of an edition contains that of the original', () => {
    compare('originals', ({ address }) => {
        const found = originalAddress(address);
        return { edition: found?.edition ?? null, original: found?.address ?? null };
    });
});

test('A page can declare only a page of its own publisher as its original', () => {
    compare('publishers', ({ one, other }) => ({ isSame: isSamePublisher(one, other) }));
});

test('The rule of publishers holds in both directions', () => {
    if (isRecording) return;
    compare('publishers', ({ one, other }) => ({ isSame: isSamePublisher(other, one) }));
});

test('The sites of places have no www and no final dot', () => {
    compare('sites', ({ address }) => {
        const place = /** @type {any} */ ({ url: address, title: '', fragment: address });
        return { site: new URLSearchParams(summaryOf(place).siteList?.slice(2)).get('site') };
    });
});

test('The address of a copy has a fragment only if that is an application\'s address', () => {
    compare('copy-addresses', ({ address }) => ({ copied: copyAddress(address) }));
});

test('The archive\'s copy of a page is that of the time of its capture', () => {
    compare('archive-addresses', ({ address, time }) => ({ archived: archiveAddress(address, time) }));
});

test('Sizes have three digits at most', () => compare('sizes', ({ bytes: count }) => ({ text: bytes(count) })));

test('The time until the next attempt is rounded', () => {
    const now = 1_700_000_000_000;
    compare('delays', ({ seconds }) => {
        const nextTryAt = new Date(now + seconds * 1000).toISOString();
        const text = describeNextAttempt({ state: 'waiting', error: {}, nextTryAt }, now);
        return { text: text.replace('Next attempt ', '') };
    });
});

test('The words of highlights are found as in Swift', () => {
    compare('highlight-words', ({ text, exact, prefix, suffix }) => ({
        found: findHighlight(text, { exact, prefix, suffix }),
    }));
});

test('Cells cover as many columns and rows as in Swift', () => {
    compare('cell-spans', ({ value }) => {
        /** @type {any[][]} */
        const rows = [[{ runs: [] }]];
        readSpans(rows, /** @type {any} */ ({ getAttribute: () => value }), 'td');
        return { columns: rows[0][0].columns ?? 1, rows: rows[0][0].rows ?? 1 };
    });
});
