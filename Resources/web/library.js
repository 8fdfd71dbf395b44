// The places: search as you type, one card for each.

import { api } from './api.js';
import { foldAway } from './motion.js';
import { busy, copy, element, notice, problemNotice, toast } from './notices.js';
import { ago, fileName, safeLink, site } from './text.js';

const pageSize = 30;
// Longer than the gap between two strokes of a quick typist, shorter than what feels like waiting.
const typingPause = 150;

/** @typedef {{id: string, storedAt: string, url: string, title: string | null, quote: string | null,
 *   progress: number | null, fragment: string, linkCount: number}} Place */

export class Library {
    /** @param {(source: Element, url: string, label: string, referer: string) => Promise<void>} enqueue */
    constructor(enqueue) {
        this.enqueue = enqueue;
        this.list = /** @type {HTMLOListElement} */ (document.getElementById('cards'));
        this.notice = /** @type {HTMLElement} */ (document.getElementById('places-notice'));
        this.more = /** @type {HTMLButtonElement} */ (document.getElementById('more'));
        this.field = /** @type {HTMLInputElement} */ (document.getElementById('query'));
        this.template = /** @type {HTMLTemplateElement} */ (document.getElementById('card-template'));
        this.linkTemplate = /** @type {HTMLTemplateElement} */ (document.getElementById('link-template'));
        /** @type {AbortController | undefined} */
        this.running = undefined;
        /** @type {ReturnType<typeof setTimeout> | undefined} */
        let timer;
        this.field.addEventListener('input', () => {
            clearTimeout(timer);
            timer = setTimeout(() => this.load(), typingPause);
        });
        document.getElementById('search')?.addEventListener('submit', (event) => {
            event.preventDefault();
            clearTimeout(timer);
            this.load();
        });
        this.more.addEventListener('click', () => this.load(this.list.children.length));
    }

    /** @param {number} offset 0 starts anew */
    async load(offset = 0) {
        this.running?.abort();
        const running = new AbortController();
        this.running = running;
        const query = this.field.value.trim();
        this.more.disabled = true;
        // A ring only where there is nothing to look at yet, and only if the answer takes a moment.
        const ring = setTimeout(() => {
            if (this.list.children.length === 0) this.notice.replaceChildren(busy('Loading your places'));
        }, 200);
        try {
            const places = await api.snapshots({ query, limit: pageSize, offset, signal: running.signal });
            clearTimeout(ring);
            if (running.signal.aborted) return;
            this.notice.replaceChildren();
            const cards = places.map((/** @type {Place} */ place) => this.card(place));
            if (offset === 0) this.list.replaceChildren(...cards);
            else this.list.append(...cards);
            this.more.hidden = places.length < pageSize;
            if (this.list.children.length === 0) this.notice.replaceChildren(emptyNotice(query));
            if (offset > 0) cards[0]?.querySelector('a, button')?.focus({ preventScroll: true });
        } catch (problem) {
            clearTimeout(ring);
            if (running.signal.aborted) return;
            this.list.replaceChildren();
            this.more.hidden = true;
            this.notice.replaceChildren(problemNotice(problem, () => this.load()));
        } finally {
            if (this.running === running) this.more.disabled = false;
        }
    }

    /** @param {Place} place */
    card(place) {
        const card = /** @type {HTMLLIElement} */ (
            /** @type {DocumentFragment} */ (this.template.content.cloneNode(true)).firstElementChild);
        const part = (/** @type {string} */ selector) => /** @type {HTMLElement} */ (card.querySelector(selector));
        const name = place.title?.trim() || fileName(null, place.url);
        const link = safeLink(place.fragment) ?? safeLink(place.url);
        card.dataset.id = place.id;
        part('.site').textContent = site(place.url);
        part('.site').title = place.url;
        const time = /** @type {HTMLTimeElement} */ (part('time'));
        const stored = new Date(place.storedAt);
        time.dateTime = place.storedAt;
        time.title = stored.toLocaleString();
        time.textContent = ago(stored);
        part('.title').textContent = name;
        if (link) {
            part('.title').setAttribute('href', link);
            part('.resume').setAttribute('href', link);
            part('.resume').setAttribute('aria-label', `Resume ${name}`);
        } else {
            // An address that a page may not link to, such as a file's.
            part('.resume').remove();
        }
        if (place.quote) part('blockquote p').textContent = place.quote;
        else part('blockquote').remove();
        if (typeof place.progress === 'number') {
            const share = Math.min(1, Math.max(0, place.progress));
            /** @type {HTMLProgressElement} */ (part("progress")).value = share;
            part('.reading span').textContent = `${Math.round(share * 100)} %`;
        } else {
            part('.reading').remove();
        }
        const links = part('.links');
        if (place.linkCount > 0) {
            links.textContent = `Links ${place.linkCount}`;
            links.addEventListener('click', () => this.toggleLinks(card, place));
        } else {
            links.remove();
        }
        part('.script').addEventListener('click', () =>
            this.attempt(copy(api.restore(place.id, 'script'), 'The restore script is copied.')));
        part('.bookmarklet').addEventListener('click', () =>
            this.attempt(copy(api.restore(place.id, 'bookmarklet'), 'The bookmarklet is copied.')));
        const forget = part('.forget');
        forget.setAttribute('aria-label', `Forget ${name}`);
        forget.addEventListener('click', () => this.attempt(this.forget(card, place, name)));
        return card;
    }

    /** @param {HTMLLIElement} card @param {Place} place */
    async toggleLinks(card, place) {
        const drawer = /** @type {HTMLElement} */ (card.querySelector('.drawer'));
        const button = /** @type {HTMLElement} */ (card.querySelector('.links'));
        drawer.hidden = !drawer.hidden;
        button.setAttribute('aria-expanded', String(!drawer.hidden));
        if (drawer.hidden || drawer.childElementCount > 0) return;
        drawer.replaceChildren(busy('Loading the links'));
        try {
            const { snapshot } = await api.snapshot(place.id);
            const list = element('ul', {}, ...(snapshot.links ?? []).map(
                (/** @type {{url?: unknown, text?: unknown}} */ link) => this.link(link, place)));
            drawer.replaceChildren(element('p', { text: 'Links that were in view:' }), list);
        } catch (problem) {
            drawer.replaceChildren(element('p', { text: /** @type {Error} */ (problem).message }));
        }
    }

    /** @param {{url?: unknown, text?: unknown}} link @param {Place} place */
    link(link, place) {
        const row = /** @type {HTMLLIElement} */ (
            /** @type {DocumentFragment} */ (this.linkTemplate.content.cloneNode(true)).firstElementChild);
        const address = String(link.url ?? '');
        const label = String(link.text ?? '').trim() || address;
        const target = safeLink(address);
        const anchor = /** @type {HTMLElement} */ (row.querySelector('a'));
        const button = /** @type {HTMLButtonElement} */ (row.querySelector('button'));
        if (!target) {
            anchor.replaceWith(element('span', { text: label }, element('small', { text: address.slice(0, 200) })));
            button.remove();
            return row;
        }
        anchor.setAttribute('href', target);
        anchor.append(label, element('small', { text: site(target) }));
        button.setAttribute('aria-label', `Queue ${label}`);
        button.addEventListener('click', async () => {
            button.disabled = true;
            try {
                await this.enqueue(button, target, label, place.url);
                button.textContent = 'Queued';
                button.classList.add('done');
            } catch (problem) {
                button.disabled = false;
                toast(/** @type {Error} */ (problem).message);
            }
        });
        return row;
    }

    /** @param {HTMLLIElement} card @param {Place} place @param {string} name */
    async forget(card, place, name) {
        // Taken first, so that it can be put back.
        const { snapshot } = await api.snapshot(place.id);
        await api.forget(place.id);
        const neighbour = card.nextElementSibling ?? card.previousElementSibling;
        const next = /** @type {HTMLElement | null} */ (neighbour?.querySelector('.title[href], button') ?? this.field);
        if (card.contains(document.activeElement)) next?.focus({ preventScroll: true });
        await foldAway(card);
        if (this.list.children.length === 0) this.load();
        toast(`Forgot “${name.length > 60 ? `${name.slice(0, 59)}…` : name}”.`, {
            label: 'Undo',
            run: () => this.attempt(api.keep(snapshot).then(() => this.load())),
        });
    }

    /** @param {Promise<unknown>} work */
    async attempt(work) {
        try {
            await work;
        } catch (problem) {
            toast(/** @type {Error} */ (problem).message);
        }
    }
}

/** @param {string} query */
function emptyNotice(query) {
    if (query) return notice({ heading: 'Nothing found', text: `No place has all the words of “${query}”.` });
    return notice({
        heading: 'No places yet',
        text: 'Put the bookmarklet on your bookmarks bar, read something, and click it where you stop.',
        actions: [
            element('a', { text: 'Install the bookmarklet', className: 'button primary', href: '/install' }),
            element('a', { text: 'Try it on a sample page', className: 'button', href: '/sample' }),
        ],
    });
}
