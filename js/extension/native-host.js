// The transport of the extension's native connection: requests of the API as messages to `leftoff native-host`, which
// the browser starts with the first request and ends when the port closes.

/** In ms: the port closes when there was no request for this long, so that no process of the host stays. */
export const IDLE_TIME = 3000;
/** In ms: the host starts the service for some requests, for which it waits up to 33 s on a busy computer. */
export const RESPONSE_TIMEOUT = 45_000;

/**
 * A message of the host. A response that is larger than 1 MiB comes in several messages.
 *
 * @typedef {{id: number, status?: number, body?: string, more?: boolean}} HostMessage
 */

/**
 * A request that has no complete response yet.
 *
 * @typedef {object} PendingRequest
 * @property {{id: number, method: string, path: string, body?: string}} message
 * @property {number} status of the response, or 0 before its first message
 * @property {string[]} parts of the response's body that have arrived
 * @property {boolean} isRepeated true if the request was sent again on a second port
 * @property {() => void} stopTimeout
 * @property {(response: import('../shared/service-client.js').ServiceResponse) => void} resolve
 * @property {(problem: Error) => void} reject
 */

/**
 * Runs a function after a time.
 *
 * @param {() => void} run
 * @param {number} time in ms
 * @returns {() => void} cancels it
 */
function schedule(run, time) {
    const timer = setTimeout(run, time);
    return () => clearTimeout(timer);
}

/** A connection to the native messaging host. Its port is open only while there are requests. */
export class NativeHost {
    /**
     * @param {object} options
     * @param {() => NativePort} options.connect opens a port, and throws if the browser does not allow it
     * @param {typeof schedule} [options.schedule] the clock
     */
    constructor({ connect, schedule: clock = schedule }) {
        this.connect = connect;
        this.schedule = clock;
        /** @type {NativePort | null} */
        this.port = null;
        /** Cancels the end of the idle time. */
        this.stopIdleTime = () => {};
        this.nextID = 1;
        /**
         * In the order in which they were sent.
         *
         * @type {Map<number, PendingRequest>}
         */
        this.pending = new Map();
    }

    /**
     * Sends a request. If the port breaks before the response, the request is sent once more, which is safe because the
     * host's operations are idempotent. A transport of `ServiceClient`.
     *
     * @param {import('../shared/service-client.js').ServiceRequest} request
     * @returns {Promise<import('../shared/service-client.js').ServiceResponse>}
     */
    send({ method, url, body }) {
        return new Promise((resolve, reject) => {
            const id = this.nextID++;
            const message = { id, method, path: url, ...(body === undefined ? {} : { body: String(body) }) };
            const stopTimeout = this.schedule(() => this.expire(id), RESPONSE_TIMEOUT);
            const request = { message, status: 0, parts: [], isRepeated: false, stopTimeout, resolve, reject };
            this.pending.set(id, request);
            this.post([request]);
        });
    }

    /**
     * Posts requests to the port, and opens it if necessary.
     *
     * @param {PendingRequest[]} requests
     */
    post(requests) {
        this.stopIdleTime();
        try {
            this.port ??= this.open();
            for (const { message } of requests) this.port.postMessage(message);
        } catch (problem) {
            this.interrupt(/** @type {Error} */ (problem));
        }
    }

    open() {
        const port = this.connect();
        port.onMessage.addListener((message) => {
            if (port === this.port) this.receive(message);
        });
        port.onDisconnect.addListener(() => {
            if (port === this.port) this.interrupt(new Error('The native messaging host ended.'));
        });
        return port;
    }

    /** @param {HostMessage} message */
    receive(message) {
        const request = this.pending.get(message?.id);
        if (!request) return;
        request.status = request.status || Number(message.status);
        request.parts.push(message.body ?? '');
        if (message.more === true) return;
        const { status } = request;
        const isGone = status === 404 && request.isRepeated && request.message.method === 'DELETE';
        this.finish(request);
        if (!(status >= 200 && status <= 599)) {
            request.reject(new Error('The native messaging host sent a response without a status.'));
            return;
        }
        // The first attempt has deleted it, and its response was lost.
        if (isGone) request.resolve({ ok: true, status: 204, text: async () => '' });
        else request.resolve({ ok: status < 300, status, text: async () => request.parts.join('') });
    }

    /**
     * Handles a broken port: sends each request again once on a new port, and fails those that were repeated before.
     *
     * @param {Error} problem
     */
    interrupt(problem) {
        this.disconnect();
        const failed = [...this.pending.values()].filter((request) => request.isRepeated);
        for (const request of failed) {
            this.finish(request);
            request.reject(problem);
        }
        const repeated = [...this.pending.values()];
        for (const request of repeated) Object.assign(request, { isRepeated: true, status: 0, parts: [] });
        if (repeated.length > 0) this.post(repeated);
    }

    /**
     * Fails a request that has had no response for too long, and ends the host, which is stuck.
     *
     * @param {number} id
     */
    expire(id) {
        const request = this.pending.get(id);
        if (!request) return;
        this.finish(request);
        request.reject(new Error('The native messaging host did not respond.'));
        this.interrupt(new Error('The native messaging host did not respond.'));
    }

    /** @param {PendingRequest} request */
    finish(request) {
        request.stopTimeout();
        this.pending.delete(request.message.id);
        if (this.pending.size > 0) return;
        this.stopIdleTime();
        this.stopIdleTime = this.schedule(() => this.disconnect(), IDLE_TIME);
    }

    disconnect() {
        this.stopIdleTime();
        const port = this.port;
        this.port = null;
        port?.disconnect();
    }
}
