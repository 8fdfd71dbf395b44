/**
 * The time of a medium in an address.
 */

/**
 * Returns an address without the time that it contains.
 *
 * @param {string} address
 * @returns {string}
 */
export function withoutMediaTime(address) {
    return address;
}
