// The addresses that the extension opens.

/**
 * Returns true for the address of a web page. The extension opens no other stored address: a set or a place may come
 * from a file of someone else, which must not choose local files or the browser's own pages.
 *
 * @param {string} address
 */
export function isWebAddress(address) {
    return /^https?:\/\//i.test(address);
}

/**
 * Throws an error unless an address is that of a web page.
 *
 * @param {string} address
 */
export function requireWebAddress(address) {
    if (!isWebAddress(address)) throw new Error('Leftoff opens only web pages.');
}
