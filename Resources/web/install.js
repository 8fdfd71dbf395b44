// The install page: copies the bookmarklets. Clicking one here would do nothing useful, so that is explained instead.

import { toast } from './notices.js';

for (const button of document.querySelectorAll('[data-copy]')) {
    button.addEventListener('click', async () => {
        const field = /** @type {HTMLTextAreaElement} */ (
            document.getElementById(`${/** @type {HTMLElement} */ (button).dataset.copy}-text`));
        try {
            await navigator.clipboard.writeText(field.value);
            toast('Copied. Make a new bookmark and paste this as its address.');
        } catch {
            field.closest('details')?.setAttribute('open', '');
            field.select();
            toast('The browser did not let the page copy it: copy the marked text.');
        }
    });
}

for (const bookmark of document.querySelectorAll('.drag')) {
    bookmark.addEventListener('click', (event) => {
        event.preventDefault();
        toast('Drag it on to your bookmarks bar, then click it there.');
    });
}
