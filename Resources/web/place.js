// The view of one place: its tags and note, the other places on its page, and its links.

import { api, parameters } from './api.js';
import { showAutomatic } from './automatic-label.js';
import { element, openInNewTab, part, showTime } from './elements.js';
import { forget, keep } from './library.js';
import { Links } from './links.js';
import { marksEditor } from './marks.js';
import { loadFigures } from './motion.js';
import { attempt, busy, copy, notice, problemNotice } from './notices.js';
import { nameOf, resumeBy, shareText, showProgress } from './place-card.js';
import { showCopies } from './place-copies.js';
import { editionName, safeLink, short, site } from './text.js';

/** @typedef {import('./library-state.js').Place & {snapshot: {links?: unknown}}} WholePlace */

const historyLimit = 20;

export class PlaceView {
    /**
     * @param {(sources: HTMLElement[], urls: import('./api.js').NewDownload[], label: string,
     *   snapshot?: string) => Promise<void>} enqueue
     * @param {(address: string) => void} navigate
     * @param {import('./library.js').Library} library
     */
    constructor(enqueue, navigate, library) {
        this.navigate = navigate;
        this.library = library;
        this.links = new Links(enqueue);
        /** @type {WholePlace | undefined} */
        this.place = undefined;
        this.turn = 0;
        /**
         * Passes changes to the editor of the tags and the note.
         *
         * @type {((place: import('./library-state.js').Place) => void) | undefined}
         */
        this.update = undefined;
        const copies = /** @type {const} */ ([
            ['place-address', 'fragment', 'Copied the address. It leads to the place in any browser.'],
            ['place-bookmarklet', 'bookmarklet', 'Copied the bookmarklet.'],
            ['place-script', 'script', 'Copied the restore script.'],
        ]);
        for (const [id, kind, done] of copies) {
            part(id).addEventListener('click', () => attempt(
                () => copy(api.restore(this.place?.id ?? '', kind), done),
            ));
        }
        part('place-forget').addEventListener('click', () => attempt(() => this.forget(false)));
    }

    /** @param {boolean} isForGood true if the page gets no automatic place again */
    async forget(isForGood) {
        const { place, library } = this;
        if (!place) return;
        await forget(place, library, isForGood);
        const card = library.cards.find(place.id);
        if (card) library.removeCard(card);
        this.navigate('/');
    }

    /** @param {import('./library-state.js').Place} place */
    showAutomatic(place) {
        showAutomatic(part('place-actions'), place, {
            onKeep: () => attempt(async () => this.showAutomatic(await keep(place, this.library))),
            onRefuse: () => attempt(() => this.forget(true)),
        });
    }

    /** The field that filters the links. */
    get field() {
        return this.links.field;
    }

    /**
     * @param {string} id
     */
    async open(id) {
        this.turn += 1;
        const { turn } = this;
        // Loaded early, so that links that are queued here can fly at once.
        loadFigures();
        part('back').setAttribute('href', this.library.query ? `/${this.library.query}` : '/');
        if (this.place?.id !== id) this.clear();
        const ring = setTimeout(() => part('place-notice').replaceChildren(busy('Loading the place')), 250);
        try {
            const place = await api.snapshot(id);
            clearTimeout(ring);
            if (turn !== this.turn) return;
            part('place-notice').replaceChildren();
            const isSame = this.place?.id === place.id;
            this.show(place);
            if (!isSame) this.links.show(place);
            if (location.hash === '#links') {
                part('links').scrollIntoView();
                part('links-heading').focus({ preventScroll: true });
            } else if (document.activeElement === document.body) {
                part('place-heading').focus({ preventScroll: true });
            }
            await Promise.all([this.showHistory(place, turn), showCopies(place, () => turn === this.turn)]);
        } catch (problem) {
            if (turn !== this.turn) return;
            this.clear();
            const isMissing = /** @type {{status?: number}} */ (problem).status === 404;
            const heading = isMissing ? 'This place does not exist' : 'Place';
            part('place-heading').textContent = heading;
            document.title = `${heading} · Leftoff`;
            part('place-notice').replaceChildren(isMissing ? missing() : problemNotice(problem, () => this.open(id)));
        } finally {
            clearTimeout(ring);
        }
    }

    /**
     * Receives a place that was changed, perhaps elsewhere.
     *
     * @param {import('./library-state.js').Place} place
     */
    receiveChange(place) {
        if (place.id !== this.place?.id) return;
        this.update?.(place);
        this.showAutomatic(place);
    }

    clear() {
        this.place = undefined;
        part('place-body').hidden = true;
        part('copies').hidden = true;
        part('place-notice').replaceChildren();
        part('place-heading').textContent = '';
        part('place-meta').textContent = '';
    }

    /**
     * @param {WholePlace} place
     */
    show(place) {
        this.place = place;
        const time = /** @type {HTMLTimeElement} */ (element('time'));
        showTime(time, place.storedAt);
        const host = site(place.original ?? place.url);
        part('place-meta').replaceChildren(
            element('a', { text: host, href: `/?${parameters({ site: host })}` }), ' · ', time, ...originOf(place));
        part('place-heading').textContent = nameOf(place);
        document.title = `${short(nameOf(place))} · Leftoff`;
        part('place-quote').hidden = !place.quote;
        /** @type {HTMLElement} */ (part('place-quote').firstElementChild).textContent = place.quote ?? '';
        showProgress(part('place-reading'), place);
        this.showAutomatic(place);
        part('place-resume').hidden = !resumeBy(part('place-resume'), place);
        part('place-address').hidden = !safeLink(place.url);
        const { box, update } = marksEditor(place, (changed) => {
            this.library.showChange(changed);
            this.library.loadFilters();
        });
        this.update = update;
        part('marks').replaceChildren(part('marks-heading'), box);
        part('place-body').hidden = false;
    }

    /**
     * @param {WholePlace} place
     * @param {number} turn
     */
    async showHistory(place, turn) {
        part('history').hidden = true;
        // If the other places cannot be loaded, the place is shown without them.
        const { places } = await api.snapshots({ page: place.original ?? place.url, limit: historyLimit })
            .catch(() => ({ places: [] }));
        if (turn !== this.turn) return;
        const others = places.filter((/** @type {WholePlace} */ { id }) => id !== place.id);
        part('history').hidden = others.length === 0;
        part('history').querySelector('ol')?.replaceChildren(...others.map((/** @type {WholePlace} */ other) => {
            const time = /** @type {HTMLTimeElement} */ (element('time'));
            showTime(time, other.storedAt);
            const details = element('a', { href: `/places/${other.id}` }, time);
            const edition = other.edition ? ` · ${editionName(other.edition)}` : '';
            const share = typeof other.progress === 'number'
                ? ` · ${shareText(other.progress, other.approximate)}` : '';
            const resume = element('a', { text: 'Resume', className: 'button' });
            openInNewTab(resume);
            resume.setAttribute('aria-label', `Resume the place captured ${time.textContent}`);
            const line = element('span', {}, details, edition, share);
            const row = element('li', {}, element('div', { className: 'what' }, line,
                element('small', { text: short(other.quote ?? '', 140) })));
            if (resumeBy(resume, other)) row.append(resume);
            return row;
        }));
    }
}

/**
 * Returns the edition in which a place was captured, with a link to the original page.
 *
 * @param {WholePlace} place
 * @returns {(string | HTMLElement)[]} empty if the place was captured in the original page
 */
function originOf({ edition, original }) {
    if (!edition || !original) return [];
    const address = safeLink(original);
    if (!address) return [];
    const link = element('a', { text: short(original), href: address });
    openInNewTab(link);
    return [' · ', `${editionName(edition)} of `, link];
}

function missing() {
    return notice({
        heading: 'Forgotten or never captured',
        text: 'A forgotten place can be restored while the undo notice is shown.',
        actions: [element('a', { text: 'All places', className: 'button primary', href: '/' })],
    });
}
