// The view of one place: its position, its copies, its tags and note, the other places on its page, and its links.

import { api } from './api.js';
import { element, openInNewTab, part, saveFile, showTime } from './elements.js';
import { Links } from './links.js';
import { MarksEditor } from './marks.js';
import { loadFigures } from './motion.js';
import { announce, attempt, copyText, makeBusyRing, makeNotice, makeProblemNotice } from './notices.js';
import { copyPath, leadTo, showAutomatic, showPosition, stateText, summaryOf } from './place-display.js';
import { changeShelf, changeText, forget, keep } from './shelf-changes.js';
import { ago, bytes, count, safeLink, sanitize, short } from './text.js';

/** @typedef {import('./shelf-state.js').Place & {snapshot: {links?: unknown}}} WholePlace */
/** @typedef {import('./place-display.js').PlaceSummary} PlaceSummary */
/** @typedef {import('./shelf-state.js').Card} Card */
/** @typedef {Awaited<ReturnType<typeof api.highlights>>[number]} Highlight */
/** @typedef {Awaited<ReturnType<typeof api.copies>>[number]} Copy */

// In ms: longer than nearly every response takes, shorter than what feels like waiting.
const ringDelay = 250;
const historyLimit = 20;

export class PlaceView {
    /**
     * @param {(sources: HTMLElement[], urls: import('./api.js').NewDownload[], label: string,
     *   snapshot?: string) => Promise<void>} enqueue
     * @param {(address: string) => void} navigate
     * @param {import('./shelf.js').Shelf} library
     */
    constructor(enqueue, navigate, library) {
        this.navigate = navigate;
        this.library = library;
        this.links = new Links(enqueue);
        /** @type {WholePlace | undefined} */
        this.place = undefined;
        /** The number of the last call of `open`; responses to earlier ones are ignored. */
        this.turn = 0;
        /**
         * The editor of the tags and the note.
         *
         * @type {MarksEditor | undefined}
         */
        this.marks = undefined;
        const copies = /** @type {const} */ ([
            ['place-address', 'fragment', 'Copied the address. It leads to the place in any browser.'],
            ['place-bookmarklet', 'bookmarklet', 'Copied the bookmarklet.'],
            ['place-script', 'script', 'Copied the restore script.'],
        ]);
        for (const [id, kind, done] of copies) {
            part(id).addEventListener('click', () => attempt(
                () => copyText(api.restore(this.place?.id ?? '', kind), done),
            ));
        }
        /**
         * The card of the place's page.
         *
         * @type {Card | undefined}
         */
        this.card = undefined;
        this.state = makeStateBox();
        part('place-actions').before(this.state.box);
        this.state.finish.addEventListener('click', () => attempt(() => this.finish()));
        this.state.later.addEventListener('click', () => attempt(() => this.putOff()));
        this.highlights = makeHighlightsPanel((format) => attempt(() => this.export(format)));
        part('history').before(this.highlights.panel);
        part('place-forget').addEventListener('click', () => attempt(() => this.forget(false)));
    }

    /** The field that filters the links. */
    get field() {
        return this.links.field;
    }

    /**
     * Loads a place and shows it. What else is known of its page is shown as it arrives.
     *
     * @param {string} id
     */
    async open(id) {
        this.turn += 1;
        const { turn } = this;
        const isCurrent = () => turn === this.turn;
        // Loaded early, so that links that are queued here can fly at once.
        loadFigures();
        part('back').setAttribute('href', this.library.query ? `/${this.library.query}` : '/');
        if (this.place?.id !== id) this.clear();
        const ring = setTimeout(() => {
            part('place-notice').replaceChildren(makeBusyRing('Loading the place'));
        }, ringDelay);
        try {
            const place = await api.snapshot(id);
            clearTimeout(ring);
            if (!isCurrent()) return;
            part('place-notice').replaceChildren();
            const isSame = this.place?.id === place.id;
            this.show(place);
            if (!isSame) this.links.show(place);
            this.moveFocus();
            await Promise.all([
                this.loadHistory(place, isCurrent), this.loadCopies(place.id, isCurrent), this.loadCard(isCurrent),
                this.loadHighlights(place, isCurrent),
            ]);
            // The count of a card leads to the places of its page, which arrive after the view.
            if (isCurrent() && location.hash === '#history' && !part('history').hidden) {
                part('history').scrollIntoView();
                part('history-heading').tabIndex = -1;
                part('history-heading').focus({ preventScroll: true });
            }
        } catch (problem) {
            if (isCurrent()) this.showProblem(problem, id);
        } finally {
            clearTimeout(ring);
        }
    }

    /** Hides the previous place. */
    clear() {
        this.place = undefined;
        this.card = undefined;
        this.state.box.hidden = true;
        this.highlights.panel.hidden = true;
        part('place-body').hidden = true;
        part('copies').hidden = true;
        part('place-notice').replaceChildren();
        part('place-heading').textContent = '';
        part('place-meta').textContent = '';
    }

    /**
     * Shows what the place itself contains.
     *
     * @param {WholePlace} place
     */
    show(place) {
        const summary = summaryOf(place);
        const time = /** @type {HTMLTimeElement} */ (element('time'));
        this.place = place;
        document.title = `${short(summary.name)} · Leftoff`;
        part('place-heading').textContent = summary.name;
        part('place-meta').replaceChildren(
            element('a', { text: summary.site, href: summary.siteList ?? undefined }), ' · ', time,
            ...originOf(summary));
        part('place-quote').hidden = !place.quote;
        part('place-resume').hidden = !summary.link;
        part('place-address').hidden = !safeLink(place.url);
        showPosition({
            time, quote: part('place-quote').firstElementChild, progress: part('place-reading'),
            links: [part('place-resume')],
        }, summary);
        this.showAutomatic(place);
        this.showMarks(place);
        part('place-body').hidden = false;
    }

    /**
     * @param {import('./shelf-state.js').Place} place
     */
    showAutomatic(place) {
        showAutomatic(part('place-actions'), place, {
            onKeep: () => attempt(async () => this.showAutomatic(await keep(place, this.library))),
            onRefuse: () => attempt(() => this.forget(true)),
        });
    }

    /**
     * Shows the editor of the tags and the note.
     *
     * @param {WholePlace} place
     */
    showMarks(place) {
        this.marks = new MarksEditor(place, (changed) => {
            this.library.showChange(changed);
            this.library.loadFilters();
        });
        part('marks').replaceChildren(part('marks-heading'), this.marks.box);
    }

    /** Moves to the links if the address says so, or else lets the keyboard continue at the heading. */
    moveFocus() {
        if (location.hash === '#links') {
            part('links').scrollIntoView();
            part('links-heading').focus({ preventScroll: true });
        } else if (document.activeElement === document.body) {
            part('place-heading').focus({ preventScroll: true });
        }
    }

    /**
     * Shows the other places on the page. If they cannot be loaded, the place is shown without them.
     *
     * @param {WholePlace} place
     * @param {() => boolean} isCurrent returns false if another place was opened meanwhile
     */
    async loadHistory(place, isCurrent) {
        part('history').hidden = true;
        const { places } = await api.snapshots({ page: place.original ?? place.url, limit: historyLimit })
            .catch(() => ({ places: [] }));
        if (!isCurrent()) return;
        const others = places.filter((/** @type {WholePlace} */ { id }) => id !== place.id);
        part('history').hidden = others.length === 0;
        part('history').querySelector('ol')?.replaceChildren(
            ...others.map((/** @type {WholePlace} */ other) => historyRow(summaryOf(other))));
    }

    /**
     * Loads the state of the page. If it cannot be loaded, the place is shown without it.
     *
     * @param {() => boolean} [isCurrent] returns false if another place was opened meanwhile
     */
    async loadCard(isCurrent = () => true) {
        const { place } = this;
        if (!place) return;
        const card = await api.shelfPage(place.original ?? place.url).catch(() => undefined);
        if (!isCurrent() || place.id !== this.place?.id) return;
        this.card = card;
        this.state.box.hidden = !card;
        if (!card) return;
        this.state.text.textContent = stateText(card) || 'Unfinished';
        this.state.finish.textContent = card.state === 'finished' ? 'Reopen' : 'Finish';
    }

    /**
     * Receives the event of a page whose state has changed.
     *
     * @param {string} key
     */
    receivePage(key) {
        if (!this.card || this.card.page === key) this.loadCard();
    }

    /** Marks the page as finished, or as unfinished if it is finished already. */
    async finish() {
        const { card, library } = this;
        if (!card) return;
        const isFinished = card.state === 'finished';
        await changeShelf(library, { kind: 'mark', state: isFinished ? 'unfinished' : 'finished' },
            { pages: [card.page] }, changeText(isFinished ? 'Reopened' : 'Finished', 1, card.place));
        await this.loadCard();
    }

    /** Asks for a date and marks the page as *later*. */
    async putOff() {
        const { card, library } = this;
        if (!card) return;
        await (await library.loadBulk()).later({ pages: [card.page] }, card.place);
        await this.loadCard();
    }

    /**
     * Shows the highlights of the page. If they cannot be loaded, the place is shown without them.
     *
     * @param {WholePlace} place
     * @param {() => boolean} isCurrent returns false if another place was opened meanwhile
     */
    async loadHighlights(place, isCurrent) {
        const highlights = await api.highlights(place.original ?? place.url).catch(() => []);
        if (!isCurrent()) return;
        this.highlights.panel.hidden = highlights.length === 0;
        this.highlights.heading.textContent = count(highlights.length, 'highlight');
        this.highlights.list.replaceChildren(...highlights.map(highlightRow));
    }

    /**
     * Saves the highlights and notes of the page.
     *
     * @param {"markdown" | "annotations"} format
     */
    async export(format) {
        const { place } = this;
        if (!place) return;
        const { name, body } = await api.pageFile(this.card?.page ?? place.original ?? place.url, format);
        saveFile(name, body);
        announce(`Saved ${name}.`);
    }

    /**
     * Shows the copies of the page. If they cannot be loaded, the place is shown without them.
     *
     * @param {string} id of the place
     * @param {() => boolean} isCurrent returns false if another place was opened meanwhile
     */
    async loadCopies(id, isCurrent) {
        const copies = await api.copies(id).catch(() => []);
        if (isCurrent()) showCopies(id, copies, isCurrent);
    }

    /**
     * Shows why a place could not be opened.
     *
     * @param {unknown} problem
     * @param {string} id of the place
     */
    showProblem(problem, id) {
        this.clear();
        const isMissing = /** @type {{status?: number}} */ (problem).status === 404;
        const heading = isMissing ? 'This place does not exist' : 'Place';
        part('place-heading').textContent = heading;
        document.title = `${heading} · Leftoff`;
        part('place-notice').replaceChildren(
            isMissing ? missingNotice() : makeProblemNotice(problem, () => this.open(id)));
    }

    /**
     * Receives a place that was changed, perhaps elsewhere.
     *
     * @param {import('./shelf-state.js').Place} place
     */
    receiveChange(place) {
        if (place.id !== this.place?.id) return;
        this.marks?.receiveChange(place);
        this.showAutomatic(place);
    }

    /**
     * Forgets the place and shows the list.
     *
     * @param {boolean} isForGood true if the page gets no automatic place again
     */
    async forget(isForGood) {
        const { place, library } = this;
        if (!place) return;
        await forget(place, library, isForGood);
        this.navigate('/');
    }
}

/**
 * Returns the edition in which a place was captured, with a link to the original page.
 *
 * @param {PlaceSummary} summary
 * @returns {(string | HTMLElement)[]} empty if the place was captured in the original page
 */
function originOf({ edition, original }) {
    if (!original) return [];
    const link = element('a', { text: short(original), href: original });
    openInNewTab(link);
    return [' · ', `${edition} of `, link];
}

/**
 * Creates the row of another place on the same page.
 *
 * @param {PlaceSummary} summary
 */
function historyRow(summary) {
    const time = /** @type {HTMLTimeElement} */ (element('time'));
    showTime(time, summary.storedAt);
    const details = [summary.edition, summary.progressText].filter(Boolean).map((text) => ` · ${text}`);
    const line = element('span', {}, element('a', { href: `/places/${summary.id}` }, time), ...details);
    const row = element('li', {}, element('div', { className: 'what' }, line,
        element('small', { text: short(summary.quote, 140) })));
    if (!summary.link) return row;
    const resume = element('a', { text: 'Resume', className: 'button' });
    openInNewTab(resume);
    leadTo(resume, summary);
    resume.setAttribute('aria-label', `Resume the place captured ${time.textContent}`);
    row.append(resume);
    return row;
}

/**
 * Shows the copies of a place, with buttons that delete them.
 *
 * @param {string} id of the place
 * @param {Copy[]} copies
 * @param {() => boolean} isCurrent returns false if another place was opened meanwhile
 */
function showCopies(id, copies, isCurrent) {
    part('copies').hidden = copies.length === 0;
    for (const kind of /** @type {const} */ (['text', 'picture'])) {
        const row = part(`copy-${kind}`);
        const copy = copies.find((one) => one.kind === kind);
        row.hidden = !copy;
        if (!copy) continue;
        row.querySelector('a')?.setAttribute('href', copyPath(id, kind));
        const details = `${bytes(copy.storedBytes)}, copied ${ago(new Date(copy.storedAt))}`;
        /** @type {HTMLElement} */ (row.querySelector('span')).textContent = details;
        /** @type {HTMLButtonElement} */ (row.querySelector('button')).onclick = () => attempt(async () => {
            await api.removeCopy(id, kind);
            announce('The copy was deleted.');
            if (!isCurrent()) return;
            showCopies(id, copies.filter((one) => one !== copy), isCurrent);
            if (!part('copies').hidden) part('copies-heading').focus();
            else part('place-heading').focus({ preventScroll: true });
        });
    }
}

/** Creates the box that shows the state of a page, with buttons that change it. */
function makeStateBox() {
    const text = element('span', { className: 'state' });
    const finish = element('button', { text: 'Finish', className: 'finish' });
    const later = element('button', { text: 'Later…', className: 'later' });
    for (const button of [finish, later]) button.setAttribute('type', 'button');
    const box = element('div', { className: 'page-state actions' }, text, finish, later);
    box.setAttribute('role', 'group');
    box.setAttribute('aria-label', 'State of the page');
    box.hidden = true;
    return { box, text, finish, later };
}

/**
 * Creates the panel of the highlights of a page, with buttons that save them.
 *
 * @param {(format: "markdown" | "annotations") => void} onExport
 */
function makeHighlightsPanel(onExport) {
    const heading = element('h2');
    heading.id = 'highlights-heading';
    const list = element('ul', { className: 'highlights' });
    const formats = /** @type {const} */ ([
        ['markdown', 'Save as Markdown'], ['annotations', 'Save as Web Annotations'],
    ]);
    const buttons = formats.map(([format, text]) => {
        const button = element('button', { text });
        button.setAttribute('type', 'button');
        button.addEventListener('click', () => onExport(format));
        return button;
    });
    const panel = element('section', { className: 'panel' }, heading, list,
        element('p', { className: 'actions' }, ...buttons));
    panel.id = 'highlights';
    panel.setAttribute('aria-labelledby', heading.id);
    panel.hidden = true;
    return { panel, heading, list };
}

/**
 * Creates the row of a highlight.
 *
 * @param {Highlight} highlight
 */
function highlightRow({ id, exact, note, tags, storedAt }) {
    const time = /** @type {HTMLTimeElement} */ (element('time'));
    showTime(time, storedAt);
    const words = element('blockquote', {}, element('p', { text: exact }));
    words.dir = 'auto';
    const row = element('li', {}, words);
    if (note) {
        const text = element('p', { text: note, className: 'note' });
        text.dir = 'auto';
        row.append(text);
    }
    const details = tags.length > 0 ? ` · ${tags.map(sanitize).join(', ')}` : '';
    row.append(element('p', { className: 'meta' }, element('a', { href: `/places/${encodeURIComponent(id)}` }, time),
        details));
    return row;
}

function missingNotice() {
    return makeNotice({
        heading: 'Forgotten or never captured',
        text: 'The trash keeps a forgotten place for 30 days.',
        actions: [
            element('a', { text: 'All places', className: 'button primary', href: '/?view=all' }),
            element('a', { text: 'Trash', className: 'button', href: '/?view=trash' }),
        ],
    });
}
