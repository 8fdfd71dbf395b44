/**
 * Keyboard shortcuts in text form, such as `Alt+Shift+L`.
 */

/**
 * @typedef {{alt: boolean, ctrl: boolean, meta: boolean, shift: boolean, key: string}} Shortcut
 */

/** The meaning of each word before the last plus sign. */
const MODIFIERS = new Map([
    ['alt', 'alt'], ['option', 'alt'], ['ctrl', 'ctrl'], ['control', 'ctrl'], ['meta', 'meta'], ['cmd', 'meta'],
    ['command', 'meta'], ['shift', 'shift'],
]);

/**
 * @param {string} text
 * @returns {Shortcut | null} null if the text is not one letter or digit with at least Alt, Ctrl or Meta
 */
export function readShortcut(text) {
    const words = text.toLowerCase().split('+').map((word) => word.trim());
    const key = words.pop() ?? '';
    const held = words.map((word) => MODIFIERS.get(word));
    if (!/^[a-z0-9]$/.test(key) || held.includes(undefined)) return null;
    if (!held.some((modifier) => modifier !== 'shift')) return null;
    return {
        alt: held.includes('alt'), ctrl: held.includes('ctrl'), meta: held.includes('meta'),
        shift: held.includes('shift'), key,
    };
}

/**
 * @param {Shortcut} shortcut
 * @param {KeyboardEvent} event
 * @returns {boolean}
 */
export function isPressed(shortcut, event) {
    if (event.altKey !== shortcut.alt || event.ctrlKey !== shortcut.ctrl) return false;
    if (event.metaKey !== shortcut.meta || event.shiftKey !== shortcut.shift) return false;
    // With Alt, a key may produce another character, as on a Mac; its `code` does not change.
    const key = event.code.toLowerCase().replace(/^(key|digit)/, '');
    return event.key.toLowerCase() === shortcut.key || key === shortcut.key;
}
