// The cards of the list of places: one element for each place, with the editor of its tags and note.

import { showAutomatic } from './automatic-label.js';
import { element, part } from './elements.js';
import { marksEditor } from './marks.js';
import { foldAway } from './motion.js';
import { notice } from './notices.js';
import { makeCard, showMarks, showReading } from './place-card.js';

/** @typedef {import('./library-state.js').Place} Place */

export class LibraryCards {
    /**
     * @param {import('./library-state.js').LibraryState} state
     * @param {(card: HTMLElement, place: Place) => void} onForget is called when the button of a card is pressed
     * @param {() => void} onEdit is called after tags or a note have changed
     * @param {import('./automatic-label.js').AutomaticActions} automatic
     */
    constructor(state, onForget, onEdit, automatic) {
        this.state = state;
        this.onForget = onForget;
        this.onEdit = onEdit;
        this.automatic = automatic;
        this.list = part('cards');
        this.template = /** @type {HTMLTemplateElement} */ (part('card-template'));
        /**
         * The open editors by the ids of their places, as functions that receive changes made elsewhere.
         *
         * @type {Map<string, (place: Place) => void>}
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
        showReading(card, place);
        this.showAutomatic(card, place);
        this.editors.get(place.id)?.(place);
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
        const { box, update } = marksEditor(place, (changed) => {
            this.state.places.set(id, changed);
            showMarks(card, changed);
            this.onEdit();
        });
        this.editors.set(id, update);
        drawer.replaceChildren(box);
        drawer.querySelector('input')?.focus();
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
 * Creates the notice of an empty list.
 *
 * @param {import('./place-filters.js').PlaceFilters} filters
 */
export function emptyNotice({ areSet, values: { q: words } }) {
    if (areSet) {
        const clear = element('button', { text: 'Show all places', className: 'primary' });
        clear.addEventListener('click', () => part('clear').click());
        const text = words ? `No place contains all the words of “${words}”.` : 'No place matches the filters.';
        return notice({ heading: 'Nothing found', text, actions: [clear] });
    }
    return notice({
        heading: 'No places yet',
        text: 'Drag the bookmarklet to your bookmarks bar, read something, and click it where you stop.',
        actions: [
            element('a', { text: 'Install the bookmarklet', className: 'button primary', href: '/install' }),
            element('a', { text: 'Try it on a sample page', className: 'button', href: '/sample' }),
        ],
    });
}
