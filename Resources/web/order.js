// The order of the queue by hand: the handle is dragged, or moved by arrow keys, or opens a menu.

import { api } from './api.js';
import { glide } from './motion.js';
import { attempt, say } from './notices.js';

// Long enough to go several steps by keys before the service hears of it.
const keyPause = 350;
// How near to the window's edge a drag scrolls the page, and by how much each time.
const edge = { near: 72, step: 12 };

export class Order {
    /** @param {import('./queue.js').Queue} queue */
    constructor(queue) {
        this.queue = queue;
        this.isDragging = false;
        this.turn = 0;
        /** What was told to the service last. @type {Promise<unknown>} */
        this.sent = Promise.resolve();
        /** @type {ReturnType<typeof setTimeout> | undefined} */
        this.timer = undefined;
        this.menu = /** @type {HTMLElement} */ (document.getElementById('move-menu'));
        /** @type {HTMLElement | undefined} */
        this.row = undefined;
        this.menu.addEventListener('click', (event) => {
            const way = event.target instanceof HTMLElement ? event.target.dataset.move : undefined;
            const { row } = this;
            this.menu.hidePopover();
            if (way && row) this.move(row, way);
        });
        this.menu.addEventListener('keydown', (event) => {
            const items = /** @type {HTMLElement[]} */ ([...this.menu.children]);
            const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
            if (event.key === 'Tab') this.menu.hidePopover();
            if (step === 0) return;
            event.preventDefault();
            const at = items.indexOf(/** @type {HTMLElement} */ (document.activeElement));
            items[(at + step + items.length) % items.length].focus();
        });
        this.menu.addEventListener('toggle', (event) => {
            const isOpen = /** @type {ToggleEvent} */ (event).newState === 'open';
            if (isOpen) /** @type {HTMLElement} */ (this.menu.firstElementChild).focus();
            else if (this.menu.contains(document.activeElement) || document.activeElement === document.body) {
                /** @type {HTMLElement | null | undefined} */ (this.row?.querySelector('.grip'))?.focus();
            }
        });
    }

    /** @param {HTMLElement} row */
    handle(row) {
        const grip = /** @type {HTMLElement} */ (row.querySelector('.grip'));
        // Until now nobody would have heard a press.
        grip.inert = false;
        let hasMoved = false;
        grip.addEventListener('click', () => {
            if (!hasMoved) this.openMenu(row, grip);
            hasMoved = false;
        });
        grip.addEventListener('keydown', (event) => {
            const way = { ArrowUp: 'up', ArrowDown: 'down', Home: 'first', End: 'last' }[event.key];
            if (!way || event.ctrlKey || event.metaKey) return;
            event.preventDefault();
            this.move(row, way);
        });
        grip.addEventListener('pointerdown', (event) => {
            if (event.button !== 0) return;
            hasMoved = false;
            grip.setPointerCapture(event.pointerId);
            const from = event.clientY;
            const above = row.previousElementSibling;
            let grabbed = from - row.getBoundingClientRect().top;
            const drag = (/** @type {PointerEvent} */ { clientY }) => {
                if (!hasMoved && Math.abs(clientY - from) < 5) return;
                hasMoved = true;
                this.isDragging = true;
                row.classList.add('dragged');
                if (clientY < edge.near) scrollBy(0, -edge.step);
                if (clientY > innerHeight - edge.near) scrollBy(0, edge.step);
                this.follow(row, clientY);
                row.style.translate = '';
                row.style.translate = `0 ${clientY - grabbed - row.getBoundingClientRect().top}px`;
            };
            const end = (/** @type {PointerEvent} */ event) => {
                grip.removeEventListener('pointermove', drag);
                grip.removeEventListener('pointerup', end);
                grip.removeEventListener('pointercancel', end);
                grabbed = 0;
                if (!this.isDragging) return;
                this.isDragging = false;
                glide([row], () => {
                    row.classList.remove('dragged');
                    row.style.translate = '';
                });
                if (event.type === 'pointerup' && row.previousElementSibling !== above) this.keep(row);
                else this.queue.arrange();
            };
            grip.addEventListener('pointermove', drag);
            grip.addEventListener('pointerup', end);
            grip.addEventListener('pointercancel', end);
        });
    }

    /** Lets the others make room. The dragged row itself stays in its list: taken out, it would lose the pointer. */
    follow(/** @type {HTMLElement} */ row, /** @type {number} */ y) {
        const rows = /** @type {HTMLElement[]} */ ([...row.parentElement?.children ?? []]).filter((one) => one !== row);
        const middle = (/** @type {Element} */ one) => {
            const { top, height } = one.getBoundingClientRect();
            return top + height / 2;
        };
        // A browser that is busy tells of one move where there were many: several rows may have been passed.
        for (;;) {
            const { previousElementSibling: above, nextElementSibling: below } = row;
            if (above && y < middle(above)) glide(rows, () => row.after(above));
            else if (below && y > middle(below)) glide(rows, () => row.before(below));
            else return;
        }
    }

    /** @param {HTMLElement} row @param {HTMLElement} grip */
    openMenu(row, grip) {
        this.row = row;
        const { left, bottom } = grip.getBoundingClientRect();
        this.menu.style.left = `${Math.max(8, left)}px`;
        this.menu.style.top = `${Math.min(bottom + 4, innerHeight - 200)}px`;
        this.menu.showPopover();
    }

    /** @param {HTMLElement} row @param {string} way */
    move(row, way) {
        const list = /** @type {HTMLElement} */ (row.parentElement);
        const rows = /** @type {HTMLElement[]} */ ([...list.children]);
        const at = rows.indexOf(row);
        const to = { up: at - 1, down: at + 1, first: 0, last: rows.length - 1 }[way] ?? at;
        const target = rows[to];
        const grip = /** @type {HTMLElement} */ (row.querySelector('.grip'));
        if (to === at || !target) {
            say(at === 0 ? 'It is the first already.' : 'It is the last already.');
            grip.focus();
            return;
        }
        glide(rows, () => (to < at ? target.before(row) : target.after(row)));
        grip.focus({ preventScroll: true });
        row.scrollIntoView({ block: 'nearest' });
        say(`${to + 1} of ${rows.length}`);
        // Until the service knows, its order must not come between.
        this.isDragging = true;
        this.turn += 1;
        clearTimeout(this.timer);
        this.timer = setTimeout(() => {
            this.isDragging = false;
            this.keep(row);
        }, keyPause);
    }

    /** Tells the service where a row stands now. @param {HTMLElement} row */
    async keep(row) {
        const id = row.dataset.id ?? '';
        const below = /** @type {HTMLElement | null} */ (row.nextElementSibling)?.dataset.id;
        const above = /** @type {HTMLElement | null} */ (row.previousElementSibling)?.dataset.id;
        const where = below ? { before: below } : above ? { after: above } : null;
        if (!where) return;
        this.isDragging = true;
        this.turn += 1;
        const { turn } = this;
        // One after the other: each is said by its neighbour, as the ones before have left it.
        this.sent = this.sent.then(() => attempt(() => api.move(id, where)));
        await this.sent;
        // Whoever has moved something else in the meantime is not disturbed.
        if (turn !== this.turn) return;
        this.isDragging = false;
        await attempt(() => this.queue.load('todo'));
    }
}
