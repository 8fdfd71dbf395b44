import assert from 'node:assert/strict';
import test from 'node:test';
import { isPressed, readShortcut } from '../userscript/shortcut.js';

/**
 * The part of a keyboard event that matters.
 *
 * @param {string} key
 * @param {string} code
 * @param {string[]} held
 */
const press = (key, code, held) => /** @type {KeyboardEvent} */ ({
    key, code, altKey: held.includes('alt'), ctrlKey: held.includes('ctrl'), metaKey: held.includes('meta'),
    shiftKey: held.includes('shift'),
});

/** @param {string} text */
const shortcutOf = (text) => {
    const shortcut = readShortcut(text);
    assert(shortcut, `${text} is not a shortcut: found ${shortcut}`);
    return shortcut;
};

test('Shortcuts are parsed as people write them', () => {
    const table = [
        ['Alt+Shift+L', 'alt shift l'], ['alt + shift + l', 'alt shift l'], ['Ctrl+Option+7', 'alt ctrl 7'],
        ['Cmd+k', 'meta k'], ['Shift+L', null], ['L', null], ['', null], ['Alt+', null], ['Alt+LL', null],
        ['Hyper+L', null], ['Alt+Enter', null],
    ];
    for (const [text, wanted] of table) {
        const read = readShortcut(String(text));
        const names = /** @type {('alt' | 'ctrl' | 'meta' | 'shift')[]} */ (['alt', 'ctrl', 'meta', 'shift']);
        assert.equal(read && [...names.filter((name) => read[name]), read.key].join(' '), wanted);
    }
});

test('A shortcut needs its own keys and no others', () => {
    /** @type {[string, [string, string, string[]], boolean][]} */
    const table = [
        ['Alt+Shift+L', ['L', 'KeyL', ['alt', 'shift']], true], ['Alt+Shift+L', ['Ò', 'KeyL', ['alt', 'shift']], true],
        ['Alt+Shift+L', ['l', 'KeyP', ['alt', 'shift']], true], ['Alt+Shift+L', ['L', 'KeyL', ['alt']], false],
        ['Alt+Shift+L', ['L', 'KeyL', ['alt', 'shift', 'ctrl']], false],
        ['Alt+Shift+L', ['K', 'KeyK', ['alt', 'shift']], false], ['Alt+7', ['{', 'Digit7', ['alt']], true],
    ];
    const found = table.map(([text, keys]) => [text, keys, isPressed(shortcutOf(text), press(...keys))]);
    assert.deepEqual(found, table);
});
