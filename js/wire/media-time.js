/**
 * The time of a medium in the query of an address. The same rules as `MediaTime` of the Swift target `Places`, which
 * adds the times.
 */

const TIME = /^(?:t|start|time_continue)=(?:npt:)?(?=\d)(?:\d+h)?(?:\d+m)?(?:\d+(?:\.\d+)?s?)?$/;
/** The hosts and paths of the sites' pages to which Leftoff adds a time. */
const TIMED_PAGES = [
    /^(?:www\.)?(?:m\.)?(?:(?:music\.)?youtube\.com\/(?:watch$|live\/)|youtube(?:-nocookie)?\.com\/embed\/)/,
    /^(?:www\.)?(?:m\.)?(?:youtu\.be\/|twitch\.tv\/videos\/|dailymotion\.com\/(?:embed\/)?video\/)/,
    /^(?:www\.)?(?:m\.)?archive\.org\/(?:details|embed)\//,
];

/**
 * @param {string} parameter of a query
 * @returns {boolean} true if the parameter is the time of a medium, in an address that has one
 */
export function isMediaTime(parameter) {
    return TIME.test(parameter);
}

/**
 * @param {URL} url
 * @returns {boolean} true if Leftoff adds a time to the query of such addresses
 */
export function takesMediaTime({ hostname, pathname, protocol }) {
    return /^https?:$/.test(protocol) && TIMED_PAGES.some((pages) => pages.test(hostname + pathname));
}

/**
 * Returns an address without the time of a medium in its query.
 *
 * @param {string} address of a page with a medium: in other addresses, the same parameters have other meanings
 * @returns {string}
 */
export function withoutMediaTime(address) {
    return address.replace(/\?([^#]*)/, (_, query) => {
        const kept = query.split('&').filter((/** @type {string} */ parameter) => !isMediaTime(parameter));
        return kept.length > 0 ? '?' + kept.join('&') : '';
    });
}
