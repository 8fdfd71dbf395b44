// The elements of a page: finding, creating and filling them. Nothing here touches the document before it is called.

import { ago } from './text.js';

/**
 * Returns the element with an id of the page.
 *
 * @param {string} id
 * @returns {HTMLElement}
 */
export function part(id) {
    return /** @type {HTMLElement} */ (document.getElementById(id));
}

/**
 * Creates an element. Text is never parsed as HTML.
 *
 * @param {string} name
 * @param {{text?: string, className?: string, href?: string}} [what]
 * @param {(Node | string)[]} children
 */
export function element(name, what = {}, ...children) {
    const { text, className, href } = what;
    const made = document.createElement(name);
    if (text !== undefined) made.textContent = text;
    if (className) made.className = className;
    if (href) made.setAttribute('href', href);
    made.append(...children);
    return made;
}

/**
 * Creates an element of a drawing (SVG).
 *
 * @param {string} name
 * @param {Record<string, string | number>} attributes
 * @param {Node[]} children
 */
export function shape(name, attributes, ...children) {
    const made = document.createElementNS('http://www.w3.org/2000/svg', name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
    made.append(...children);
    return made;
}

/**
 * Creates a copy of the only element of a template.
 *
 * @param {HTMLTemplateElement} template
 * @returns {HTMLElement}
 */
export function fromTemplate(template) {
    const copy = /** @type {DocumentFragment} */ (template.content.cloneNode(true));
    return /** @type {HTMLElement} */ (copy.firstElementChild);
}

/**
 * Makes a link open in a new tab, which cannot reach this page.
 *
 * @param {HTMLElement} link
 */
export function openInNewTab(link) {
    link.setAttribute('target', '_blank');
    link.setAttribute('rel', 'noopener noreferrer');
}

/**
 * Shows a time relative to now.
 *
 * @param {HTMLTimeElement} time
 * @param {string} date RFC 3339
 */
export function showTime(time, date) {
    const stored = new Date(date);
    time.dateTime = date;
    time.textContent = ago(stored);
    // On demand, since the first full date that a browser formats takes about 20 ms.
    time.onpointerenter = () => { time.title = stored.toLocaleString(); };
}

/**
 * Sets the text of an element. Writing the same text again would clear a selection in it.
 *
 * @param {HTMLElement} target
 * @param {string} text
 */
export function setText(target, text) {
    if (target.textContent !== text) target.textContent = text;
}

/**
 * Loads more of a list when its end comes near the viewport.
 *
 * @param {Element} end the element below the list
 * @param {string} margin the distance, a CSS length
 * @param {() => void} load
 * @returns {() => void} a function to call when the list has grown: the observer reports only changes, and the end may
 *   be as near as before
 */
export function loadNearEnd(end, margin, load) {
    const observer = new IntersectionObserver((entries) => {
        if (entries.some((entry) => entry.isIntersecting)) load();
    }, { rootMargin: margin });
    observer.observe(end);
    return () => {
        observer.unobserve(end);
        observer.observe(end);
    };
}

/**
 * Saves a file.
 *
 * @param {string} name
 * @param {Blob} body
 */
export function saveFile(name, body) {
    const address = URL.createObjectURL(body);
    const link = element('a', { href: address });
    link.setAttribute('download', name);
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
