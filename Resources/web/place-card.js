// The display of a place: its card in the list, and the parts that the view of one place shares with it.

import { parameters } from './api.js';
import { element, fromTemplate, showTime } from './elements.js';
import { editionName, fileName, plain, safeLink, site, title } from './text.js';

/** @typedef {import('./library-state.js').Place} Place */

/**
 * Returns the name of a place for people.
 *
 * @param {Place} place
 */
export function nameOf(place) {
    return title(place.title) || fileName(null, place.url);
}

/**
 * Returns how much of a page was read, in words.
 *
 * @param {number} share from 0 to 1
 * @param {boolean | undefined} approximate true if the place is only known by this share
 */
export function shareText(share, approximate) {
    return `${approximate ? 'about ' : ''}${Math.round(share * 100)} % read`;
}

/**
 * Shows how much of the page was read.
 *
 * @param {HTMLElement} box an element with a progress bar and a text
 * @param {Place} place
 */
export function showProgress(box, { progress, approximate }) {
    box.hidden = typeof progress !== 'number';
    if (typeof progress !== 'number') return;
    const share = Math.min(1, Math.max(0, progress));
    /** @type {HTMLProgressElement} */ (box.querySelector('progress')).value = share;
    /** @type {HTMLElement} */ (box.querySelector('span')).textContent = shareText(share, approximate);
}

/**
 * Makes an element lead to a place.
 *
 * @param {HTMLElement} link
 * @param {Place} place
 * @returns {boolean} false if the address of the place cannot be a link
 */
export function resumeBy(link, place) {
    const address = safeLink(place.fragment) ?? safeLink(place.url);
    if (!address) return false;
    link.setAttribute('href', address);
    // The extension and the userscript read here which place is resumed.
    link.dataset.resume = place.id;
    return true;
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
 * Returns the path of a copy, with the line of the place.
 *
 * @param {string} id of the place
 * @param {"text" | "picture"} kind
 */
export function copyPath(id, kind) {
    return `/copies/${encodeURIComponent(id)}/${kind}#leftoff-line`;
}

/**
 * Makes a link lead to the copy of a place, and removes it if there is none.
 *
 * @param {HTMLElement} link
 * @param {Place} place
 */
function showCopy(link, place) {
    const kinds = place.copies ?? [];
    const kind = kinds.includes('text') ? 'text' : kinds[0];
    if (!kind) {
        link.remove();
        return;
    }
    link.setAttribute('href', copyPath(place.id, kind));
    link.setAttribute('aria-label', `Copy of ${nameOf(place)}`);
}

/**
 * Creates the card of a place.
 *
 * @param {HTMLTemplateElement} template
 * @param {Place} place
 * @returns {HTMLElement}
 */
export function makeCard(template, place) {
    const card = fromTemplate(template);
    const part = (/** @type {string} */ selector) => /** @type {HTMLElement} */ (card.querySelector(selector));
    const name = nameOf(place);
    card.dataset.id = place.id;
    const address = place.original ?? place.url;
    part('.site').textContent = site(address);
    if (safeLink(address)) {
        const host = new URL(address).hostname.replace(/^www\./, '');
        part('.site').setAttribute('href', `/?${parameters({ site: host })}`);
        part('.site').setAttribute('aria-label', `Only places of ${site(address)}`);
    }
    const edition = editionName(place.edition);
    if (edition) part('.site').after(' · ', element('span', { text: edition, className: 'edition' }));
    part('.title').textContent = name;
    part('.resume').setAttribute('aria-label', `Resume ${name}`);
    // Some addresses, such as a file's, cannot be links.
    if (!safeLink(place.fragment) && !safeLink(place.url)) part('.resume').remove();
    if (!place.quote) part('blockquote').remove();
    showExcerpt(part('.excerpt'), place);
    showMarks(card, place);
    showReading(card, place);
    showCopy(part('.copy'), place);
    const links = part('.links');
    if (safeLink(place.url) || place.linkCount > 0) {
        links.textContent = place.linkCount > 0 ? `Links ${place.linkCount}` : 'Links';
        links.setAttribute('href', `/places/${place.id}#links`);
        links.setAttribute('aria-label', `${links.textContent} of ${name}`);
    } else {
        links.remove();
    }
    const details = part('.more-of');
    details.setAttribute('href', `/places/${place.id}`);
    details.setAttribute('aria-label', `Details of ${name}`);
    part('.edit').setAttribute('aria-label', `Tags and note of ${name}`);
    part('.forget').setAttribute('aria-label', `Forget ${name}`);
    return card;
}

/**
 * Shows the position of a place on its card, which changes if the place is renewed.
 *
 * @param {HTMLElement} card
 * @param {Place} place
 */
export function showReading(card, place) {
    showTime(/** @type {HTMLTimeElement} */ (card.querySelector('time')), place.storedAt);
    for (const name of ['.title', '.resume']) {
        const link = /** @type {HTMLElement | null} */ (card.querySelector(name));
        if (link) resumeBy(link, place);
    }
    const quote = card.querySelector('blockquote p');
    if (quote && place.quote) quote.textContent = place.quote;
    showProgress(/** @type {HTMLElement} */ (card.querySelector('.reading')), place);
}

/**
 * Shows the tags and the note of a place on its card.
 *
 * @param {HTMLElement} card
 * @param {Place} place
 */
export function showMarks(card, place) {
    const note = /** @type {HTMLElement} */ (card.querySelector('.note'));
    note.hidden = place.note === '';
    note.textContent = place.note;
    const tags = /** @type {HTMLElement} */ (card.querySelector('.tags'));
    tags.hidden = place.tags.length === 0;
    tags.replaceChildren(...place.tags.map((tag) => {
        const link = element('a', { text: plain(tag), href: `/?${parameters({ tag })}` });
        link.setAttribute('aria-label', `Only places with the tag ${plain(tag)}`);
        return element('li', {}, link);
    }));
}
