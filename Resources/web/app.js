// The start page: places and queue, one at a time.

import { api } from './api.js';
import { Library } from './library.js';
import { bump, throwOn } from './motion.js';
import { toast } from './notices.js';
import { Queue } from './queue.js';

const queue = new Queue();
const library = new Library(enqueue);
const tabs = /** @type {HTMLAnchorElement[]} */ ([...document.querySelectorAll('[data-view]')]);
const queueTab = tabs.find((tab) => tab.dataset.view === 'queue');

/**
 * Queues an address; what is queued flies on to the badge, which then counts up.
 * @param {Element} source
 * @param {string} url
 * @param {string} label
 * @param {string} referer
 */
async function enqueue(source, url, label, referer) {
    await api.enqueue([url], referer.startsWith('http') ? referer : undefined);
    const target = queue.badge.hidden ? queueTab : queue.badge;
    if (target) await throwOn(source, target, label);
    await queue.refresh();
    bump(queue.badge);
    toast(`Queued “${label.length > 60 ? `${label.slice(0, 59)}…` : label}”.`);
}

/** Shows the view that the address names. */
function route() {
    const view = location.hash === '#queue' ? 'queue' : 'places';
    for (const tab of tabs) {
        if (tab.dataset.view === view) tab.setAttribute('aria-current', 'page');
        else tab.removeAttribute('aria-current');
        const section = document.getElementById(tab.dataset.view ?? '');
        if (section) section.hidden = tab.dataset.view !== view;
    }
    document.title = view === 'queue' ? 'Queue · Leftoff' : 'Leftoff';
    if (view === 'queue') queue.refresh();
}

for (const tab of tabs) {
    tab.addEventListener('click', (event) => {
        event.preventDefault();
        if (tab.hash !== location.hash) history.pushState(null, '', tab.hash === '#places' ? '/' : tab.hash);
        scrollTo(0, 0);
        route();
    });
}
addEventListener('popstate', route);
document.addEventListener('keydown', (event) => {
    const isTyping = event.target instanceof HTMLElement && event.target.matches('input, textarea');
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    if (library.field.closest('section')?.hidden) return;
    event.preventDefault();
    library.field.focus();
    library.field.select();
});
// Places captured in another window are there when the reader comes back.
document.addEventListener('visibilitychange', () => {
    const isAtTop = scrollY < 200 && !document.activeElement?.closest('.card');
    if (document.visibilityState === 'visible' && isAtTop) library.load();
});

route();
library.load();
queue.refresh();
