// The address of the Internet Archive's copy of a page. It is built here, and opened only by a click, because opening
// it tells the archive what the reader reads.

/**
 * Returns the address of the copy that is nearest to a time.
 *
 * @param {string} address of the page
 * @param {string} time RFC 3339
 * @returns {string | null} null if the page is not on the web, or the time is invalid
 */
export function archiveAddress(address, time) {
    const date = new Date(time);
    if (!/^https?:\/\//i.test(address) || Number.isNaN(date.getTime())) return null;
    const digits = date.toISOString().slice(0, 19).replace(/[^0-9]/g, '');
    return `https://web.archive.org/web/${digits}/${address}`;
}
