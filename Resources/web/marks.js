// The editor of a place's tags and note. Each change is saved at once.

import { api } from './api.js';
import { element } from './elements.js';
import { plain } from './text.js';

/** @typedef {import('./library-state.js').Place} Place */

/**
 * The tags to suggest.
 *
 * @type {string[]}
 */
let known = [];

/**
 * @param {string[]} tags
 */
export function setKnownTags(tags) {
    known = tags;
}

let count = 0;

/**
 * Creates the editor of a place's tags and note.
 *
 * @param {Place} place
 * @param {(place: Place) => void} onChange
 * @returns {{box: HTMLElement, update: (place: Place) => void}} the element to show, and a function that receives the
 *   place when it was changed elsewhere
 */
export function marksEditor(place, onChange) {
    count += 1;
    let current = place;
    const status = element('p', { className: 'hint' });
    status.setAttribute('role', 'status');
    const tags = element('ul', { className: 'tags' });
    tags.setAttribute('aria-label', 'Tags');
    const field = /** @type {HTMLInputElement} */ (element('input'));
    const options = element('datalist');
    options.id = `tags-${count}`;
    field.setAttribute('list', options.id);
    field.setAttribute('enterkeyhint', 'done');
    field.autocomplete = 'off';
    field.maxLength = 64;
    field.placeholder = 'Add a tag';
    const note = /** @type {HTMLTextAreaElement} */ (element('textarea'));
    note.rows = 2;
    note.maxLength = 20_000;
    note.dir = 'auto';

    /** The last request. Changes are sent one at a time, each based on the result of the one before. */
    let last = Promise.resolve(/** @type {Partial<Place>} */ ({}));
    let pending = 0;
    /** True if an event came while the place was being changed or loaded. */
    let missed = false;
    let isLoading = false;
    /** True if anything was changed here. Then an event may be older than what is shown. */
    let isEdited = false;

    /**
     * @param {{tags?: string[], note?: string}} marks
     * @param {string} done
     */
    async function save(marks, done) {
        const { tags: oldTags, note: oldNote } = current;
        current = { ...current, ...marks };
        show();
        isEdited = true;
        pending += 1;
        const turn = last.catch(() => undefined).then(() => api.mark(current.id, marks));
        last = turn;
        try {
            const saved = await turn;
            if (turn === last) current = { ...current, ...saved };
            status.textContent = done;
            onChange(current);
        } catch (problem) {
            if (turn === last) current = { ...current, tags: oldTags, note: oldNote };
            onChange(current);
            status.textContent = `Not saved: ${/** @type {Error} */ (problem).message}`;
        }
        pending -= 1;
        if (pending === 0 && missed) reload();
        show();
    }

    /**
     * @param {Place} fresh
     */
    function update(fresh) {
        // The response to the pending request is newer.
        if (pending > 0) missed = true;
        else if (isEdited) reload();
        else receive(fresh);
    }

    /**
     * Loads the place, since only the service knows which of two changes came last. One request at a time, so that
     * responses cannot overtake each other.
     */
    async function reload() {
        if (isLoading) {
            missed = true;
            return;
        }
        isLoading = true;
        do {
            missed = false;
            const latest = last;
            const fresh = await api.snapshot(current.id).catch(() => undefined);
            if (latest !== last || pending > 0) missed = true;
            else if (fresh && !missed) receive(fresh);
        } while (missed && pending === 0);
        isLoading = false;
    }

    /**
     * @param {Place} fresh
     */
    function receive(fresh) {
        // A note that is being edited stays.
        if (note.value === current.note) note.value = fresh.note;
        if (tags.contains(document.activeElement)) field.focus();
        current = fresh;
        show();
    }

    function show() {
        tags.replaceChildren(...current.tags.map((tag) => {
            const remove = element('button', { text: '×' });
            remove.setAttribute('type', 'button');
            remove.setAttribute('aria-label', `Remove the tag ${plain(tag)}`);
            remove.addEventListener('click', async () => {
                field.focus();
                await save({ tags: current.tags.filter((other) => other !== tag) }, `Removed the tag ${plain(tag)}.`);
            });
            return element('li', {}, element('span', { text: plain(tag) }), remove);
        }));
        tags.hidden = current.tags.length === 0;
        options.replaceChildren(...known.filter((tag) => !current.tags.includes(tag)).slice(0, 200).map((tag) => {
            const option = element('option');
            option.setAttribute('value', tag);
            return option;
        }));
    }

    async function add() {
        const fresh = field.value.split(',').map((tag) => tag.trim()).filter(Boolean);
        field.value = '';
        const all = [...current.tags, ...fresh.filter((tag) => !current.tags.includes(tag))];
        if (all.length === current.tags.length) return;
        await save({ tags: all }, `Added the tag ${plain(fresh.join(', '))}.`);
    }

    field.addEventListener('keydown', (event) => {
        if (event.key === 'Enter' || event.key === ',') {
            event.preventDefault();
            add();
        } else if (event.key === 'Backspace' && field.value === '' && current.tags.length > 0) {
            save({ tags: current.tags.slice(0, -1) }, `Removed the tag ${plain(current.tags.at(-1) ?? '')}.`);
        }
    });
    field.addEventListener('change', add);
    const saveNote = () => {
        if (note.value !== current.note) save({ note: note.value }, 'The note is saved.');
    };
    note.addEventListener('change', saveNote);
    note.addEventListener('keydown', (event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) saveNote();
    });
    note.value = place.note;
    show();
    const box = element('div', { className: 'marks' },
        element('div', { className: 'tagfield' }, tags, element('label', {},
            element('span', { text: 'Add a tag', className: 'unseen' }), field), options),
        element('label', {}, element('span', { text: 'Note', className: 'caption' }), note), status);
    return { box, update };
}
