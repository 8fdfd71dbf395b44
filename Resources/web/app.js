// The web page: its views, the events of the service and the keyboard shortcuts.

import { api } from './api.js';
import { part } from './elements.js';
import { Events } from './events.js';
import { setMotion, throwTo } from './motion.js';
import { announce, loadPart, makeProblemNotice, showToast } from './notices.js';
import { Queue } from './queue.js';
import { session } from './session.js';
import { Shelf } from './shelf.js';
import { undoNewest } from './shelf-changes.js';
import { Shortcuts } from './shortcuts.js';
import { count, short } from './text.js';

const queue = new Queue();
const shelf = new Shelf(navigate);
/**
 * The views whose modules are loaded on demand.
 *
 * @type {import('./place.js').PlaceView | undefined}
 */
let place;
/** @type {import('./settings.js').SettingsView | undefined} */
let settings;
/** @type {import('./windows.js').WindowsView | undefined} */
let windowList;
const names = ['places', 'place', 'windows', 'queue', 'settings', 'nowhere'];
const titles = /** @type {Record<string, string>} */ ({
    windows: 'Windows', queue: 'Queue', settings: 'Settings', nowhere: 'Page not found',
});

// At most this many elements are thrown. The delay between them is in ms.
const throws = { limit: 5, delay: 70 };

/**
 * Queues downloads. Copies of their elements fly to the badge, which then counts up.
 *
 * @param {HTMLElement[]} sources the elements to throw
 * @param {import('./api.js').NewDownload[]} urls
 * @param {string} label
 * @param {string} [snapshot]
 */
async function enqueue(sources, urls, label, snapshot) {
    // The badge counts the downloads when they have landed.
    queue.hold();
    const since = queue.state.changeCount;
    try {
        const items = await api.enqueue(urls, snapshot);
        const target = queue.header.badge.hidden ? part('queue-tab') : queue.header.badge;
        await Promise.all(sources.slice(0, throws.limit).map((source, index) =>
            throwTo(source, target, index * throws.delay)));
        await queue.receive(items, since);
    } finally {
        queue.release();
    }
    showToast(urls.length === 1 ? `Queued “${short(label)}”.` : `Queued ${count(urls.length, 'link')}.`);
}

/**
 * Loads a module on demand. If that fails, the view shows the error.
 *
 * @template T
 * @param {() => Promise<T>} load
 * @param {string} notice the id of the element for the error
 * @returns {Promise<T>}
 */
async function loadModule(load, notice) {
    try {
        return await loadPart(load);
    } catch (problem) {
        part(notice).replaceChildren(makeProblemNotice(problem, () => location.reload()));
        throw problem;
    }
}

async function openPlace() {
    const { PlaceView } = await loadModule(() => import('./place.js'), 'place-notice');
    place ??= new PlaceView(enqueue, navigate, shelf);
    // An id contains no character that an address must encode.
    if (viewOf(location) === 'place') place.open(location.pathname.split('/')[2]);
}

async function openWindows() {
    const { WindowsView } = await loadModule(() => import('./windows.js'), 'windows-notice');
    windowList ??= new WindowsView();
    windowList.open();
}

async function openSettings() {
    // The controls have no effect until the module is loaded.
    part('settings-body').inert = !settings;
    const { SettingsView } = await loadModule(() => import('./settings.js'), 'settings-notice');
    settings ??= new SettingsView(() => shortcuts.show());
    part('settings-body').inert = false;
    settings.open();
}

/**
 * Returns the name of the view at an address.
 *
 * @param {Location | URL} address
 */
function viewOf({ pathname, hash }) {
    if (pathname === '/') return hash === '#queue' ? 'queue' : 'places';
    if (pathname === '/queue') return 'queue';
    if (pathname === '/windows') return 'windows';
    if (pathname === '/settings') return 'settings';
    return /^\/places\/[^/]+$/.test(pathname) ? 'place' : 'nowhere';
}

let shown = '';

/**
 * Shows the view at the current address.
 *
 * @param {{isFirst?: boolean, scroll?: number}} options
 */
function route({ isFirst = false, scroll = 0 }) {
    const view = viewOf(location);
    for (const name of names) part(name).hidden = name !== view;
    part('main').dataset.view = view;
    for (const tab of document.querySelectorAll('nav [data-view]')) {
        const name = /** @type {HTMLElement} */ (tab).dataset.view;
        if (name === view) tab.setAttribute('aria-current', 'page');
        else if (name === 'places' && view === 'place') tab.setAttribute('aria-current', 'true');
        else tab.removeAttribute('aria-current');
    }
    document.title = titles[view] ? `${titles[view]} · Leftoff` : 'Leftoff';
    if (view === 'places') shelf.open();
    if (view === 'place') openPlace();
    if (view === 'queue') queue.open();
    if (view === 'settings') openSettings();
    if (view === 'windows') openWindows();
    if (!isFirst && shown !== view + location.pathname) {
        // Screen readers and the keyboard continue at the heading of the new view.
        part(view).querySelector('h1')?.focus({ preventScroll: true });
    }
    shown = view + location.pathname;
    scrollTo(0, scroll);
}

/**
 * @param {string} address
 * @param {boolean} [replaces] true to replace the current entry of the history
 */
function navigate(address, replaces = false) {
    if (replaces) {
        history.replaceState(history.state, '', address);
        return;
    }
    history.replaceState({ scroll: scrollY }, '');
    history.pushState(null, '', address);
    route({});
}

document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
    if (!(link instanceof HTMLAnchorElement) || link.target || link.hasAttribute('download')) return;
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const url = new URL(link.href);
    if (url.origin !== location.origin || viewOf(url) === 'nowhere') return;
    if (link.getAttribute('href')?.startsWith('#')) return;
    event.preventDefault();
    /** @type {HTMLDialogElement | null} */ (link.closest('dialog'))?.close();
    navigate(url.pathname + url.search + url.hash);
});
history.scrollRestoration = 'manual';
addEventListener('popstate', (event) => {
    // A question belongs to the view that has asked it.
    for (const dialog of document.querySelectorAll('dialog')) dialog.close();
    route({ scroll: event.state?.scroll ?? 0 });
});

/**
 * Returns the element of a card or a row that receives the focus.
 *
 * @param {Element} row
 * @returns {HTMLElement | null}
 */
function focusTargetOf(row) {
    return row.querySelector('.title[href], input:enabled, .grip:not([hidden])')
        ?? row.querySelector('.actions button:not([hidden])');
}

/**
 * Moves the focus to the next or the previous card or row.
 *
 * @param {1 | -1} step
 */
function focusNext(step) {
    if (viewOf(location) === 'places' && !part('cards').hidden) return shelf.keys.step(step);
    const view = part(viewOf(location));
    const rows = [...view.querySelectorAll('.card, .link, .item')]
        .filter((row) => row.checkVisibility() && focusTargetOf(row));
    if (rows.length === 0) return false;
    const at = rows.findIndex((row) => row.contains(document.activeElement));
    const next = rows[at < 0 ? (step > 0 ? 0 : rows.length - 1) : Math.min(rows.length - 1, Math.max(0, at + step))];
    focusTargetOf(next)?.focus();
    next.scrollIntoView({ block: 'nearest' });
    return true;
}

/**
 * Clicks a button of the card or row that has the focus.
 *
 * @param {string} selector
 */
function clickButton(selector) {
    const button = document.activeElement?.closest('.card, .item, #place')?.querySelector(selector);
    if (!(button instanceof HTMLElement) || !button.checkVisibility()) return false;
    button.click();
    return true;
}

function clickUndo() {
    const button = part('toast').querySelector('button');
    button?.click();
    // After the notice has closed, the newest change of the shelf can still be undone.
    return button !== null || undoNewest();
}

/**
 * Runs a key of the shelf, if the shelf is shown.
 *
 * @param {() => boolean | void} run
 */
function onShelf(run) {
    return viewOf(location) === 'places' ? run() : false;
}

/** @type {Shortcuts} */
const shortcuts = new Shortcuts([
    { keys: '/', label: 'Search', run: () => focusSearch() },
    { keys: 'j', label: 'Next page, link or download', run: () => focusNext(1) },
    { keys: 'k', label: 'Previous page, link or download', run: () => focusNext(-1) },
    // The browser follows the focused link itself. The extension ignores clicks that a script makes.
    { keys: 'Enter', label: 'Resume the page at its place' },
    { keys: 's', label: 'Select the page', run: () => onShelf(() => shelf.keys.run('s')) },
    { keys: 'f', label: 'Finish the page, or reopen it', run: () => onShelf(() => shelf.keys.run('f')) },
    { keys: 't', label: 'Read the page later', run: () => onShelf(() => shelf.keys.run('t')) },
    {
        keys: 'e', label: 'Tags and note',
        run: () => (viewOf(location) === 'places' ? shelf.keys.run('e') : clickButton('.edit')),
    },
    { keys: 'l', label: 'Links of the page', run: () => onShelf(() => shelf.keys.openLinks()) },
    { keys: 'p', label: 'Pause the download', run: () => clickButton('.item .pause') },
    { keys: 'r', label: 'Resume the download', run: () => clickButton('.item button.resume') },
    {
        keys: 'x', label: 'Forget the page or place, remove the download',
        run: () => (viewOf(location) === 'places'
            ? shelf.keys.run('x') : clickButton('.forget, .remove, #place-forget')),
    },
    { keys: 'u', label: 'Undo the last change of places', run: () => clickUndo() },
    { keys: 'a', label: 'Add addresses', run: () => onShelf(() => { shelf.add(); }) },
    { keys: 'd', label: 'Compact or comfortable rows', run: () => onShelf(() => shelf.toggleDensity()) },
    { keys: '1 – 5', label: 'Unfinished, Later, Finished, All, Trash' },
    ...[1, 2, 3, 4, 5].map((number) => ({
        keys: String(number), label: '', run: () => onShelf(() => shelf.showTab(number)),
    })),
    { keys: 'g p', label: 'Go to the places', run: () => navigate('/') },
    { keys: 'g w', label: 'Go to the windows', run: () => navigate('/windows') },
    { keys: 'g q', label: 'Go to the queue', run: () => navigate('/queue') },
    { keys: 'g s', label: 'Go to the settings', run: () => navigate('/settings') },
    { keys: 'g i', label: 'Go to the install page', run: () => location.assign('/install') },
    {
        keys: '↑ ↓',
        label: 'On a page or a link’s checkbox: go to the next one; with Shift, select it. '
            + 'On a handle: move the download',
    },
    { keys: 'Home End', label: 'First and last page of the list' },
    { keys: 'Ctrl A', label: 'Select all pages or links that are loaded; again: all pages that match' },
    { keys: 'Esc', label: 'Select nothing' },
    { keys: '?', label: 'Show this list', run: () => shortcuts.show() },
]);
part('help').addEventListener('click', () => shortcuts.show());
part('shelf-undo').addEventListener('click', () => undoNewest());

function focusSearch() {
    if (viewOf(location) === 'windows' && windowList) {
        windowList.field.focus();
        windowList.field.select();
        return;
    }
    const field = viewOf(location) === 'place' && place ? place.field : shelf.filters.field;
    if (viewOf(location) !== 'place' && viewOf(location) !== 'places') navigate('/');
    // The trash has no search.
    if (viewOf(location) === 'places' && shelf.values.view === 'trash') navigate('/?view=all');
    field.focus();
    field.select();
}

const banner = part('banner');
/** @type {"connected" | "unreachable" | "signed-out"} */
let connection = 'connected';
const events = new Events(
    (name, data) => {
        if (name === 'hello') {
            // Loads what changed before the stream began.
            queue.catchUp();
            shelf.events.catchUp();
        } else if (name === 'place') {
            shelf.events.receive(data);
            place?.receiveChange(data);
        } else if (name === 'item') queue.receiveChange(data);
        else if (name === 'progress') queue.receiveProgress(data);
        else if (name === 'page') {
            shelf.events.receivePage(data.page);
            place?.receivePage(data.page);
        } else if (name === 'gone' && data.kind === 'place') shelf.events.receiveRemoval(data.id);
        else if (name === 'gone') queue.receiveRemoval(data.id);
        else if (name === 'reset') {
            shelf.reload();
            queue.reload();
        }
    },
    (state) => {
        if (state === connection) return;
        const wasLost = connection !== 'connected';
        connection = state;
        banner.hidden = state === 'connected';
        banner.textContent = state === 'unreachable'
            ? 'The service does not respond. Is “leftoff serve” running? This page reconnects by itself.'
            : state === 'signed-out'
                ? `This browser is no longer signed in. ${session.advice}`
                : '';
        if (state === 'connected' && wasLost) {
            announce('The service is back.');
            shelf.reload();
            queue.reload();
        }
    });

session.hideWhenSignedOut();
session.onChange(() => events.begin());

if (location.hash === '#queue') history.replaceState(null, '', '/queue');
// The address of “leftoff windows open”, and of its earlier versions.
const named = /^#windows\/([0-9a-z]+)/.exec(location.hash);
if (named) history.replaceState(null, '', `/windows#${named[1]}`);
route({ isFirst: true });
// The badge's count is requested once the stream has begun, which reports every later change.
events.begin();
api.settings().then(({ motion }) => setMotion(motion), () => undefined);
