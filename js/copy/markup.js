/**
 * Text and attribute values in the markup of a picture.
 */

const PLAIN_VALUE = /^[\w.,:/#%+-]+$/;

/**
 * @param {string} text
 * @returns {string}
 */
export function escapeText(text) {
    return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/\0/g, '');
}

/**
 * @param {string} name
 * @param {string} value
 * @returns {string} the attribute after a space
 */
export function attribute(name, value) {
    // Most values need no quotation marks, which JSON would escape, twice in a message to the native host.
    if (PLAIN_VALUE.test(value) && !value.endsWith('/')) return ' ' + name + '=' + value;
    return ' ' + name + '="' + escapeText(value).replace(/"/g, '&quot;') + '"';
}
