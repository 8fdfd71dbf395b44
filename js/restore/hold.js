/**
 * Keeps a page from moving by itself while a place is being restored: no scroll anchoring, which would count growth
 * above the place a second time, no smooth scrolling, no snapping. Everything is put back exactly.
 */

/**
 * @typedef {{name: string, value: string, priority: string}} Declaration
 * @typedef {{element: HTMLElement, attribute: string | null, saved: Declaration[]}} Held
 */

const HELD_PROPERTIES = [
    { name: 'overflow-anchor', value: 'none' },
    { name: 'scroll-behavior', value: 'auto' },
    { name: 'scroll-snap-type', value: 'none' },
];

/**
 * @returns {{hold: (element: Element | null) => void, release: () => void}}
 */
export function makeHold() {
    /** @type {Held[]} */
    const held = [];
    const hold = (/** @type {any} */ element) => {
        if (!element || !element.style || held.some((other) => other.element === element)) return;
        const saved = HELD_PROPERTIES.map(({ name }) => ({
            name,
            value: element.style.getPropertyValue(name),
            priority: element.style.getPropertyPriority(name),
        }));
        held.push({ element, attribute: element.getAttribute('style'), saved });
        for (const { name, value } of HELD_PROPERTIES) element.style.setProperty(name, value, 'important');
    };
    const release = () => {
        for (const { element, attribute, saved } of held.splice(0)) {
            for (const { name, value, priority } of saved) {
                if (value === '') element.style.removeProperty(name);
                else element.style.setProperty(name, value, priority);
            }
            putBackAttribute(element, attribute);
        }
    };
    return { hold, release };
}

/**
 * The declarations are right again; now their text is, unless the page has changed the style meanwhile.
 *
 * @param {HTMLElement} element
 * @param {string | null} attribute
 */
function putBackAttribute(element, attribute) {
    const now = element.getAttribute('style');
    if (now === attribute) return;
    if (attribute === null) {
        if (now === '') element.removeAttribute('style');
        return;
    }
    const probe = element.ownerDocument.createElement('p');
    probe.style.cssText = attribute;
    if (probe.style.cssText === element.style.cssText) element.setAttribute('style', attribute);
}
