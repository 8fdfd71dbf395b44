// The display of a place: its card in the list, and the parts that the view of one place shares with it.

import { parameters } from './api.js';
import { element } from './notices.js';
import { ago, fileName, plain, safeLink, site, title } from './text.js';

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
 * Shows how much of the page was read.
 *
 * @param {HTMLElement} box an element with a progress bar and a text
 * @param {Place} place
 */
export function showProgress(box, { progress }) {
    box.hidden = typeof progress !== 'number';
    if (typeof progress !== 'number') return;
    const share = Math.min(1, Math.max(0, progress));
    /** @type {HTMLProgressElement} */ (box.querySelector('progress')).value = share;
    /** @type {HTMLElement} */ (box.querySelector('span')).textContent = `${Math.round(share * 100)} % read`;
}

/**
 * @param {HTMLTimeElement} time
 * @param {string} date
 */
export function showTime(time, date) {
    const stored = new Date(date);
    time.dateTime = date;
    time.textContent = ago(stored);
    // On demand, since the first full date that a browser formats takes about 20 ms.
    time.onpointerenter = () => { time.title = stored.toLocaleString(); };
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
 * Creates the card of a place.
 *
 * @param {HTMLTemplateElement} template
 * @param {Place} place
 * @returns {HTMLElement}
 */
export function makeCard(template, place) {
    const card = /** @type {HTMLLIElement} */ (
        /** @type {DocumentFragment} */ (template.content.cloneNode(true)).firstElementChild);
    const part = (/** @type {string} */ selector) => /** @type {HTMLElement} */ (card.querySelector(selector));
    const name = nameOf(place);
    card.dataset.id = place.id;
    part('.site').textContent = site(place.url);
    if (safeLink(place.url)) {
        const host = new URL(place.url).hostname.replace(/^www\./, '');
        part('.site').setAttribute('href', `/?${parameters({ site: host })}`);
        part('.site').setAttribute('aria-label', `Only places of ${site(place.url)}`);
    }
    showTime(/** @type {HTMLTimeElement} */ (part('time')), place.storedAt);
    part('.title').textContent = name;
    part('.resume').setAttribute('aria-label', `Resume ${name}`);
    // Some addresses, such as a file's, cannot be links.
    if (resumeBy(part('.title'), place)) resumeBy(part('.resume'), place);
    else part('.resume').remove();
    if (place.quote) part('blockquote p').textContent = place.quote;
    else part('blockquote').remove();
    showMarks(card, place);
    showProgress(part('.reading'), place);
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
