// The display of a place: the texts and addresses that describe it, and the parts that its card in the list and its own
// view have in common.

import { element, showTime } from './elements.js';
import { listAddress } from './shelf-state.js';
import { dateText, fileName, safeLink, site, title } from './text.js';

/** @typedef {import('./shelf-state.js').Place} Place */

/**
 * The texts and addresses of a place for people.
 *
 * @typedef {object} PlaceSummary
 * @property {string} id
 * @property {string} name the title of the page, or the file name of its address
 * @property {string} site the site of the original page
 * @property {string | null} siteList the address of the list of the site's places; null if the page is not on the web
 * @property {string} edition the edition in which the place was captured; empty for the original page
 * @property {string | null} original the address of the original page; null if the place was captured there
 * @property {string} storedAt RFC 3339
 * @property {string} quote may be empty
 * @property {number | null} progress how much of the page was read, from 0 to 1; null if that is unknown
 * @property {string} progressText empty if that is unknown
 * @property {string | null} link the address that leads to the place; null if it cannot be a link, such as a file's
 */

const editions = new Map([['archive', 'Archived copy'], ['amp', 'AMP page'], ['copy', 'Copy on this computer']]);

/**
 * The members of a snapshot that no script in a page gets: what no restore needs, and the place in a frame, whose text
 * and address are those of another site. `SnapshotRestore` has the same ones.
 */
const withheldMembers = ['selection', 'links', 'pageZoom', 'frame'];

/**
 * Returns what a page receives of a place on it.
 *
 * @param {Record<string, unknown>} snapshot
 * @returns {Record<string, unknown>}
 */
export function snapshotForPage(snapshot) {
    return Object.fromEntries(Object.entries(snapshot).filter(([name]) => !withheldMembers.includes(name)));
}

/**
 * Returns the texts and addresses of a place for people.
 *
 * @param {Place} place
 * @returns {PlaceSummary}
 */
export function summaryOf(place) {
    const { progress } = place;
    const address = place.original ?? place.url;
    const edition = editions.get(place.edition ?? '') ?? '';
    const share = typeof progress === 'number' ? Math.min(1, Math.max(0, progress)) : null;
    return {
        id: place.id,
        name: nameOf(place),
        site: site(address),
        siteList: safeLink(address) && listAddress({ site: siteOf(address) }),
        edition,
        original: edition && safeLink(place.original) ? place.original ?? null : null,
        storedAt: place.storedAt,
        quote: place.quote ?? '',
        progress: share,
        progressText: share === null ? '' : `${place.approximate ? 'about ' : ''}${Math.round(share * 100)} % read`,
        link: safeLink(place.fragment) ?? safeLink(place.address ?? place.url),
    };
}

/**
 * Returns the site of an address as `PageSnapshot.site` does, by which the service filters places.
 *
 * @param {string} address an http or https address
 */
function siteOf(address) {
    return new URL(address).hostname.replace(/\.$/, '').replace(/^www\.(?=.)/, '');
}

/**
 * Returns the name of a place for people.
 *
 * @param {{title: string | null, url: string}} place
 */
export function nameOf(place) {
    return title(place.title) || fileName(null, place.url);
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
 * Shows the position of a place: when it was stored, its quote, how much of the page was read, and the links that lead
 * there.
 *
 * @param {{time: HTMLTimeElement, quote: Element | null, progress: HTMLElement, links: HTMLElement[]}} parts `progress`
 *   contains a progress bar and a text
 * @param {PlaceSummary} summary
 */
export function showPosition({ time, quote, progress, links }, summary) {
    showTime(time, summary.storedAt);
    if (quote && summary.quote) quote.textContent = summary.quote;
    progress.hidden = summary.progress === null;
    if (summary.progress !== null) {
        /** @type {HTMLProgressElement} */ (progress.querySelector('progress')).value = summary.progress;
        /** @type {HTMLElement} */ (progress.querySelector('span')).textContent = summary.progressText;
    }
    for (const link of links) leadTo(link, summary);
}

/**
 * Makes a link lead to a place, if an address can.
 *
 * @param {HTMLElement} target
 * @param {PlaceSummary} summary
 */
export function leadTo(target, { id, link }) {
    if (!link) return;
    target.setAttribute('href', link);
    // The extension and the userscript read here which place is resumed.
    target.dataset.resume = id;
}

/**
 * @typedef {object} AutomaticActions
 * @property {(place: Place) => void} onKeep
 * @property {(place: Place) => void} onRefuse
 */

/**
 * Shows that a place was kept without a click, with buttons that keep it or forget it for good. Removes the label from
 * any other place.
 *
 * @param {HTMLElement} next the element before which the label stands
 * @param {Place} place
 * @param {AutomaticActions} actions
 */
export function showAutomatic(next, place, { onKeep, onRefuse }) {
    const old = next.previousElementSibling?.classList.contains('automatic') ? next.previousElementSibling : null;
    if (place.origin !== 'automatic') {
        old?.remove();
        return;
    }
    // The place may be renewed while a button has the focus.
    if (old) {
        old.querySelector('span')?.replaceChildren(automaticText(place));
        return;
    }
    const label = element('span', { text: automaticText(place) });
    const keep = element('button', { text: 'Keep' });
    const refuse = element('button', { text: 'Forget for good' });
    for (const button of [keep, refuse]) button.setAttribute('type', 'button');
    keep.addEventListener('click', () => onKeep(place));
    refuse.addEventListener('click', () => onRefuse(place));
    next.before(element('div', { className: 'automatic' }, label, keep, refuse));
}

/** @param {Place} place */
function automaticText({ expiresAt }) {
    if (!expiresAt) return 'Kept automatically';
    const day = new Date(expiresAt).toLocaleDateString(undefined, { day: 'numeric', month: 'long' });
    return `Kept automatically until ${day}`;
}

/**
 * Returns the text for the state of a page; empty for a page that is unfinished.
 *
 * @param {Pick<import('./shelf-state.js').Card, 'state' | 'until' | 'isDue'>} card
 * @param {Date} now
 * @param {string} [language]
 */
export function stateText({ state, until, isDue }, now = new Date(), language = undefined) {
    if (isDue) return 'Due';
    if (state === 'finished') return 'Finished';
    if (state !== 'later') return '';
    const date = until ? new Date(until) : null;
    if (!date || Number.isNaN(date.getTime())) return 'Later';
    const year = date.getFullYear() === now.getFullYear() ? {} : /** @type {const} */ ({ year: 'numeric' });
    return `Later, ${dateText(date, language, { day: 'numeric', month: 'short', ...year })}`;
}

/**
 * Returns the time for the rest of a text, such as “12 min left”; empty if it is unknown or the end is reached.
 *
 * @param {number | null | undefined} minutes
 */
export function leftText(minutes) {
    if (!minutes || minutes <= 0) return '';
    if (minutes < 90) return `${minutes} min left`;
    return `${Math.round(minutes / 60)} h left`;
}
