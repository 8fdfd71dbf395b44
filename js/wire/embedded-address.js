/**
 * The address of an original page in the address of an archive's copy or of an AMP page. These are the editions in
 * which scripts run; `original-address.js` knows the others too.
 */

/**
 * @typedef {{edition: 'archive' | 'amp' | 'reader', address: string}} Original
 */

/** An address with more editions inside each other names no original. */
const MAXIMUM_NESTING = 8;
const WAYBACK = /^\/web\/\d{4,14}(?:[a-z]{2}_)?\/(.+)$/;
const ARCHIVE_TODAY_HOST = /^archive\.(?:today|ph|is|li|vn|fo|md)$/;
const ARCHIVE_TODAY =
    /^\/(?:(?:\d{14}|\d{4}\.\d\d\.\d\d-\d{6}|newest|oldest)|o\/[A-Za-z0-9]+)\/(.+)$/;
const GOOGLE_HOST = /^www\.google\.(?:com|[a-z]{2}|com?\.[a-z]{2})$/;
const GOOGLE_AMP = /^\/amp\/(s\/)?(.+)$/;
const AMP_CACHE = /^\/[cv]\/(s\/)?(.+)$/;
/** The parameters that AMP caches and viewers add. */
const AMP_PARAMETER = /^(?:amp_[^=]*|usqp)(?:=|$)/;
const HTTP = /^https?:$/;
const HOST_FIRST = /^[a-z0-9_%-]+(?:\.[a-z0-9_%-]+)+\.?(?::\d{1,5})?(?:[/?#]|$)/i;

/**
 * Returns the original page of an address.
 *
 * @param {string} address an absolute URL
 * @param {(url: URL) => Original | null} [containedIn] returns the original that one address contains
 * @returns {Original | null} null if the address is itself that of an original page, or not a URL
 */
export function embeddedAddress(address, containedIn = embeddedIn) {
    /** @type {Original | null} */
    let original = null;
    let inner = address;
    for (let level = 0; level <= MAXIMUM_NESTING; level += 1) {
        const url = parseURL(inner);
        const next = url && containedIn(url);
        if (!next) return original;
        original = original ? { ...next, edition: original.edition } : next;
        inner = next.address;
    }
    return null;
}

/**
 * @param {URL} url
 * @returns {Original | null}
 */
export function embeddedIn({ protocol, hostname, pathname, search, hash }) {
    if (!HTTP.test(protocol)) return null;
    const tail = pathname + search;
    if (hostname === 'web.archive.org') return originalOf('archive', WAYBACK.exec(tail)?.[1], hash);
    if (ARCHIVE_TODAY_HOST.test(hostname)) return originalOf('archive', ARCHIVE_TODAY.exec(tail)?.[1], hash);
    if (GOOGLE_HOST.test(hostname)) return originalOfAMP(GOOGLE_AMP.exec(tail));
    return hostname.endsWith('.cdn.ampproject.org') ? originalOfAMP(AMP_CACHE.exec(tail)) : null;
}

/**
 * @param {string} address
 * @returns {boolean} true for an address of archive.today, at any of its hosts
 */
export function isArchiveToday(address) {
    const url = parseURL(address);
    return url !== null && HTTP.test(url.protocol) && url.port === '' && ARCHIVE_TODAY_HOST.test(url.hostname);
}

/**
 * @param {Original['edition']} edition
 * @param {string | null | undefined} text an address with or without scheme
 * @param {string} [fragment] with its number sign, or empty
 * @returns {Original | null}
 */
export function originalOf(edition, text, fragment = '') {
    const decoded = text && /^https?%3a/i.test(text) ? percentDecode(text) : text;
    if (!decoded) return null;
    const isComplete = /^https?:\//i.test(decoded);
    if (!isComplete && !HOST_FIRST.test(decoded)) return null;
    const url = parseURL((isComplete ? '' : 'http://') + decoded + fragment);
    if (!url || !HTTP.test(url.protocol)) return null;
    url.username = '';
    url.password = '';
    return { edition, address: url.href };
}

/**
 * @param {RegExpExecArray | null} match `s/` if the original is https, and its host and path
 * @returns {Original | null}
 */
function originalOfAMP(match) {
    if (!match || !HOST_FIRST.test(match[2])) return null;
    const [page, ...query] = match[2].split('?');
    const kept = query.join('?').split('&').filter((text) => text !== '' && !AMP_PARAMETER.test(text));
    return originalOf('amp', `http${match[1] ? 's' : ''}://${page}${kept.length > 0 ? '?' : ''}${kept.join('&')}`);
}

/**
 * @param {string} address
 * @returns {URL | null}
 */
function parseURL(address) {
    try {
        return new URL(address);
    } catch {
        return null;
    }
}

/**
 * @param {string} text
 * @returns {string | null} null if it is not valid
 */
export function percentDecode(text) {
    try {
        return decodeURIComponent(text);
    } catch {
        return null;
    }
}
