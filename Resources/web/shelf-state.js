// The view of the shelf that an address describes, and its request. Nothing here touches the document or the network.

/**
 * @typedef {{id: string, storedAt: string, url: string, edition?: 'archive' | 'amp' | 'copy' | null,
 *   original?: string | null, title: string | null, quote: string | null, progress: number | null,
 *   approximate?: boolean, address?: string, fragment: string, linkCount: number, tags: string[], note: string,
 *   origin?: 'click' | 'automatic' | 'import', expiresAt?: string | null, copies: ('text' | 'picture')[],
 *   excerpt?: string | {before: string, match: string, after: string} | null}} Place
 * @typedef {'unfinished' | 'later' | 'finished'} PageState
 * @typedef {{page: string, state: PageState, until: string | null, isDue: boolean, places: number, highlights: number,
 *   minutesLeft: number | null, tags: string[], latestAt: string, resume: string, place: Place}} Card
 * @typedef {PageState | 'all' | 'trash'} View
 * @typedef {'newest' | 'oldest' | 'progress' | 'site' | 'shortest'} Sort
 * @typedef {'compact' | 'comfortable'} Density
 * @typedef {{view: View, q: string, site: string, tag: string, kind: string, sort: Sort}} Values the filters
 * @typedef {{view?: View, sort?: Sort, density?: Density}} Remembered
 */

/** The tabs, in their order. */
export const views = /** @type {const} */ (['unfinished', 'later', 'finished', 'all', 'trash']);
export const sorts = /** @type {const} */ (['newest', 'oldest', 'progress', 'site', 'shortest']);
export const kinds = /** @type {const} */ (['captured', 'automatic', 'imported', 'highlight', 'copy']);
const store = 'leftoff-shelf';
/** The number of cards of one request. */
export const chunkSize = 100;

/**
 * Returns a value that a list contains.
 *
 * @template {string} T
 * @param {readonly T[]} list
 * @param {unknown} value
 * @returns {T | undefined} undefined if the list does not contain it
 */
function known(list, value) {
    return list.find((one) => one === value);
}

/**
 * Returns what this browser remembers of the shelf.
 *
 * @param {Pick<Storage, 'getItem'> | undefined} storage
 * @returns {Remembered}
 */
export function remembered(storage) {
    try {
        const { view, sort, density } = JSON.parse(storage?.getItem(store) ?? '{}') ?? {};
        return {
            view: known(views, view), sort: known(sorts, sort),
            density: known(/** @type {const} */ (['compact', 'comfortable']), density),
        };
    } catch {
        return {};
    }
}

/**
 * Remembers the view, the order and the density for this browser. Without storage, nothing is remembered.
 *
 * @param {Pick<Storage, 'setItem'> | undefined} storage
 * @param {Remembered} values
 */
export function remember(storage, { view, sort, density }) {
    try {
        // A visit to the trash does not make it the start page.
        storage?.setItem(store, JSON.stringify({ view: view === 'trash' ? undefined : view, sort, density }));
    } catch {
        // The storage is full or not allowed.
    }
}

/**
 * Returns the filters of an address. A search and the list of a site or a tag cover all pages unless the address names
 * a view.
 *
 * @param {string} search the query of the address
 * @param {Remembered} memory counts for what the address does not name
 * @returns {Values}
 */
export function valuesOf(search, memory = {}) {
    const query = new URLSearchParams(search);
    const text = (/** @type {string} */ name) => (query.get(name) ?? '').trim();
    const [q, site, tag] = [text('q'), text('site'), text('tag')];
    const unnamed = q || site || tag ? 'all' : memory.view ?? 'unfinished';
    return {
        view: known(views, query.get('view')) ?? unnamed, q, site, tag, kind: known(kinds, query.get('kind')) ?? '',
        sort: known(sorts, query.get('sort')) ?? memory.sort ?? 'newest',
    };
}

/**
 * Returns the address of the shelf with some filters. Empty ones are omitted, and so is the order *newest*.
 *
 * @param {Partial<Values>} filters
 */
export function listAddress({ view, q, site, tag, kind, sort }) {
    const isOmitted = view === 'all' && Boolean(q || site || tag);
    const entries = Object.entries({
        view: isOmitted ? '' : view, q, site, tag, kind, sort: sort === 'newest' ? '' : sort,
    }).filter(([, value]) => value);
    const query = new URLSearchParams(/** @type {[string, string][]} */ (entries)).toString();
    return query ? `/?${query}` : '/';
}

/**
 * Returns the address of a tab, which keeps the filters: its number is that of the pages that match them. The trash has
 * no filters.
 *
 * @param {Values} values the filters that are shown
 * @param {View} view
 */
export function tabAddress(values, view) {
    return listAddress(view === 'trash' || values.view === 'trash' ? { view } : { ...values, view });
}

/** @param {Values} values */
function isSearch({ q, site, tag }) {
    return Boolean(q || site || tag);
}

/**
 * Returns the view to begin with at the next visit.
 *
 * @param {Values} values the filters that are shown
 * @returns {View | undefined} undefined if only a search leads to the view
 */
export function startView(values) {
    return values.view === 'all' && isSearch(values) ? undefined : values.view;
}

/**
 * Returns the view that changed filters lead to: the first letter of a search to all pages, as an address with only `q`
 * does, and the end of a search in all pages back to where it began.
 *
 * @param {Values} old the filters before
 * @param {Values} values
 * @param {View} start the view without a search
 */
export function viewAfter(old, values, start) {
    if (!old.q && values.q) return 'all';
    return values.view === 'all' && isSearch(old) && !isSearch(values) ? start : values.view;
}

/**
 * Returns the filters as the API takes them.
 *
 * @param {Values} values
 * @returns {{state?: string[], q?: string, sort?: Sort, site?: string, tag?: string, kind?: string[]}}
 */
export function matchingOf({ view, q, site, tag, kind }) {
    return {
        ...(view === 'all' || view === 'trash' ? {} : { state: [view] }),
        ...(q ? { q } : {}), ...(site ? { site } : {}), ...(tag ? { tag } : {}), ...(kind ? { kind: [kind] } : {}),
    };
}

/**
 * Returns the parameters of a request of cards.
 *
 * @param {Values} values
 * @param {number} offset the number of cards before
 * @param {number} limit
 */
export function requestOf(values, offset = 0, limit = chunkSize) {
    return { ...matchingOf(values), sort: values.sort, limit, offset };
}

/**
 * Returns a text that differs if pages at the start of a list were added, changed or removed, or anywhere changed their
 * state.
 *
 * @param {{pages: Card[], total?: number | null, counts?: unknown}} response to a request of the first cards
 */
export function stampOf({ pages, total, counts }) {
    return JSON.stringify([total, counts, pages[0]?.page, pages[0]?.latestAt]);
}

/** The maximum number of pages that a search finds (`SQLiteShelf.searchLimit`); how many more match is unknown. */
const searchLimit = 2000;

/**
 * Returns the text of a number of pages, with “+” if more may match.
 *
 * @param {number} number
 * @param {{q?: string}} values
 * @param {Partial<Record<PageState, number>> | undefined} counts of all pages that match
 */
export function numberText(number, { q }, counts) {
    const isCut = q && (countOf('all', counts) ?? 0) >= searchLimit;
    return `${number.toLocaleString()}${isCut ? '+' : ''}`;
}

/**
 * Returns the number of pages that match, which a search counts as far as it goes.
 *
 * @param {{total?: number | null, counts?: Partial<Record<PageState, number>>}} response
 * @param {View} view
 */
export function numberOf({ total, counts }, view) {
    return total ?? countOf(view, counts) ?? 0;
}

/**
 * Returns true if a view lists a page.
 *
 * @param {View} view
 * @param {Pick<Card, 'state' | 'isDue'>} card
 */
export function isListed(view, { state, isDue }) {
    return view === 'all' || view === (isDue ? 'unfinished' : state);
}

/**
 * Returns the path of the first request of the start page, as the parameters of `requestOf` are written.
 *
 * @param {string} search the query of the address
 * @param {Remembered} memory
 * @returns {string | null} null if the view requests no cards
 */
export function firstPath(search, memory) {
    const values = valuesOf(search, memory);
    if (values.view === 'trash') return null;
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(requestOf(values))) {
        for (const one of [value].flat()) query.append(name, String(one));
    }
    return `/api/shelf?${query}`;
}

/**
 * Returns true if a filter other than the view and the order is set.
 *
 * @param {Values} values
 */
export function areSet({ q, site, tag, kind }) {
    return Boolean(q || site || tag || kind);
}

/**
 * Returns the number of pages of a view from the counts of the service.
 *
 * @param {View} view
 * @param {Partial<Record<PageState, number>> | undefined} counts
 * @param {number} [trash] the number of places in the trash
 * @returns {number | undefined} undefined if it is unknown
 */
export function countOf(view, counts, trash) {
    if (view === 'trash') return trash;
    if (!counts) return undefined;
    if (view !== 'all') return counts[view] ?? 0;
    return (counts.unfinished ?? 0) + (counts.later ?? 0) + (counts.finished ?? 0);
}
