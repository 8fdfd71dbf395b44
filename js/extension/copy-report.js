// The text about the copies of a page.

/** @typedef {'text' | 'picture'} Kind */
/**
 * @typedef {{kind: Kind, bytes: number, notice: string}} Outcome `notice` says why there is no copy, or what it lacks
 */

/**
 * Returns a sentence for people about the copies of a place.
 *
 * @param {Outcome[]} outcomes
 * @returns {string} empty if no copies were wanted
 */
export function describeCopies(outcomes) {
    return outcomes.map(({ kind, bytes, notice }) => {
        const what = kind === 'text' ? 'text' : 'picture of the page';
        if (bytes === 0) return `No copy of the ${what} was kept: ${notice}`;
        return `A copy of the ${what} was kept (${formatSize(bytes)}). ${notice}`.trim();
    }).join(' ');
}

/** @param {number} bytes */
function formatSize(bytes) {
    if (bytes < 1000) return `${bytes} bytes`;
    return bytes < 1_000_000 ? `${Math.round(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
