// The notice of an empty shelf, and the dialog with the tags and the note of a page.

import { element, part } from './elements.js';
import { MarksEditor } from './marks.js';
import { makeNotice } from './notices.js';
import { nameOf } from './place-display.js';
import { short } from './text.js';

/** @typedef {import('./shelf-state.js').Values} Values */

const emptyTexts = /** @type {const} */ ({
    unfinished: ['Nothing is unfinished',
        'What you capture next appears here. Pages that you finished are under Finished.'],
    later: ['Nothing is for later',
        'Choose “Later…” at a page to see it again on a date, or when you have time.'],
    finished: ['Nothing is finished yet', 'A page appears here when you read it to its end, or press “Finish”.'],
});

/**
 * Creates the notice of an empty list.
 *
 * @param {Values} values
 * @param {boolean} areSet true if a filter is set
 * @param {() => void} onClear
 * @param {() => void} onAdd
 * @param {boolean} [hasPages] true if other views have pages
 */
export function makeEmptyNotice({ view, q }, areSet, onClear, onAdd, hasPages = otherViewsHavePages()) {
    if (areSet) {
        const clear = element('button', { text: 'Clear the filters', className: 'primary' });
        clear.addEventListener('click', onClear);
        const where = view === 'all' ? '' : ' in this view';
        const text = q
            ? `No place contains all the words of “${q}”${where}.` : `No place matches the filters${where}.`;
        return makeNotice({ heading: 'Nothing found', text, actions: [clear] });
    }
    if (hasPages && view !== 'all' && view !== 'trash') {
        const [heading, text] = emptyTexts[view];
        return makeNotice({
            heading, text,
            actions: [element('a', { text: 'All places', className: 'button primary', href: '/?view=all' })],
        });
    }
    const add = element('button', { text: 'Add an address', className: 'button' });
    add.addEventListener('click', onAdd);
    return makeNotice({
        heading: 'No places yet',
        text: 'Drag the bookmarklet to your bookmarks bar, read something, and click it where you stop.',
        actions: [
            element('a', { text: 'Install the bookmarklet', className: 'button primary', href: '/install' }),
            element('a', { text: 'Try it on a sample page', className: 'button', href: '/sample' }), add,
        ],
    });
}

function otherViewsHavePages() {
    const all = part('shelf-tabs').querySelector('[data-tab="all"] .number')?.textContent ?? '';
    return all !== '' && all !== '0';
}

/**
 * Opens the editor of the tags and the note of a page's shown place. Each change is saved at once.
 *
 * @param {import('./shelf-state.js').Card} card
 * @param {import('./shelf.js').Shelf} shelf
 */
export function openMarks(card, shelf) {
    const dialog = /** @type {HTMLDialogElement} */ (part('marks-dialog'));
    const editor = new MarksEditor(card.place, (place) => {
        shelf.showChange(place);
        shelf.loadFilters();
    });
    part('marks-dialog-heading').textContent = short(nameOf(card.place));
    part('marks-dialog-body').replaceChildren(editor.box);
    shelf.editor = editor;
    dialog.onclose = () => {
        shelf.editor = undefined;
        shelf.focusList();
    };
    dialog.showModal();
    editor.field.focus();
}
