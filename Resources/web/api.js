// The requests of this page. The session consists of a cookie, which scripts cannot read, and of a secret (session.js).

import { consumeFirstList } from './first-list.js';
import { ServiceClient } from './service-client.js';
import { session } from './session.js';

// Removes a claim from the address before another module reads it.
session.begin();

/**
 * Sends a request with `fetch`.
 *
 * @param {import('./service-client.js').ServiceRequest & {keepalive?: boolean}} request
 * @returns {Promise<Response>}
 */
export async function transport({ url, headers, ...init }) {
    const first = consumeFirstList(url);
    if (first) return first;
    // A bookmarklet's token works in a browser that is signed out.
    if (!headers.Authorization) await session.begin();
    const fields = headers.Authorization ? headers : { ...headers, ...session.fields };
    return fetch(url, { ...init, headers: fields, cache: 'no-store', redirect: 'error' });
}

export const client = new ServiceClient({ transport, unauthorized: 'This browser is not signed in.' });
const encode = encodeURIComponent;

/**
 * Returns the cursor of the next page of a list, from the `Link` field of the response (RFC 8288).
 *
 * @param {Response} response
 * @returns {string | null} null if this page is the last one
 */
function cursorOf(response) {
    const next = /<([^>]*)>;\s*rel="next"/.exec(response.headers.get('Link') ?? '')?.[1];
    return next ? new URL(next, location.origin).searchParams.get('after') : null;
}

/** @typedef {Record<string, string | number | boolean | string[] | null | undefined>} Parameters */

/**
 * Returns the query of a URL. Empty values are omitted, and arrays repeat their parameter.
 *
 * @param {Parameters} values
 */
export function parameters(values) {
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries(values)) {
        if (Array.isArray(value)) value.forEach((one) => search.append(name, one));
        else if (value !== undefined && value !== null && value !== '' && value !== false) {
            search.set(name, String(value));
        }
    }
    return search.toString();
}

/** @typedef {string | {url: string, suggestedName?: string}} NewDownload a URL, or a URL and the link's file name */

export const api = {
    /**
     * Returns one page of the list of places, the newest first, and the cursor of the next page.
     *
     * @param {{q?: string, page?: string, site?: string, tag?: string, limit: number, after?: string | null}} query
     * @param {AbortSignal} [signal]
     */
    async snapshots(query, signal) {
        const response = await client.send(`/api/snapshots?${parameters(query)}`, { signal });
        return { places: await response.json(), next: cursorOf(response) };
    },
    /**
     * Returns cards of the shelf. `total`, `counts` and `trash` are those of the first part of a list.
     *
     * @param {Parameters & {limit: number, offset?: number}} query
     * @param {AbortSignal} [signal]
     * @returns {Promise<{pages: import('./shelf-state.js').Card[], total?: number | null, isLast?: boolean,
     *   counts?: Partial<Record<import('./shelf-state.js').PageState, number>>, trash?: number}>}
     */
    shelf(query, signal) {
        return client.json(`/api/shelf?${parameters(query)}`, { signal });
    },
    /**
     * Returns all cards that match, in parts and in the order of the list. A page that leaves the list meanwhile moves
     * no other into a part that was requested before.
     *
     * @param {Parameters} query
     * @returns {AsyncGenerator<import('./shelf-state.js').Card[]>}
     */
    async *cards(query) {
        /** @type {string | null} */
        let after = null;
        do {
            const response = await client.send(`/api/shelf?${parameters({ ...query, limit: 200, after })}`);
            yield (await response.json()).pages;
            after = cursorOf(response);
        } while (after);
    },
    /**
     * Returns the card of a page.
     *
     * @param {string} page the page key
     * @returns {Promise<import('./shelf-state.js').Card>}
     */
    shelfPage(page) {
        return client.json(`/api/shelf/page?${parameters({ page })}`);
    },
    /**
     * Changes several places or pages at once.
     *
     * @param {import('./shelf-changes.js').ShelfChange} change
     * @param {import('./shelf-changes.js').Selected} selection
     * @returns {Promise<import('./shelf-changes.js').ShelfReceipt>}
     */
    changeShelf(change, selection) {
        return client.json('/api/shelf/changes', { method: 'POST', body: { change, selection } });
    },
    /**
     * Takes a change of the shelf back.
     *
     * @param {string} id of the change
     * @returns {Promise<import('./shelf-changes.js').ShelfReceipt>}
     */
    undoShelf(id) {
        return client.json(`/api/shelf/changes/${encode(id)}/undo`, { method: 'POST' });
    },
    /**
     * Stores a place at the top of each page.
     *
     * @param {{addresses: string[], tags?: string[], note?: string, fetch?: boolean, state?: 'later' | 'unfinished',
     *   until?: string | null}} places
     * @returns {Promise<{places: {address: string, place: import('./shelf-state.js').Place, isNew: boolean}[]}>}
     */
    addPlaces(places) {
        return client.json('/api/shelf/places', { method: 'POST', body: places });
    },
    /**
     * Returns the highlights of a page, newest first.
     *
     * @param {string} page the page key or the address of a page
     * @returns {Promise<{id: string, exact: string, note: string, tags: string[], storedAt: string}[]>}
     */
    highlights(page) {
        return client.json(`/api/shelf/highlights?${parameters({ page })}`);
    },
    /**
     * Returns a file with the highlights and notes of a page.
     *
     * @param {string} page the page key
     * @param {"markdown" | "annotations"} format
     * @returns {Promise<{name: string, body: Blob}>}
     */
    async pageFile(page, format) {
        const response = await client.send(`/api/pages/export?${parameters({ page, as: format })}`);
        const name = /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '')?.[1];
        return { name: name ?? (format === 'markdown' ? 'page.md' : 'annotations.json'), body: await response.blob() };
    },
    /**
     * Returns a part of the trash, the latest removed first, and the cursor of the next part.
     *
     * @param {{limit: number, after?: string | null}} query
     * @returns {Promise<{places: (import('./shelf-state.js').Place & {removedAt: string, erasedAt: string})[],
     *   newest: number | null, next: string | null}>} `newest` is the number of the newest removal
     */
    async trash(query) {
        const response = await client.send(`/api/trash?${parameters(query)}`);
        const { places, newest } = await response.json();
        return { places, newest, next: cursorOf(response) };
    },
    /**
     * Erases a place of the trash for good.
     *
     * @param {string} id
     */
    erase(id) {
        return client.json(`/api/trash/${encode(id)}`, { method: 'DELETE' });
    },
    /**
     * Erases the places in the trash up to a removal.
     *
     * @returns {Promise<{erased: number}>}
     * @param {number} newest the number of the removal, as a list of the trash has it
     */
    emptyTrash(newest) {
        return client.json(`/api/trash?newest=${newest}`, { method: 'DELETE' });
    },
    /**
     * @param {string} id
     * @param {AbortSignal} [signal]
     */
    snapshot(id, signal) {
        return client.snapshot(id, signal);
    },
    /**
     * Returns a page of the window sets, newest first, and the cursor of the next page.
     *
     * @param {{q?: string, limit: number, after?: string | null}} query
     * @returns {Promise<{sets: any[], next: string | null}>}
     */
    async windows(query) {
        const response = await client.send(`/api/windows?${parameters(query)}`);
        return { sets: await response.json(), next: cursorOf(response) };
    },
    /**
     * @param {string} id
     */
    window(id) {
        return client.window(id);
    },
    /**
     * @param {string} id
     * @param {string} title
     */
    renameWindow(id, title) {
        return client.renameWindow(id, title);
    },
    /**
     * @param {string} id
     */
    forgetWindow(id) {
        return client.forgetWindow(id);
    },
    /**
     * @param {string} id
     */
    undoWindow(id) {
        return client.undoWindow(id);
    },
    /**
     * Adds a snapshot.
     *
     * @param {unknown} snapshot
     */
    capture(snapshot) {
        return client.addSnapshot(snapshot);
    },
    /**
     * Adds a snapshot that is already JSON.
     *
     * @param {string} json
     * @param {string} [token] the capture token of a bookmarklet; without it the session counts
     */
    captureText(json, token) {
        return client.json('/api/snapshots', { method: 'POST', rawBody: json, token });
    },
    /**
     * Stores a copy of the text of a place's page.
     *
     * @param {string} id
     * @param {string} json
     * @param {string} [ticket] the undo ticket of the capture; without it the session counts
     * @param {string} [token] the capture token of a bookmarklet
     */
    addTextCopy(id, json, ticket, token) {
        return client.addCopy(id, 'text', json, ticket, ticket === undefined ? undefined : token);
    },
    /**
     * @param {string} id
     * @returns {Promise<{kind: "text" | "picture", bytes: number, storedBytes: number, storedAt: string}[]>}
     */
    copies(id) {
        return client.json(`/api/snapshots/${encode(id)}/copies`);
    },
    /**
     * @param {string} id
     * @param {"text" | "picture"} kind
     */
    removeCopy(id, kind) {
        return client.json(`/api/snapshots/${encode(id)}/copies/${kind}`, { method: 'DELETE' });
    },
    /**
     * @param {string} id
     */
    forget(id) {
        return client.forgetSnapshot(id);
    },
    /**
     * Keeps an automatic place for good.
     *
     * @param {string} id
     */
    keep(id) {
        return client.keepSnapshot(id);
    },
    /**
     * Removes the automatic place of a page, which gets no other one.
     *
     * @param {string} page the URL of the page
     */
    refuse(page) {
        return client.refuseAutomatic(page);
    },
    /**
     * Restores a place that was forgotten within the last 30 days.
     *
     * @param {string} id
     */
    bringBack(id) {
        return client.undo(id);
    },
    /**
     * Takes back a capture that was made with a capture token.
     *
     * @param {string} id
     * @param {string} ticket the undo ticket
     * @param {string} token the capture token
     */
    undo(id, ticket, token) {
        return client.undo(id, ticket, token);
    },
    /**
     * @param {string} id
     * @param {"script" | "bookmarklet" | "fragment" | "json"} kind
     */
    async restore(id, kind) {
        return (await client.send(`/api/snapshots/${encode(id)}/restore?as=${kind}`)).text();
    },
    /**
     * Returns the sites or the tags with their numbers of places, the most frequent first. The limit is more than
     * people read through in a menu.
     *
     * @param {"sites" | "tags"} kind
     */
    counts(kind) {
        return client.json(`/api/${kind}?limit=200`);
    },
    /** @returns {Promise<{code: string, expiresAt: string}>} */
    pairingCode() {
        return /** @type {Promise<any>} */ (client.createPairingCode());
    },
    /**
     * Returns the links of a page, which the service fetches.
     *
     * @param {Parameters} query
     * @param {AbortSignal} signal
     */
    links(query, signal) {
        return client.json(`/api/links?${parameters(query)}`, { signal });
    },
    /**
     * Returns a file of links.
     *
     * @param {string} format
     * @param {unknown[]} links
     * @returns {Promise<{name: string, body: Blob}>}
     */
    async linksFile(format, links) {
        const response = await client.send('/api/links/file', { method: 'POST', body: { format, links } });
        const name = /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '')?.[1];
        return { name: name ?? 'links.txt', body: await response.blob() };
    },
    /**
     * Returns one page of the queue and the cursor of the next page.
     *
     * @param {{state: string[], limit: number, order?: "work" | "ended", after?: string | null}} query `work` is the
     *   order in which downloads start, `ended` has the latest first
     * @returns {Promise<{items: import('./queue-state.js').Item[], next: string | null}>}
     */
    async queue(query) {
        const response = await client.send(`/api/queue?${parameters(query)}`);
        return { items: await response.json(), next: cursorOf(response) };
    },
    /**
     * @param {NewDownload[]} urls
     * @param {string} [snapshot] the id of the place whose page contains the links
     */
    enqueue(urls, snapshot) {
        return client.enqueue(snapshot ? { urls, snapshot } : { urls });
    },
    /**
     * @param {string} id
     * @param {"pause" | "resume" | "retry"} action
     */
    change(id, action) {
        return client.json(`/api/queue/${encode(id)}/${action}`, { method: 'POST' });
    },
    /**
     * @param {string} id
     * @param {{before: string} | {after: string} | {priority: number}} position
     */
    move(id, position) {
        return client.json(`/api/queue/${encode(id)}`, { method: 'PATCH', body: position });
    },
    /**
     * @param {string} id
     */
    remove(id) {
        return client.json(`/api/queue/${encode(id)}`, { method: 'DELETE' });
    },
    settings() {
        return client.json('/api/settings');
    },
    /**
     * @param {Record<string, unknown>} changes
     */
    changeSettings(changes) {
        return client.json('/api/settings', { method: 'PATCH', body: changes });
    },
    /**
     * Replaces the tokens and the secret of this session, and ends all other sessions.
     *
     * @param {string} secret the new secret
     */
    rotateTokens(secret) {
        return client.json('/api/tokens/rotate', { method: 'POST', body: { secret } });
    },
    /**
     * Returns the sessions of all browsers.
     *
     * @returns {Promise<{sessions: import('./sessions.js').BrowserSession[]}>}
     */
    sessions() {
        return client.json('/api/sessions');
    },
    /**
     * Ends a session.
     *
     * @param {string} id `current` for the session of this browser
     */
    endSession(id) {
        return client.json(`/api/sessions/${encode(id)}`, { method: 'DELETE' });
    },
    /** Ends the sessions of all other browsers. */
    endOtherSessions() {
        return client.json('/api/sessions', { method: 'DELETE' });
    },
    /**
     * Returns the address at which the browser can open a copy or a backup.
     *
     * @param {string} path
     * @returns {Promise<string>} valid for a few minutes, in this browser only
     */
    async ticket(path) {
        return (await client.json('/api/tickets', { method: 'POST', body: { path } })).address;
    },
    /** @returns {Promise<{capture: string, restore: string}>} their addresses */
    bookmarklets() {
        return client.json('/api/bookmarklets');
    },
    /**
     * Opens the stream of events.
     *
     * @param {string} after the id of the last event that the page has received; empty for the present
     * @param {AbortSignal} signal
     * @returns {Promise<Response>}
     */
    events(after, signal) {
        return client.send(after ? `/api/events?after=${encode(after)}` : '/api/events', { signal });
    },
    /**
     * Returns an address that signs another browser in once.
     *
     * @returns {Promise<{address: string}>}
     */
    login() {
        return client.json('/api/logins', { method: 'POST' });
    },
    /**
     * @param {Blob} file
     * @returns {Promise<{plan: import('./import-plan.js').ImportPlan,
     *   summary: import('./import-plan.js').ImportSummary}>}
     */
    importPreview(file) {
        return client.json('/api/import?preview=true', {
            method: 'POST', rawBody: file, type: 'application/octet-stream',
        });
    },
    /**
     * @param {Blob} file
     * @param {boolean} withDownloads
     */
    import(file, withDownloads) {
        return client.json(`/api/import?downloads=${withDownloads}`, {
            method: 'POST', rawBody: file, type: 'application/octet-stream',
        });
    },
};
