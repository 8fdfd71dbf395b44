// Tags and the note of a place: each change is kept at once.

import { api } from './api.js';
import { element } from './notices.js';
import { plain } from './text.js';

/** @typedef {import('./library.js').Place} Place */

/** The tags that are known, offered while one is typed. @type {string[]} */
let known = [];

/** @param {string[]} tags */
export function setKnownTags(tags) {
    known = tags;
}

let count = 0;

/**
 * An editor of a place's tags and note.
 * @param {Place} place
 * @param {(place: Place) => void} changed
 * @returns {{box: HTMLElement, update: (place: Place) => void}} what is shown, and what takes over what others changed
 */
export function marksEditor(place, changed) {
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

    /** What was sent last: one change goes after the other, each made on what the one before will have made. */
    let last = Promise.resolve(/** @type {Partial<Place>} */ ({}));
    let underWay = 0;
    /** Whether something came while a change or a reading was under way. */
    let missed = false;
    let isReading = false;
    /** Whether anything was changed here: then what comes from elsewhere may be older than what is shown. */
    let isKept = false;

    /** @param {{tags?: string[], note?: string}} marks @param {string} done */
    async function keep(marks, done) {
        const { tags: oldTags, note: oldNote } = current;
        current = { ...current, ...marks };
        show();
        isKept = true;
        underWay += 1;
        const turn = last.catch(() => undefined).then(() => api.mark(current.id, marks));
        last = turn;
        try {
            const kept = await turn;
            if (turn === last) current = { ...current, ...kept };
            status.textContent = done;
            changed(current);
        } catch (problem) {
            if (turn === last) current = { ...current, tags: oldTags, note: oldNote };
            changed(current);
            status.textContent = `Not kept: ${/** @type {Error} */ (problem).message}`;
        }
        underWay -= 1;
        if (underWay === 0 && missed) readAnew();
        show();
    }

    /** @param {Place} fresh */
    function update(fresh) {
        // The answer to what is under way says it better.
        if (underWay > 0) missed = true;
        else if (isKept) readAnew();
        else take(fresh);
    }

    /** Asks for the place: which of two changes came last only the service knows. One question at a time, or answers overtake each other. */
    async function readAnew() {
        if (isReading) {
            missed = true;
            return;
        }
        isReading = true;
        do {
            missed = false;
            const latest = last;
            const fresh = await api.snapshot(current.id).catch(() => undefined);
            if (latest !== last || underWay > 0) missed = true;
            else if (fresh && !missed) take(fresh);
        } while (missed && underWay === 0);
        isReading = false;
    }

    /** @param {Place} fresh */
    function take(fresh) {
        // A note that somebody is writing here stays.
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
                await keep({ tags: current.tags.filter((other) => other !== tag) }, `Removed the tag ${plain(tag)}.`);
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
        await keep({ tags: all }, `Added the tag ${plain(fresh.join(', '))}.`);
    }

    field.addEventListener('keydown', (event) => {
        if (event.key === 'Enter' || event.key === ',') {
            event.preventDefault();
            add();
        } else if (event.key === 'Backspace' && field.value === '' && current.tags.length > 0) {
            keep({ tags: current.tags.slice(0, -1) }, `Removed the tag ${plain(current.tags.at(-1) ?? '')}.`);
        }
    });
    field.addEventListener('change', add);
    const keepNote = () => {
        if (note.value !== current.note) keep({ note: note.value }, 'The note is kept.');
    };
    note.addEventListener('change', keepNote);
    note.addEventListener('keydown', (event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) keepNote();
    });
    note.value = place.note;
    show();
    const box = element('div', { className: 'marks' },
        element('div', { className: 'tagfield' }, tags, element('label', {},
            element('span', { text: 'Add a tag', className: 'unseen' }), field), options),
        element('label', {}, element('span', { text: 'Note', className: 'caption' }), note), status);
    return { box, update };
}
