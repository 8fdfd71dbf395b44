/**
 * Prevents a page from scrolling by itself while a place is restored. It turns off scroll anchoring, which would
 * compensate growth above the place a second time, smooth scrolling and scroll snapping, and restores their styles
 * exactly.
 */

import { call, ownerDocumentOf, read } from '../dom/node.js';
import { watchReader } from './reader-input.js';

/**
 * @typedef {{name: string, value: string, priority: string}} Declaration
 * @typedef {{element: HTMLElement, attribute: string | null, saved: Declaration[], snaps: boolean}} Held
 */

const SNAPPING = 'scroll-snap-type';
const HELD_PROPERTIES = [
    { name: 'overflow-anchor', value: 'none' },
    { name: 'scroll-behavior', value: 'auto' },
    { name: SNAPPING, value: 'none' },
];

/**
 * @param {Window} top
 * @returns {{hold: (element: Element | null) => void, release: () => void}} if an element snaps, `release` turns
 *     snapping on again only at the reader's next input, since the page would leave the place at once
 */
export function makeHold(top) {
    /** @type {Held[]} */
    const held = [];
    const hold = (/** @type {any} */ element) => {
        if (!element || !read(element, 'style') || held.some((other) => other.element === element)) return;
        const saved = HELD_PROPERTIES.map(({ name }) => ({
            name,
            value: read(element, 'style').getPropertyValue(name),
            priority: read(element, 'style').getPropertyPriority(name),
        }));
        const natural = top.getComputedStyle(element).getPropertyValue(SNAPPING);
        const snaps = natural !== '' && natural !== 'none';
        held.push({ element, attribute: call(element, 'getAttribute', 'style'), saved, snaps });
        for (const { name, value } of HELD_PROPERTIES) read(element, 'style').setProperty(name, value, 'important');
    };
    const release = () => {
        const all = held.splice(0);
        for (const one of all) restoreStyle(one, ({ name }) => name !== SNAPPING || !one.snaps);
        const snapping = all.filter(({ snaps }) => snaps);
        if (snapping.length === 0) return;
        const stop = watchReader([top], () => {
            stop();
            for (const one of snapping) restoreStyle(one, ({ name }) => name === SNAPPING);
        });
    };
    return { hold, release };
}

/**
 * @param {Held} held
 * @param {(declaration: Declaration) => boolean} isIncluded
 */
function restoreStyle({ element, attribute, saved }, isIncluded) {
    for (const { name, value, priority } of saved.filter(isIncluded)) {
        if (value === '') read(element, 'style').removeProperty(name);
        else read(element, 'style').setProperty(name, value, priority);
    }
    restoreAttribute(element, attribute);
}

/**
 * Restores the text of a `style` attribute whose declarations are already restored, unless the page has changed it
 * meanwhile.
 *
 * @param {HTMLElement} element
 * @param {string | null} attribute
 */
function restoreAttribute(element, attribute) {
    const now = call(element, 'getAttribute', 'style');
    if (now === attribute) return;
    if (attribute === null) {
        if (now === '') call(element, 'removeAttribute', 'style');
        return;
    }
    const probe = call(ownerDocumentOf(element), 'createElement', 'p');
    probe.style.cssText = attribute;
    if (probe.style.cssText === read(element, 'style').cssText) call(element, 'setAttribute', 'style', attribute);
}
