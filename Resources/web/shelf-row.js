// The row of a page on the shelf. An element is used again for another page when its row leaves the view.

import { element, fromTemplate, setText, showTime } from './elements.js';
import { copyPath, leadTo, leftText, stateText, summaryOf } from './place-display.js';
import { listAddress } from './shelf-state.js';
import { count, sanitize } from './text.js';

/**
 * @typedef {import('./shelf-state.js').Card} Card
 * @typedef {object} RowContext
 * @property {number} position in the list
 * @property {number | null} total the number of rows; null if it is unknown
 * @property {boolean} isSelected
 * @property {boolean} isCurrent true if the row can be reached with Tab
 */

/**
 * The content of each row, by which an unchanged row is not written again.
 *
 * @type {WeakMap<HTMLElement, {card: Card | undefined} & RowContext>}
 */
const contents = new WeakMap();

/** @param {HTMLTemplateElement} template */
export function makeRow(template) {
    return fromTemplate(template);
}

/**
 * Returns the card that a row shows.
 *
 * @param {Element | null | undefined} row
 * @returns {Card | undefined} undefined while it is loading
 */
export function cardOf(row) {
    return row instanceof HTMLElement ? contents.get(row)?.card : undefined;
}

/**
 * Returns the position of a row in the list.
 *
 * @param {Element | null | undefined} row
 */
export function positionOf(row) {
    return (row instanceof HTMLElement ? contents.get(row)?.position : undefined) ?? -1;
}

/**
 * Shows a page in a row.
 *
 * @param {HTMLElement} row
 * @param {Card | undefined} card undefined while it is loading
 * @param {RowContext} context
 */
export function fillRow(row, card, context) {
    const old = contents.get(row);
    contents.set(row, { card, ...context });
    if (old?.position !== context.position || old.total !== context.total) {
        row.setAttribute('aria-posinset', String(context.position + 1));
        row.setAttribute('aria-setsize', String(context.total ?? -1));
    }
    if (!old || old.card !== card) {
        row.classList.toggle('loading', !card);
        row.inert = !card;
        if (card) {
            // Another page gets no focus here: the list moves it to the row of its page.
            const isSame = old?.card?.page === card.page;
            const focused = isSame && row.contains(document.activeElement) ? document.activeElement : null;
            showCard(row, card);
            // What had the focus may be hidden or replaced now.
            if (focused && (!row.contains(focused) || focused.closest('[hidden]'))) {
                within(row, '.title', HTMLElement).focus({ preventScroll: true });
            }
        } else {
            delete row.dataset.key;
        }
    }
    if (old?.isSelected !== context.isSelected) row.classList.toggle('selected', context.isSelected);
    // A click has already changed the box itself, perhaps to what it does not become.
    within(row, '.pick input', HTMLInputElement).checked = context.isSelected;
    if (old?.isCurrent !== context.isCurrent || (context.isCurrent && old?.card !== card)) {
        for (const stop of row.querySelectorAll('a, button, input')) {
            const isReached = context.isCurrent && stop.matches('[href], .title, button, input');
            /** @type {HTMLElement} */ (stop).tabIndex = isReached ? 0 : -1;
        }
    }
}

/**
 * @template {HTMLElement} T
 * @param {HTMLElement} row
 * @param {string} selector
 * @param {new () => T} type
 * @returns {T}
 */
function within(row, selector, type) {
    void type;
    return /** @type {T} */ (row.querySelector(selector));
}

/**
 * @param {HTMLElement} row
 * @param {Card} card
 */
function showCard(row, card) {
    const get = (/** @type {string} */ selector) => within(row, selector, HTMLElement);
    const { place } = card;
    const summary = summaryOf(place);
    const { name } = summary;
    row.dataset.key = card.page;
    row.dataset.id = card.resume;
    row.dataset.state = card.isDue ? 'due' : card.state;
    const title = get('.title');
    setText(title, name);
    // A long title is cut off. The address tells pages of the same title apart.
    title.title = `${name}\n${sanitize(place.url)}`;
    title.removeAttribute('href');
    delete title.dataset.resume;
    leadTo(title, { ...summary, id: card.resume });
    const site = get('.site');
    setText(site, summary.site);
    if (summary.siteList) {
        site.setAttribute('href', summary.siteList);
        site.setAttribute('aria-label', `Only pages of ${summary.site}`);
    } else {
        site.removeAttribute('href');
        site.removeAttribute('aria-label');
    }
    showWords(get('.words'), place);
    setText(get('.state'), [stateText(card), place.origin === 'automatic' ? 'Kept automatically' : '']
        .filter(Boolean).join(' · '));
    setText(get('.left'), card.state === 'finished' ? '' : leftText(card.minutesLeft));
    showTime(/** @type {HTMLTimeElement} */ (get('.time')), card.latestAt);
    showProgress(get('.reading'), summary, place.approximate === true);
    const places = get('.count');
    const highlights = card.highlights > 0 ? `, ${count(card.highlights, 'highlight')}` : '';
    setText(places, count(card.places, 'place'));
    places.classList.toggle('single', card.places === 1 && card.highlights === 0);
    places.dataset.number = String(card.places);
    places.setAttribute('href', `/places/${card.resume}${card.places > 1 ? '#history' : ''}`);
    places.setAttribute('aria-label', `${count(card.places, 'place')}${highlights} on ${name}: details`);
    places.title = `${count(card.places, 'place')}${highlights}`;
    showTags(get('.tags'), card.tags);
    showActions(row, card, name);
}

/**
 * Shows the words of a place, or the match of a search.
 *
 * @param {HTMLElement} box
 * @param {Card['place']} place
 */
function showWords(box, { excerpt, quote, note }) {
    const isMatch = typeof excerpt === 'object' && excerpt !== null;
    box.classList.toggle('match', isMatch);
    if (isMatch) {
        const { before, match, after } = /** @type {{before: string, match: string, after: string}} */ (excerpt);
        box.replaceChildren(before, element('mark', { text: match }), after);
        return;
    }
    setText(box, (typeof excerpt === 'string' ? excerpt : quote) || note || '');
}

/**
 * @param {HTMLElement} box
 * @param {import('./place-display.js').PlaceSummary} summary
 * @param {boolean} isApproximate
 */
function showProgress(box, { progress, progressText }, isApproximate) {
    box.classList.toggle('unknown', progress === null);
    const bar = within(box, 'progress', HTMLProgressElement);
    bar.value = progress ?? 0;
    bar.hidden = progress === null;
    const text = within(box, 'span', HTMLElement);
    setText(text, progress === null ? '' : `${isApproximate ? '≈' : ''}${Math.round(progress * 100)} %`);
    text.title = progressText;
}

/**
 * @param {HTMLElement} box
 * @param {string[]} tags
 */
function showTags(box, tags) {
    box.hidden = tags.length === 0;
    if (tags.length === 0 && box.childElementCount === 0) return;
    box.replaceChildren(...tags.map((tag) => {
        const link = element('a', { text: sanitize(tag), href: listAddress({ tag }) });
        // Tab reaches only those of the current row.
        link.tabIndex = -1;
        link.setAttribute('aria-label', `Only pages with the tag ${sanitize(tag)}`);
        return element('li', {}, link);
    }));
}

/**
 * @param {HTMLElement} row
 * @param {Card} card
 * @param {string} name of the page
 */
function showActions(row, { state, isDue, place }, name) {
    const isFinished = state === 'finished';
    const finish = within(row, '.finish', HTMLElement);
    setText(finish, isFinished ? 'Reopen' : 'Finish');
    finish.setAttribute('aria-label', `${isFinished ? 'Reopen' : 'Finish'} ${name}`);
    within(row, '.later', HTMLElement).setAttribute('aria-label',
        state === 'later' && !isDue ? `Change the date of ${name}` : `Read ${name} later`);
    within(row, '.edit', HTMLElement).setAttribute('aria-label', `Tags and note of ${name}`);
    within(row, '.forget', HTMLElement).setAttribute('aria-label', `Forget ${name}`);
    within(row, '.pick input', HTMLElement).setAttribute('aria-label', `Select ${name}`);
    const keep = within(row, '.keep', HTMLElement);
    keep.hidden = place.origin !== 'automatic';
    keep.setAttribute('aria-label', `Keep ${name} for good`);
    const copy = within(row, '.copy', HTMLElement);
    const kind = place.copies?.includes('text') ? 'text' : place.copies?.[0];
    copy.hidden = !kind;
    if (!kind) return;
    copy.setAttribute('href', copyPath(place.id, kind));
    copy.setAttribute('aria-label', `Copy of ${name}`);
}
