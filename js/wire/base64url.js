/**
 * Base64url (RFC 4648, section 5) of the UTF-8 bytes of a text, without padding. Implemented here, since a page may
 * have replaced `btoa`.
 */

const BASE64URL_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/**
 * Returns the UTF-8 bytes of a text. A lone surrogate becomes U+FFFD, as in the Encoding Standard.
 *
 * @param {string} text
 * @returns {number[]}
 */
export function utf8Bytes(text) {
    const bytes = [];
    for (const character of text) {
        let point = character.codePointAt(0) ?? 0;
        if (point >= 0xd800 && point <= 0xdfff) point = 0xfffd;
        if (point < 0x80) {
            bytes.push(point);
        } else if (point < 0x800) {
            bytes.push(0xc0 | (point >> 6), 0x80 | (point & 63));
        } else if (point < 0x10000) {
            bytes.push(0xe0 | (point >> 12), 0x80 | ((point >> 6) & 63), 0x80 | (point & 63));
        } else {
            bytes.push(0xf0 | (point >> 18), 0x80 | ((point >> 12) & 63));
            bytes.push(0x80 | ((point >> 6) & 63), 0x80 | (point & 63));
        }
    }
    return bytes;
}

/**
 * Returns the number of bytes of a text in UTF-8.
 *
 * @param {string} text
 * @returns {number}
 */
export function utf8Length(text) {
    let length = 0;
    for (let i = 0; i < text.length; i += 1) {
        const unit = text.charCodeAt(i);
        if (unit < 0x80) length += 1;
        else if (unit < 0x800) length += 2;
        else if (unit >= 0xd800 && unit <= 0xdfff) length += 2;
        else length += 3;
    }
    return length;
}

/**
 * @param {string} text
 * @returns {string}
 */
export function encodeBase64Url(text) {
    return encodeBytes(utf8Bytes(text));
}

/**
 * @param {ArrayLike<number>} bytes
 * @returns {string}
 */
export function encodeBytes(bytes) {
    let encoded = '';
    for (let i = 0; i < bytes.length; i += 3) {
        const left = bytes.length - i;
        const word = (bytes[i] << 16) | ((left > 1 ? bytes[i + 1] : 0) << 8) | (left > 2 ? bytes[i + 2] : 0);
        encoded += BASE64URL_ALPHABET[word >> 18] + BASE64URL_ALPHABET[(word >> 12) & 63];
        if (left > 1) encoded += BASE64URL_ALPHABET[(word >> 6) & 63];
        if (left > 2) encoded += BASE64URL_ALPHABET[word & 63];
    }
    return encoded;
}
