/**
 * The page key: the normalized URL under which the snapshots of one page are found. It must agree with `PageKey` of the
 * Swift target `Snapshots`.
 */

import { embeddedAddress } from './embedded-address.js';
import { isMediaTime, takesMediaTime } from './media-time.js';
import { originalAddress } from './original-address.js';

/**
 * Parameters that analytics and mail services add; the prefixes are those of Urchin, Google Analytics and Matomo. An
 * expression is shorter in a bookmarklet than a list, whose quotation marks are percent-encoded.
 */
const TRACKING = [
    /^(?:_ga|_gl|_hsenc|_hsmi|_openstat|dclid|fb_action_ids|fb_action_types|fb_ref|fb_source|fbclid)$/i,
    /^(?:gad_campaignid|gad_source|gbraid|gclid|gclsrc|hsctatracking|igsh|igshid|li_fat_id|mc_cid|mc_eid)$/i,
    /^(?:mkt_tok|msclkid|oly_anon_id|oly_enc_id|rb_clickid|srsltid|ttclid|twclid|vero_conv|vero_id|wbraid)$/i,
    /^(?:wickedid|yclid|ysclid)$/i,
    /^(?:mtm_|pk_|utm_)/i,
];

/**
 * @param {string} parameter
 * @returns {boolean}
 */
function isTracking(parameter) {
    const [name] = parameter.split('=');
    return TRACKING.some((names) => names.test(name));
}

/**
 * Returns a URL without user name and password.
 *
 * @param {string} address
 * @returns {string} the address itself if it is not a valid URL
 */
export function withoutCredentials(address) {
    if (!address.includes('@')) return address;
    try {
        const url = new URL(address);
        url.username = '';
        url.password = '';
        return url.href;
    } catch {
        return address;
    }
}

/**
 * Returns the page key of an address, which is that of the original page if the address is that of another edition.
 *
 * @param {string} address an absolute URL
 * @returns {string} the address itself if it is not a valid URL
 */
export function pageKey(address) {
    return keyOf(address, originalAddress(address));
}

/**
 * Returns the page key of an address in a script of a page. It is the same one, except for addresses at which no page
 * is captured: browsers' reader views, and Google's former cache.
 *
 * @param {string} address an absolute URL
 * @returns {string} the address itself if it is not a valid URL
 */
export function documentKey(address) {
    return keyOf(address, embeddedAddress(address));
}

/**
 * @param {string} address
 * @param {import('./embedded-address.js').Original | null} original
 * @returns {string}
 */
function keyOf(address, original) {
    try {
        const url = new URL(withoutCredentials(original?.address ?? address));
        const fragment = url.hash;
        const query = url.search;
        url.hash = '';
        url.search = '';
        let key = url.href;
        const isTimed = !globalThis.LEFTOFF_LITE && takesMediaTime(url);
        const kept = query.slice(1).split('&').filter((parameter) => {
            return parameter !== '' && !isTracking(parameter) && !(isTimed && isMediaTime(parameter));
        });
        if (kept.length > 0) key += '?' + kept.join('&');
        if (fragment.startsWith('#/') || fragment.startsWith('#!')) key += fragment.split(':~:')[0];
        return key;
    } catch {
        return address;
    }
}
