import { isPressed, readShortcut } from '../userscript/shortcut.js';
import { equal, Suite } from './harness.js';

const suite = new Suite();
export default suite;

const press = (key, code, held) => new KeyboardEvent('keydown', {
    key, code, altKey: held.includes('alt'), ctrlKey: held.includes('ctrl'), metaKey: held.includes('meta'),
    shiftKey: held.includes('shift'),
});

suite.test('Shortcuts are read as people write them', () => {
    const table = [
        ['Alt+Shift+L', 'alt shift l'], ['alt + shift + l', 'alt shift l'], ['Ctrl+Option+7', 'alt ctrl 7'],
        ['Cmd+k', 'meta k'], ['Shift+L', null], ['L', null], ['', null], ['Alt+', null], ['Alt+LL', null],
        ['Hyper+L', null], ['Alt+Enter', null],
    ];
    for (const [text, wanted] of table) {
        const read = readShortcut(text);
        const names = ['alt', 'ctrl', 'meta', 'shift'];
        equal(read && [...names.filter((name) => read[name]), read.key].join(' '), wanted);
    }
});

suite.test('A shortcut is pressed with its keys and no others', () => {
    const shortcut = readShortcut('Alt+Shift+L');
    equal(isPressed(shortcut, press('L', 'KeyL', ['alt', 'shift'])), true);
    equal(isPressed(shortcut, press('Ò', 'KeyL', ['alt', 'shift'])), true);
    equal(isPressed(shortcut, press('l', 'KeyP', ['alt', 'shift'])), true);
    equal(isPressed(shortcut, press('L', 'KeyL', ['alt'])), false);
    equal(isPressed(shortcut, press('L', 'KeyL', ['alt', 'shift', 'ctrl'])), false);
    equal(isPressed(shortcut, press('K', 'KeyK', ['alt', 'shift'])), false);
    equal(isPressed(readShortcut('Alt+7'), press('{', 'Digit7', ['alt'])), true);
});
