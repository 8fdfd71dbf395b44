// The editor of a place's tags and note. A change of tags is saved at once, and a note while it is written. Both keep
// what was changed elsewhere meanwhile.

import { api, client, transport } from './api.js';
import { element } from './elements.js';
import { changedTags, mergedNote } from './marks-merge.js';
import { ServiceError } from './service-client.js';
import { knownTags } from './shelf-filters.js';
import { sanitize } from './text.js';

/** @typedef {import('./shelf-state.js').Place} Place */

/** The number of editors that were created, which distinguishes their ids. */
let editorCount = 0;

/** The time after the last key until a note is saved, in milliseconds. */
const noteDelay = 1_000;
/** The number of times that a change is sent while others change the place. */
const attemptLimit = 3;

/**
 * The newest editor.
 *
 * @type {MarksEditor | undefined}
 */
let current;

// A page that is hidden may end without another event: https://www.w3.org/TR/page-visibility-2/
document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') current?.leave();
});
window.addEventListener('pagehide', () => current?.leave());

export class MarksEditor {
    /**
     * @param {Place} place
     * @param {(place: Place) => void} onChange is called after each change that was made here
     */
    constructor(place, onChange) {
        editorCount += 1;
        /** The place as it is shown. */
        this.place = place;
        this.onChange = onChange;
        this.tags = element('ul', { className: 'tags' });
        this.tags.setAttribute('aria-label', 'Tags');
        this.suggestions = element('datalist');
        this.suggestions.id = `tags-${editorCount}`;
        this.field = makeTagField(this.suggestions.id);
        this.note = makeNoteField();
        this.status = element('p', { className: 'hint' });
        this.status.setAttribute('role', 'status');
        /** The element to show. */
        this.box = element('div', { className: 'marks' },
            element('div', { className: 'tagfield' }, this.tags, element('label', {},
                element('span', { text: 'Add a tag', className: 'unseen' }), this.field), this.suggestions),
            element('label', {}, element('span', { text: 'Note', className: 'caption' }), this.note), this.status);
        /** The last request. Changes are sent one at a time, each based on the result of the one before. */
        this.lastRequest = Promise.resolve(/** @type {Partial<Place>} */ ({}));
        /** The number of requests without a response. */
        this.pending = 0;
        /** True if an event came while the place was being changed or loaded. */
        this.hasMissed = false;
        this.isLoading = false;
        /** True if anything was changed here. Then an event may be older than what is shown. */
        this.isEdited = false;
        this.addListeners();
        /**
         * The text of the field when the reader began to write, and the stored note then.
         *
         * @type {{base: string, stored: string}}
         */
        this.editing = { base: '', stored: '' };
        /** @type {ReturnType<typeof setTimeout> | undefined} */
        this.noteTimer = undefined;
        this.showNote(place.note);
        this.show();
        current?.saveNote();
        current = this;
    }

    addListeners() {
        this.field.addEventListener('keydown', (event) => {
            if (event.key === 'Enter' || event.key === ',') {
                event.preventDefault();
                this.addTags();
            } else if (event.key === 'Backspace' && this.field.value === '' && this.place.tags.length > 0) {
                this.removeTag(this.place.tags.at(-1) ?? '');
            }
        });
        this.field.addEventListener('change', () => this.addTags());
        this.note.addEventListener('change', () => this.saveNote());
        this.note.addEventListener('input', () => {
            clearTimeout(this.noteTimer);
            this.noteTimer = setTimeout(() => this.saveNote(), noteDelay);
        });
        this.note.addEventListener('keydown', (event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) this.saveNote();
        });
    }

    /** Shows the tags and the suggestions. */
    show() {
        const { tags } = this.place;
        this.tags.replaceChildren(...tags.map((tag) => this.makeTag(tag)));
        this.tags.hidden = tags.length === 0;
        const suggested = knownTags().filter((tag) => !tags.includes(tag));
        this.suggestions.replaceChildren(...suggested.map((tag) => {
            const option = element('option');
            option.setAttribute('value', tag);
            return option;
        }));
    }

    /**
     * Creates the element of a tag, with a button that removes the tag.
     *
     * @param {string} tag
     */
    makeTag(tag) {
        const remove = element('button', { text: '×' });
        remove.setAttribute('type', 'button');
        remove.setAttribute('aria-label', `Remove the tag ${sanitize(tag)}`);
        remove.addEventListener('click', () => {
            this.field.focus();
            this.removeTag(tag);
        });
        return element('li', {}, element('span', { text: sanitize(tag) }), remove);
    }

    /** Adds the tags in the field, which are separated by commas. */
    async addTags() {
        const added = this.field.value.split(',').map((tag) => tag.trim()).filter(Boolean);
        this.field.value = '';
        const { tags } = this.place;
        if (changedTags(tags, { added }).length === tags.length) return;
        await this.saveTags({ added }, `Added the tag ${sanitize(added.join(', '))}.`);
    }

    /** @param {string} tag */
    removeTag(tag) {
        return this.saveTags({ removed: [tag] }, `Removed the tag ${sanitize(tag)}.`);
    }

    /**
     * @param {{added?: string[], removed?: string[]}} change
     * @param {string} done the message for success
     */
    saveTags(change, done) {
        const shown = changedTags(this.place.tags, change);
        return this.save({ tags: shown }, () => this.store(({ tags }) => ({ tags: changedTags(tags, change) })),
            () => done);
    }

    /**
     * Shows a note of the service in the field.
     *
     * @param {string} note
     */
    showNote(note) {
        this.note.value = note;
        this.editing = { base: this.note.value, stored: note };
    }

    /** Saves the note if it has changed. */
    async saveNote() {
        clearTimeout(this.noteTimer);
        const { value } = this.note;
        if (value === this.editing.base) return;
        let note = value;
        await this.save({}, async () => {
            const saved = await this.store((place) => {
                note = mergedNote(this.editing, place.note, value);
                return { note };
            });
            this.noteStored(value, note, saved);
            return saved;
        }, () => (note === value ? 'The note is saved.'
            : 'The note was changed elsewhere meanwhile. Both texts are kept.'));
    }

    /**
     * Notes what the field is based on after its text was stored, alone or with another.
     *
     * @param {string} value the text of the field then
     * @param {string} note what was sent
     * @param {Place} saved
     */
    noteStored(value, note, saved) {
        if (note === value) this.editing = { base: value, stored: saved.note };
        else if (this.note.value === value) this.showNote(saved.note);
        // The field does not show the other text, which the next change must keep again.
        else this.editing = { base: value, stored: value };
    }

    /** Saves the note before the page may end, without waiting for the service. */
    leave() {
        clearTimeout(this.noteTimer);
        const { value } = this.note;
        if (value === this.editing.base) return;
        const note = mergedNote(this.editing, this.place.note, value);
        changePlace(this.place.id, { note }).then((saved) => {
            this.noteStored(value, note, saved);
            this.place = { ...this.place, ...saved };
        }, () => undefined);
    }

    /**
     * Changes the place as the service stores it.
     *
     * @param {(place: Place) => {tags?: string[], note?: string}} edit returns the change of the stored place
     * @returns {Promise<Place>} the changed place
     */
    async store(edit) {
        for (let attempt = 1; ; attempt += 1) {
            const { place, tag } = await taggedPlace(this.place.id);
            try {
                return await changePlace(place.id, edit(place), tag);
            } catch (problem) {
                // 412: it was changed again in this moment.
                const { status } = /** @type {{status?: number}} */ (problem);
                if (status !== 412 || attempt === attemptLimit) throw problem;
            }
        }
    }

    /**
     * Shows a change at once, and sends it after the earlier ones.
     *
     * @param {{tags?: string[]}} shown
     * @param {() => Promise<Place>} send
     * @param {() => string} done returns the message for success
     */
    async save(shown, send, done) {
        const { tags } = this.place;
        this.place = { ...this.place, ...shown };
        this.show();
        this.isEdited = true;
        this.pending += 1;
        const request = this.lastRequest.catch(() => undefined).then(send);
        this.lastRequest = request;
        try {
            const saved = await request;
            if (request === this.lastRequest) this.place = { ...this.place, ...saved };
            this.status.textContent = done();
        } catch (problem) {
            if (request === this.lastRequest) this.place = { ...this.place, tags };
            this.status.textContent = `Not saved: ${/** @type {Error} */ (problem).message}`;
        }
        this.onChange(this.place);
        this.pending -= 1;
        if (this.pending === 0 && this.hasMissed) this.reload();
        this.show();
    }

    /**
     * Receives the event of a change, which may have been made here.
     *
     * @param {Place} place
     */
    receiveChange(place) {
        // The response to the pending request is newer.
        if (this.pending > 0) this.hasMissed = true;
        else if (this.isEdited) this.reload();
        else this.replace(place);
    }

    /**
     * Loads the place, since only the service knows which of two changes came last. One request at a time, so that
     * responses cannot overtake each other.
     */
    async reload() {
        if (this.isLoading) {
            this.hasMissed = true;
            return;
        }
        this.isLoading = true;
        do {
            this.hasMissed = false;
            const { lastRequest } = this;
            const place = await api.snapshot(this.place.id).catch(() => undefined);
            if (lastRequest !== this.lastRequest || this.pending > 0) this.hasMissed = true;
            else if (place && !this.hasMissed) this.replace(place);
        } while (this.hasMissed && this.pending === 0);
        this.isLoading = false;
    }

    /**
     * Shows the place as the service knows it. A note that is being edited stays.
     *
     * @param {Place} place
     */
    replace(place) {
        if (this.note.value === this.editing.base && place.note !== this.editing.stored) this.showNote(place.note);
        if (this.tags.contains(document.activeElement)) this.field.focus();
        this.place = place;
        this.show();
    }
}

/**
 * Returns a place and its entity tag, which identifies this state of it (RFC 9110, section 8.8.3).
 *
 * @param {string} id
 * @returns {Promise<{place: Place, tag: string}>}
 */
async function taggedPlace(id) {
    const response = await client.send(`/api/snapshots/${encodeURIComponent(id)}`);
    return { place: await response.json(), tag: response.headers.get('ETag') ?? '' };
}

/**
 * Changes the tags or the note of a place, even if the page ends meanwhile.
 *
 * @param {string} id
 * @param {{tags?: string[], note?: string}} marks
 * @param {string} [tag] the entity tag of the state to change; another state gives an error with status 412
 * @returns {Promise<Place>}
 */
async function changePlace(id, marks, tag) {
    /** @type {Record<string, string>} */
    const headers = { 'Content-Type': 'application/json' };
    if (tag) headers['If-Match'] = tag;
    const body = JSON.stringify(marks);
    // Browsers limit the bodies of such requests together: https://fetch.spec.whatwg.org/#http-network-or-cache-fetch
    const keepalive = body.length < 16_000;
    const url = `/api/snapshots/${encodeURIComponent(id)}`;
    let response;
    try { response = await transport({ method: 'PATCH', url, headers, body, keepalive }); } catch {
        throw new ServiceError(0, client.unreachable);
    }
    if (!response.ok) throw new ServiceError(response.status, await client.messageOf(response));
    return response.json();
}

/**
 * Creates the field that adds a tag.
 *
 * @param {string} suggestions the id of the list of suggestions
 */
function makeTagField(suggestions) {
    const field = /** @type {HTMLInputElement} */ (element('input'));
    field.setAttribute('list', suggestions);
    field.setAttribute('enterkeyhint', 'done');
    field.autocomplete = 'off';
    field.maxLength = 64;
    field.placeholder = 'Add a tag';
    return field;
}

/** Creates the field of the note. */
function makeNoteField() {
    const note = /** @type {HTMLTextAreaElement} */ (element('textarea'));
    note.rows = 2;
    note.maxLength = 20_000;
    note.dir = 'auto';
    return note;
}
