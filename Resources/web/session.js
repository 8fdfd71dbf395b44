// The session of this browser. Cookies do not distinguish ports: a program of another user that listens on another port
// of this computer receives the session cookie. The cookie therefore counts only with a second secret, which this page
// makes and keeps in its storage, where only pages of the same address and port see it.

/** The storage key of the secret. The userscript reads it too (service-requests.js). */
export const sessionKey = 'leftoff-session';
/** The storage key of a secret that the service may not know yet. */
export const newSessionKey = 'leftoff-session-new';
/** The header field of each request that contains the secret. */
const sessionField = 'Leftoff-Session';

/** The name of the part of the address's fragment that contains a claim. */
const claimName = 'leftoff-claim=';
// In ms: another tab may still be sending the claim for a secret that this page finds. It takes less than 2 s.
const retryDelays = [0, 100, 200, 400, 800];

/**
 * The parts of a window that a session uses.
 *
 * @typedef {Pick<Window & typeof globalThis,
 *     'localStorage' | 'location' | 'history' | 'crypto' | 'fetch' | 'setTimeout' | 'addEventListener'>} Page
 */

export class Session {
    /**
     * @param {Page} page
     */
    constructor(page) {
        this.page = page;
        /** False if the browser does not let the page store data. */
        this.canStore = true;
        /** @type {Promise<void> | undefined} */
        this.beginning = undefined;
        /** @type {(() => void)[]} */
        this.listeners = [];
    }

    /**
     * Signs in with the claim of the address, or ends a sign-in that an earlier page began. The first call removes the
     * claim from the address; later ones return the same promise.
     *
     * @returns {Promise<void>} is never rejected
     */
    begin() {
        this.beginning ??= this.signIn(this.extractClaim());
        return this.beginning;
    }

    /**
     * The header fields of a request with this session; none if this browser is signed out.
     *
     * @returns {Record<string, string>}
     */
    get fields() {
        const { secret } = this;
        return secret === null ? {} : { [sessionField]: secret };
    }

    /**
     * The secret, which another tab may have replaced meanwhile; null if this browser is signed out.
     *
     * @returns {string | null}
     */
    get secret() {
        return this.read(sessionKey);
    }

    /** The instructions for people whose browser is signed out. */
    get advice() {
        return this.canStore
            ? 'Run “leftoff page”, or open the address that “leftoff token address” prints.'
            : 'This browser does not let the page store data, so it cannot sign in. Allow cookies and site data for '
                + 'this address, and sign in again.';
    }

    /**
     * Claims the session that the service has begun for this browser's cookie.
     *
     * @param {string} claim
     * @returns {Promise<boolean>} true if this browser is signed in
     */
    async claim(claim) {
        try {
            await this.replaceSecret(async (secret) => {
                // The request continues when the reader leaves the page.
                const response = await this.request('/api/sessions', {
                    method: 'POST', keepalive: true, headers: { 'Content-Type': 'application/json' },
                    body: JSON.stringify({ claim, secret }),
                });
                if (!response.ok) throw Object.assign(new Error('refused'), { status: response.status });
            });
            return this.secret !== null;
        } catch {
            return false;
        }
    }

    /**
     * Makes a new secret, and uses it once the service has accepted it. Until then the earlier one counts, since any
     * site can open this page with a false claim.
     *
     * @template T
     * @param {(secret: string) => Promise<T>} send rejects with a `status` if the service has refused the secret
     * @returns {Promise<T>}
     */
    async replaceSecret(send) {
        const secret = this.makeSecret();
        // A page that is closed before the response leaves the secret to the next one.
        this.write(newSessionKey, secret);
        try {
            const result = await send(secret);
            this.storeSecret(secret);
            return result;
        } catch (problem) {
            if (/** @type {{status?: number}} */ (problem)?.status) this.discardSecret(secret);
            throw problem;
        }
    }

    /** Forgets the secret. The pages in other tabs notice it. */
    forgetSecret() {
        this.storage?.removeItem(sessionKey);
    }

    /**
     * Calls a function when this browser has signed in or out, here or in another tab, and when the secret has changed.
     *
     * @param {() => void} listener
     */
    onChange(listener) {
        this.listeners.push(listener);
        this.page.addEventListener('storage', ({ key }) => {
            // The key is null if everything was removed.
            if (key === sessionKey || key === null) listener();
        });
    }

    /**
     * Loads the page again when this browser has signed out in another tab, or before the reader has gone back to the
     * page. Nothing private stays in view.
     */
    hideWhenSignedOut() {
        const hide = () => {
            if (this.secret === null) this.page.location.reload();
        };
        this.onChange(hide);
        this.page.addEventListener('pageshow', ({ persisted }) => {
            if (persisted) hide();
        });
    }

    /**
     * Removes the claim from the address and from the history. Other parts of the fragment stay.
     *
     * @returns {string | null} null if there is none
     */
    extractClaim() {
        const { location, history } = this.page;
        const parts = location.hash.slice(1).split('&');
        const claim = parts.find((part) => part.startsWith(claimName));
        if (claim === undefined) return null;
        const rest = parts.filter((part) => !part.startsWith(claimName)).join('&');
        history.replaceState(history.state, '', location.pathname + location.search + (rest && `#${rest}`));
        return claim.slice(claimName.length);
    }

    /**
     * @param {string | null} claim
     */
    async signIn(claim) {
        if (claim !== null) {
            await this.claim(claim);
            return;
        }
        const unfinished = this.read(newSessionKey);
        if (unfinished !== null) await this.completeSignIn(unfinished);
    }

    /**
     * Keeps a secret that an earlier page has sent, if the service knows it.
     *
     * @param {string} secret
     */
    async completeSignIn(secret) {
        for (const delay of retryDelays) {
            await new Promise((resolve) => this.page.setTimeout(() => resolve(undefined), delay));
            if (this.read(newSessionKey) !== secret) return;
            const response = await this.request('/api/sessions/current', { headers: { [sessionField]: secret } })
                .catch(() => null);
            if (response?.ok) {
                this.storeSecret(secret);
                return;
            }
            // Without a response, the next page tries again.
            if (response?.status !== 401) return;
        }
        this.discardSecret(secret);
    }

    /**
     * @param {string} path
     * @param {RequestInit} init
     */
    request(path, init) {
        return this.page.fetch(path, { ...init, cache: 'no-store', redirect: 'error' });
    }

    /** Returns 32 random bytes as base64url. */
    makeSecret() {
        const bytes = this.page.crypto.getRandomValues(new Uint8Array(32));
        return btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
    }

    /**
     * @param {string} secret
     */
    storeSecret(secret) {
        this.write(sessionKey, secret);
        this.discardSecret(secret);
        for (const listener of this.listeners) listener();
    }

    /**
     * @param {string} secret one that is not kept under its own key
     */
    discardSecret(secret) {
        // Another tab may have begun to sign in meanwhile.
        if (this.read(newSessionKey) === secret) this.storage?.removeItem(newSessionKey);
    }

    get storage() {
        try {
            return this.page.localStorage;
        } catch {
            this.canStore = false;
            return null;
        }
    }

    /**
     * @param {string} key
     * @returns {string | null} null if there is no secret
     */
    read(key) {
        const value = this.storage?.getItem(key) ?? '';
        return /^[\w-]{43}$/.test(value) ? value : null;
    }

    /**
     * @param {string} key
     * @param {string} secret
     */
    write(key, secret) {
        try {
            this.storage?.setItem(key, secret);
        } catch {
            this.canStore = false;
        }
    }
}

/** The session of this page. Its methods need a window, which tests of this module do not have. */
export const session = new Session(/** @type {Page} */ (globalThis));
