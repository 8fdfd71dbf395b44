/**
 * The page key: the normalized URL under which the snapshots of one page are found. It must agree with `PageKey` of the
 * Swift target `Snapshots`.
 */

/** Parameters that analytics and mail services add, compared without regard to case. */
const TRACKING_NAMES = new Set([
    '_ga', '_gl', '_hsenc', '_hsmi', '_openstat', 'dclid', 'fb_action_ids', 'fb_action_types', 'fb_ref', 'fb_source',
    'fbclid', 'gad_campaignid', 'gad_source', 'gbraid', 'gclid', 'gclsrc', 'hsctatracking', 'igsh', 'igshid',
    'li_fat_id', 'mc_cid', 'mc_eid', 'mkt_tok', 'msclkid', 'oly_anon_id', 'oly_enc_id', 'rb_clickid', 'srsltid',
    'ttclid', 'twclid', 'vero_conv', 'vero_id', 'wbraid', 'wickedid', 'yclid', 'ysclid',
]);

/** Prefixes of such parameters, of Urchin, Google Analytics and Matomo. */
const TRACKING_PREFIXES = ['utm_', 'mtm_', 'pk_'];

/**
 * @param {string} parameter
 * @returns {boolean}
 */
function isTracking(parameter) {
    const name = parameter.split('=')[0].toLowerCase();
    return TRACKING_NAMES.has(name) || TRACKING_PREFIXES.some((prefix) => name.startsWith(prefix));
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
 * @param {string} address an absolute URL
 * @returns {string} the address itself if it is not a valid URL
 */
export function pageKey(address) {
    try {
        const url = new URL(withoutCredentials(address));
        const fragment = url.hash;
        const query = url.search;
        url.hash = '';
        url.search = '';
        let key = url.href;
        const kept = query.slice(1).split('&').filter((parameter) => parameter !== '' && !isTracking(parameter));
        if (kept.length > 0) key += '?' + kept.join('&');
        if (fragment.startsWith('#/') || fragment.startsWith('#!')) key += fragment.split(':~:')[0];
        return key;
    } catch {
        return address;
    }
}
