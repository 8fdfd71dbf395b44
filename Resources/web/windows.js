// The view of the windows that were set aside: each is one entry with its tabs. The extension brings a window back; it
// observes clicks on its button (service-page.js).

import { api } from './api.js';
import { element, openInNewTab, part } from './elements.js';
import { announce, attempt, makeBusyRing, makeNotice, makeProblemNotice, showToast } from './notices.js';
import { ago, count, safeLink, sanitize, short, site } from './text.js';

/**
 * @typedef {object} WindowTab
 * @property {number} number
 * @property {string} url
 * @property {string} title
 * @property {boolean} pinned
 * @property {number | null} group
 * @property {boolean} active
 * @property {boolean} sleeping
 * @property {boolean} hasPlace
 * @property {string | null} quote
 * @property {number | null} progress
 * @property {string} fragment
 */
/**
 * @typedef {object} WindowSet
 * @property {string} id
 * @property {string} title
 * @property {string} browser
 * @property {string} storedAt
 * @property {WindowTab[]} tabs
 * @property {{title: string, color: string}[]} groups
 */

const pageSize = 24;
// In ms: typing faster than this does not search for every letter.
const searchDelay = 150;

/** @param {WindowTab} tab */
function nameOf(tab) {
    return sanitize(tab.title) || tab.url;
}

export class WindowsView {
    constructor() {
        this.list = part('window-list');
        this.notice = part('windows-notice');
        this.field = /** @type {HTMLInputElement} */ (part('window-query'));
        this.more = /** @type {HTMLButtonElement} */ (part('more-windows'));
        /**
         * The cursor of the next page.
         *
         * @type {string | null}
         */
        this.next = null;
        /** The number of the last request; responses to earlier ones are ignored. */
        this.requests = 0;
        /** @type {ReturnType<typeof setTimeout> | undefined} */
        let timer;
        this.field.addEventListener('input', () => {
            clearTimeout(timer);
            timer = setTimeout(() => this.load(), searchDelay);
        });
        part('window-search').addEventListener('submit', (event) => {
            event.preventDefault();
            this.load();
        });
        this.more.addEventListener('click', () => this.load(this.next));
        // The extension sets these attributes.
        new MutationObserver(() => this.showExtension()).observe(
            document.documentElement, { attributeFilter: ['data-extension', 'data-brought-back'] });
    }

    open() {
        return this.load();
    }

    /**
     * Loads a page of the list.
     *
     * @param {string | null} after the cursor; null loads the first page
     */
    async load(after = null) {
        this.requests += 1;
        const own = this.requests;
        if (!this.list.firstChild) this.notice.replaceChildren(makeBusyRing('Loading your windows'));
        try {
            const { sets, next } = await api.windows({ q: this.field.value.trim(), limit: pageSize, after });
            if (own !== this.requests) return;
            this.next = next;
            this.more.hidden = !next;
            if (after === null) this.list.replaceChildren();
            // The window that the address names may be in the list before its page is loaded.
            const added = sets.filter((/** @type {WindowSet} */ set) => !this.find(set.id));
            this.list.append(...added.map((/** @type {WindowSet} */ set) => this.makeEntry(set)));
            this.showEmpty();
            this.showExtension();
            await this.showNamed(own);
        } catch (problem) {
            if (own === this.requests) this.notice.replaceChildren(makeProblemNotice(problem, () => this.load()));
        }
    }

    showEmpty() {
        if (this.list.firstChild) this.notice.replaceChildren();
        else if (this.field.value.trim()) {
            this.notice.replaceChildren(makeNotice({
                heading: 'No window found', text: 'No title and no address of a tab has these words.',
            }));
        } else {
            this.notice.replaceChildren(makeNotice({
                heading: 'No window is set aside',
                text: 'The extension’s button offers “Set aside this window”: it stores where you are in every tab, and'
                    + ' then closes the tabs. “leftoff windows import” reads files of OneTab, Tab Session Manager,'
                    + ' Session Buddy and Firefox.',
            }));
        }
    }

    /** Shows the buttons that need the extension, or what to do without it, and the outcome of the last click. */
    showExtension() {
        const { extension, broughtBack } = document.documentElement.dataset;
        for (const button of this.list.querySelectorAll('.bring-back')) {
            /** @type {HTMLElement} */ (button).hidden = extension !== 'ready';
        }
        part('windows-hint').hidden = extension === 'ready' || !this.list.firstChild;
        if (broughtBack === undefined) return;
        delete document.documentElement.dataset.broughtBack;
        showToast(broughtBack === '' ? 'The window is back.' : `Not brought back: ${broughtBack}`);
    }

    /**
     * @param {string} id of a window
     * @returns {Element | null} its entry
     */
    find(id) {
        return this.list.querySelector(`[data-id="${CSS.escape(id)}"]`);
    }

    /**
     * Shows the tabs of the window that the address names, first in the list if its page is not loaded. Only a click
     * brings it back, since any site can open this address.
     *
     * @param {number} request the number of the request that has loaded the list
     */
    async showNamed(request) {
        const id = location.hash.slice(1);
        if (id && !this.find(id) && !this.field.value.trim()) {
            const set = await api.window(id).catch(() => null);
            if (!set || request !== this.requests) return;
            this.list.prepend(this.makeEntry(set));
            this.showExtension();
        }
        const entry = this.find(id);
        if (!entry) return;
        const details = entry.querySelector('details');
        if (details) details.open = true;
        entry.scrollIntoView({ block: 'nearest' });
    }

    /**
     * Creates the entry of a window.
     *
     * @param {WindowSet} set
     */
    makeEntry(set) {
        const item = element('li', { className: 'card window' });
        const time = /** @type {HTMLTimeElement} */ (element('time', { text: ago(new Date(set.storedAt)) }));
        const heading = element('h2', { className: 'title', text: sanitize(set.title) });
        const bringBack = element('button', { text: 'Bring back', className: 'primary bring-back' });
        const rename = element('button', { text: 'Rename' });
        const forget = element('button', { text: 'Forget', className: 'forget' });
        const tabs = element('details', {}, element('summary', { text: count(set.tabs.length, 'tab') }));
        item.dataset.id = set.id;
        time.dateTime = set.storedAt;
        time.title = new Date(set.storedAt).toLocaleString();
        heading.dir = 'auto';
        bringBack.dataset.bringBack = set.id;
        bringBack.hidden = true;
        for (const [button, label] of [
            [bringBack, 'Bring back'], [rename, 'Rename'], [forget, 'Forget'],
        ]) {
            /** @type {HTMLButtonElement} */ (button).type = 'button';
            /** @type {HTMLElement} */ (button).setAttribute('aria-label', `${label} ${sanitize(set.title)}`);
        }
        // A window can have 500 tabs, which are shown on demand.
        tabs.addEventListener('toggle', () => {
            if (!tabs.querySelector('ol')) tabs.append(makeTabList(set));
        });
        rename.addEventListener('click', () => this.rename(set, heading, rename));
        forget.addEventListener('click', () => attempt(() => this.forget(set, item)));
        item.append(element(
            'article', {},
            element('p', { className: 'meta' }, element('span', { className: 'site', text: set.browser }), time),
            heading, tabs, element('div', { className: 'actions' }, bringBack, rename, forget)));
        return item;
    }

    /**
     * Replaces the title by a field.
     *
     * @param {WindowSet} set
     * @param {HTMLElement} heading
     * @param {HTMLElement} opener the button that receives the focus afterwards
     */
    rename(set, heading, opener) {
        const form = element('form', { className: 'field-row' });
        const field = /** @type {HTMLInputElement} */ (element('input'));
        field.value = set.title;
        field.maxLength = 300;
        field.required = true;
        field.setAttribute('aria-label', 'Title of the window');
        const close = () => {
            form.replaceWith(heading);
            opener.focus();
        };
        form.append(field, element('button', { text: 'Save', className: 'primary' }));
        form.addEventListener('submit', (event) => {
            event.preventDefault();
            attempt(async () => {
                const saved = await api.renameWindow(set.id, field.value);
                set.title = saved.title;
                heading.textContent = sanitize(saved.title);
                close();
            });
        });
        form.addEventListener('keydown', (event) => {
            if (event.key === 'Escape') close();
        });
        heading.replaceWith(form);
        field.focus();
        field.select();
    }

    /**
     * @param {WindowSet} set
     * @param {HTMLElement} item
     */
    async forget(set, item) {
        await api.forgetWindow(set.id);
        const next = item.nextElementSibling ?? item.previousElementSibling;
        item.remove();
        this.showEmpty();
        /** @type {HTMLElement} */ (next?.querySelector('summary') ?? this.field).focus({ preventScroll: true });
        showToast(`Forgot “${short(sanitize(set.title))}”.`, {
            label: 'Undo',
            run: () => attempt(async () => {
                await api.undoWindow(set.id);
                announce('The window is back in the list.');
                await this.load();
            }),
        });
    }
}

/**
 * Creates the list of the tabs of a window.
 *
 * @param {WindowSet} set
 */
function makeTabList(set) {
    const list = element('ol', { className: 'tablist' });
    let group = /** @type {number | null} */ (null);
    for (const tab of set.tabs) {
        const item = element('li');
        if (tab.group !== null) {
            item.dataset.color = set.groups[tab.group].color;
            const name = sanitize(set.groups[tab.group].title);
            if (tab.group !== group && name) item.append(element('span', { className: 'group', text: name }));
        }
        group = tab.group;
        item.append(makeTabLink(set, tab));
        const details = [
            site(tab.url), tab.pinned && 'pinned', tab.active && 'in front', tab.sleeping && 'not loaded',
            tab.progress !== null && `${Math.round(tab.progress * 100)} % read`,
        ];
        item.append(element('small', { text: details.filter(Boolean).join(' · ') }));
        if (tab.quote) {
            const quote = element('small', { className: 'words', text: short(sanitize(tab.quote), 120) });
            quote.dir = 'auto';
            item.append(quote);
        }
        list.append(item);
    }
    return list;
}

/**
 * Creates the link to a tab's place. The addresses of a browser's own pages cannot be links.
 *
 * @param {WindowSet} set
 * @param {WindowTab} tab
 */
function makeTabLink(set, tab) {
    const address = safeLink(tab.fragment) ?? safeLink(tab.url);
    if (!address) return element('span', { text: nameOf(tab) });
    const link = element('a', { text: nameOf(tab), href: address });
    openInNewTab(link);
    link.dir = 'auto';
    // The extension restores the exact place in the page that opens.
    if (tab.hasPlace) link.dataset.resumeTab = `window:${set.id}:${tab.number}`;
    return link;
}
