/**
 * The rule for canonical URLs: a page can declare only a page of its own publisher as its original. Any page can name
 * any canonical URL, and would otherwise receive the places on another site's page. `PageSnapshot.isSamePublisher` in
 * Swift has the same rule, and both are tested by `Tests/Twins/publishers.json`.
 */

import { isArchiveToday } from './embedded-address.js';

/** The labels of hosts that have other editions of the same pages, such as en.m.wikipedia.org. */
const EDITION_LABELS = new Set(['www', 'amp', 'm', 'mobile']);

/** The paths of copies that a service of Leftoff shows. */
const COPY = /^https?:\/\/(?:127\.0\.0\.1|\[::1\]|localhost)(?::\d+)?\/copies\/[^/]+\/(?:text|picture)(?:[?#]|$)/;

/**
 * Returns true if a page may declare a canonical URL: one of its own publisher. A page with a short address of
 * archive.today declares its long one, possibly at another of the archive's hosts.
 *
 * @param {string} page the page's URL
 * @param {string} canonical
 * @returns {boolean}
 */
export function mayDeclare(page, canonical) {
    return isSamePublisher(page, canonical) || (isArchiveToday(page) && isArchiveToday(canonical));
}

/**
 * Returns true if a URL has the form of a copy that a service on this computer shows, which declares its original. Any
 * program can serve pages on loopback.
 *
 * @param {string} page
 * @returns {boolean}
 */
export function isCopyAddress(page) {
    return COPY.test(page);
}

/**
 * Returns true if two URLs have the same port, and hosts that are equal apart from labels such as `www` and `m`.
 *
 * The last two labels always count. A registrable domain would be too wide: hosts of many publishers share one.
 *
 * @param {string} one an absolute URL
 * @param {string} other
 * @returns {boolean} false if one of them is not an HTTP URL
 */
export function isSamePublisher(one, other) {
    const publisher = publisherOf(one);
    return publisher !== null && publisher === publisherOf(other);
}

/**
 * @param {string} address
 * @returns {string | null}
 */
function publisherOf(address) {
    try {
        const { protocol, hostname, port } = new URL(address);
        if (protocol !== 'http:' && protocol !== 'https:') return null;
        const labels = hostname.replace(/\.$/, '').split('.');
        const kept = labels.filter((label, index) => index >= labels.length - 2 || !EDITION_LABELS.has(label));
        return `${kept.join('.')}:${port}`;
    } catch {
        return null;
    }
}
