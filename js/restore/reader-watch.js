/**
 * The reader's input during a restore: some ends it, and some pauses it.
 */

import { composedParent, viewOf } from '../dom/composed-tree.js';
import { call, isElement, read } from '../dom/node.js';
import { isScrollable } from '../dom/scroller.js';

/** @typedef {'end' | 'pause'} InputKind */

/**
 * `mousedown` follows `pointerdown`, and comes alone from the scroll bars of some browsers. `click` also comes from the
 * keyboard.
 */
const INPUT_EVENTS = ['wheel', 'touchstart', 'touchmove', 'keydown', 'pointerdown', 'mousedown', 'click'];
/** The keys that scroll, or move the focus and thereby scroll. `F3` searches the page. */
const SCROLLING_KEYS = [
    'ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'PageUp', 'PageDown', 'Home', 'End', 'Tab', 'F3',
];
/** The keys that search the page, alone in Firefox and with Control or Command. */
const SEARCH_KEYS = ['/', '\''];
const SEARCH_KEYS_WITH_CONTROL = ['f', 'g'];
/** What can be pressed. Pages make whole sections focusable by scripts, with a negative `tabindex`. */
const CONTROLS = 'button, a, input, select, textarea, summary, label, [role="button"], [onclick],'
    + ' [tabindex]:not([tabindex^="-"])';
const FIELDS = 'input, select, textarea, [contenteditable]:not([contenteditable="false"])';
/** In CSS px: a touch that moves by less is a tap. */
const MOVING_TOUCH = 10;
/** A fraction of the view: a scroller in a fixed element that is larger contains the page's text, not a dialog. */
const LARGE_SCROLLER = 0.5;

/**
 * Calls a function on the reader's input. A wheel, a moving touch, a key that scrolls, a scroll bar and a press on the
 * page's text with a mouse end a restore. Other keys, a tap, and a press on a control or on something pinned pause it.
 * Events that scripts dispatch are ignored.
 *
 * @param {Window[]} views
 * @param {Window} top
 * @param {(kind: InputKind, at: number) => void} onInput `at` is in ms
 * @returns {() => void} stops watching
 */
export function watchInput(views, top, onInput) {
    const options = { capture: true, passive: true };
    /** @type {{x: number, y: number} | null} */
    let touched = null;
    let isTouch = false;
    const receive = (/** @type {any} */ event) => {
        if (!event.isTrusted) return;
        if (event.type === 'pointerdown') isTouch = event.pointerType === 'touch';
        const point = event.touches?.[0];
        if (event.type === 'touchstart') {
            touched = point ? { x: point.clientX, y: point.clientY } : null;
            return;
        }
        if (event.type === 'touchmove' && touched && point) {
            if (Math.hypot(point.clientX - touched.x, point.clientY - touched.y) <= MOVING_TOUCH) return;
        }
        // A finger on the text may tap or scroll, and a tap is followed by the events of a mouse.
        const isTap = isTouch && (event.type === 'pointerdown' || event.type === 'mousedown');
        onInput(isTap ? 'pause' : kindOf(event), top.performance.now());
    };
    for (const view of views) {
        for (const name of INPUT_EVENTS) view.addEventListener(name, receive, options);
    }
    return () => {
        for (const view of views) {
            for (const name of INPUT_EVENTS) view.removeEventListener(name, receive, options);
        }
    };
}

/**
 * @param {any} event
 * @returns {InputKind}
 */
function kindOf(event) {
    switch (event.type) {
        case 'keydown': return kindOfKey(event);
        case 'pointerdown':
        case 'mousedown': return kindOfPress(event);
        case 'click': return 'pause';
        default: return 'end';
    }
}

/**
 * @param {KeyboardEvent} event
 * @returns {InputKind}
 */
function kindOfKey(event) {
    const { key } = event;
    const target = targetOf(event);
    const isTyping = target !== null && call(target, 'closest', FIELDS) !== null;
    if (SCROLLING_KEYS.includes(key)) return 'end';
    if ((event.ctrlKey || event.metaKey) && SEARCH_KEYS_WITH_CONTROL.includes(key.toLowerCase())) return 'end';
    if (SEARCH_KEYS.includes(key)) return isTyping ? 'pause' : 'end';
    if (key === ' ') return isTyping || (target && controlAround(target)) ? 'pause' : 'end';
    return 'pause';
}

/**
 * @param {MouseEvent} event
 * @returns {InputKind}
 */
function kindOfPress(event) {
    const target = targetOf(event);
    const view = target && viewOf(target);
    // The middle button starts scrolling.
    if (!target || !view || event.button === 1 || isOnScrollBar(target, event)) return 'end';
    return controlAround(target) || isPinned(target, view) ? 'pause' : 'end';
}

/**
 * Returns the innermost element that an event has reached, also in open shadow roots.
 *
 * @param {Event} event
 * @returns {Element | null}
 */
function targetOf(event) {
    const target = /** @type {Node | undefined} */ (event.composedPath()[0]);
    return target && isElement(target) ? /** @type {Element} */ (target) : null;
}

/**
 * @param {Element} element
 * @param {Window} view
 * @returns {boolean} true if the element is the root or the body
 */
function isRoot(element, { document }) {
    return element === read(document, 'documentElement') || element === read(document, 'body');
}

/**
 * Returns the control that contains an element. The root and the body are none, although pages listen there.
 *
 * @param {Element} element
 * @returns {Element | null}
 */
function controlAround(element) {
    const view = viewOf(element);
    if (!view || isRoot(element, view)) return null;
    if (view.getComputedStyle(element).cursor === 'pointer') return element;
    for (let at = /** @type {Element | null} */ (element); at && !isRoot(at, view); at = composedParent(at)) {
        if (call(at, 'matches', CONTROLS)) return at;
    }
    return null;
}

/**
 * Returns true if an element belongs to a banner or a dialog, which stays in place while the page scrolls. A fixed
 * element with a large scroller is the page itself.
 *
 * @param {Element} element
 * @param {Window} view
 * @returns {boolean}
 */
function isPinned(element, view) {
    for (let at = /** @type {Element | null} */ (element); at && !isRoot(at, view); at = composedParent(at)) {
        if (view.getComputedStyle(at).position === 'fixed') return true;
        const area = read(at, 'clientWidth') * read(at, 'clientHeight');
        if (isScrollable(at, view) && area >= view.innerWidth * view.innerHeight * LARGE_SCROLLER) return false;
    }
    return false;
}

/**
 * @param {Element} element
 * @param {MouseEvent} event
 * @returns {boolean} true if a press has hit the element's scroll bar
 */
function isOnScrollBar(element, { clientX, clientY }) {
    const [width, height] = [read(element, 'clientWidth'), read(element, 'clientHeight')];
    if (width === 0 || height === 0) return false;
    const view = viewOf(element);
    const isWindow = view !== null && isRoot(element, view);
    const { left, top } = isWindow ? { left: 0, top: 0 } : call(element, 'getBoundingClientRect');
    const overflows = read(element, 'scrollHeight') > height || read(element, 'scrollWidth') > width;
    const root = isWindow && view ? read(view.document, 'documentElement') : element;
    const inner = { width: read(root, 'clientWidth'), height: read(root, 'clientHeight') };
    const [x, y] = [clientX - left - read(element, 'clientLeft'), clientY - top - read(element, 'clientTop')];
    return overflows && (x >= inner.width || y >= inner.height);
}
