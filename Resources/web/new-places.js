// The addresses that are typed or pasted to save places. Nothing here touches the document or the network.

import { count, short } from './text.js';

/** The service accepts this many addresses at once. */
export const addressLimit = 1000;

/**
 * Returns the addresses in a text, with one or more on each line, and the first part of each line that has none.
 *
 * @param {string} text
 * @returns {{addresses: string[], invalid: string[]}} without repeated addresses
 */
export function addressesIn(text) {
    /** @type {Set<string>} */
    const addresses = new Set();
    /** @type {string[]} */
    const invalid = [];
    for (const line of text.split(/\r\n|\r|\n/)) {
        const words = line.trim().split(/\s+/).filter(Boolean);
        const found = words.flatMap((word) => webAddress(word) ?? []);
        for (const address of found) addresses.add(address);
        if (words.length > 0 && found.length === 0) invalid.push(line.trim());
    }
    return { addresses: [...addresses], invalid };
}

/**
 * Returns a word as an address of the web; null if it is none. Brackets of a list such as Markdown’s are removed.
 *
 * @param {string} word
 * @returns {string | null}
 */
function webAddress(word) {
    const text = word.replace(/^[<("“]+/, '').replace(/[>)"”,;]+$/, (end) => {
        // A closing bracket belongs to an address that contains an opening one.
        return end.startsWith(')') && word.indexOf('(') > 0 ? ')' : '';
    });
    if (!/^https?:\/\//i.test(text) || text.length > 32_768) return null;
    try {
        const url = new URL(text);
        return url.hostname ? text : null;
    } catch {
        return null;
    }
}

/**
 * Returns the message about lines without an address; empty if there are none.
 *
 * @param {string[]} invalid
 */
export function invalidText(invalid) {
    if (invalid.length === 0) return '';
    const [line] = invalid;
    if (/^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+(:\d+)?([/?#]\S*)?$/u.test(line)) {
        return `“${short(line)}” has no scheme. Write https://${short(line)}`;
    }
    return invalid.length === 1 ? `“${short(line)}” is not an address of a web page.`
        : `${count(invalid.length, 'line')} contain no address, the first is “${short(line)}”.`;
}

/**
 * Returns the message about added places. It names what was changed on pages that were on the shelf already.
 *
 * @param {{isNew: boolean}[]} places
 * @param {{isLater?: boolean, hasTags?: boolean}} changes true if the pages were put off or tagged
 */
export function addedText(places, { isLater = false, hasTags = false } = {}) {
    const fresh = places.filter(({ isNew }) => isNew).length;
    const old = places.length - fresh;
    const added = `Added ${count(fresh, 'place')}.`;
    if (old === 0) return added;
    const [was, is] = old === 1 ? ['was', 'is'] : ['were', 'are'];
    const state = `${is} now ${isLater ? 'put off' : 'unfinished'}${hasTags ? ' and tagged' : ''}`;
    if (fresh > 0) return `${added} ${old.toLocaleString()} ${was} there already, and ${state}.`;
    return `${old === 1 ? 'The page' : count(old, 'page')} ${was} on the shelf already, and ${state}.`;
}
