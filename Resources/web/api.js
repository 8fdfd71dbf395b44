// Talks to the service that this page came from. The session is a cookie that scripts cannot read.

/** An answer that is no success, with the service's own words. */
export class ServiceProblem extends Error {
    /**
     * @param {number} status the answer's status, or 0 when there was no answer
     * @param {string} detail
     */
    constructor(status, detail) {
        super(detail);
        this.status = status;
    }
}

/**
 * @param {string} path
 * @param {{method?: string, body?: unknown, rawBody?: string | Blob, type?: string, token?: string,
 *   signal?: AbortSignal}} [options]
 * @returns {Promise<Response>}
 */
export async function send(path, { method = 'GET', body, rawBody, type = 'application/json', token, signal } = {}) {
    /** @type {Record<string, string>} */
    const headers = {};
    const payload = rawBody ?? (body === undefined ? undefined : JSON.stringify(body));
    if (payload !== undefined) headers['Content-Type'] = type;
    if (token) headers.Authorization = `Bearer ${token}`;
    let response;
    try {
        // What only reads says no more than the start page's own wish for its first list, or a browser would ask twice. The
        // service lets nobody keep its answers.
        const care = method === 'GET' && !token ? {} : { cache: 'no-store', redirect: 'error' };
        response = await fetch(path, /** @type {RequestInit} */ ({ method, headers, body: payload, signal, ...care }));
    } catch (error) {
        if (signal?.aborted) throw error;
        throw new ServiceProblem(0, 'The service does not answer. Is “leftoff serve” running?');
    }
    if (response.ok) return response;
    let detail = response.statusText;
    try {
        detail = (await response.json()).detail ?? detail;
    } catch {
        // An answer without problem details: its status has to do.
    }
    throw new ServiceProblem(response.status, response.status === 401 ? 'This browser is not signed in.' : detail);
}

const enc = encodeURIComponent;

/**
 * Where the next part of a list begins, as its `Link` field says (RFC 8288); null at the list's end.
 * @param {Response} response
 */
function cursorOf(response) {
    const next = /<([^>]*)>;\s*rel="next"/.exec(response.headers.get('Link') ?? '')?.[1];
    return next ? new URL(next, location.origin).searchParams.get('after') : null;
}

/**
 * The parameters of an address: empty ones are left out, arrays name theirs again and again.
 * @param {Record<string, string | number | boolean | string[] | null | undefined>} values
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

export const api = {
    /**
     * A part of the places, newest first, and where the next part begins.
     * @param {{q?: string, page?: string, site?: string, tag?: string, limit: number, after?: string | null}} what
     * @param {AbortSignal} [signal]
     */
    async snapshots(what, signal) {
        const response = await send(`/api/snapshots?${parameters(what)}`, { signal });
        return { places: await response.json(), next: cursorOf(response) };
    },
    /** @param {string} id @param {AbortSignal} [signal] */
    async snapshot(id, signal) {
        return (await send(`/api/snapshots/${enc(id)}`, { signal })).json();
    },
    /**
     * Changes a place's tags or its note.
     * @param {string} id
     * @param {{tags?: string[], note?: string}} marks
     */
    async mark(id, marks) {
        return (await send(`/api/snapshots/${enc(id)}`, { method: 'PATCH', body: marks })).json();
    },
    /** @param {string} id */
    async forget(id) {
        await send(`/api/snapshots/${enc(id)}`, { method: 'DELETE' });
    },
    /** Brings back what was forgotten within the hour. @param {string} id */
    async bringBack(id) {
        return (await send(`/api/snapshots/${enc(id)}/undo`, { method: 'POST' })).json();
    },
    /** @param {string} id @param {"script" | "bookmarklet" | "fragment" | "json"} kind */
    async restore(id, kind) {
        return (await send(`/api/snapshots/${enc(id)}/restore?as=${kind}`)).text();
    },
    /** The sites or the tags, the most frequent first: as many as one looks through. @param {"sites" | "tags"} what */
    async tallies(what) {
        return (await send(`/api/${what}?limit=200`)).json();
    },
    /** A code by which an extension is paired. */
    async pairingCode() {
        return (await send('/api/pairings/code', { method: 'POST' })).json();
    },
    /**
     * Takes back what was just added by the capture token.
     * @param {string} id
     * @param {string} ticket
     * @param {string} token
     */
    async undo(id, ticket, token) {
        await send(`/api/snapshots/${enc(id)}/undo`, { method: 'POST', body: { ticket }, token });
    },
    /**
     * The links of a place's page, which the service fetches.
     * @param {Record<string, string | number | boolean | string[] | null | undefined>} what
     * @param {AbortSignal} signal
     */
    async links(what, signal) {
        return (await send(`/api/links?${parameters(what)}`, { signal })).json();
    },
    /**
     * A file of links in a format.
     * @param {string} format
     * @param {unknown[]} links
     * @returns {Promise<{name: string, body: Blob}>}
     */
    async linksFile(format, links) {
        const response = await send('/api/links/file', { method: 'POST', body: { format, links } });
        const name = /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '')?.[1];
        return { name: name ?? 'links.txt', body: await response.blob() };
    },
    /**
     * A part of the queue in the order of work, or of what has ended the latest first, and where the next part begins.
     * @param {{state: string[], limit: number, order?: "work" | "ended", after?: string | null}} what
     */
    async queue(what) {
        const response = await send(`/api/queue?${parameters(what)}`);
        return { items: await response.json(), next: cursorOf(response) };
    },
    /**
     * @param {(string | {url: string, suggestedName?: string})[]} urls addresses, some with the name that their link gives the file
     * @param {string | undefined} [snapshot] the place whose page names them
     */
    async enqueue(urls, snapshot) {
        return (await send('/api/queue', { method: 'POST', body: snapshot ? { urls, snapshot } : { urls } })).json();
    },
    /** @param {string} id @param {"pause" | "resume" | "retry"} action */
    async change(id, action) {
        return (await send(`/api/queue/${enc(id)}/${action}`, { method: 'POST' })).json();
    },
    /** @param {string} id @param {{before: string} | {after: string} | {priority: number}} where */
    async move(id, where) {
        return (await send(`/api/queue/${enc(id)}`, { method: 'PATCH', body: where })).json();
    },
    /** @param {string} id */
    async remove(id) {
        await send(`/api/queue/${enc(id)}`, { method: 'DELETE' });
    },
    async settings() {
        return (await send('/api/settings')).json();
    },
    /** @param {Record<string, unknown>} patch */
    async set(patch) {
        return (await send('/api/settings', { method: 'PATCH', body: patch })).json();
    },
    async rotateTokens() {
        await send('/api/tokens/rotate', { method: 'POST' });
    },
    /** An address that signs another browser in, once. */
    async login() {
        return (await send('/api/logins', { method: 'POST' })).json();
    },
    /** @param {Blob} file */
    async import(file) {
        const type = 'application/octet-stream';
        return (await send('/api/import', { method: 'POST', rawBody: file, type })).json();
    },
    /** Whether the service answers at all. */
    async isThere() {
        return (await send('/healthz')).ok;
    },
};
