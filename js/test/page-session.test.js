import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { newSessionKey, Session, sessionKey } from '../../Resources/web/session.js';
import { Clock, settle } from './clock.js';

const CLAIM = 'c'.repeat(43);
const OLD = 'o'.repeat(43);
const LEFT = 'l'.repeat(43);

/** A page of the service, of which the tests describe the address, the storage and the service. */
class FakePage {
    /**
     * @param {string} hash
     * @param {Record<string, string>} [stored]
     */
    constructor(hash, stored = {}) {
        this.clock = new Clock();
        this.location = { pathname: '/queue', search: '?q=1', hash, reload: () => {
            this.reloads += 1;
        } };
        /** @type {string[]} */
        this.addresses = [];
        this.history = {
            state: null,
            replaceState: (/** @type {any} */ state, /** @type {string} */ title, /** @type {string} */ address) => {
                this.addresses.push(address);
                this.location.hash = new URL(address, 'http://a').hash;
            },
        };
        this.stored = new Map(Object.entries(stored));
        this.localStorage = {
            getItem: (/** @type {string} */ key) => this.stored.get(key) ?? null,
            setItem: (/** @type {string} */ key, /** @type {string} */ value) => this.stored.set(key, value),
            removeItem: (/** @type {string} */ key) => this.stored.delete(key),
        };
        /** @type {{path: string, init: any, stored: Record<string, string>}[]} */
        this.requests = [];
        /**
         * The service's status for a request; null if there is no response.
         *
         * @type {(path: string) => number | null}
         */
        this.respond = () => 204;
        this.crypto = globalThis.crypto;
        /** @type {[string, (event: any) => void][]} */
        this.listeners = [];
        this.reloads = 0;
    }

    /**
     * @param {string} path
     * @param {any} init
     */
    async fetch(path, init) {
        this.requests.push({ path, init, stored: Object.fromEntries(this.stored) });
        const status = this.respond(path);
        if (status === null) throw new TypeError('no response');
        return { ok: status < 300, status };
    }

    /**
     * @param {() => void} run
     * @param {number} time
     */
    setTimeout(run, time) {
        this.clock.schedule(run, time);
    }

    /**
     * @param {string} name
     * @param {(event: any) => void} listener
     */
    addEventListener(name, listener) {
        this.listeners.push([name, listener]);
    }

    /**
     * @param {string} name
     * @param {any} event
     */
    dispatch(name, event) {
        for (const [wanted, listener] of this.listeners) if (wanted === name) listener(event);
    }

    get secrets() {
        return [this.stored.get(sessionKey), this.stored.get(newSessionKey)];
    }
}

/** @param {FakePage} page */
const sessionOf = (page) => new Session(/** @type {any} */ (page));

/** @param {FakePage} page */
const lastBody = (page) => JSON.parse(page.requests[page.requests.length - 1].init.body);

test('A claim leaves the address at once, and the service learns a secret that the page has made', async () => {
    const page = new FakePage(`#leftoff-claim=${CLAIM}`);
    const session = sessionOf(page);
    const beginning = session.begin();
    assert.deepEqual(page.addresses, ['/queue?q=1']);
    assert.equal(session.begin(), beginning);
    await beginning;
    const [{ path, init, stored }] = page.requests;
    const { claim, secret } = JSON.parse(init.body);
    assert.deepEqual([path, init.method, init.keepalive, init.redirect, claim],
        ['/api/sessions', 'POST', true, 'error', CLAIM]);
    assert(/^[\w-]{43}$/.test(secret));
    // Stored before the request, so that a closed page loses nothing, but not in place of a secret that works.
    assert.deepEqual(stored, { [newSessionKey]: secret });
    assert.deepEqual(page.secrets, [secret, undefined]);
    assert.deepEqual(session.fields, { 'Leftoff-Session': secret });
});

test('Two sign-ins have different secrets', async () => {
    const pages = [new FakePage(`#leftoff-claim=${CLAIM}`), new FakePage(`#leftoff-claim=${CLAIM}`)];
    for (const page of pages) await sessionOf(page).begin();
    assert(lastBody(pages[0]).secret !== lastBody(pages[1]).secret);
});

test('Only the claim is removed from the fragment', async () => {
    const table = [
        ['', undefined], ['#windows/0123456789ab/open', undefined], ['#payload.token.z', undefined],
        [`#leftoff-claim=${CLAIM}&windows/0123456789ab/open`, '/queue?q=1#windows/0123456789ab/open'],
        [`#windows/0123456789ab&leftoff-claim=${CLAIM}`, '/queue?q=1#windows/0123456789ab'],
        [`#leftoff-claim=a&leftoff-claim=${CLAIM}`, '/queue?q=1'],
    ];
    for (const [hash, address] of table) {
        const page = new FakePage(hash ?? '');
        await sessionOf(page).begin();
        assert.deepEqual(page.addresses, address === undefined ? [] : [address], hash);
        assert.equal(page.requests.length, address === undefined ? 0 : 1, hash);
    }
});

test('A claim that the service refuses does not sign the reader out', async () => {
    for (const status of [400, 401, 403, 429, 500]) {
        const page = new FakePage(`#leftoff-claim=${CLAIM}`, { [sessionKey]: OLD });
        page.respond = () => status;
        const session = sessionOf(page);
        await session.begin();
        assert.deepEqual(page.secrets, [OLD, undefined], String(status));
        assert.equal(session.secret, OLD);
    }
});

test('Without a response, the next page asks whether the service knows the secret', async () => {
    const page = new FakePage(`#leftoff-claim=${CLAIM}`, { [sessionKey]: OLD });
    page.respond = () => null;
    await sessionOf(page).begin();
    const { secret } = lastBody(page);
    assert.deepEqual(page.secrets, [OLD, secret]);
    const next = new FakePage('', Object.fromEntries(page.stored));
    next.respond = () => 200;
    const beginning = sessionOf(next).begin();
    next.clock.advance(0);
    await beginning;
    const [{ path, init }] = next.requests;
    assert.deepEqual([path, init.headers], ['/api/sessions/current', { 'Leftoff-Session': secret }]);
    assert.deepEqual(next.secrets, [secret, undefined]);
});

test('A secret that the service does not know is given up after some attempts', async () => {
    const page = new FakePage('', { [sessionKey]: OLD, [newSessionKey]: LEFT });
    page.respond = () => 401;
    const beginning = sessionOf(page).begin();
    for (let count = 0; count < 5; count += 1) {
        assert.deepEqual(page.secrets, [OLD, LEFT]);
        page.clock.advance(800);
        await settle();
    }
    await beginning;
    assert.equal(page.requests.length, 5);
    assert.deepEqual(page.secrets, [OLD, undefined]);
});

test('A secret whose claim another tab still sends is kept', async () => {
    const page = new FakePage('', { [newSessionKey]: LEFT });
    let status = 401;
    page.respond = () => status;
    const beginning = sessionOf(page).begin();
    page.clock.advance(0);
    await settle();
    status = 200;
    page.clock.advance(100);
    await beginning;
    assert.deepEqual(page.secrets, [LEFT, undefined]);
});

test('A secret stays for the next page while the service does not answer', async () => {
    for (const status of [null, 503]) {
        const page = new FakePage('', { [newSessionKey]: LEFT });
        page.respond = () => status;
        const beginning = sessionOf(page).begin();
        page.clock.advance(0);
        await beginning;
        assert.deepEqual(page.secrets, [undefined, LEFT]);
    }
});

test('A failed sign-in does not remove the secret of one that began later', async () => {
    const page = new FakePage(`#leftoff-claim=${CLAIM}`);
    page.respond = () => {
        page.stored.set(newSessionKey, LEFT);
        return 401;
    };
    await sessionOf(page).begin();
    assert.deepEqual(page.secrets, [undefined, LEFT]);
});

test('A new secret counts once the service has accepted it', async () => {
    const page = new FakePage('', { [sessionKey]: OLD });
    const session = sessionOf(page);
    for (const [status, kept] of [[403, OLD], [0, OLD]]) {
        await assert.rejects(session.replaceSecret(async () => {
            throw Object.assign(new Error('refused'), { status });
        }), /refused/);
        assert.equal(session.secret, kept);
    }
    const sent = await session.replaceSecret(async (secret) => {
        assert.equal(session.secret, OLD);
        return secret;
    });
    assert.deepEqual(page.secrets, [sent, undefined]);
});

test('Pages learn of each change of the session, here and in other tabs', async () => {
    const page = new FakePage('', { [sessionKey]: OLD });
    const session = sessionOf(page);
    let changes = 0;
    session.onChange(() => changes += 1);
    await session.replaceSecret(async () => undefined);
    assert.equal(changes, 1);
    for (const [key, expected] of /** @type {[string | null, number][]} */ (
        [[sessionKey, 2], [newSessionKey, 2], ['motion', 2], [null, 3]])) {
        page.dispatch('storage', { key });
        assert.equal(changes, expected, String(key));
    }
    session.forgetSecret();
    assert.deepEqual([session.secret, session.fields], [null, {}]);
});

test('A page is loaded again when the browser has signed out in another tab or while the page was left', () => {
    const page = new FakePage('', { [sessionKey]: OLD });
    sessionOf(page).hideWhenSignedOut();
    page.dispatch('storage', { key: sessionKey });
    page.dispatch('pageshow', { persisted: true });
    assert.equal(page.reloads, 0);
    page.stored.clear();
    page.dispatch('pageshow', { persisted: false });
    assert.equal(page.reloads, 0);
    page.dispatch('pageshow', { persisted: true });
    page.dispatch('storage', { key: null });
    assert.equal(page.reloads, 2);
});

test('Anything else than a secret in the storage is no secret', () => {
    for (const value of ['', 'short', `${OLD}\n`, `${OLD}o`, `${OLD.slice(1)}ü`]) {
        assert.equal(sessionOf(new FakePage('', { [sessionKey]: value })).secret, null, JSON.stringify(value));
    }
});

test('If the browser does not let the page store data, the advice says so', async () => {
    const blocked = new FakePage(`#leftoff-claim=${CLAIM}`);
    Object.defineProperty(blocked, 'localStorage', { get: () => {
        throw new Error('SecurityError');
    } });
    const full = new FakePage(`#leftoff-claim=${CLAIM}`);
    full.localStorage.setItem = () => {
        throw new Error('QuotaExceededError');
    };
    for (const page of [blocked, full]) {
        const session = sessionOf(page);
        assert(session.advice.includes('leftoff page'));
        await session.begin();
        assert.deepEqual([session.secret, await session.claim(CLAIM)], [null, false]);
        assert(session.advice.includes('does not let the page store data'));
    }
});

test('The userscript reads the same secret and sends it in the same field', () => {
    const [page, userscript] = ['../../Resources/web/session.js', '../userscript/service-requests.js']
        .map((path) => readFileSync(new URL(path, import.meta.url), 'utf8'));
    for (const value of [`'${sessionKey}'`, '\'Leftoff-Session\'']) {
        assert(page.includes(value) && userscript.includes(value), value);
    }
});
