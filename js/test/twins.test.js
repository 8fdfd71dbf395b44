/**
 * The rules that JavaScript and Swift share, on the tables that the Swift tests read too (Tests/Twins/README.md).
 * `RECORD=1` writes the results.
 */

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import test from 'node:test';

import { pageSketch, sketchShare } from '../anchoring/page-sketch.js';
import { collapsed } from '../anchoring/text-index.js';
import { boilerplateOf } from '../copy/boilerplate.js';
import { mainContent } from '../copy/main-content.js';
import { isAtUntouchedTop } from '../shared/untouched-top.js';

Reflect.set(globalThis, 'chrome', { runtime: { getManifest: () => ({ version: '1' }) }, storage: {} });
const { neverCapturedHost } = await import('../extension/capture-settings.js');

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
    if (process.env.RECORD) {
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
