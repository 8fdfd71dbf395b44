/**
 * Safe access to the properties of nodes. A form's fields shadow its properties: `form.firstChild` is a field if the
 * form has an `<input name="firstChild">`. Therefore the getters of the prototypes are used.
 */

/**
 * @param {string} interfaceName
 * @param {string} property
 * @returns {(node: any) => any}
 */
function getterOf(interfaceName, property) {
    const constructor = Reflect.get(globalThis, interfaceName);
    const descriptor = constructor && Object.getOwnPropertyDescriptor(constructor.prototype, property);
    const get = descriptor && descriptor.get;
    return get ? (node) => get.call(node) : (node) => node[property];
}

/** @type {(node: Node) => number} */
export const nodeTypeOf = getterOf('Node', 'nodeType');
/** @type {(node: Node) => Node | null} */
export const firstChildOf = getterOf('Node', 'firstChild');
/** @type {(node: Node) => Node | null} */
export const nextSiblingOf = getterOf('Node', 'nextSibling');
/** @type {(node: Node) => Node | null} */
export const parentNodeOf = getterOf('Node', 'parentNode');
/** @type {(node: Node) => Document | null} */
export const ownerDocumentOf = getterOf('Node', 'ownerDocument');
/** @type {(element: Element) => string} */
export const localNameOf = getterOf('Element', 'localName');
/** @type {(element: Element) => ShadowRoot | null} */
export const shadowRootOf = getterOf('Element', 'shadowRoot');
/** @type {(element: Element) => string} */
export const idOf = getterOf('Element', 'id');
/** @type {(element: Element) => DOMTokenList} */
export const classListOf = getterOf('Element', 'classList');
/** @type {(element: Element) => HTMLSlotElement | null} */
export const assignedSlotOf = getterOf('Element', 'assignedSlot');

/**
 * @param {Node | null} node
 * @returns {boolean}
 */
export function isElement(node) {
    return node !== null && nodeTypeOf(node) === 1;
}

/**
 * @param {Node | null} node
 * @returns {boolean}
 */
export function isText(node) {
    if (node === null) return false;
    const type = nodeTypeOf(node);
    return type === 3 || type === 4;
}
