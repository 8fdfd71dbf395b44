/**
 * Addresses that a copy may contain.
 */

import { withoutCredentials } from '../wire/page-key.js';

/** In UTF-16 units: longer addresses are scripts' data. */
const MAXIMUM_LENGTH = 8192;
const KEPT = /^(?:https?:\/\/|mailto:)/i;

/**
 * Returns the absolute address of a link if a copy may contain it.
 *
 * @param {Element} element
 * @returns {string | null}
 */
export function linkOf(element) {
    // A `data:` address may be as long as a file, and the browser parses it to resolve it.
    const given = element.getAttribute('href');
    if (given === null || given.length > MAXIMUM_LENGTH) return null;
    const { href } = /** @type {any} */ (element);
    return typeof href === 'string' ? storableAddress(href) : null;
}

/**
 * @param {unknown} address
 * @returns {string | null} null unless it is a valid http, https or mailto address
 */
export function storableAddress(address) {
    if (typeof address !== 'string' || address.length > MAXIMUM_LENGTH || !KEPT.test(address)) return null;
    try {
        // `href` is the attribute's value if that is not valid.
        return new URL(address) && withoutCredentials(address);
    } catch {
        return null;
    }
}
