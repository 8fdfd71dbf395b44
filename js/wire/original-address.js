/**
 * The original page of an address that shows another edition of it: an archive's copy, an AMP page in a cache, or a
 * browser's reader view. It must agree with `OriginalAddress` of the Swift target `Snapshots`.
 */

import { embeddedAddress, embeddedIn, originalOf, percentDecode } from './embedded-address.js';

/** @typedef {import('./embedded-address.js').Original} Original */

/** The identifier of a page in Google's cache. */
const CACHE_IDENTIFIER = /^[\w-]{12}:/;

/**
 * Returns the original page of an address.
 *
 * @param {string} address an absolute URL
 * @returns {Original | null} null if the address is itself that of an original page, or not a URL
 */
export function originalAddress(address) {
    return embeddedAddress(address, containedIn);
}

/**
 * @param {URL} url
 * @returns {Original | null}
 */
function containedIn(url) {
    const { protocol, hostname, pathname, search } = url;
    if (protocol === 'about:') return pathname === 'reader' ? originalOf('reader', parameter(search, 'url')) : null;
    if (hostname !== 'webcache.googleusercontent.com' || !/^https?:$/.test(protocol)) return embeddedIn(url);
    return pathname === '/search' ? originalOf('archive', cachedIn(parameter(search, 'q'))) : null;
}

/**
 * Returns the address in a search of Google's cache, which existed until 2024: `cache:ADDRESS words` or
 * `cache:ID:ADDRESS words`.
 *
 * @param {string | null} search
 * @returns {string | null}
 */
function cachedIn(search) {
    if (!search || !search.startsWith('cache:')) return null;
    return search.slice('cache:'.length).split(' ')[0].replace(CACHE_IDENTIFIER, '');
}

/**
 * @param {string} query
 * @param {string} name
 * @returns {string | null}
 */
function parameter(query, name) {
    const pair = query.slice(1).split('&').find((text) => text.startsWith(name + '='));
    return pair === undefined ? null : percentDecode(pair.slice(name.length + 1).replaceAll('+', ' '));
}
