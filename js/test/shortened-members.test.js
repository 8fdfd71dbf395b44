/**
 * The members whose names are shortened in the bookmarklets (Tools/build-scripts).
 */

import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import test from 'node:test';

const root = new URL('../../', import.meta.url);
const [, listed] = /^members="([^"]*)"$/m.exec(readFileSync(new URL('Tools/build-scripts', root), 'utf8')) ?? [];
const members = new Set((listed ?? '').split(/[\s\\]+/));
/** The members of the page's objects that no script reads: those of SVG's texts. */
const unread = ['textLength'];
/** The declarations of the page's objects in Debian's package node-typescript. */
const declarations = new URL('file:///usr/share/nodejs/typescript/lib/');

/**
 * Returns the names of the properties in a JSON schema.
 *
 * @param {any} schema
 * @returns {string[]}
 */
function propertiesOf(schema) {
    if (!schema || typeof schema !== 'object') return [];
    return [...Object.keys(schema.properties ?? {}), ...Object.values(schema).flatMap(propertiesOf)];
}

test('The list of shortened members is read', () => assert(members.size > 80 && members.has('isEdition')));

test('No key of a snapshot, or of anything else that the service receives, is shortened', () => {
    const description = JSON.parse(readFileSync(new URL('Resources/openapi.json', root), 'utf8'));
    const keys = propertiesOf(description.components.schemas);
    assert(keys.includes('pageYOffset') && keys.includes('blocks'));
    assert.deepEqual(keys.filter((key) => members.has(key)), []);
});

test('No member of the page\'s objects is shortened', (t) => {
    if (!existsSync(declarations)) return t.skip('TypeScript is not installed');
    const files = readdirSync(declarations).filter((name) => /^lib\.(dom|es)[\w.]*\.d\.ts$/.test(name));
    const text = files.map((name) => readFileSync(new URL(name, declarations), 'utf8')).join('\n');
    const names = [...text.matchAll(/^\s+(?:readonly |get )?"?([\w$]+)"?\??[(<:]/gm)].map(([, name]) => name);
    assert(names.includes('scrollTop') && names.includes('querySelector') && names.includes('charCodeAt'));
    assert.deepEqual([...new Set(names)].filter((name) => members.has(name)), unread);
});

test('No shortened member is also used by its name as text', () => {
    for (const directory of ['anchoring', 'capture', 'copy', 'dom', 'restore', 'wire']) {
        for (const name of readdirSync(new URL(`js/${directory}`, root))) {
            const text = readFileSync(new URL(`js/${directory}/${name}`, root), 'utf8');
            const code = text.replace(/^\s*(\/\*\*|\*|\/\/).*$/gm, '');
            const words = [...code.matchAll(/(['"])(\w+)\1/g)].map(([, , word]) => word);
            assert.deepEqual(words.filter((word) => members.has(word)), [], `${directory}/${name}`);
        }
    }
});
