// Brings a window set back: the active tab at once, the others when they are viewed. It opens only those tabs that are
// not open yet, so that it can be repeated after an interruption.

import { browserAPI, isFirefox } from './browser-api.js';
import { SingleFlight } from './concurrency.js';
import { withConnection } from './connection.js';
import { bindExpected, expectIn } from './expected.js';
import { BLANK, findOpen } from './open-sets.js';
import { recordSet } from './set-records.js';
import { isWebAddress } from './web-address.js';
import { placeOf, recordOpened, recordWaiting, waitingAddress } from './window-tabs.js';

const { tabs, windows } = browserAPI;

/**
 * @typedef {object} Tab
 * @property {number} number
 * @property {string} url
 * @property {string} title
 * @property {boolean} pinned
 * @property {number | null} group
 * @property {boolean} active
 */
/** @typedef {{id: string, tabs: Tab[], groups: {title: string, color: string, collapsed: boolean}[]}} WindowSet */

/**
 * The sets that are being brought back.
 *
 * @type {SingleFlight<string, {window: number, opened: number}>}
 */
const running = new SingleFlight();

/**
 * Brings a set back.
 *
 * @param {string} id
 * @param {number | null} windowId the window to add the tabs to; null for a new one
 * @returns {Promise<{window: number, opened: number}>} the window, and the number of tabs that were opened
 */
export function bringBack(id, windowId) {
    return running.run(id, () => open(id, windowId));
}

/**
 * @param {string} id
 * @param {number | null} windowId
 */
async function open(id, windowId) {
    if (windowId !== null && (await windows.get(windowId, { populate: false })).incognito) {
        throw new Error('A set cannot be added to a private window.');
    }
    /** @type {WindowSet} */
    const set = await withConnection(({ client }) => client.window(id));
    const { found, window } = await findOpen(set);
    await recordSet(set.id, 'opening');
    const front = set.tabs.find((tab) => tab.active) ?? set.tabs[0];
    const missing = set.tabs.filter((tab) => !found.has(tab.number));
    if (isFirefox()) {
        const waiting = missing.filter((tab) => tab !== front && isWebAddress(tab.url));
        await recordWaiting(waiting.map(({ number, url, title }) => ({ set: set.id, number, url, title })));
    }
    const opening = new Opening(set, found, windowId ?? window);
    await recordOpened(new Map([...opening.ids].map(([number, tab]) => [tab, { set: set.id, number }])));
    await opening.showFront(front);
    for (const tab of missing) if (tab !== front) await opening.add(tab);
    await opening.group();
    await recordSet(set.id, 'open');
    return { window: opening.windowId ?? -1, opened: missing.length };
}

/** The tabs of a set while they are being opened. */
class Opening {
    /**
     * @param {WindowSet} set
     * @param {Map<number, ExtensionTab>} found the tabs that are open already
     * @param {number | null} windowId null for a new window
     */
    constructor(set, found, windowId) {
        this.set = set;
        this.found = found;
        this.windowId = windowId;
        /** True if the window has no other tabs, so that a tab's number is its position in the window. */
        this.isNew = windowId === null;
        /**
         * The open tabs by their numbers in the set.
         *
         * @type {Map<number, number>}
         */
        this.ids = new Map([...found].map(([number, tab]) => [number, tab.id ?? -1]));
    }

    /**
     * Shows the tab that was in front, and opens it if necessary.
     *
     * @param {Tab} front
     */
    async showFront(front) {
        const id = this.ids.get(front.number);
        if (id !== undefined) {
            const shown = await tabs.update(id, { active: true });
            await windows.update(shown.windowId ?? -1, { focused: true });
            return;
        }
        const place = placeOf({ set: this.set.id, number: front.number });
        if (isWebAddress(front.url)) await expectIn(null, front.url, place);
        if (this.windowId === null) {
            const window = await this.createWindow(front);
            this.windowId = window.id ?? -1;
            const [tab] = window.tabs ?? await tabs.query({ windowId: this.windowId });
            await bindExpected(place, tab.id ?? -1);
            if (front.pinned) await tabs.update(tab.id ?? -1, { pinned: true });
            await this.record(front, tab);
            return;
        }
        const made = await this.create(front, { active: true, pinned: front.pinned });
        await bindExpected(place, made.id ?? -1);
        await this.record(front, made);
        await windows.update(this.windowId, { focused: true });
    }

    /** @param {Tab} front */
    async createWindow(front) {
        const url = this.directAddress(front) ?? undefined;
        try {
            return await windows.create({ url, focused: true });
        } catch {
            return windows.create({ url: this.waitingAddress(front), focused: true });
        }
    }

    /**
     * Opens a tab that is loaded when it is viewed.
     *
     * @param {Tab} tab
     */
    async add(tab) {
        // The front tab is the only one before this one, and moves to the right.
        const index = this.isNew ? this.set.tabs.findIndex(({ number }) => number === tab.number) : undefined;
        const options = { active: false, pinned: tab.pinned, index: index ?? await this.indexOf(tab) };
        await this.record(tab, await this.create(tab, options));
    }

    /**
     * Returns the index of a tab in the window: after the preceding tab of the set, or before the following one.
     *
     * @param {Tab} tab
     * @returns {Promise<number | undefined>} undefined for the end
     */
    async indexOf(tab) {
        const before = this.set.tabs.filter(({ number }) => number < tab.number).reverse();
        const after = this.set.tabs.filter(({ number }) => number > tab.number);
        for (const { number } of [...before, ...after]) {
            const id = this.ids.get(number);
            const open = id === undefined ? null : await tabs.get(id).catch(() => null);
            if (open?.windowId !== this.windowId || open.pinned !== tab.pinned) continue;
            return (open.index ?? 0) + (number < tab.number ? 1 : 0);
        }
        return undefined;
    }

    /**
     * @param {Tab} tab
     * @param {{active: boolean, pinned: boolean, index?: number}} options
     * @returns {Promise<ExtensionTab>}
     */
    async create(tab, { pinned, ...options }) {
        const windowId = this.windowId ?? undefined;
        const isWaiting = !options.active && isWebAddress(tab.url);
        if (isWaiting && isFirefox()) {
            // Firefox does not create a pinned tab without loading it, but pins one afterwards.
            const made = await tabs.create({
                ...options, windowId, url: tab.url, discarded: true, title: tab.title || tab.url,
            });
            if (pinned) await tabs.update(made.id ?? -1, { pinned });
            return made;
        }
        const url = isWaiting ? this.waitingAddress(tab) : this.directAddress(tab) ?? undefined;
        try {
            return await tabs.create({ ...options, windowId, pinned, url });
        } catch {
            return tabs.create({ ...options, windowId, pinned, url: this.waitingAddress(tab) });
        }
    }

    /** @param {Tab} tab */
    waitingAddress({ number, url, title }) {
        return waitingAddress({ set: this.set.id, number, url, title });
    }

    /**
     * Returns the address that shows the page itself; null for a new tab. A page of the extension shows the addresses
     * that are not on the web, for the reader to copy.
     *
     * @param {Tab} tab
     */
    directAddress(tab) {
        if (BLANK.test(tab.url)) return null;
        return isWebAddress(tab.url) ? tab.url : this.waitingAddress(tab);
    }

    /**
     * Records a tab at once, so that it is known if the work is interrupted.
     *
     * @param {Tab} tab
     * @param {ExtensionTab} made
     */
    async record(tab, made) {
        this.ids.set(tab.number, made.id ?? -1);
        await recordOpened(new Map([[made.id ?? -1, { set: this.set.id, number: tab.number }]]));
    }

    /** Groups the tabs. A browser without groups shows the tabs side by side. */
    async group() {
        if (!tabs.group) return;
        for (const [index, group] of this.set.groups.entries()) {
            const members = this.set.tabs.filter((tab) => tab.group === index && !tab.pinned);
            const old = members.map((tab) => this.found.get(tab.number)?.groupId ?? -1).find((id) => id >= 0);
            const tabIds = members.map((tab) => this.ids.get(tab.number) ?? -1).filter((id) => id >= 0);
            if (tabIds.length === 0) continue;
            try {
                const target = old === undefined ? { createProperties: { windowId: this.windowId ?? -1 } } : {
                    groupId: old,
                };
                const id = await tabs.group({ tabIds, ...target });
                const { title, color, collapsed } = group;
                await browserAPI.tabGroups?.update(id, { title, ...(color ? { color } : {}), collapsed });
            } catch {
                // The tabs are open; only their group is missing.
            }
        }
    }
}
