/**
 * Safe access to the properties of nodes. A form's fields shadow its properties: `form.firstChild` is a field if the
 * form has an `<input name="firstChild">`. Elements with names shadow those of the document. Therefore the getters of
 * the prototypes are used.
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
/** @type {(document: Document) => Window | null} */
export const defaultViewOf = getterOf('Document', 'defaultView');
/** @type {(element: Element) => string} */
export const localNameOf = getterOf('Element', 'localName');
/** @type {(element: Element) => ShadowRoot | null} */
const openRootOf = getterOf('Element', 'shadowRoot');
/** @typedef {(element: Element) => ShadowRoot | null} RootGetter */
/** Null if closed shadow roots may not be read. */
let anyRootOf = /** @type {RootGetter | null} */ (null);
/** @type {(element: Element) => string} */
export const idOf = getterOf('Element', 'id');
/** @type {(element: Element) => DOMTokenList} */
export const classListOf = getterOf('Element', 'classList');
/** @type {(element: Element) => HTMLSlotElement | null} */
export const assignedSlotOf = getterOf('Element', 'assignedSlot');

/**
 * The properties of documents as the prototypes define them when the script starts. The objects have no prototype,
 * because pages freeze or extend it.
 *
 * @type {Record<string, PropertyDescriptor>}
 */
const documentProperties = Object.assign(
    Object.create(null), propertiesOf('EventTarget'), propertiesOf('Node'), propertiesOf('Document'),
    propertiesOf('HTMLDocument'));
/** The same of forms. @type {Record<string, PropertyDescriptor>} */
const formProperties = Object.assign(
    Object.create(null), propertiesOf('EventTarget'), propertiesOf('Node'), propertiesOf('Element'),
    propertiesOf('HTMLElement'));
/** @type {(element: Element) => string | null} */
const namespaceOf = getterOf('Element', 'namespaceURI');

/**
 * @param {string} interfaceName
 * @returns {object} empty if there is no such interface
 */
function propertiesOf(interfaceName) {
    const constructor = Reflect.get(globalThis, interfaceName);
    return constructor ? Object.getOwnPropertyDescriptors(constructor.prototype) : {};
}

/**
 * Returns a property of a node. Named elements shadow the properties of documents and forms: `document.querySelector`
 * is a form if the page has a `<form name="querySelector">` (HTML Standard, 3.1.7 and 4.10.3).
 *
 * @param {any} node
 * @param {string} property
 * @returns {any} undefined if there is no such property
 */
export function read(node, property) {
    const properties = shadowedProperties(node);
    if (!properties) return node[property];
    const { get, value } = properties[property] ?? {};
    return get ? Reflect.apply(get, node, []) : value;
}

/**
 * @param {any} node
 * @returns {Record<string, PropertyDescriptor> | null} null if named elements shadow nothing
 */
function shadowedProperties(node) {
    // Tests outside of browsers have nodes of their own.
    if (!documentProperties.nodeType) return null;
    const type = nodeTypeOf(node);
    if (type === 9) return documentProperties;
    // The end of the namespace is enough, and no script contains an address that could be loaded.
    const isForm = type === 1 && localNameOf(node) === 'form' && !!namespaceOf(node)?.endsWith('/1999/xhtml');
    return isForm ? formProperties : null;
}

/**
 * Calls a method of a node.
 *
 * @param {any} node
 * @param {string} method
 * @param {any[]} given the arguments
 * @returns {any}
 */
export function call(node, method, ...given) {
    return Reflect.apply(read(node, method), node, given);
}

/**
 * Returns the shadow root of an element. A closed one is found if reading closed roots is allowed, and the element is a
 * custom element or has no children: the browser takes longer for a closed root than for an open one, and hardly any
 * other element has one.
 *
 * @param {Element} element
 * @returns {ShadowRoot | null}
 */
export function shadowRootOf(element) {
    const open = openRootOf(element);
    if (open || !anyRootOf || (firstChildOf(element) && !localNameOf(element).includes('-'))) return open;
    try {
        return anyRootOf(element) ?? null;
    } catch {
        // In Chromium, elements of SVG and MathML have none.
        return null;
    }
}

/**
 * Allows reading closed shadow roots from now on, where the browser gives extensions access to them. Only the
 * extension's own world may call this: a page could define functions with the same names.
 */
export function allowClosedRoots() {
    const ofChromium = Reflect.get(globalThis, 'chrome')?.dom?.openOrClosedShadowRoot;
    anyRootOf = typeof ofChromium === 'function' ? ofChromium : getterOf('Element', 'openOrClosedShadowRoot');
}

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
