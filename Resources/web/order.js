// Reordering the queue by hand: by dragging a handle, with the arrow keys on it, or with the menu that it opens.

import { api } from './api.js';
import { part } from './elements.js';
import { glide } from './motion.js';
import { announce, attempt } from './notices.js';

// In ms: long enough to press a key several times before the new position is sent.
const keyDelay = 350;
// In CSS px: the distance from the window's edge at which dragging scrolls the page, and the length of each step.
const edge = { distance: 72, step: 12 };
// In CSS px: a pointer that moves less than this clicks the handle.
const dragThreshold = 5;

export class Order {
    /**
     * @param {import('./queue.js').Queue} queue
     */
    constructor(queue) {
        this.queue = queue;
        /** True while a row is moved or its position is sent. The lists are not sorted then. */
        this.isBusy = false;
        /** The number of moves so far. */
        this.turn = 0;
        /**
         * The last request.
         *
         * @type {Promise<unknown>}
         */
        this.sent = Promise.resolve();
        /** @type {ReturnType<typeof setTimeout> | undefined} */
        this.timer = undefined;
        this.menu = part('move-menu');
        /** @type {HTMLElement | undefined} */
        this.row = undefined;
        this.menu.addEventListener('click', (event) => {
            const direction = event.target instanceof HTMLElement ? event.target.dataset.move : undefined;
            const { row } = this;
            this.menu.hidePopover();
            if (direction && row) this.move(row, direction);
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
            const isOpen = /** @type {Event & {newState: string}} */ (event).newState === 'open';
            if (isOpen) /** @type {HTMLElement} */ (this.menu.firstElementChild).focus();
            else if (this.menu.contains(document.activeElement) || document.activeElement === document.body) {
                /** @type {HTMLElement | null | undefined} */ (this.row?.querySelector('.grip'))?.focus();
            }
        });
    }

    /**
     * Adds the listeners of a row's handle.
     *
     * @param {HTMLElement} row
     */
    addListeners(row) {
        const grip = /** @type {HTMLElement} */ (row.querySelector('.grip'));
        // The handle is inert until it has listeners.
        grip.inert = false;
        let hasMoved = false;
        grip.addEventListener('click', () => {
            if (!hasMoved) this.openMenu(row, grip);
            hasMoved = false;
        });
        grip.addEventListener('keydown', (event) => {
            const direction = { ArrowUp: 'up', ArrowDown: 'down', Home: 'first', End: 'last' }[event.key];
            if (!direction || event.ctrlKey || event.metaKey) return;
            event.preventDefault();
            this.move(row, direction);
        });
        grip.addEventListener('pointerdown', (event) => {
            if (event.button !== 0) return;
            hasMoved = false;
            this.drag(row, grip, event, () => {
                hasMoved = true;
            });
        });
    }

    /**
     * Lets a row follow the pointer until it is released, and then sends the new position.
     *
     * @param {HTMLElement} row
     * @param {HTMLElement} grip the handle of the row
     * @param {PointerEvent} start the event with which the pointer was pressed
     * @param {() => void} onMove is called when the pointer has moved far enough to be a drag and not a click
     */
    drag(row, grip, start, onMove) {
        grip.setPointerCapture(start.pointerId);
        const above = row.previousElementSibling;
        const grabbed = start.clientY - row.getBoundingClientRect().top;
        let isDragged = false;
        const move = (/** @type {PointerEvent} */ { clientY }) => {
            if (!isDragged && Math.abs(clientY - start.clientY) < dragThreshold) return;
            isDragged = true;
            onMove();
            this.isBusy = true;
            row.classList.add('dragged');
            if (clientY < edge.distance) scrollBy(0, -edge.step);
            if (clientY > innerHeight - edge.distance) scrollBy(0, edge.step);
            this.follow(row, clientY);
            row.style.translate = '';
            row.style.translate = `0 ${clientY - grabbed - row.getBoundingClientRect().top}px`;
        };
        const end = (/** @type {PointerEvent} */ { type }) => {
            grip.removeEventListener('pointermove', move);
            grip.removeEventListener('pointerup', end);
            grip.removeEventListener('pointercancel', end);
            if (!this.isBusy) return;
            this.isBusy = false;
            glide([row], () => {
                row.classList.remove('dragged');
                row.style.translate = '';
            });
            if (type === 'pointerup' && row.previousElementSibling !== above) this.save(row);
            else this.queue.arrange();
        };
        grip.addEventListener('pointermove', move);
        grip.addEventListener('pointerup', end);
        grip.addEventListener('pointercancel', end);
    }

    /**
     * Moves the other rows around the dragged one, which stays in its list, or it would lose the pointer capture.
     *
     * @param {HTMLElement} row
     * @param {number} y
     */
    follow(row, y) {
        const rows = /** @type {HTMLElement[]} */ ([...row.parentElement?.children ?? []]).filter((one) => one !== row);
        const middle = (/** @type {Element} */ one) => {
            const { top, height } = one.getBoundingClientRect();
            return top + height / 2;
        };
        // A busy browser merges pointer events, so that the pointer may have passed several rows.
        for (;;) {
            const { previousElementSibling: above, nextElementSibling: below } = row;
            if (above && y < middle(above)) glide(rows, () => row.after(above));
            else if (below && y > middle(below)) glide(rows, () => row.before(below));
            else return;
        }
    }

    /**
     * @param {HTMLElement} row
     * @param {HTMLElement} grip
     */
    openMenu(row, grip) {
        this.row = row;
        const { left, bottom } = grip.getBoundingClientRect();
        this.menu.style.left = `${Math.max(8, left)}px`;
        this.menu.style.top = `${Math.min(bottom + 4, innerHeight - 200)}px`;
        this.menu.showPopover();
    }

    /**
     * @param {HTMLElement} row
     * @param {string} direction
     */
    move(row, direction) {
        const list = /** @type {HTMLElement} */ (row.parentElement);
        const rows = /** @type {HTMLElement[]} */ ([...list.children]);
        const at = rows.indexOf(row);
        const to = { up: at - 1, down: at + 1, first: 0, last: rows.length - 1 }[direction] ?? at;
        const target = rows[to];
        const grip = /** @type {HTMLElement} */ (row.querySelector('.grip'));
        if (to === at || !target) {
            announce(at === 0 ? 'It is already the first one.' : 'It is already the last one.');
            grip.focus();
            return;
        }
        glide(rows, () => (to < at ? target.before(row) : target.after(row)));
        grip.focus({ preventScroll: true });
        row.scrollIntoView({ block: 'nearest' });
        announce(`${to + 1} of ${rows.length}`);
        // The order of the service is ignored until it has received the new position.
        this.isBusy = true;
        this.turn += 1;
        clearTimeout(this.timer);
        this.timer = setTimeout(() => {
            this.isBusy = false;
            this.save(row);
        }, keyDelay);
    }

    /**
     * Sends the new position of a row.
     *
     * @param {HTMLElement} row
     */
    async save(row) {
        const id = row.dataset.id ?? '';
        const below = /** @type {HTMLElement | null} */ (row.nextElementSibling)?.dataset.id;
        const above = /** @type {HTMLElement | null} */ (row.previousElementSibling)?.dataset.id;
        const where = below ? { before: below } : above ? { after: above } : null;
        if (!where) return;
        this.isBusy = true;
        this.turn += 1;
        const { turn } = this;
        // One request at a time: a position is given by a neighbour, which an earlier move may have changed.
        this.sent = this.sent.then(() => attempt(() => api.move(id, where)));
        await this.sent;
        // A later move loads the list when it has been sent.
        if (turn !== this.turn) return;
        this.isBusy = false;
        await attempt(() => this.queue.load('todo'));
    }
}
