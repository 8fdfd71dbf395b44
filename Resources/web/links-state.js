// The links of a place, their filters and the selection. Nothing here touches the document or the network.

import { count, extension, safeLink, site } from './text.js';

/**
 * A link as the service harvested it. This page adds `isInView` and `target`: the URL if it can be followed, or null.
 *
 * @typedef {{url: string | null, raw?: string, text?: string, kind?: string, element?: string, isInView?: boolean,
 *   target?: string | null, download?: string | null}} Link
 * @typedef {{words: string, kind: string, extension: string, host: string | null}} Filters the words are separated by
 *   spaces; an empty kind or extension and a null host match every link
 */

/** The links in view and those of the whole page, which of them are shown, and which are selected. */
export class LinksState {
    constructor() {
        /**
         * The links that were in view when the place was captured.
         *
         * @type {Link[]}
         */
        this.inView = [];
        /**
         * The links of the whole page; null until they are loaded.
         *
         * @type {Link[] | null}
         */
        this.ofPage = null;
        /**
         * The links that the filters apply to: those in view or those of the whole page.
         *
         * @type {Link[]}
         */
        this.links = [];
        /**
         * The links that match the filters.
         *
         * @type {Link[]}
         */
        this.shown = [];
        /** @type {Set<Link>} */
        this.selected = new Set();
        /**
         * The URLs that were queued while the place was shown.
         *
         * @type {Set<string>}
         */
        this.queued = new Set();
        /** The index at which a selection with the Shift key begins. */
        this.anchor = 0;
    }

    /** True if the links of the whole page are shown. */
    get isWholePage() {
        return this.links === this.ofPage;
    }

    /**
     * Replaces everything by the links of another place.
     *
     * @param {unknown} links the links of its snapshot
     */
    reset(links) {
        this.queued.clear();
        this.ofPage = null;
        this.inView = (Array.isArray(links) ? links : []).map((link) => ({
            url: String(link?.url ?? ''), text: String(link?.text ?? ''), kind: 'anchor', isInView: true,
        }));
    }

    /**
     * Receives the links of the whole page.
     *
     * @param {Link[]} links
     * @param {boolean} isSorted true if the service sorted them; otherwise the links that were in view come first
     */
    receivePage(links, isSorted) {
        const seen = new Set(this.inView.map(({ url }) => url));
        for (const link of links) link.isInView = link.kind === 'anchor' && seen.has(link.url ?? '');
        this.ofPage = isSorted ? links
            : [...links.filter((link) => link.isInView), ...links.filter((link) => !link.isInView)];
    }

    /**
     * Sets the links that the filters apply to, and clears the selection.
     *
     * @param {Link[]} links
     */
    setLinks(links) {
        this.links = links;
        for (const link of links) link.target = safeLink(link.url);
        this.selected.clear();
    }

    /**
     * Applies filters. Links that do not match are deselected.
     *
     * @param {Filters} filters
     */
    filter({ words, kind, extension: ending, host }) {
        const parts = words.toLowerCase().split(/\s+/).filter(Boolean);
        this.shown = this.links.filter(({ url, text = '', kind: ofLink = '' }) => {
            if (kind && ofLink !== kind || ending && extension(url ?? '') !== ending) return false;
            if (host !== null && site(url ?? '') !== host) return false;
            const hay = `${text} ${url ?? ''}`.toLowerCase();
            return parts.every((part) => hay.includes(part));
        });
        const shown = new Set(this.shown);
        for (const link of this.selected) if (!shown.has(link)) this.selected.delete(link);
        this.anchor = 0;
    }

    /** The links shown that can be selected. */
    get selectable() {
        return this.shown.filter(({ target }) => target);
    }

    /** The selected links, or all links shown if none is selected, in the order of the list. */
    get chosen() {
        return this.selectable.filter((link) => this.selected.size === 0 || this.selected.has(link));
    }

    /**
     * Selects or deselects the links shown from one index to another.
     *
     * @param {number} from
     * @param {number} to the last index, which may be less than the first one
     * @param {boolean} isOn
     * @returns {number[]} the indices of the links that can be selected
     */
    selectRange(from, to, isOn) {
        const indices = [];
        for (let index = Math.min(from, to); index <= Math.max(from, to); index += 1) {
            const link = this.shown[index];
            if (!link.target) continue;
            if (isOn) this.selected.add(link);
            else this.selected.delete(link);
            indices.push(index);
        }
        return indices;
    }

    /**
     * @param {boolean} isOn
     */
    selectAll(isOn) {
        this.selected = new Set(isOn ? this.selectable : []);
    }

    /** The text about the links that an action applies to. */
    get selectionText() {
        const all = this.selectable.length;
        const some = this.selected.size;
        if (some > 0) return `${some.toLocaleString()} of ${all.toLocaleString()} selected`;
        return all === 1 ? '1 link' : `All ${count(all, 'link')}`;
    }

    /**
     * Records that links were queued, and deselects them.
     *
     * @param {Link[]} links
     */
    recordQueued(links) {
        for (const link of links) {
            this.queued.add(link.target ?? '');
            this.selected.delete(link);
        }
    }
}

/**
 * Returns the download of a link: its URL, with the file name of its `download` attribute if it has one.
 *
 * @param {Link} link
 */
export function downloadOf({ target, download }) {
    return download ? { url: target ?? '', suggestedName: download } : target ?? '';
}

/**
 * Returns the downloads of links, one for each URL. The first link with a URL decides on the file name.
 *
 * @param {Link[]} links
 */
export function downloadsOf(links) {
    /** @type {Map<string, Link>} */
    const byURL = new Map();
    for (const link of links) if (!byURL.has(link.target ?? '')) byURL.set(link.target ?? '', link);
    return [...byURL.values()].map(downloadOf);
}

/**
 * Returns a link as the service harvested it, without the values that this page has added.
 *
 * @param {Link} link
 */
export function asHarvested(link) {
    const copy = { ...link };
    delete copy.isInView;
    delete copy.target;
    return copy;
}

/**
 * Counts equal values, the most frequent first. Empty ones are omitted.
 *
 * @param {string[]} values
 * @returns {[string, number][]}
 */
export function countValues(values) {
    /** @type {Map<string, number>} */
    const counts = new Map();
    for (const value of values) if (value) counts.set(value, (counts.get(value) ?? 0) + 1);
    return [...counts].sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0]));
}
