/**
 * The client of the service's API, which the extension, the userscript and the service's web page share. It has no
 * imports; its owner provides the transport.
 */

/**
 * @typedef {object} ServiceRequest
 * @property {string} method
 * @property {string} url absolute, or relative to the page if the client's origin is empty
 * @property {Record<string, string>} headers
 * @property {string | Blob} [body]
 * @property {AbortSignal} [signal]
 */

/**
 * The part of a `Response` that the client needs.
 *
 * @typedef {{ok: boolean, status: number, text: () => Promise<string>}} ServiceResponse
 */

/**
 * @typedef {object} RequestOptions
 * @property {string} [method] `GET` by default
 * @property {unknown} [body] a value to send as JSON
 * @property {string | Blob} [rawBody] a body to send as it is, instead of `body`
 * @property {string} [type] the media type of the body, JSON by default
 * @property {string} [token] a bearer token to use instead of the client's own
 * @property {AbortSignal} [signal] aborts the request, which then rejects with the transport's error
 */

/** A request that failed. Its message is written for people. */
export class ServiceError extends Error {
    /**
     * @param {number} status of the response, or 0 if there was none
     * @param {string} message
     */
    constructor(status, message) {
        super(message);
        this.status = status;
    }
}

/**
 * A client of one service.
 *
 * @template {ServiceResponse} Received the transport's type of response
 */
export class ServiceClient {
    /**
     * @param {object} options
     * @param {(request: ServiceRequest) => Promise<Received>} options.transport rejects if there is no response
     * @param {string} [options.origin] of the service; empty on its own pages
     * @param {string} [options.token] sent as the bearer token of each request
     * @param {(value: any) => string} [options.encode] writes JSON; pages may have replaced `JSON.stringify`
     * @param {string} [options.unauthorized] the message for status 401, instead of the service's own
     * @param {string} [options.unreachable] the message for a request without a response
     */
    constructor({
        transport, origin = '', token = '', encode = JSON.stringify, unauthorized = '',
        unreachable = 'Cannot reach the Leftoff service. Is “leftoff serve” running?',
    }) {
        this.transport = transport;
        this.origin = origin;
        this.token = token;
        this.encode = encode;
        this.unauthorized = unauthorized;
        this.unreachable = unreachable;
    }

    /**
     * Sends a request and returns the response if it is a success.
     *
     * @param {string} path such as `/api/queue`
     * @param {RequestOptions} [options]
     * @returns {Promise<Received>}
     * @throws {ServiceError}
     */
    async send(path, options = {}) {
        const { method = 'GET', type = 'application/json', token = this.token, signal } = options;
        const body = options.rawBody ?? (options.body === undefined ? undefined : this.encode(options.body));
        /** @type {Record<string, string>} */
        const headers = {};
        if (body !== undefined) headers['Content-Type'] = type;
        if (token) headers.Authorization = 'Bearer ' + token;
        let response;
        try {
            response = await this.transport({ method, url: this.origin + path, headers, body, signal });
        } catch (error) {
            if (signal && signal.aborted) throw error;
            throw new ServiceError(0, this.unreachable);
        }
        if (response.ok) return response;
        throw new ServiceError(response.status, await this.messageOf(response));
    }

    /**
     * Sends a request and returns the JSON of its response.
     *
     * @param {string} path
     * @param {RequestOptions} [options]
     * @returns {Promise<any>} null if the response has no content
     * @throws {ServiceError}
     */
    async json(path, options) {
        const response = await this.send(path, options);
        return response.status === 204 ? null : jsonOf(response);
    }

    /**
     * @param {ServiceResponse} response
     * @returns {Promise<string>} the `detail` of the service's problem details (RFC 9457), if it has any
     */
    async messageOf(response) {
        if (response.status === 401 && this.unauthorized) return this.unauthorized;
        const problem = await jsonOf(response);
        return String((problem && problem.detail) || 'The service responded with status ' + response.status + '.');
    }

    /**
     * Adds a snapshot.
     *
     * @param {unknown} snapshot
     * @returns {Promise<any>} the stored place; with a capture token its `undo` is an undo ticket
     */
    addSnapshot(snapshot) {
        return this.json('/api/snapshots', { method: 'POST', body: snapshot });
    }

    /**
     * @param {string} id
     * @param {AbortSignal} [signal]
     * @returns {Promise<any>}
     */
    snapshot(id, signal) {
        return this.json(snapshotPath(id), { signal });
    }

    /**
     * Returns the newest places on a page, the newest first.
     *
     * @param {string} page the URL of the page
     * @param {number} limit
     * @returns {Promise<any[]>}
     */
    snapshotsOn(page, limit) {
        return this.json('/api/snapshots?' + new URLSearchParams({ page, limit: String(limit) }));
    }

    /**
     * @param {string} id
     * @returns {Promise<null>}
     */
    forgetSnapshot(id) {
        return this.json(snapshotPath(id), { method: 'DELETE' });
    }

    /**
     * Stores a copy of a place's page, in place of the previous one.
     *
     * @param {string} id of the place
     * @param {'text' | 'picture'} kind
     * @param {string} json the copy
     * @param {string} [ticket] the undo ticket of the capture
     * @param {string} [token] the capture token that the ticket belongs to, if it is not the client's own
     * @returns {Promise<any>} the stored copy, or an object with a `notice` if the service keeps none
     */
    addCopy(id, kind, json, ticket, token) {
        const query = ticket ? '?' + new URLSearchParams({ ticket }) : '';
        return this.json(snapshotPath(id) + '/copies/' + kind + query, { method: 'PUT', rawBody: json, token });
    }

    /**
     * Returns the settings.
     *
     * @returns {Promise<any>}
     */
    settings() {
        return this.json('/api/settings');
    }

    /**
     * Changes some of the settings.
     *
     * @param {object} patch a merge patch (RFC 7396)
     * @returns {Promise<any>} all settings
     */
    changeSettings(patch) {
        return this.json('/api/settings', { method: 'PATCH', body: patch });
    }

    /**
     * Keeps an automatic place for good.
     *
     * @param {string} id
     * @returns {Promise<any>} the place
     */
    keepSnapshot(id) {
        return this.json(snapshotPath(id), { method: 'PATCH', body: { origin: 'click' } });
    }

    /**
     * Removes the automatic place of a page, which gets no other one until the reader allows it.
     *
     * @param {string} page the URL of the page
     * @returns {Promise<any>} the refusal; `undo` of its place ends it
     */
    refuseAutomatic(page) {
        return this.json('/api/automatic/refusals', { method: 'POST', body: { page } });
    }

    /**
     * Allows automatic places on a page again.
     *
     * @param {string} page the URL of the page
     * @returns {Promise<null>}
     */
    allowAutomatic(page) {
        return this.json('/api/automatic/refusals?' + new URLSearchParams({ page }), { method: 'DELETE' });
    }

    /**
     * Takes back a capture, or restores a place that was forgotten within the last hour.
     *
     * @param {string} id
     * @param {string} [ticket] the undo ticket of a capture; without it the place is restored
     * @param {string} [token] the capture token that the ticket belongs to, if it is not the client's own
     * @returns {Promise<any>}
     */
    undo(id, ticket, token) {
        const body = ticket === undefined ? undefined : { ticket };
        return this.json(snapshotPath(id) + '/undo', { method: 'POST', body, token });
    }

    /**
     * Stores the tabs of a window.
     *
     * @param {object} set with a `request` that the caller has chosen at random
     * @returns {Promise<any>} the stored set
     */
    addWindow(set) {
        return this.json('/api/windows', { method: 'POST', body: set });
    }

    /**
     * Returns the window sets, the newest first.
     *
     * @param {number} limit
     * @param {string} [query] words to search for
     * @returns {Promise<any[]>}
     */
    windows(limit, query) {
        const parameters = new URLSearchParams({ limit: String(limit), ...(query ? { q: query } : {}) });
        return this.json('/api/windows?' + parameters);
    }

    /**
     * @param {string} id
     * @returns {Promise<any>}
     */
    window(id) {
        return this.json(windowPath(id));
    }

    /**
     * Returns the place of a tab of a window set.
     *
     * @param {string} id of the set
     * @param {number} number of the tab
     * @returns {Promise<{snapshot: any}>} `snapshot` is null if the tab has no place
     */
    windowTab(id, number) {
        return this.json(windowPath(id) + '/tab?number=' + number);
    }

    /**
     * @param {string} id
     * @param {string} title
     * @returns {Promise<any>}
     */
    renameWindow(id, title) {
        return this.json(windowPath(id), { method: 'PATCH', body: { title } });
    }

    /**
     * @param {string} id
     * @returns {Promise<null>}
     */
    forgetWindow(id) {
        return this.json(windowPath(id), { method: 'DELETE' });
    }

    /**
     * Restores a window set that was forgotten within the last hour.
     *
     * @param {string} id
     * @returns {Promise<any>}
     */
    undoWindow(id) {
        return this.json(windowPath(id) + '/undo', { method: 'POST' });
    }

    /**
     * Adds downloads to the queue.
     *
     * @param {object} downloads
     * @param {(string | {url: string, suggestedName?: string})[]} downloads.urls
     * @param {string} [downloads.snapshot] the id of the place whose page contains the links
     * @param {string} [downloads.referer]
     * @returns {Promise<any>}
     */
    enqueue(downloads) {
        return this.json('/api/queue', { method: 'POST', body: downloads });
    }

    /**
     * Requests a pairing code, which only a signed-in browser may do.
     *
     * @returns {Promise<{code: string}>}
     */
    createPairingCode() {
        return this.json('/api/pairings/code', { method: 'POST' });
    }

    /**
     * Exchanges a pairing code for a token.
     *
     * @param {string} code
     * @param {'full' | 'capture'} [access] full by default
     * @returns {Promise<{token: string}>}
     */
    pair(code, access) {
        return this.json('/api/pairings', { method: 'POST', body: { code, access } });
    }
}

/**
 * Returns a transport that uses `fetch` and neither caches responses nor follows redirects.
 *
 * @param {RequestCredentials} credentials
 * @returns {(request: ServiceRequest) => Promise<Response>}
 */
export function fetchTransport(credentials) {
    return ({ url, ...init }) => fetch(url, { ...init, credentials, cache: 'no-store', redirect: 'error' });
}

/**
 * @param {string} id
 * @returns {string}
 */
function snapshotPath(id) {
    return '/api/snapshots/' + encodeURIComponent(id);
}

/**
 * @param {string} id
 * @returns {string}
 */
function windowPath(id) {
    return '/api/windows/' + encodeURIComponent(id);
}

/**
 * @param {ServiceResponse} response
 * @returns {Promise<any>} null if the body is not JSON
 */
async function jsonOf(response) {
    try {
        return JSON.parse(await response.text());
    } catch {
        return null;
    }
}
