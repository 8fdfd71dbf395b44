/**
 * A browser for the modules of the extension, whose tabs only have addresses, and a Leftoff that tests describe. Time
 * passes only between tests.
 */

import { Clock } from './clock.js';
import { fakePort } from './fake-port.js';

/** @param {any} value */
const copyOf = (value) => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)));

class FakeBrowser {
    /**
     * The open tabs.
     *
     * @type {any[]}
     */
    tabs = [];
    /**
     * The open windows.
     *
     * @type {any[]}
     */
    windows = [];
    /**
     * The requests that reached Leftoff.
     *
     * @type {{method: string, path: string, body: any}[]}
     */
    requests = [];
    /**
     * The addresses that were shown in tabs.
     *
     * @type {string[]}
     */
    shown = [];
    /** @type {Record<string, any>} */
    local = {};
    /** @type {Record<string, any>} */
    session = {};
    /**
     * Responds to a request.
     *
     * @type {(method: string, path: string, body: any) => any}
     */
    respond = () => null;
    /**
     * Runs a script in a tab.
     *
     * @type {(tab: any, injection: any) => any}
     */
    run = () => null;
    /**
     * The origin of the service that runs.
     *
     * @type {string | null}
     */
    service = null;
    /**
     * Returns true if the reader has allowed the extension to work on pages.
     *
     * @type {(origins: string[]) => boolean}
     */
    isAllowed = () => true;
    /**
     * The contents of the button of each tab; those of all tabs have no tab.
     *
     * @type {Map<number | undefined, {text?: string | null, title?: string}>}
     */
    button = new Map();
    next = 100;
    clock = new Clock().install();

    constructor() {
        this.begin();
    }

    /** Begins a test with one empty window, and a day later, when the modules request anew what they knew before. */
    begin() {
        this.tabs = [];
        this.windows = [{ id: 1, type: 'normal', incognito: false, focused: true }];
        this.requests.length = 0;
        this.button.clear();
        this.isAllowed = () => true;
        this.shown.length = 0;
        for (const items of [this.local, this.session]) for (const key of Object.keys(items)) delete items[key];
        this.clock.advance(24 * 3600_000);
    }

    /**
     * Opens a tab.
     *
     * @param {any} tab
     */
    open(tab) {
        this.next += 1;
        const made = {
            id: this.next, windowId: 1, index: this.tabs.length, title: 'Title', pinned: false, active: false,
            incognito: false, status: 'complete', ...tab,
        };
        this.tabs.push(made);
        return made;
    }

    /** @param {any} query */
    find({ windowId } = {}) {
        return this.tabs.filter((tab) => windowId === undefined || tab.windowId === windowId);
    }

    /** @param {Record<string, any>} items */
    area(items) {
        return {
            get: async (/** @type {any} */ key) => copyOf(key === null ? items : { [key]: items[key] }),
            set: async (/** @type {object} */ changed) => void Object.assign(items, copyOf(changed)),
            remove: async (/** @type {string} */ key) => void delete items[key],
        };
    }

    /** Returns a connection to Leftoff. */
    connect() {
        return fakePort(({ id, method, path, body }, respond) => {
            const value = body === undefined ? undefined : JSON.parse(body);
            if (path !== '/host') this.requests.push({ method, path, body: value });
            const found = path === '/host'
                ? { version: '1', service: this.service } : this.respond(method, path, value);
            const isMissing = found === null || found === undefined;
            const content = JSON.stringify(isMissing ? { detail: 'missing' } : found);
            queueMicrotask(() => respond({ id, status: isMissing ? 404 : 200, body: content }));
        });
    }

    /** Makes this the browser of the modules that are loaded afterwards. */
    install(scheme = 'chrome-extension') {
        Reflect.set(globalThis, 'chrome', {
            runtime: {
                getURL: (/** @type {string} */ path) => `${scheme}://own/${path}`,
                getManifest: () => ({ version: '1', action: { default_icon: {} } }),
                getBrowserInfo: async () => ({ name: 'Test' }),
                connectNative: () => this.connect(),
            },
            storage: { local: this.area(this.local), session: this.area(this.session) },
            scripting: {
                executeScript: async (/** @type {any} */ injection) => {
                    const tab = this.tabs.find(({ id }) => id === injection.target.tabId);
                    return [{ result: await this.run(tab, injection) }];
                },
            },
            permissions: { contains: async (/** @type {any} */ { origins }) => this.isAllowed(origins) },
            action: this.actionInterface(),
            alarms: { create: () => undefined },
            tabs: this.tabsInterface(),
            windows: this.windowsInterface(),
        });
        return this;
    }

    tabsInterface() {
        const one = (/** @type {number} */ id) => {
            const found = this.tabs.find((tab) => tab.id === id);
            if (!found) throw new Error('no tab');
            return found;
        };
        return {
            get: async (/** @type {number} */ id) => copyOf(one(id)),
            query: async (/** @type {any} */ query) => copyOf(this.find(query)),
            create: async (/** @type {any} */ options) => copyOf(this.open(options)),
            update: async (/** @type {number} */ id, /** @type {any} */ changed) => {
                if (changed.url) this.shown.push(changed.url);
                return copyOf(Object.assign(one(id), changed));
            },
            remove: async (/** @type {number[]} */ ids) => {
                this.tabs = this.tabs.filter(({ id }) => !ids.includes(id));
            },
            getZoom: async () => 1,
        };
    }

    actionInterface() {
        const show = async (/** @type {any} */ { tabId, ...shown }) => {
            this.button.set(tabId, { ...this.button.get(tabId), ...shown });
        };
        const ignore = async () => undefined;
        return { setBadgeText: show, setTitle: show, setBadgeBackgroundColor: ignore, setIcon: ignore };
    }

    windowsInterface() {
        const one = (/** @type {number} */ id) => this.windows.find((window) => window.id === id);
        return {
            get: async (/** @type {number} */ id, /** @type {any} */ { populate }) =>
                copyOf({ ...one(id), ...(populate ? { tabs: this.find({ windowId: id }) } : {}) }),
            getAll: async () => copyOf(this.windows),
            update: async (/** @type {number} */ id) => copyOf(one(id)),
            create: async (/** @type {any} */ { url }) => {
                this.next += 1;
                const window = { id: this.next, type: 'normal', incognito: false };
                this.windows.push(window);
                return copyOf({ ...window, tabs: [this.open({ windowId: window.id, url, active: true })] });
            },
            remove: async (/** @type {number} */ id) => {
                this.windows = this.windows.filter((window) => window.id !== id);
                this.tabs = this.tabs.filter(({ windowId }) => windowId !== id);
            },
        };
    }
}

/** The browser of a test, which runs in a process of its own. */
export const browser = new FakeBrowser().install();
