// The dialog that saves places at the top of pages without visiting them.

import { api } from './api.js';
import { element, part } from './elements.js';
import { addedText, addressesIn, addressLimit, invalidText } from './new-places.js';
import { announce } from './notices.js';
import { tagsIn } from './bulk-changes.js';
import { offerUndoOfPlaces } from './shelf-changes.js';
import { knownTags } from './shelf-filters.js';
import { fillSheet, makeTagsField } from './sheets.js';
import { count } from './text.js';

export class AddPlaces {
    /** @param {import('./shelf.js').Shelf} shelf */
    constructor(shelf) {
        this.shelf = shelf;
        this.dialog = /** @type {HTMLDialogElement} */ (part('add-dialog'));
        this.field = /** @type {HTMLTextAreaElement} */ (element('textarea'));
        this.field.id = 'add-addresses';
        this.field.rows = 4;
        this.field.spellcheck = false;
        this.field.placeholder = 'https://…';
        this.field.required = true;
        this.later = makeCheck('Read later');
        this.fetches = makeCheck('Fetch the titles of the pages');
        this.fetches.field.checked = true;
        this.status = element('p', { className: 'problem' });
        this.status.id = 'add-status';
        this.status.setAttribute('role', 'alert');
        this.field.setAttribute('aria-describedby', this.status.id);
        /** True while the places are being added. */
        this.isBusy = false;
    }

    /** @param {string} [text] the addresses to begin with */
    open(text = '') {
        if (this.dialog.open) return;
        const addresses = element('label', { className: 'named' },
            element('span', { text: 'Addresses of pages, one on each line', className: 'caption' }), this.field);
        const { box, field } = makeTagsField('Tags, separated by commas', knownTags());
        this.tags = field;
        const form = fillSheet(this.dialog, {
            heading: 'Add places',
            text: 'Each is saved at the top of its page, without opening it.',
            body: [addresses, this.status, box, this.later.box, this.fetches.box],
            actions: [{ label: 'Add', value: 'add', className: 'primary' }, { label: 'Cancel', value: '' }],
        });
        form.addEventListener('submit', (event) => {
            if (/** @type {HTMLButtonElement | null} */ (event.submitter)?.value === '') return;
            event.preventDefault();
            this.add();
        });
        this.field.addEventListener('keydown', (event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.requestSubmit();
        }, { signal: endOf(this.dialog) });
        // What was typed stays after a cancelled dialog.
        if (text) this.field.value = [this.field.value.trim(), text.trim()].filter(Boolean).join('\n');
        this.showProblem('');
        this.dialog.showModal();
        this.field.focus();
    }

    /** Sends the addresses. A problem is shown in the dialog, and what was typed stays. */
    async add() {
        if (this.isBusy) return;
        const { addresses, invalid } = addressesIn(this.field.value);
        const problem = invalidText(invalid) || (addresses.length === 0 ? 'Enter the address of a page.'
            : addresses.length > addressLimit
                ? `At most ${count(addressLimit, 'address', 'addresses')} are added at once. These are `
                    + `${addresses.length.toLocaleString()}.`
                : '');
        if (problem) {
            this.showProblem(problem);
            return;
        }
        this.isBusy = true;
        this.showProblem('');
        announce(`Adding ${count(addresses.length, 'place')}…`);
        const tags = tagsIn(this.tags?.value ?? '');
        const isLater = this.later.field.checked;
        try {
            const { places } = await api.addPlaces({
                addresses, tags, note: '', fetch: this.fetches.field.checked,
                // Without a state, a page that is on the shelf already becomes unfinished.
                ...(isLater ? { state: 'later', until: null } : {}),
            });
            this.field.value = '';
            this.dialog.close('add');
            await this.shelf.refresh(null);
            this.shelf.loadFilters();
            const added = places.filter(({ isNew }) => isNew).map(({ place }) => place.id);
            offerUndoOfPlaces(this.shelf, added, addedText(places, { isLater, hasTags: tags.length > 0 }));
        } catch (error) {
            this.showProblem(/** @type {Error} */ (error).message);
        } finally {
            this.isBusy = false;
        }
    }

    /**
     * @param {string} text empty for no problem
     */
    showProblem(text) {
        this.status.textContent = text;
        if (!text) {
            this.field.removeAttribute('aria-invalid');
            return;
        }
        this.field.setAttribute('aria-invalid', 'true');
        this.field.focus();
    }
}

/**
 * Creates a labelled checkbox.
 *
 * @param {string} text
 */
function makeCheck(text) {
    const field = /** @type {HTMLInputElement} */ (element('input'));
    field.type = 'checkbox';
    return { field, box: element('label', { className: 'check' }, field, ` ${text}`) };
}

/**
 * Returns a signal that is aborted when a dialog is closed.
 *
 * @param {HTMLDialogElement} dialog
 */
function endOf(dialog) {
    const end = new AbortController();
    dialog.addEventListener('close', () => end.abort(), { once: true });
    return end.signal;
}
