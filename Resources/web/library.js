// The places: search as you type, filters by site and tag, one card for each.

import { api, parameters } from './api.js';
import { marksEditor, setKnownTags } from './marks.js';
import { foldAway } from './motion.js';
import { attempt, busy, element, nearEnd, notice, problemNotice, say, toast } from './notices.js';
import { ago, count, fileName, plain, safeLink, short, site, title } from './text.js';

const pageSize = 24;
// Shorter than what feels like waiting, longer than nearly every answer.
const ringPause = 250;

/** @typedef {{id: string, storedAt: string, url: string, title: string | null, quote: string | null,
 *   progress: number | null, fragment: string, linkCount: number, tags: string[], note: string}} Place */

/** What a place is called. @param {Place} place */
export function nameOf(place) {
    return title(place.title) || fileName(null, place.url);
}

/**
 * Forgets a place; for a while it can be brought back.
 * @param {Place} place
 * @param {() => unknown} back what to do once it is back
 */
export async function forget(place, back) {
    await api.forget(place.id);
    toast(`Forgot “${short(nameOf(place))}”.`, {
        label: 'Undo',
        run: () => attempt(async () => {
            await api.bringBack(place.id);
            say('The place is back.');
            await back();
        }),
    });
}

/** How far the reader had come, in an element with a bar and a number. @param {HTMLElement} box @param {Place} place */
export function showProgress(box, { progress }) {
    box.hidden = typeof progress !== 'number';
    if (typeof progress !== 'number') return;
    const share = Math.min(1, Math.max(0, progress));
    /** @type {HTMLProgressElement} */ (box.querySelector('progress')).value = share;
    /** @type {HTMLElement} */ (box.querySelector('span')).textContent = `${Math.round(share * 100)} % read`;
}

/** @param {HTMLTimeElement} time @param {string} date */
export function showTime(time, date) {
    const stored = new Date(date);
    time.dateTime = date;
    time.textContent = ago(stored);
    // Only for who asks: the first date that a browser writes out in full takes it some 20 ms, and the list would wait.
    time.onpointerenter = () => { time.title = stored.toLocaleString(); };
}

/** Leads to a place, if its address may be a link at all. @param {HTMLElement} link @param {Place} place */
export function resumeBy(link, place) {
    const address = safeLink(place.fragment) ?? safeLink(place.url);
    if (!address) return false;
    link.setAttribute('href', address);
    // The extension and the userscript hear by this which place is resumed.
    link.dataset.resume = place.id;
    return true;
}

const part = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));

export class Library {
    /** @param {(address: string, isReplaced?: boolean) => void} navigate */
    constructor(navigate) {
        this.navigate = navigate;
        this.list = part('cards');
        this.notice = part('places-notice');
        this.more = /** @type {HTMLButtonElement} */ (part('more'));
        this.field = /** @type {HTMLInputElement} */ (part('query'));
        this.site = /** @type {HTMLSelectElement} */ (part('site'));
        this.tag = /** @type {HTMLSelectElement} */ (part('tag'));
        this.template = /** @type {HTMLTemplateElement} */ (part('card-template'));
        /** What is shown, or asked for. @type {string | null} */
        this.wanted = null;
        /** @type {string | null} */
        this.next = null;
        /** @type {AbortController | undefined} */
        this.running = undefined;
        /** @type {Map<string, Place>} */
        this.places = new Map();
        /** What takes over changes into the editors that are open. @type {Map<string, (place: Place) => void>} */
        this.editors = new Map();
        /** Those that went by this page's own doing. @type {Set<string>} */
        this.forgotten = new Set();
        /** How many lists are asked for. */
        this.asking = 0;
        /** What the service has told of places meanwhile, which is newer; null where one is gone. @type {Map<string, Place | null>} */
        this.toldOf = new Map();
        this.field.addEventListener('input', () => this.search());
        for (const filter of [this.site, this.tag]) filter.addEventListener('change', () => this.search());
        part('search').addEventListener('submit', (event) => {
            event.preventDefault();
            this.search();
        });
        this.field.addEventListener('keydown', (event) => {
            if (event.key === 'ArrowDown' || event.key === 'Enter') {
                const first = /** @type {HTMLElement | null} */ (this.list.querySelector('.title[href], button'));
                if (event.key === 'ArrowDown' && first) event.preventDefault();
                if (event.key === 'ArrowDown') first?.focus();
            }
        });
        part('clear').addEventListener('click', () => {
            this.navigate('/');
            this.field.focus();
        });
        part('fresh').querySelector('button')?.addEventListener('click', () => {
            scrollTo(0, 0);
            this.load();
            this.field.focus({ preventScroll: true });
        });
        this.more.addEventListener('click', () => this.load(this.next, true));
        this.lookForEnd = nearEnd(this.more, '800px', () => {
            if (this.next && !this.running) this.load(this.next);
        });
    }

    get isFiltered() {
        return Boolean(this.field.value.trim() || this.site.value || this.tag.value);
    }

    /** Shows what the address asks for. */
    open() {
        const asked = new URLSearchParams(location.search);
        const query = asked.get('q') ?? '';
        if (this.field.value.trim() !== query) this.field.value = query;
        choose(this.site, asked.get('site') ?? '');
        choose(this.tag, asked.get('tag') ?? '');
        if (location.search === this.wanted) return;
        const isFirst = this.wanted === null;
        const loaded = this.load();
        // The filters count all places, which takes longer than the first part of the list.
        if (isFirst) loaded.then(() => this.loadFilters());
    }

    /** Takes over what is typed or chosen, at once. */
    search() {
        const filters = parameters({ q: this.field.value.trim(), site: this.site.value, tag: this.tag.value });
        const address = filters ? `/?${filters}` : '/';
        if (address === location.pathname + location.search) return;
        this.navigate(address, true);
        this.load();
    }

    reload() {
        this.loadFilters();
        if (part('places').hidden) this.wanted = null;
        else this.load();
    }

    /** Shows a place that is back; the focus, which was on the button that is gone, goes to it. @param {string} id */
    async bringBack(id) {
        this.loadFilters();
        if (part('places').hidden) {
            this.wanted = null;
            const heading = document.querySelector('main section:not([hidden]) h1');
            if (heading instanceof HTMLElement) heading.focus({ preventScroll: true });
            return;
        }
        await this.load();
        const active = document.activeElement;
        // Whoever has gone on meanwhile stays there.
        if (active && active !== document.body && active.checkVisibility()) return;
        const stop = this.find(id)?.querySelector('.title[href], button') ?? part('places-heading');
        /** @type {HTMLElement} */ (stop).focus({ preventScroll: true });
    }

    async loadFilters() {
        try {
            const [sites, tags] = await Promise.all([api.tallies('sites'), api.tallies('tags')]);
            fill(this.site, sites, 'All sites');
            fill(this.tag, tags, 'All tags');
            setKnownTags(tags.map((/** @type {{name: string}} */ { name }) => name));
        } catch {
            // The list says what is wrong. What was chosen by the address can be chosen otherwise.
            for (const filter of [this.site, this.tag]) filter.disabled = false;
        }
    }

    /**
     * @param {string | null} after where to go on; null starts anew
     * @param {boolean} isAsked whether somebody pressed the button, and goes on from there
     */
    async load(after = null, isAsked = false) {
        this.running?.abort();
        const running = new AbortController();
        this.running = running;
        this.wanted = location.search;
        const what = { q: this.field.value.trim(), site: this.site.value, tag: this.tag.value, limit: pageSize, after };
        part('clear').hidden = !this.isFiltered;
        // A ring only where there is nothing to look at yet, and only if the answer takes a moment.
        const ring = setTimeout(() => {
            if (this.list.children.length === 0) this.notice.replaceChildren(busy('Loading your places'));
        }, ringPause);
        try {
            const { places, next } = await this.ask(what, running.signal);
            if (running.signal.aborted) return;
            this.next = next;
            this.notice.replaceChildren();
            if (after === null) {
                this.places.clear();
                part('fresh').hidden = true;
            }
            const cards = places.map((/** @type {Place} */ place) => this.card(place));
            if (after === null) this.replace(cards);
            else this.list.append(...cards);
            this.more.hidden = !next;
            this.tell();
            if (isAsked) cards[0]?.querySelector('a, button')?.focus({ preventScroll: true });
        } catch (problem) {
            if (running.signal.aborted) return;
            this.wanted = null;
            this.more.hidden = true;
            if (after === null) this.replace([]);
            this.notice.replaceChildren(problemNotice(problem, () => this.load()));
        } finally {
            clearTimeout(ring);
            if (this.running === running) this.running = undefined;
            this.lookForEnd();
        }
    }

    /**
     * Shows other cards. One in which somebody writes stays as it is; whoever had the focus in a card has it there again, or
     * begins anew.
     * @param {HTMLElement[]} cards
     */
    replace(cards) {
        const active = document.activeElement;
        const focused = active instanceof HTMLElement && this.list.contains(active) ? active : null;
        const id = focused?.closest('.card')?.getAttribute('data-id') ?? '';
        const wanted = cards.map((card) => {
            const id = card.dataset.id ?? '';
            const old = this.find(id);
            const place = this.places.get(id);
            if (!place || !old?.querySelector('.drawer:not([hidden])')) return card;
            this.showMarks(old, place);
            this.editors.get(id)?.(place);
            return old;
        });
        for (const old of [...this.list.children]) if (!wanted.includes(/** @type {HTMLElement} */ (old))) old.remove();
        // What stays is not even taken out for a moment: a field that goes takes what is half written for the whole.
        let at = this.list.firstElementChild;
        for (const card of wanted) {
            if (card === at) at = at.nextElementSibling;
            else this.list.insertBefore(card, at);
        }
        if (!focused || focused.isConnected) return;
        const card = this.find(id);
        const same = focused.classList.length > 0 ? card?.querySelector(`.${[...focused.classList].join('.')}`) : null;
        const stop = same ?? card?.querySelector('.title[href], button') ?? part('places-heading');
        /** @type {HTMLElement} */ (stop).focus({ preventScroll: true });
    }

    /** Says how much there is, where that is not plain to see. */
    tell() {
        const shown = this.list.children.length;
        part('found').textContent = !this.isFiltered ? ''
            : this.next ? `More than ${count(shown, 'place')}` : count(shown, 'place');
        if (shown === 0) this.notice.replaceChildren(this.emptyNotice());
    }

    /** @param {Place} place */
    card(place) {
        this.places.set(place.id, place);
        const card = /** @type {HTMLLIElement} */ (
            /** @type {DocumentFragment} */ (this.template.content.cloneNode(true)).firstElementChild);
        const part = (/** @type {string} */ selector) => /** @type {HTMLElement} */ (card.querySelector(selector));
        const name = nameOf(place);
        card.dataset.id = place.id;
        part('.site').textContent = site(place.url);
        if (safeLink(place.url)) {
            part('.site').setAttribute('href', `/?${parameters({ site: new URL(place.url).hostname.replace(/^www\./, '') })}`);
            part('.site').setAttribute('aria-label', `Only places of ${site(place.url)}`);
        }
        showTime(/** @type {HTMLTimeElement} */ (part('time')), place.storedAt);
        part('.title').textContent = name;
        part('.resume').setAttribute('aria-label', `Resume ${name}`);
        // An address that a page may not link to, such as a file's, is no link.
        if (resumeBy(part('.title'), place)) resumeBy(part('.resume'), place);
        else part('.resume').remove();
        if (place.quote) part('blockquote p').textContent = place.quote;
        else part('blockquote').remove();
        this.showMarks(card, place);
        showProgress(part('.reading'), place);
        const links = part('.links');
        if (safeLink(place.url) || place.linkCount > 0) {
            links.textContent = place.linkCount > 0 ? `Links ${place.linkCount}` : 'Links';
            links.setAttribute('href', `/places/${place.id}#links`);
            links.setAttribute('aria-label', `${links.textContent} of ${name}`);
        } else {
            links.remove();
        }
        const details = part('.more-of');
        details.setAttribute('href', `/places/${place.id}`);
        details.setAttribute('aria-label', `Details of ${name}`);
        part('.edit').setAttribute('aria-label', `Tags and note of ${name}`);
        part('.edit').addEventListener('click', () => this.edit(card, place.id));
        part('.drawer').addEventListener('keydown', (event) => {
            if (event.key !== 'Escape') return;
            part('.edit').focus();
            this.edit(card, place.id);
        });
        part('.forget').setAttribute('aria-label', `Forget ${name}`);
        part('.forget').addEventListener('click', () => attempt(() => this.forget(card, place)));
        return card;
    }

    /** @param {HTMLElement} card @param {Place} place */
    showMarks(card, place) {
        const note = /** @type {HTMLElement} */ (card.querySelector('.note'));
        note.hidden = place.note === '';
        note.textContent = place.note;
        const tags = /** @type {HTMLElement} */ (card.querySelector('.tags'));
        tags.hidden = place.tags.length === 0;
        tags.replaceChildren(...place.tags.map((tag) => {
            const link = element('a', { text: plain(tag), href: `/?${parameters({ tag })}` });
            link.setAttribute('aria-label', `Only places with the tag ${plain(tag)}`);
            return element('li', {}, link);
        }));
    }

    /** @param {HTMLElement} card @param {string} id */
    edit(card, id) {
        const drawer = /** @type {HTMLElement} */ (card.querySelector('.drawer'));
        const button = /** @type {HTMLElement} */ (card.querySelector('.edit'));
        const place = this.places.get(id);
        drawer.hidden = !drawer.hidden;
        button.setAttribute('aria-expanded', String(!drawer.hidden));
        this.editors.delete(id);
        if (drawer.hidden || !place) {
            drawer.replaceChildren();
            return;
        }
        const { box, update } = marksEditor(place, (changed) => {
            this.places.set(id, changed);
            this.showMarks(card, changed);
            this.loadFilters();
        });
        this.editors.set(id, update);
        drawer.replaceChildren(box);
        drawer.querySelector('input')?.focus();
    }

    /** @param {HTMLElement} card @param {Place} place */
    async forget(card, place) {
        this.forgotten.add(place.id);
        await forget(place, () => {
            this.forgotten.delete(place.id);
            return this.bringBack(place.id);
        });
        await this.take(card);
        this.loadFilters();
    }

    /** Takes a card away; the focus goes to its neighbour. @param {HTMLElement} card */
    async take(card) {
        const neighbour = card.nextElementSibling ?? card.previousElementSibling;
        const next = /** @type {HTMLElement | null} */ (neighbour?.querySelector('.title[href], button') ?? this.field);
        if (card.contains(document.activeElement)) next?.focus({ preventScroll: true });
        this.places.delete(card.dataset.id ?? '');
        await foldAway(card);
        if (this.list.children.length === 0) this.tell();
    }

    /** @param {string} id */
    find(id) {
        return /** @type {HTMLElement | null} */ (this.list.querySelector(`[data-id="${CSS.escape(id)}"]`));
    }

    /**
     * A part of the list, with what was told of its places while it was on its way.
     * @param {Parameters<typeof api.snapshots>[0] & {after?: string | null}} what
     * @param {AbortSignal} [signal]
     * @returns {Promise<{places: Place[], next: string | null}>}
     */
    async ask(what, signal) {
        this.asking += 1;
        try {
            const { places, next } = await api.snapshots(what, signal);
            const listed = new Set(places.map((/** @type {Place} */ { id }) => id));
            const newest = places[0]?.storedAt ?? '';
            const isNew = (/** @type {Place | null} */ place) => place && place.storedAt > newest && !listed.has(place.id)
                && !this.forgotten.has(place.id);
            // Whether one that is new is of those that are looked for, only the service knows.
            const fresh = what.after || this.isFiltered ? [] : [...this.toldOf.values()].filter(isNew);
            return { places: [...fresh.reverse(), ...places.flatMap((/** @type {Place} */ place) => {
                const told = this.toldOf.get(place.id);
                return told === undefined ? place : told ?? [];
            })], next };
        } finally {
            this.asking -= 1;
            if (this.asking === 0) this.toldOf.clear();
        }
    }

    /** Takes in a place that came while nobody listened. */
    async catchUp() {
        try {
            const { places } = await this.ask({ limit: 1 });
            if (places[0] && !this.running && !this.isFiltered) this.changed(places[0]);
        } catch {
            // The list says what is wrong.
        }
    }

    /** The service tells of a place. @param {Place} place */
    hear(place) {
        if (this.asking > 0) this.toldOf.set(place.id, place);
        this.changed(place);
    }

    /** A place that is new, or changed elsewhere. @param {Place} place */
    changed(place) {
        const card = this.find(place.id);
        if (card) {
            this.places.set(place.id, place);
            this.showMarks(card, place);
            this.editors.get(place.id)?.(place);
            return;
        }
        if (this.wanted === null || this.forgotten.has(place.id)) return;
        const newest = this.list.firstElementChild;
        const isNewer = !(newest instanceof HTMLElement)
            || place.storedAt > (this.places.get(newest.dataset.id ?? '')?.storedAt ?? '');
        if (!isNewer) return;
        if (this.isFiltered || scrollY > 200 || part('places').hidden || this.list.contains(document.activeElement)) {
            part('fresh').hidden = false;
            return;
        }
        this.notice.replaceChildren();
        this.list.prepend(this.card(place));
        say(`New place: ${nameOf(place)}`);
        this.loadFilters();
    }

    /** A place that was forgotten, here or elsewhere. @param {string} id */
    gone(id) {
        if (this.asking > 0) this.toldOf.set(id, null);
        const card = this.find(id);
        if (card && !this.forgotten.has(id)) this.take(card);
    }

    emptyNotice() {
        if (this.isFiltered) {
            const query = this.field.value.trim();
            const clear = element('button', { text: 'Show all places', className: 'primary' });
            clear.addEventListener('click', () => part('clear').click());
            const text = query ? `No place has all the words of “${query}” here.` : 'No place is of this kind any more.';
            return notice({ heading: 'Nothing found', text, actions: [clear] });
        }
        return notice({
            heading: 'No places yet',
            text: 'Put the bookmarklet on your bookmarks bar, read something, and click it where you stop.',
            actions: [
                element('a', { text: 'Install the bookmarklet', className: 'button primary', href: '/install' }),
                element('a', { text: 'Try it on a sample page', className: 'button', href: '/sample' }),
            ],
        });
    }
}

/** Chooses a value, which is made if it is not there yet. @param {HTMLSelectElement} select @param {string} value */
function choose(select, value) {
    if (value && ![...select.options].some((option) => option.value === value)) select.append(new Option(value, value));
    select.value = value;
}

// Who has more sites than this finds one by searching.
const mostOptions = 200;

/** @param {HTMLSelectElement} select @param {{name: string, count: number}[]} tallies @param {string} all */
function fill(select, tallies, all) {
    const { value } = select;
    const options = tallies.slice(0, mostOptions).map(({ name, count: number }) => new Option(`${plain(name)} (${number})`, name));
    select.replaceChildren(new Option(all, ''), ...options);
    choose(select, value);
    select.disabled = tallies.length === 0;
}
