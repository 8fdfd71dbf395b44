// Dialogs whose contents are made by script.

import { element } from './elements.js';

/**
 * @typedef {{label: string, value: string, className?: string, isSafe?: boolean}} SheetAction an action with an empty
 *   value changes nothing; a safe one has the focus when the dialog opens
 */

/** The number of dialogs that were created, which distinguishes their ids. */
let sheetCount = 0;

/** Creates a dialog without contents at the end of the page. */
export function makeSheet() {
    sheetCount += 1;
    const dialog = /** @type {HTMLDialogElement} */ (element('dialog', { className: 'sheet' }));
    dialog.id = `sheet-${sheetCount}`;
    document.body.append(dialog);
    return dialog;
}

/**
 * Fills a dialog.
 *
 * @param {HTMLDialogElement} dialog
 * @param {{heading: string, text?: string, body?: HTMLElement[], actions: SheetAction[]}} contents Enter in a field
 *   chooses the first action
 * @returns {HTMLFormElement}
 */
export function fillSheet(dialog, { heading, text = '', body = [], actions }) {
    const title = element('h2', { text: heading });
    title.id = `${dialog.id}-heading`;
    dialog.setAttribute('aria-labelledby', title.id);
    const buttons = actions.map(({ label, value, className, isSafe }) => {
        const button = /** @type {HTMLButtonElement} */ (element('button', { text: label, className }));
        button.value = value;
        button.formNoValidate = value === '';
        button.autofocus = isSafe === true;
        return button;
    });
    const form = /** @type {HTMLFormElement} */ (element(
        'form', {}, title, ...(text ? [element('p', { text })] : []), ...body,
        element('p', { className: 'actions' }, ...buttons)));
    form.method = 'dialog';
    dialog.replaceChildren(form);
    return form;
}

/**
 * Shows a dialog until it is closed.
 *
 * @param {HTMLDialogElement} dialog
 * @returns {Promise<string>} the value of the action; empty if the reader has cancelled
 */
export function showSheet(dialog) {
    dialog.returnValue = '';
    dialog.showModal();
    return new Promise((resolve) => {
        dialog.addEventListener('close', () => resolve(dialog.returnValue), { once: true });
    });
}

/**
 * Asks a question with a dialog of its own.
 *
 * @param {Parameters<typeof fillSheet>[1]} contents
 * @returns {Promise<string>} the value of the action; empty if the reader has cancelled
 */
export async function ask(contents) {
    const dialog = makeSheet();
    fillSheet(dialog, contents);
    const value = await showSheet(dialog);
    dialog.remove();
    return value;
}

/**
 * Creates a field for tags, which are separated by commas, with suggestions for the last one.
 *
 * @param {string} label
 * @param {string[]} suggested
 * @returns {{box: HTMLElement, field: HTMLInputElement}}
 */
export function makeTagsField(label, suggested) {
    sheetCount += 1;
    const list = element('datalist');
    list.id = `suggested-${sheetCount}`;
    const field = /** @type {HTMLInputElement} */ (element('input'));
    field.type = 'text';
    field.autocomplete = 'off';
    field.spellcheck = false;
    field.setAttribute('list', list.id);
    field.setAttribute('enterkeyhint', 'done');
    const suggest = () => {
        // A suggestion replaces the whole field, so it begins with the tags that are complete.
        const before = field.value.includes(',') ? `${field.value.slice(0, field.value.lastIndexOf(',') + 1)} ` : '';
        list.replaceChildren(...suggested.map((tag) => {
            const option = element('option');
            option.setAttribute('value', before + tag);
            return option;
        }));
    };
    suggest();
    field.addEventListener('input', (event) => {
        if (/** @type {InputEvent} */ (event).data === ',') suggest();
        else if (field.value === '') suggest();
    });
    const caption = element('span', { text: label, className: 'caption' });
    const box = element('label', { className: 'named' }, caption, field, list);
    return { box, field };
}
