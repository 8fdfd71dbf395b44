// The copies of a page, in the view of one place.

import { api } from './api.js';
import { part } from './elements.js';
import { attempt, say } from './notices.js';
import { copyPath } from './place-card.js';
import { ago, bytes } from './text.js';

/** @typedef {Awaited<ReturnType<typeof api.copies>>[number]} Copy */

const kinds = /** @type {const} */ (['text', 'picture']);

/**
 * Shows the copies of a place. If they cannot be loaded, the place is shown without them.
 *
 * @param {{id: string}} place
 * @param {() => boolean} isCurrent returns false if another place was opened meanwhile
 */
export async function showCopies(place, isCurrent) {
    const copies = await api.copies(place.id).catch(() => []);
    if (isCurrent()) show(place.id, copies, isCurrent);
}

/**
 * @param {string} id of the place
 * @param {Copy[]} copies
 * @param {() => boolean} isCurrent
 */
function show(id, copies, isCurrent) {
    part('copies').hidden = copies.length === 0;
    for (const kind of kinds) {
        const row = part(`copy-${kind}`);
        const copy = copies.find((one) => one.kind === kind);
        row.hidden = !copy;
        if (!copy) continue;
        row.querySelector('a')?.setAttribute('href', copyPath(id, kind));
        const words = `${bytes(copy.storedBytes)}, copied ${ago(new Date(copy.storedAt))}`;
        /** @type {HTMLElement} */ (row.querySelector('span')).textContent = words;
        /** @type {HTMLButtonElement} */ (row.querySelector('button')).onclick = () => attempt(async () => {
            await api.removeCopy(id, kind);
            say('The copy was deleted.');
            if (!isCurrent()) return;
            show(id, copies.filter((one) => one !== copy), isCurrent);
            if (!part('copies').hidden) part('copies-heading').focus();
            else part('place-heading').focus({ preventScroll: true });
        });
    }
}
