// The links of a place: those that were in view when it was captured, or all of its page; their filters, the selection,
// and the actions on it.

import { api } from './api.js';
import { attempt, busy, copy, element, nearEnd, notice, problemNotice, save, say, toast } from './notices.js';
import { count, extension, plain, safeLink, short, site, title } from './text.js';

/** @typedef {{url: string | null, raw?: string, text?: string, kind?: string, element?: string, isInView?: boolean,
 *   target?: string | null, download?: string | null}} Link */

const part = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
// The number of rows that are added at a time, since a page can have ten thousand links.
const chunk = 100;
const patterns = ['include', 'exclude', 'text', 'type', 'rel', 'scheme'];
const switches = ['same-site', 'lazy', 'keep-duplicates'];

export class Links {
    /**
     * @param {(sources: HTMLElement[], urls: import('./api.js').NewDownload[], label: string,
     *   snapshot?: string) => Promise<void>} enqueue
     */
    constructor(enqueue) {
        this.enqueue = enqueue;
        this.form = /** @type {HTMLFormElement} */ (part('link-filters'));
        this.list = part('link-list');
        this.notice = part('links-notice');
        this.all = /** @type {HTMLInputElement} */ (part('all'));
        this.template = /** @type {HTMLTemplateElement} */ (part('link-template'));
        this.field = /** @type {HTMLInputElement} */ (this.form.elements.namedItem('words'));
        /** @type {import('./library-state.js').Place | undefined} */
        this.place = undefined;
        /**
         * The links in view, and those of the whole page once they are loaded.
         *
         * @type {Link[]}
         */
        this.inView = [];
        /** @type {Link[] | null} */
        this.ofPage = null;
        /**
         * The links that match the filters.
         *
         * @type {Link[]}
         */
        this.shown = [];
        /** @type {Set<Link>} */
        this.selected = new Set();
        /** @type {Set<string>} */
        this.queued = new Set();
        this.anchor = 0;
        /** @type {AbortController | undefined} */
        this.running = undefined;
        this.form.addEventListener('input', (event) => {
            const { name } = /** @type {HTMLInputElement} */ (event.target);
            if (name === 'extent') this.changeExtent();
            else if (['words', 'kind', 'ext', 'host'].includes(name)) this.filter();
        });
        this.form.addEventListener('submit', (event) => {
            event.preventDefault();
            // The text filter is applied as it is typed.
            if (document.activeElement !== this.field) this.fetch();
        });
        this.list.addEventListener('keydown', (event) => this.press(event));
        this.list.addEventListener('click', (event) => this.click(event));
        this.list.addEventListener('focusin', (event) => {
            const row = event.target instanceof Element ? event.target.closest('.link') : null;
            if (row instanceof HTMLElement) this.rove(row);
        });
        this.all.addEventListener('change', () => this.selectAll(this.all.checked));
        part('links-queue').addEventListener('click', () => attempt(() => this.queueChosen()));
        part('links-copy').addEventListener('click', () => attempt(() => {
            const addresses = this.chosen.map(({ url }) => url);
            return copy(`${addresses.join('\n')}\n`, `Copied ${count(addresses.length, 'address', 'addresses')}.`);
        }));
        part('links-save').addEventListener('click', () => attempt(() => this.saveChosen()));
        this.end = element('li', { className: 'end' });
        this.end.setAttribute('aria-hidden', 'true');
        this.lookForEnd = nearEnd(this.end, '600px', () => this.showMore());
    }

    /**
     * @param {string} name
     */
    control(name) {
        return /** @type {HTMLInputElement | HTMLSelectElement} */ (this.form.elements.namedItem(name));
    }

    /**
     * @param {import('./place.js').WholePlace} place
     */
    show(place) {
        this.running?.abort();
        this.place = place;
        this.form.reset();
        this.queued.clear();
        this.ofPage = null;
        const links = Array.isArray(place.snapshot.links) ? place.snapshot.links : [];
        this.inView = links.map((link) => ({
            url: String(link?.url ?? ''), text: String(link?.text ?? ''), kind: 'anchor', isInView: true,
        }));
        const isOfWeb = Boolean(safeLink(place.url));
        const controls = '[value="page"], .precise input, .precise select, .precise button';
        for (const control of this.form.querySelectorAll(controls)) {
            /** @type {HTMLInputElement} */ (control).disabled = !isOfWeb;
        }
        this.take(this.inView);
    }

    changeExtent() {
        if (new FormData(this.form).get('extent') === 'view') {
            this.running?.abort();
            this.take(this.inView);
        } else if (this.ofPage) {
            this.take(this.ofPage);
        } else {
            this.fetch();
        }
    }

    /** Lets the service fetch the page and shows its links. */
    async fetch() {
        this.running?.abort();
        const running = new AbortController();
        this.running = running;
        const page = /** @type {HTMLInputElement} */ (this.form.querySelector('[value="page"]'));
        page.checked = true;
        // The focus stays near the button, which disappears with the notice.
        if (this.notice.contains(document.activeElement)) page.focus({ preventScroll: true });
        /** @type {Record<string, string | boolean | string[] | undefined>} */
        const what = {
            snapshot: this.place?.id, within: this.control('within').value.trim(), sort: this.control('sort').value,
        };
        for (const name of patterns) what[name] = this.control(name).value.split(/\s+/).filter(Boolean);
        for (const name of switches) what[name] = /** @type {HTMLInputElement} */ (this.control(name)).checked;
        this.take([]);
        this.notice.replaceChildren(busy('Fetching the page'));
        try {
            const links = /** @type {Link[]} */ (await api.links(what, running.signal));
            if (running.signal.aborted) return;
            const seen = new Set(this.inView.map(({ url }) => url));
            for (const link of links) link.isInView = link.kind === 'anchor' && seen.has(link.url ?? '');
            // The links that the reader had in view come first, unless another order was chosen.
            const isOrdered = Boolean(what.sort);
            this.ofPage = isOrdered ? links
                : [...links.filter((link) => link.isInView), ...links.filter((link) => !link.isInView)];
            this.take(this.ofPage);
            say(count(links.length, 'link'));
        } catch (problem) {
            if (running.signal.aborted) return;
            const inView = element('button', { text: 'Show links in view' });
            inView.addEventListener('click', () => {
                const view = /** @type {HTMLInputElement} */ (this.form.querySelector('[value="view"]'));
                view.checked = true;
                view.focus({ preventScroll: true });
                this.changeExtent();
            });
            const box = problemNotice(problem, () => this.fetch());
            box.querySelector('.actions')?.append(inView);
            this.notice.replaceChildren(box);
        }
    }

    /**
     * Shows other links.
     *
     * @param {Link[]} links
     */
    take(links) {
        this.links = links;
        for (const link of links) link.target = safeLink(link.url);
        this.selected.clear();
        offer(this.control('kind'), 'All kinds', links.map(({ kind }) => kind ?? ''));
        offer(this.control('ext'), 'All extensions', links.map(({ url }) => extension(url ?? '')));
        this.filter();
    }

    filter() {
        const words = this.field.value.toLowerCase().split(/\s+/).filter(Boolean);
        const kind = this.control('kind').value;
        const ext = this.control('ext').value;
        const isSameHost = /** @type {HTMLInputElement} */ (this.control('host')).checked;
        const host = this.place ? site(this.place.url) : '';
        this.shown = (this.links ?? []).filter(({ url, text = '', kind: ofLink = '' }) => {
            if (kind && ofLink !== kind || ext && extension(url ?? '') !== ext) return false;
            if (isSameHost && site(url ?? '') !== host) return false;
            const hay = `${text} ${url ?? ''}`.toLowerCase();
            return words.every((word) => hay.includes(word));
        });
        const shown = new Set(this.shown);
        for (const link of this.selected) if (!shown.has(link)) this.selected.delete(link);
        this.anchor = 0;
        this.list.replaceChildren(this.end);
        this.showMore();
        this.notice.replaceChildren(...(this.shown.length > 0 ? [] : [this.emptyNotice()]));
        this.tell();
    }

    /** Adds the next rows. */
    showMore() {
        const from = this.list.children.length - 1;
        const rows = this.shown.slice(from, from + chunk).map((link, index) => this.row(link, from + index));
        this.end.before(...rows);
        const isWhole = from + rows.length >= this.shown.length;
        this.end.hidden = isWhole;
        this.lookForEnd();
    }

    /**
     * @param {Link} link
     * @param {number} index
     */
    row(link, index) {
        const row = /** @type {HTMLLIElement} */ (
            /** @type {DocumentFragment} */ (this.template.content.cloneNode(true)).firstElementChild);
        const part = (/** @type {string} */ selector) => /** @type {HTMLElement} */ (row.querySelector(selector));
        const address = plain(link.url ?? link.raw ?? '');
        const { target } = link;
        const label = title(link.text) || address;
        row.dataset.index = String(index);
        const box = /** @type {HTMLInputElement} */ (part('input'));
        box.checked = this.selected.has(link);
        box.setAttribute('aria-label', short(label, 120));
        row.classList.toggle('selected', box.checked);
        const anchor = part('a');
        const button = /** @type {HTMLButtonElement} */ (part('button'));
        anchor.textContent = label;
        part('small').textContent = label === address ? site(address) : address;
        part('.kind').textContent = link.kind === 'anchor'
            ? (link.isInView && this.links === this.ofPage ? 'in view' : '')
            : link.kind ?? '';
        if (target) {
            anchor.setAttribute('href', target);
            button.setAttribute('aria-label', `Queue ${short(label, 120)}`);
            if (this.queued.has(target)) isQueued(button);
        } else {
            // Other schemes, such as `mailto:` or `javascript:`, are shown but cannot be followed.
            box.disabled = true;
            button.remove();
        }
        // One stop for the whole list: arrow keys go from row to row.
        const isStop = index === 0;
        for (const stop of [box, anchor, button]) stop.tabIndex = isStop ? 0 : -1;
        return row;
    }

    /**
     * Makes a row the one that the Tab key comes to.
     *
     * @param {HTMLElement} row
     */
    rove(row) {
        for (const stop of this.list.querySelectorAll('[tabindex="0"]')) {
            if (!row.contains(stop)) /** @type {HTMLElement} */ (stop).tabIndex = -1;
        }
        for (const stop of row.querySelectorAll('input, a, button')) /** @type {HTMLElement} */ (stop).tabIndex = 0;
    }

    /**
     * @param {number} index
     */
    at(index) {
        while (index >= this.list.children.length - 1 && !this.end.hidden) this.showMore();
        return /** @type {HTMLElement | undefined} */ (this.list.children[index]);
    }

    /**
     * @param {KeyboardEvent} event
     */
    press(event) {
        const box = event.target;
        if (!(box instanceof HTMLInputElement)) return;
        const index = Number(/** @type {HTMLElement} */ (box.closest('.link')).dataset.index);
        const steps = /** @type {Record<string, number>} */ ({
            ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10, Home: -index, End: this.shown.length - 1 - index,
        });
        if (event.key === 'a' && (event.ctrlKey || event.metaKey)) {
            event.preventDefault();
            this.selectAll(this.selected.size < this.selectable.length);
        } else if (event.key in steps && !event.altKey && !event.ctrlKey && !event.metaKey) {
            event.preventDefault();
            const next = Math.min(this.shown.length - 1, Math.max(0, index + steps[event.key]));
            if (event.shiftKey) this.select(index, next, true);
            else this.anchor = next;
            this.at(next)?.querySelector('input')?.focus();
        }
    }

    /**
     * @param {MouseEvent} event
     */
    click(event) {
        const target = event.target instanceof Element ? event.target : null;
        const row = /** @type {HTMLElement | null} */ (target?.closest('.link') ?? null);
        if (!row || !target) return;
        const index = Number(row.dataset.index);
        if (target instanceof HTMLInputElement) {
            const from = event.shiftKey ? this.anchor : index;
            this.select(from, index, target.checked);
            if (!event.shiftKey) this.anchor = index;
        } else if (target instanceof HTMLButtonElement && !target.ariaDisabled) {
            attempt(() => this.queueOne(row, target, this.shown[index]));
        }
    }

    /**
     * Selects or deselects the rows from one index to another.
     *
     * @param {number} from
     * @param {number} to
     * @param {boolean} isOn
     */
    select(from, to, isOn) {
        for (let index = Math.min(from, to); index <= Math.max(from, to); index += 1) {
            const link = this.shown[index];
            if (!link.target) continue;
            if (isOn) this.selected.add(link);
            else this.selected.delete(link);
            // Rows that are not created yet show their state when they are.
            const row = this.list.children[index];
            if (row instanceof HTMLElement && row !== this.end) this.showChoice(row, isOn);
        }
        this.tell();
    }

    get selectable() {
        return this.shown.filter(({ target }) => target);
    }

    /**
     * @param {boolean} isOn
     */
    selectAll(isOn) {
        this.selected = new Set(isOn ? this.selectable : []);
        for (const row of this.list.querySelectorAll('.link')) this.showChoice(/** @type {HTMLElement} */ (row), isOn);
        this.tell();
        say(isOn ? `${count(this.selected.size, 'link')} selected` : 'No link selected');
    }

    /** The selected links, or all links shown if none is selected, in the order of the list. */
    get chosen() {
        return this.selectable.filter((link) => this.selected.size === 0 || this.selected.has(link));
    }

    tell() {
        const all = this.selectable.length;
        const some = this.selected.size;
        part('chosen').hidden = all === 0;
        this.all.checked = some > 0 && some === all;
        this.all.indeterminate = some > 0 && some < all;
        this.all.setAttribute('aria-label', 'Select all');
        part('chosen-words').textContent = some > 0
            ? `${some.toLocaleString()} of ${all.toLocaleString()} selected`
            : all === 1 ? '1 link' : `All ${count(all, 'link')}`;
    }

    /**
     * @param {HTMLElement} row
     * @param {HTMLButtonElement} button
     * @param {Link} link
     */
    async queueOne(row, button, link) {
        // A disabled button would lose the focus.
        button.ariaDisabled = 'true';
        try {
            await this.enqueue([row], [wanted(link)], title(link.text) || plain(link.url ?? ''), this.place?.id);
            this.queued.add(link.target ?? '');
            isQueued(button);
        } catch (problem) {
            button.ariaDisabled = null;
            throw problem;
        }
    }

    async queueChosen() {
        const { chosen } = this;
        const byAddress = new Map(chosen.map((link) => /** @type {const} */ ([link.target ?? '', link])).reverse());
        const urls = [...new Set(chosen.map(({ target }) => target ?? ''))];
        const rows = /** @type {HTMLElement[]} */ ([...this.list.querySelectorAll('.link')]);
        const linkOf = (/** @type {HTMLElement} */ row) => this.shown[Number(row.dataset.index)];
        const meant = new Set(chosen);
        const seen = rows.filter((row) => meant.has(linkOf(row)) && isInWindow(row));
        const all = urls.map((url) => wanted(byAddress.get(url) ?? { url, target: url }));
        await this.enqueue(seen, all, title(chosen[0]?.text) || urls[0], this.place?.id);
        urls.forEach((url) => this.queued.add(url));
        // Links that were selected in the meantime stay selected.
        for (const link of chosen) this.selected.delete(link);
        for (const row of this.list.querySelectorAll('.link')) {
            const link = linkOf(/** @type {HTMLElement} */ (row));
            const button = row.querySelector('button');
            if (button && this.queued.has(link.target ?? '')) isQueued(button);
            this.showChoice(/** @type {HTMLElement} */ (row), this.selected.has(link));
        }
        this.tell();
    }

    /**
     * @param {HTMLElement} row
     * @param {boolean} isChosen
     */
    showChoice(row, isChosen) {
        const box = row.querySelector('input');
        if (box) box.checked = isChosen && !box.disabled;
        row.classList.toggle('selected', box?.checked === true);
    }

    async saveChosen() {
        const format = /** @type {HTMLSelectElement} */ (part('links-format')).value;
        const links = this.chosen.map(asHarvested);
        const { name, body } = await api.linksFile(format, links);
        save(name, body);
        toast(`Saved ${count(links.length, 'link')} as ${name}.`);
    }

    emptyNotice() {
        if ((this.links ?? []).length > 0) {
            return notice({ heading: 'No matching links', text: 'Remove a filter to see more.' });
        }
        const isView = new FormData(this.form).get('extent') === 'view';
        if (!isView) {
            return notice({
                heading: 'No links', text: 'The page contains no links, or none that match the filters.',
            });
        }
        const button = element('button', { text: 'Fetch the whole page', className: 'primary' });
        button.addEventListener('click', () => this.fetch());
        const isOfWeb = Boolean(safeLink(this.place?.url));
        return notice({
            heading: 'No links in view', text: 'No links were in view where you stopped.',
            actions: isOfWeb ? [button] : [],
        });
    }
}

/**
 * Returns what to queue: the address, with the file name of the link's `download` attribute if it has one.
 *
 * @param {Link} link
 */
function wanted({ target, download }) {
    return download ? { url: target ?? '', suggestedName: download } : target ?? '';
}

/**
 * Returns a link as the service harvested it, without what this page has added.
 *
 * @param {Link} link
 */
function asHarvested(link) {
    const copy = { ...link };
    delete copy.isInView;
    delete copy.target;
    return copy;
}

/**
 * Returns true if a part of an element is in the viewport.
 *
 * @param {Element} row
 */
function isInWindow(row) {
    const { top, bottom } = row.getBoundingClientRect();
    return bottom > 0 && top < innerHeight;
}

/**
 * @param {HTMLButtonElement} button
 */
function isQueued(button) {
    button.ariaDisabled = 'true';
    button.textContent = 'Queued';
    button.classList.add('done');
}

/**
 * Fills a menu with the values of the links, the most frequent first.
 *
 * @param {Element} select
 * @param {string} all
 * @param {string[]} values
 */
function offer(select, all, values) {
    const counts = new Map();
    for (const value of values) if (value) counts.set(value, (counts.get(value) ?? 0) + 1);
    const { value } = /** @type {HTMLSelectElement} */ (select);
    const options = [...counts].sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0]))
        .map(([name, number]) => new Option(`${name} (${number})`, name));
    select.replaceChildren(new Option(all, ''), ...options);
    /** @type {HTMLSelectElement} */ (select).value = counts.has(value) ? value : '';
    /** @type {HTMLElement} */ (select).hidden = counts.size < 2;
}
