// The cards of the list of places: one element for each place, with the editor of its tags and note.

import { element, fromTemplate, part } from './elements.js';
import { MarksEditor } from './marks.js';
import { foldAway } from './motion.js';
import { makeNotice } from './notices.js';
import { copyPath, showAutomatic, showPosition, summaryOf } from './place-display.js';
import { listAddress } from './place-filters.js';
import { safeLink, sanitize } from './text.js';

/** @typedef {import('./library-state.js').Place} Place */

export class LibraryCards {
    /**
     * @param {import('./library-state.js').LibraryState} state
     * @param {(card: HTMLElement, place: Place) => void} onForget is called when the button of a card is pressed
     * @param {() => void} onEdit is called after tags or a note have changed
     * @param {import('./place-display.js').AutomaticActions} automatic
     */
    constructor(state, onForget, onEdit, automatic) {
        this.state = state;
        this.onForget = onForget;
        this.onEdit = onEdit;
        this.automatic = automatic;
        this.list = part('cards');
        this.template = /** @type {HTMLTemplateElement} */ (part('card-template'));
        /**
         * The open editors by the ids of their places.
         *
         * @type {Map<string, MarksEditor>}
         */
        this.editors = new Map();
    }

    /** The number of cards, without those that are being removed. */
    get count() {
        return this.ids.length;
    }

    /** The ids of the places, in the order of the cards. */
    get ids() {
        return [...this.list.children].map((card) => card.getAttribute('data-id') ?? '').filter(Boolean);
    }

    /** The first card. */
    get first() {
        return /** @type {HTMLElement | null} */ (this.list.querySelector('[data-id]'));
    }

    /** True if the focus is on a card. */
    get hasFocus() {
        return this.list.contains(document.activeElement);
    }

    /**
     * Returns the card of a place.
     *
     * @param {string} id
     */
    find(id) {
        return /** @type {HTMLElement | null} */ (this.list.querySelector(`[data-id="${CSS.escape(id)}"]`));
    }

    /**
     * Creates the card of a place, which is not in the list yet.
     *
     * @param {Place} place
     */
    make(place) {
        this.state.places.set(place.id, place);
        const card = makeCard(this.template, place);
        const edit = /** @type {HTMLElement} */ (card.querySelector('.edit'));
        edit.addEventListener('click', () => this.toggleEditor(card, place.id));
        /** @type {HTMLElement} */ (card.querySelector('.drawer')).addEventListener('keydown', (event) => {
            if (event.key !== 'Escape') return;
            edit.focus();
            this.toggleEditor(card, place.id);
        });
        this.showAutomatic(card, place);
        card.querySelector('.forget')?.addEventListener('click', () => this.onForget(card, place));
        return card;
    }

    /**
     * Replaces the cards. A card with an open editor stays, and the focus stays on the same control of the same card if
     * that is still shown.
     *
     * @param {HTMLElement[]} cards
     */
    replace(cards) {
        const active = document.activeElement;
        const focused = active instanceof HTMLElement && this.list.contains(active) ? active : null;
        const id = focused?.closest('.card')?.getAttribute('data-id') ?? '';
        const wanted = cards.map((card) => {
            const id = card.dataset.id ?? '';
            const old = this.find(id);
            const place = this.state.places.get(id);
            if (!place || !old?.querySelector('.drawer:not([hidden])')) return card;
            this.update(old, place);
            return old;
        });
        for (const old of [...this.list.children]) if (!wanted.includes(/** @type {HTMLElement} */ (old))) old.remove();
        // A card that stays is never detached: its fields would send `change` with half-written text.
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

    /**
     * Shows a change of a place on its card and in its editor.
     *
     * @param {HTMLElement} card
     * @param {Place} place
     */
    update(card, place) {
        this.state.places.set(place.id, place);
        showMarks(card, place);
        showPosition(positionParts(card), summaryOf(place));
        this.showAutomatic(card, place);
        this.editors.get(place.id)?.receiveChange(place);
    }

    /**
     * @param {HTMLElement} card
     * @param {Place} place
     */
    showAutomatic(card, place) {
        showAutomatic(/** @type {HTMLElement} */ (card.querySelector('.actions')), place, this.automatic);
    }

    /**
     * Opens or closes the editor of a card.
     *
     * @param {HTMLElement} card
     * @param {string} id
     */
    toggleEditor(card, id) {
        const drawer = /** @type {HTMLElement} */ (card.querySelector('.drawer'));
        const button = /** @type {HTMLElement} */ (card.querySelector('.edit'));
        const place = this.state.places.get(id);
        drawer.hidden = !drawer.hidden;
        button.setAttribute('aria-expanded', String(!drawer.hidden));
        this.editors.delete(id);
        if (drawer.hidden || !place) {
            drawer.replaceChildren();
            return;
        }
        const editor = new MarksEditor(place, (changed) => {
            this.state.places.set(id, changed);
            showMarks(card, changed);
            this.onEdit();
        });
        this.editors.set(id, editor);
        drawer.replaceChildren(editor.box);
        editor.field.focus();
    }

    /**
     * Removes a card. Its neighbour receives the focus. The place can be shown again while the card still folds.
     *
     * @param {HTMLElement} card
     * @param {HTMLElement} fallback the element that receives the focus if there is no other card
     */
    async remove(card, fallback) {
        const shown = [...this.list.querySelectorAll('[data-id]')];
        const at = shown.indexOf(card);
        const neighbour = shown[at + 1] ?? shown[at - 1];
        const next = /** @type {HTMLElement | null} */ (neighbour?.querySelector('.title[href], button') ?? fallback);
        if (card.contains(document.activeElement)) next?.focus({ preventScroll: true });
        const id = card.dataset.id ?? '';
        card.removeAttribute('data-id');
        this.state.places.delete(id);
        this.editors.delete(id);
        await foldAway(card);
    }
}

/**
 * Creates the card of a place.
 *
 * @param {HTMLTemplateElement} template
 * @param {Place} place
 * @returns {HTMLElement}
 */
function makeCard(template, place) {
    const card = fromTemplate(template);
    const part = (/** @type {string} */ selector) => /** @type {HTMLElement} */ (card.querySelector(selector));
    const summary = summaryOf(place);
    const { name, siteList } = summary;
    card.dataset.id = place.id;
    part('.site').textContent = summary.site;
    if (siteList) {
        part('.site').setAttribute('href', siteList);
        part('.site').setAttribute('aria-label', `Only places of ${summary.site}`);
    }
    if (summary.edition) part('.site').after(' · ', element('span', { text: summary.edition, className: 'edition' }));
    part('.title').textContent = name;
    part('.resume').setAttribute('aria-label', `Resume ${name}`);
    if (!summary.link) part('.resume').remove();
    if (!place.quote) part('blockquote').remove();
    showPosition(positionParts(card), summary);
    showExcerpt(part('.excerpt'), place);
    showMarks(card, place);
    showCopy(part('.copy'), place, name);
    showLinks(part('.links'), place, name);
    part('.more-of').setAttribute('href', `/places/${place.id}`);
    part('.more-of').setAttribute('aria-label', `Details of ${name}`);
    part('.edit').setAttribute('aria-label', `Tags and note of ${name}`);
    part('.forget').setAttribute('aria-label', `Forget ${name}`);
    return card;
}

/**
 * Returns the parts of a card that show the position of its place, which changes if the place is renewed.
 *
 * @param {HTMLElement} card
 */
function positionParts(card) {
    return {
        time: /** @type {HTMLTimeElement} */ (card.querySelector('time')),
        quote: card.querySelector('blockquote p'),
        progress: /** @type {HTMLElement} */ (card.querySelector('.reading')),
        links: /** @type {HTMLElement[]} */ ([...card.querySelectorAll('.title, .resume')]),
    };
}

/**
 * Shows the words around the match of a search in the copy.
 *
 * @param {HTMLElement} box a paragraph, which is removed if the search did not match the copy
 * @param {Place} place
 */
function showExcerpt(box, { excerpt }) {
    if (!excerpt) {
        box.remove();
        return;
    }
    box.append(excerpt.before, element('mark', { text: excerpt.match }), excerpt.after);
}

/**
 * Shows the tags and the note of a place on its card.
 *
 * @param {HTMLElement} card
 * @param {Place} place
 */
function showMarks(card, place) {
    const note = /** @type {HTMLElement} */ (card.querySelector('.note'));
    note.hidden = place.note === '';
    note.textContent = place.note;
    const tags = /** @type {HTMLElement} */ (card.querySelector('.tags'));
    tags.hidden = place.tags.length === 0;
    tags.replaceChildren(...place.tags.map((tag) => {
        const link = element('a', { text: sanitize(tag), href: listAddress({ tag }) });
        link.setAttribute('aria-label', `Only places with the tag ${sanitize(tag)}`);
        return element('li', {}, link);
    }));
}

/**
 * Makes a link lead to the copy of a place, and removes it if there is none.
 *
 * @param {HTMLElement} link
 * @param {Place} place
 * @param {string} name of the place
 */
function showCopy(link, { id, copies }, name) {
    const kind = copies?.includes('text') ? 'text' : copies?.[0];
    if (!kind) {
        link.remove();
        return;
    }
    link.setAttribute('href', copyPath(id, kind));
    link.setAttribute('aria-label', `Copy of ${name}`);
}

/**
 * Makes a link lead to the links of a place, and removes it if there can be none.
 *
 * @param {HTMLElement} link
 * @param {Place} place
 * @param {string} name of the place
 */
function showLinks(link, { id, url, linkCount }, name) {
    if (!safeLink(url) && linkCount === 0) {
        link.remove();
        return;
    }
    link.textContent = linkCount > 0 ? `Links ${linkCount}` : 'Links';
    link.setAttribute('href', `/places/${id}#links`);
    link.setAttribute('aria-label', `${link.textContent} of ${name}`);
}

/**
 * Creates the notice of an empty list.
 *
 * @param {import('./place-filters.js').PlaceFilters} filters
 */
export function makeEmptyNotice({ areSet, values: { q: words } }) {
    if (areSet) {
        const clear = element('button', { text: 'Show all places', className: 'primary' });
        clear.addEventListener('click', () => part('clear').click());
        const text = words ? `No place contains all the words of “${words}”.` : 'No place matches the filters.';
        return makeNotice({ heading: 'Nothing found', text, actions: [clear] });
    }
    return makeNotice({
        heading: 'No places yet',
        text: 'Drag the bookmarklet to your bookmarks bar, read something, and click it where you stop.',
        actions: [
            element('a', { text: 'Install the bookmarklet', className: 'button primary', href: '/install' }),
            element('a', { text: 'Try it on a sample page', className: 'button', href: '/sample' }),
        ],
    });
}
