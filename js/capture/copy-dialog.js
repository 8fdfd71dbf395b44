/**
 * A dialog with the snapshot as text to copy, for pages that may not open a window. It uses neither style sheets nor
 * markup nor the browser's own dialogs, since the page's policy or sandbox may forbid them.
 */

import { call } from '../dom/node.js';
import { overlayParent, setStyles } from '../dom/overlay.js';

/** The text of the dialog. */
const COPY_REQUEST = 'Leftoff could not open its window. Copy this text and pass it to “leftoff capture”.';

/**
 * Shows the dialog.
 *
 * @param {Document} document
 * @param {string} json the snapshot
 */
export function showCopyDialog(document, json) {
    const parent = overlayParent(document);
    const box = call(document, 'createElement', 'dialog');
    const text = call(document, 'createElement', 'p');
    const field = call(document, 'createElement', 'textarea');
    const button = call(document, 'createElement', 'button');
    text.textContent = COPY_REQUEST;
    field.value = json;
    field.readOnly = true;
    field.setAttribute('aria-label', 'The captured place');
    button.textContent = 'Close';
    button.type = 'button';
    const font = { font: '15px/1.5 sans-serif', color: '#222' };
    setStyles(box, {
        all: 'initial', position: 'fixed', inset: '0', margin: 'auto', width: 'min(30em, 80vw)', height: 'fit-content',
        display: 'block', padding: '20px', background: '#fff', 'border-radius': '10px', border: '1px solid #888',
        'z-index': '2147483647', ...font,
    });
    setStyles(text, { all: 'initial', display: 'block', ...font });
    setStyles(field, {
        all: 'initial', display: 'block', width: '100%', height: '8em', margin: '12px 0', border: '1px solid #888',
        'box-sizing': 'border-box', padding: '8px', font: '12px/1.4 monospace', color: '#222', overflow: 'auto',
    });
    setStyles(button, {
        all: 'initial', padding: '8px 16px', border: '1px solid #888', 'border-radius': '6px', ...font,
    });
    button.addEventListener('click', () => box.remove());
    box.addEventListener('close', () => box.remove());
    box.append(text, field, button);
    if (parent) parent.append(box);
    try {
        box.showModal();
    } catch {
        // In a sandbox without modal dialogs, the z-index keeps it on top.
        box.setAttribute('open', '');
    }
    field.focus();
    field.select();
}
