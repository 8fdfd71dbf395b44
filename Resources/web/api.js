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
 * @param {{method?: string, body?: unknown, rawBody?: string, token?: string, signal?: AbortSignal}} [options]
 * @returns {Promise<Response>}
 */
export async function send(path, { method = 'GET', body, rawBody, token, signal } = {}) {
    /** @type {Record<string, string>} */
    const headers = {};
    const payload = rawBody ?? (body === undefined ? undefined : JSON.stringify(body));
    if (payload !== undefined) headers['Content-Type'] = 'application/json';
    if (token) headers.Authorization = `Bearer ${token}`;
    let response;
    try {
        response = await fetch(path, { method, headers, body: payload, signal, cache: 'no-store', redirect: 'error' });
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

export const api = {
    /** @param {{query?: string, page?: string, limit: number, offset?: number, signal?: AbortSignal}} what */
    async snapshots({ query, page, limit, offset = 0, signal }) {
        const search = new URLSearchParams({ limit: String(limit), offset: String(offset) });
        if (query) search.set('q', query);
        if (page) search.set('page', page);
        return (await send(`/api/snapshots?${search}`, { signal })).json();
    },
    /** @param {string} id */
    async snapshot(id) {
        return (await send(`/api/snapshots/${enc(id)}`)).json();
    },
    /** @param {unknown} snapshot */
    async keep(snapshot) {
        return (await send('/api/snapshots', { method: 'POST', body: snapshot })).json();
    },
    /** @param {string} id */
    async forget(id) {
        await send(`/api/snapshots/${enc(id)}`, { method: 'DELETE' });
    },
    /** @param {string} id @param {"script" | "bookmarklet" | "fragment" | "json"} kind */
    async restore(id, kind) {
        return (await send(`/api/snapshots/${enc(id)}/restore?as=${kind}`)).text();
    },
    async queue() {
        return (await send('/api/queue')).json();
    },
    /** @param {string[]} urls @param {string | undefined} referer */
    async enqueue(urls, referer) {
        return (await send('/api/queue', { method: 'POST', body: referer ? { urls, referer } : { urls } })).json();
    },
    /** @param {string} id @param {"pause" | "resume" | "retry"} action */
    async change(id, action) {
        return (await send(`/api/queue/${enc(id)}/${action}`, { method: 'POST' })).json();
    },
    /** @param {string} id */
    async remove(id) {
        await send(`/api/queue/${enc(id)}`, { method: 'DELETE' });
    },
};
