// The links of a place: those that were in view when it was captured, or all of its page; requests and buttons.
// links-state.js holds the links, their filters and the selection; link-rows.js shows them.

import { api } from './api.js';
import { element, part, saveFile } from './elements.js';
import { LinkRows, showQueued } from './link-rows.js';
import { asHarvested, countValues, downloadOf, downloadsOf, LinksState } from './links-state.js';
import { announce, attempt, copyText, makeBusyRing, makeNotice, makeProblemNotice, showToast } from './notices.js';
import { count, extension, safeLink, sanitize, site, title } from './text.js';

/** @typedef {import('./links-state.js').Link} Link */

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
        this.notice = part('links-notice');
        this.all = /** @type {HTMLInputElement} */ (part('all'));
        this.field = /** @type {HTMLInputElement} */ (this.form.elements.namedItem('words'));
        this.state = new LinksState();
        this.rows = new LinkRows(this.state, () => this.showSelection(), (row, button, link) =>
            attempt(() => this.queueOne(row, button, link)));
        /** @type {import('./shelf-state.js').Place | undefined} */
        this.place = undefined;
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
        this.all.addEventListener('change', () => this.rows.selectAll(this.all.checked));
        part('links-queue').addEventListener('click', () => attempt(() => this.queueChosen()));
        part('links-copy').addEventListener('click', () => attempt(() => {
            const addresses = this.state.chosen.map(({ url }) => url);
            return copyText(`${addresses.join('\n')}\n`, `Copied ${count(addresses.length, 'address', 'addresses')}.`);
        }));
        part('links-save').addEventListener('click', () => attempt(() => this.saveChosen()));
    }

    /**
     * Returns a control of the filters.
     *
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
        this.state.reset(place.snapshot.links);
        const isOfWeb = Boolean(safeLink(place.url));
        const controls = '[value="page"], .precise input, .precise select, .precise button';
        for (const control of this.form.querySelectorAll(controls)) {
            /** @type {HTMLInputElement} */ (control).disabled = !isOfWeb;
        }
        this.showLinks(this.state.inView);
    }

    changeExtent() {
        if (new FormData(this.form).get('extent') === 'view') {
            this.running?.abort();
            this.showLinks(this.state.inView);
        } else if (this.state.ofPage) {
            this.showLinks(this.state.ofPage);
        } else {
            this.fetch();
        }
    }

    /** Lets the service fetch the page, and shows its links. */
    async fetch() {
        this.running?.abort();
        const running = new AbortController();
        this.running = running;
        const page = /** @type {HTMLInputElement} */ (this.form.querySelector('[value="page"]'));
        page.checked = true;
        // The button that had the focus disappears with the notice.
        if (this.notice.contains(document.activeElement)) page.focus({ preventScroll: true });
        const query = this.makeQuery();
        this.showLinks([]);
        this.notice.replaceChildren(makeBusyRing('Fetching the page'));
        try {
            const links = /** @type {Link[]} */ (await api.links(query, running.signal));
            if (running.signal.aborted) return;
            this.state.receivePage(links, Boolean(query.sort));
            this.showLinks(this.state.ofPage ?? []);
            announce(count(links.length, 'link'));
        } catch (problem) {
            if (!running.signal.aborted) this.showProblem(problem);
        }
    }

    /** Returns the query for the links of the whole page. */
    makeQuery() {
        /** @type {Record<string, string | boolean | string[] | undefined>} */
        const query = {
            snapshot: this.place?.id, within: this.control('within').value.trim(), sort: this.control('sort').value,
        };
        for (const name of patterns) query[name] = this.control(name).value.split(/\s+/).filter(Boolean);
        for (const name of switches) query[name] = /** @type {HTMLInputElement} */ (this.control(name)).checked;
        return query;
    }

    /**
     * Shows why the page could not be fetched.
     *
     * @param {unknown} problem
     */
    showProblem(problem) {
        const inView = element('button', { text: 'Show links in view' });
        inView.addEventListener('click', () => {
            const view = /** @type {HTMLInputElement} */ (this.form.querySelector('[value="view"]'));
            view.checked = true;
            view.focus({ preventScroll: true });
            this.changeExtent();
        });
        const box = makeProblemNotice(problem, () => this.fetch());
        box.querySelector('.actions')?.append(inView);
        this.notice.replaceChildren(box);
    }

    /**
     * Shows the links in view or those of the whole page.
     *
     * @param {Link[]} links
     */
    showLinks(links) {
        this.state.setLinks(links);
        fillMenu(this.control('kind'), 'All kinds', links.map(({ kind }) => kind ?? ''));
        fillMenu(this.control('ext'), 'All extensions', links.map(({ url }) => extension(url ?? '')));
        this.filter();
    }

    filter() {
        const isSameHost = /** @type {HTMLInputElement} */ (this.control('host')).checked;
        const host = this.place ? site(this.place.url) : '';
        this.state.filter({
            words: this.field.value, kind: this.control('kind').value, extension: this.control('ext').value,
            host: isSameHost ? host : null,
        });
        this.rows.reload();
        this.notice.replaceChildren(...(this.state.shown.length > 0 ? [] : [this.makeEmptyNotice()]));
        this.showSelection();
    }

    /** Updates the bar with the actions on the selection. */
    showSelection() {
        const all = this.state.selectable.length;
        const some = this.state.selected.size;
        part('chosen').hidden = all === 0;
        this.all.checked = some > 0 && some === all;
        this.all.indeterminate = some > 0 && some < all;
        this.all.setAttribute('aria-label', 'Select all');
        part('chosen-words').textContent = this.state.selectionText;
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
            await this.enqueue([row], [downloadOf(link)], title(link.text) || sanitize(link.url ?? ''), this.place?.id);
            this.state.queued.add(link.target ?? '');
            showQueued(button);
        } catch (problem) {
            button.ariaDisabled = null;
            throw problem;
        }
    }

    async queueChosen() {
        const { chosen } = this.state;
        const label = title(chosen[0]?.text) || (chosen[0]?.target ?? '');
        await this.enqueue(this.rows.visibleRows(chosen), downloadsOf(chosen), label, this.place?.id);
        // Links that were selected in the meantime stay selected.
        this.state.recordQueued(chosen);
        this.rows.update();
        this.showSelection();
    }

    async saveChosen() {
        const format = /** @type {HTMLSelectElement} */ (part('links-format')).value;
        const links = this.state.chosen.map(asHarvested);
        const { name, body } = await api.linksFile(format, links);
        saveFile(name, body);
        showToast(`Saved ${count(links.length, 'link')} as ${name}.`);
    }

    makeEmptyNotice() {
        if (this.state.links.length > 0) {
            return makeNotice({ heading: 'No matching links', text: 'Remove a filter to see more.' });
        }
        const isView = new FormData(this.form).get('extent') === 'view';
        if (!isView) {
            return makeNotice({
                heading: 'No links', text: 'The page contains no links, or none that match the filters.',
            });
        }
        const button = element('button', { text: 'Fetch the whole page', className: 'primary' });
        button.addEventListener('click', () => this.fetch());
        const isOfWeb = Boolean(safeLink(this.place?.url));
        return makeNotice({
            heading: 'No links in view', text: 'No links were in view where you stopped.',
            actions: isOfWeb ? [button] : [],
        });
    }
}

/**
 * Fills a menu with the values of the links, the most frequent first. It is hidden if there is only one.
 *
 * @param {Element} select
 * @param {string} all the label of the option that matches all links
 * @param {string[]} values
 */
function fillMenu(select, all, values) {
    const menu = /** @type {HTMLSelectElement} */ (select);
    const { value } = menu;
    const counts = countValues(values);
    const options = counts.map(([name, number]) => new Option(`${name} (${number})`, name));
    menu.replaceChildren(new Option(all, ''), ...options);
    menu.value = counts.some(([name]) => name === value) ? value : '';
    menu.hidden = counts.length < 2;
}
