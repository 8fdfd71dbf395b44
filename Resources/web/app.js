// The web page: which view the address names, what listens to the service, and what keys do.

import { api } from './api.js';
import { Events } from './events.js';
import { Library } from './library.js';
import { setMotion, throwOn } from './motion.js';
import { problemNotice, say, toast } from './notices.js';
import { Queue } from './queue.js';
import { Shortcuts } from './shortcuts.js';
import { count, short } from './text.js';

const part = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const queue = new Queue();
const library = new Library(navigate);
/** Views that are not fetched before somebody wants them. @type {import('./place.js').PlaceView | undefined} */
let place;
/** @type {import('./settings.js').SettingsView | undefined} */
let settings;
const names = ['places', 'place', 'queue', 'settings', 'nowhere'];
const titles = /** @type {Record<string, string>} */ ({ queue: 'Queue', settings: 'Settings', nowhere: 'Nothing here' });

/** @typedef {string | {url: string, suggestedName?: string}} Wanted an address, perhaps with the name that its link gives the file */

// Some things in the air show that many go; the time between them is that of a handful of cards.
const throws = { most: 5, pause: 70 };

/**
 * Queues addresses; what is queued flies on to the badge, which then counts up.
 * @param {HTMLElement[]} sources what is thrown
 * @param {Wanted[]} urls
 * @param {string} label
 * @param {string} [snapshot]
 */
async function enqueue(sources, urls, label, snapshot) {
    // The badge counts what has landed, and not before.
    queue.hold();
    const since = queue.told;
    try {
        const items = await api.enqueue(urls, snapshot);
        const target = queue.badge.hidden ? part('queue-tab') : queue.badge;
        await Promise.all(sources.slice(0, throws.most).map((source, index) => throwOn(source, target, index * throws.pause)));
        await queue.take(items, since);
    } finally {
        queue.release();
    }
    toast(urls.length === 1 ? `Queued “${short(label)}”.` : `Queued ${count(urls.length, 'link')}.`);
}

/**
 * A part of this page's script that is fetched when it is wanted; where that fails, the view says so.
 * @template T
 * @param {() => Promise<T>} script
 * @param {string} notice the id of where the view says what is wrong
 * @returns {Promise<T>}
 */
async function fetched(script, notice) {
    try {
        return await script();
    } catch (problem) {
        // A browser keeps that a module could not be had: only a new document asks again.
        part(notice).replaceChildren(problemNotice(problem, () => location.reload()));
        throw problem;
    }
}

async function openPlace() {
    const { PlaceView } = await fetched(() => import('./place.js'), 'place-notice');
    place ??= new PlaceView(enqueue, navigate, library);
    // An id has nothing that an address would have to encode.
    if (viewOf(location) === 'place') place.open(location.pathname.split('/')[2]);
}

async function openSettings() {
    // What is shown before its script is there would take a click and do nothing.
    part('settings-body').inert = !settings;
    const { SettingsView } = await fetched(() => import('./settings.js'), 'settings-notice');
    settings ??= new SettingsView(() => shortcuts.show());
    part('settings-body').inert = false;
    settings.open();
}

/** The view that an address names. */
function viewOf(/** @type {Location | URL} */ { pathname, hash }) {
    if (pathname === '/') return hash === '#queue' ? 'queue' : 'places';
    if (pathname === '/queue') return 'queue';
    if (pathname === '/settings') return 'settings';
    return /^\/places\/[^/]+$/.test(pathname) ? 'place' : 'nowhere';
}

let shown = '';

/**
 * Shows the view that the address names.
 * @param {{isFirst?: boolean, scroll?: number}} [how]
 */
function route({ isFirst = false, scroll = 0 } = {}) {
    const view = viewOf(location);
    for (const name of names) part(name).hidden = name !== view;
    for (const tab of document.querySelectorAll('nav [data-view]')) {
        const name = /** @type {HTMLElement} */ (tab).dataset.view;
        if (name === view) tab.setAttribute('aria-current', 'page');
        else if (name === 'places' && view === 'place') tab.setAttribute('aria-current', 'true');
        else tab.removeAttribute('aria-current');
    }
    document.title = titles[view] ? `${titles[view]} · Leftoff` : 'Leftoff';
    if (view === 'places') library.open();
    if (view === 'place') openPlace();
    if (view === 'queue') queue.open();
    if (view === 'settings') openSettings();
    if (!isFirst && shown !== view + location.pathname) {
        // Whoever listens or goes by keys begins at the new view's heading.
        part(view).querySelector('h1')?.focus({ preventScroll: true });
    }
    shown = view + location.pathname;
    scrollTo(0, scroll);
}

/** @param {string} address @param {boolean} [isReplaced] whether the address before it is of no use any more */
function navigate(address, isReplaced = false) {
    if (isReplaced) {
        history.replaceState(history.state, '', address);
        return;
    }
    history.replaceState({ scroll: scrollY }, '');
    history.pushState(null, '', address);
    route();
}

document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
    if (!(link instanceof HTMLAnchorElement) || link.target || link.hasAttribute('download')) return;
    if (event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const url = new URL(link.href);
    if (url.origin !== location.origin || viewOf(url) === 'nowhere' || link.getAttribute('href')?.startsWith('#')) return;
    event.preventDefault();
    /** @type {HTMLDialogElement | null} */ (link.closest('dialog'))?.close();
    navigate(url.pathname + url.search + url.hash);
});
history.scrollRestoration = 'manual';
addEventListener('popstate', (event) => route({ scroll: event.state?.scroll ?? 0 }));

/** What takes the focus in a card or a row. @param {Element} row @returns {HTMLElement | null} */
function stopOf(row) {
    return row.querySelector('.title[href], input:enabled, .grip:not([hidden])')
        ?? row.querySelector('.actions button:not([hidden])');
}

/** Moves the focus among the things of a list. @param {1 | -1} step */
function step(step) {
    const view = part(viewOf(location));
    const rows = [...view.querySelectorAll('.card, .link, .item')].filter((row) => row.checkVisibility() && stopOf(row));
    if (rows.length === 0) return false;
    const at = rows.findIndex((row) => row.contains(document.activeElement));
    const next = rows[at < 0 ? (step > 0 ? 0 : rows.length - 1) : Math.min(rows.length - 1, Math.max(0, at + step))];
    stopOf(next)?.focus();
    next.scrollIntoView({ block: 'nearest' });
    return true;
}

/** Presses a button of the card or row that has the focus. @param {string} selector */
function pressIn(selector) {
    const button = document.activeElement?.closest('.card, .item, #place')?.querySelector(selector);
    if (!(button instanceof HTMLElement) || !button.checkVisibility()) return false;
    button.click();
    return true;
}

function pressUndo() {
    const button = part('toast').querySelector('button');
    button?.click();
    return button !== null;
}

const shortcuts = new Shortcuts([
    { keys: '/', words: 'Search', run: () => focusSearch() },
    { keys: 'j', words: 'Next place, link or download', run: () => step(1) },
    { keys: 'k', words: 'The one before', run: () => step(-1) },
    // Only a press of the reader's own is heard by the extension, so that no key presses a link that resumes.
    { keys: 'Enter', words: 'Resume the place' },
    { keys: 'l', words: 'Links of the place', run: () => pressIn('.links') },
    { keys: 'e', words: 'Tags and note of the place', run: () => pressIn('.edit') },
    { keys: 'p', words: 'Pause the download', run: () => pressIn('.item .pause') },
    { keys: 'r', words: 'Resume the download', run: () => pressIn('.item button.resume') },
    { keys: 'x', words: 'Forget the place, remove the download', run: () => pressIn('.forget, .remove, #place-forget') },
    { keys: 'u', words: 'Undo, while it is offered', run: () => pressUndo() },
    { keys: 'g p', words: 'Go to the places', run: () => navigate('/') },
    { keys: 'g q', words: 'Go to the queue', run: () => navigate('/queue') },
    { keys: 'g s', words: 'Go to the settings', run: () => navigate('/settings') },
    { keys: 'g i', words: 'Go to the installation', run: () => location.assign('/install') },
    { keys: '↑ ↓', words: 'On a link’s box: the next one; with Shift, choose it too. On a download’s handle: move it' },
    { keys: 'Ctrl A', words: 'On a link’s box: choose all' },
    { keys: '?', words: 'This list', run: () => shortcuts.show() },
]);
part('help').addEventListener('click', () => shortcuts.show());

function focusSearch() {
    const field = viewOf(location) === 'place' && place ? place.field : library.field;
    if (viewOf(location) !== 'place' && viewOf(location) !== 'places') navigate('/');
    field.focus();
    field.select();
}

const banner = part('banner');
/** @type {"there" | "away" | "signed-out"} */
let connection = 'there';
const events = new Events(
    (name, data) => {
        if (name === 'hello') {
            // What happened between the lists and the stream.
            queue.begin();
            library.catchUp();
        } else if (name === 'place') {
            library.hear(data);
            place?.changed(data);
        } else if (name === 'item') queue.changed(data);
        else if (name === 'progress') queue.progress(data);
        else if (name === 'gone' && data.kind === 'place') library.gone(data.id);
        else if (name === 'gone') queue.gone(data.id);
        else if (name === 'reset') {
            library.reload();
            queue.reload();
        }
    },
    (state) => {
        if (state === connection) return;
        const wasAway = connection !== 'there';
        connection = state;
        banner.hidden = state === 'there';
        banner.textContent = state === 'away'
            ? 'The service does not answer. This page goes on by itself once it does: is “leftoff serve” running?'
            : state === 'signed-out' ? 'This browser is not signed in any more. Open the address that “leftoff token address” prints.' : '';
        if (state === 'there' && wasAway) {
            say('The service is back.');
            library.reload();
            queue.reload();
        }
    });

if (location.hash === '#queue') history.replaceState(null, '', '/queue');
route({ isFirst: true });
// What the badge counts is asked for once the stream is there, which then tells of every change.
events.begin();
api.settings().then(({ motion }) => setMotion(motion), () => undefined);
