/**
 * The control of a page that shows more of it, such as *Load more*. Leftoff names it and does not press it.
 */

import { elementAtAddress } from '../anchoring/selector.js';
import { composedParent, treeRootOf, viewOf } from '../dom/composed-tree.js';
import { elementBox } from '../dom/geometry.js';
import { call, localNameOf, read, shadowRootOf } from '../dom/node.js';
import { isRendered } from '../dom/rendered.js';
import { findScroller } from './place.js';

/**
 * @typedef {import('../dom/geometry.js').Box} Box
 * @typedef {import('./target.js').Target} Target
 * @typedef {{element: Element, name: string, box: Box, isNamed: boolean}} Control
 */

const CONTROLS = 'button, [role="button"], summary, a, label, input[type="button" i], [tabindex], [onclick]';
/** Elements that are controls if they look like them and say that they show more. */
const LIKE_CONTROLS = 'span, div, p, li, strong, b';
/** Parts of a page in which no control shows more of its content. */
const OUTSIDE = 'nav, footer, aside, dialog, [role="dialog"], [role="navigation"], [role="contentinfo"]';
/** In characters: a longer text belongs to an area with other content. */
const LONGEST_NAME = 60;
/** In CSS px: less is cut off by accident, such as the descenders of letters. */
const LEAST_CUT = 40;
/** In CSS px: the distance of a control from the end of what it shows more of. */
const NEAR = 200;
/** In CSS px: the same if its name does not say that it shows more. */
const ADJACENT = 80;
/**
 * Words for *more*, *older* and *continue* in names, with spaces around each. Those of scripts without spaces count
 * within other text.
 */
const WORDS = (
    ' more older earlier previous continue expand unfold mehr weitere weiterlesen aufklappen ausklappen nachladen '
    + 'ältere frühere plus davantage suite précédents más anteriores mais altro altri ancora precedenti meer oudere '
    + 'fler äldre flere mere lisää więcej starsze více další starší viac több mult multe daha još още ещё еще '
    + 'больше далее предыдущие більше ще περισσότερα thêm selengkapnya lainnya ');
const PARTS = /もっと|さらに|続[きけ]|以前|残り|更多|加载|載入|展开|展開|더|이전|עוד|المزيد|بیشتر|और|เพิ่มเติม/;
/** Words for *show* and for *all* and *next*: a name that has both says that it shows more. */
const SHOWING = (
    ' show see view read load display anzeigen zeigen laden lesen einblenden voir afficher lire charger ver '
    + 'mostrar leer ler cargar carregar mostra vedi leggi carica toon bekijk lees laad visa läs vis læs les näytä '
    + 'lue pokaż zobacz czytaj zobrazit číst zobraziť показать смотреть читать загрузить показати читати ');
const REST = (
    ' all next full entire whole remaining rest alle alles nächste nächsten ganze ganzen ganzes vollständig '
    + 'vollständigen history verlauf historique historial tout toute tous toutes suivants suivantes todo todos '
    + 'toda todas tudo siguientes tutti tutto tutte volledige volgende alla hela hele kaikki wszystkie całość '
    + 'cały vše všechny celý všetky все весь полностью следующие усі всі ');
const SHOWING_REST = new RegExp(
    '(すべて|全て|全文|全部|次の).*(表示|見る|読)|(查看|显示|顯示|阅读|閱讀).*(全部|全文|所有)|(모두|전체).*(보기|표시|읽기)');
/** Words of names that say that something else is shown: a menu, a page or a picture. */
const OTHER_CONTENT = (
    ' actions options settings info information about learn menu screen size image optionen aktionen infos '
    + 'erfahren opciones acciones info savoir ');

/**
 * @param {import('./snapshot-reader.js').Place} place
 * @param {Window} top
 * @param {Target | null} hidden the place's words if they are in the page but cannot be seen
 * @param {'up' | 'down'} direction in which more content is expected
 * @returns {{element: Element, name: string} | null} `name` is its visible name, at most 60 characters; empty if it has
 *     only a picture. The bookmarklet has no room for this and finds none
 */
export function findControl(place, top, hidden, direction) {
    const find = globalThis.LEFTOFF_LITE ? () => null : () => {
        return hidden ? controlOfCut(hidden, top) : controlOfList(place, top, direction);
    };
    const found = find();
    return found && { element: found.element, name: found.name };
}

/**
 * Returns the control of the element that cuts off the words.
 *
 * @param {Target} hidden
 * @param {Window} top
 * @returns {Control | null}
 */
function controlOfCut(hidden, top) {
    const view = viewOf(hidden.node);
    const words = hidden.box();
    for (let element = composedParent(hidden.node); view && element; element = composedParent(element)) {
        if (read(element, 'scrollHeight') <= read(element, 'clientHeight') + LEAST_CUT) continue;
        const { overflowY } = view.getComputedStyle(element);
        const cut = elementBox(element, top);
        if (!/hidden|clip/.test(overflowY) || (words && words.top < cut.bottom - 1)) continue;
        const distanceOf = (/** @type {Control} */ { box }) => Math.abs(box.top - cut.bottom);
        const near = controlsIn(element, top).filter((control) => {
            return isBeside(control.box, cut) && distanceOf(control) <= (control.isNamed ? NEAR : ADJACENT)
                && (control.isNamed || !call(control.element, 'matches', 'a:not([role="button"])'));
        });
        const named = near.filter(({ isNamed }) => isNamed);
        if (named.length > 0) return named.reduce((a, b) => (distanceOf(b) < distanceOf(a) ? b : a));
        // Of several controls beside each other, nothing says which one it is.
        if (near.length > 0) return near.length > 1 ? { ...near[0], name: '' } : near[0];
    }
    return null;
}

/**
 * Returns the control that is nearest to the end of the list in which the place was, or to its start.
 *
 * @param {import('./snapshot-reader.js').Place} place
 * @param {Window} top
 * @param {'up' | 'down'} direction
 * @returns {Control | null}
 */
function controlOfList(place, top, direction) {
    const list = listAround(place, top);
    const named = list ? controlsIn(list, top).filter(({ isNamed }) => isNamed) : [];
    if (named.length === 0) return null;
    for (let scope = list; scope; scope = composedParent(scope)) {
        const within = elementBox(scope, top);
        const isInside = (/** @type {Control} */ { element }) => call(scope, 'contains', element);
        const inside = scope === list ? named.filter(isInside) : onlyOnes(named.filter(isInside));
        const outside = named.filter((control) => !isInside(control) && isBeside(control.box, within));
        const { bottom, top: upper } = within;
        const after = onlyOnes(outside.filter(({ box }) => box.top >= bottom - 1 && box.top <= bottom + NEAR));
        const before = onlyOnes(outside.filter(({ box }) => box.bottom <= upper + 1 && box.bottom >= upper - NEAR));
        const found = direction === 'down' ? after[0] ?? inside[inside.length - 1]
            : before[before.length - 1] ?? inside[0];
        if (found) return found;
    }
    return null;
}

/**
 * Leaves out the controls that have the same name as others, as those of teasers have: each shows more of its teaser.
 *
 * @param {Control[]} controls
 * @returns {Control[]}
 */
function onlyOnes(controls) {
    return controls.filter(({ name }) => controls.filter((other) => other.name === name).length === 1);
}

/**
 * Returns the innermost element that contained the place and still exists, else the scroller that was being read.
 *
 * @param {import('./snapshot-reader.js').Place} place
 * @param {Window} top
 * @returns {Element | null}
 */
function listAround({ primary, scrollers }, top) {
    // A greater-than sign in a name is escaped.
    const parts = primary ? primary.selector.split(/(?<!\\)>/) : [];
    while (primary && parts.length > 1) {
        parts.pop();
        const element = elementAtAddress(top.document, primary.path, parts.join('>'));
        if (element) return element;
    }
    const record = primary ? scrollers[primary.scroller] : undefined;
    const scroller = record ? findScroller(record, top) : null;
    return scroller?.element ?? read((scroller?.view ?? top).document, 'body');
}

/**
 * Returns the controls in the tree of an element that the reader can press.
 *
 * @param {Element} element
 * @param {Window} top
 * @returns {Control[]} in document order
 */
function controlsIn(element, top) {
    const root = treeRootOf(element);
    /** @type {Control[]} */
    const controls = [];
    for (const each of root ? candidatesIn(root) : []) {
        const control = /** @type {any} */ (each);
        const isControl = control.matches(CONTROLS);
        if (!isControl && read(control, 'firstElementChild')) continue;
        if (leavesPage(control) || showsNothing(control)) continue;
        const text = (read(control, 'textContent') ?? '').trim();
        if (text.length > 2 * LONGEST_NAME || (!isControl && !(meansMore(text) && hasPointer(control)))) continue;
        if (isOutside(control) || !isRendered(control) || isPinned(control, element)) continue;
        const box = elementBox(control, top);
        if (box.right <= box.left || box.bottom <= box.top) continue;
        const name = controlName(visibleNameOf(control));
        controls.push({ element: control, name, box, isNamed: meansMore(name) });
    }
    return controls;
}

/**
 * Yields the elements of a tree that may be controls, and those in the components of the page, in document order.
 *
 * @param {Node} root
 * @returns {Generator<Element>}
 */
function* candidatesIn(root) {
    for (const element of call(root, 'querySelectorAll', '*')) {
        if (call(element, 'matches', CONTROLS + ', ' + LIKE_CONTROLS)) yield element;
        const shadow = localNameOf(element).includes('-') ? shadowRootOf(element) : null;
        if (shadow) yield* candidatesIn(shadow);
    }
}

/**
 * @param {Element} control
 * @returns {boolean} true if no control there shows more of the content of the page
 */
function isOutside(control) {
    for (let at = /** @type {Element | null} */ (control); at; at = composedParent(at)) {
        if (call(at, 'matches', OUTSIDE)) return true;
    }
    return false;
}

/**
 * @param {Element} element
 * @returns {boolean} true if the mouse shows that it can be pressed
 */
function hasPointer(element) {
    return viewOf(element)?.getComputedStyle(element).cursor === 'pointer';
}

/**
 * @param {any} control
 * @returns {boolean} true if it opens a menu or a dialog, is the label of a field, or cannot be pressed
 */
function showsNothing(control) {
    const isLabel = control.localName === 'label' && !/^(checkbox|radio)$/.test(control.control?.type ?? '');
    return isLabel || control.disabled || !/^(false)?$/.test(control.getAttribute('aria-haspopup') ?? '');
}

/**
 * @param {any} control
 * @returns {boolean} true if it is a link to another page
 */
function leavesPage(control) {
    if (control.localName !== 'a' || !control.hasAttribute('href')) return false;
    const { origin, pathname, ownerDocument } = control;
    const { location } = ownerDocument;
    return origin !== location.origin || pathname !== location.pathname;
}

/**
 * @param {Element} element
 * @param {Element} list
 * @returns {boolean} true if it does not scroll with the list, as the buttons of a banner
 */
function isPinned(element, list) {
    const view = viewOf(element);
    for (let at = /** @type {Element | null} */ (element); view && at; at = composedParent(at)) {
        // An application may be pinned as a whole.
        if (call(at, 'contains', list)) return false;
        if (view.getComputedStyle(at).position === 'fixed') return true;
    }
    return false;
}

/**
 * @param {Box} box
 * @param {Box} other
 * @returns {boolean} true if one is above the other
 */
function isBeside(box, other) {
    return box.left < other.right && box.right > other.left;
}

/**
 * @param {any} control
 * @returns {string}
 */
function visibleNameOf(control) {
    const attribute = (/** @type {string} */ name) => control.getAttribute(name) ?? '';
    const text = control.localName === 'input' ? attribute('value') : control.innerText ?? read(control, 'textContent');
    return text.trim() || attribute('aria-label') || attribute('title')
        || call(control, 'querySelector', 'img')?.getAttribute('alt') || '';
}

/**
 * Returns a name as it can be shown among other text: in one line, and without characters that change its direction.
 *
 * @param {string} text
 * @returns {string} at most 60 UTF-16 units
 */
export function controlName(text) {
    const name = text.slice(0, 10 * LONGEST_NAME).replace(/[\s\p{Cc}\p{Z}]+/gu, ' ').replace(/\p{C}+/gu, '').trim();
    if (name.length <= LONGEST_NAME) return name;
    return name.slice(0, LONGEST_NAME - 1).replace(/[\ud800-\udbff]$/, '').trimEnd() + '…';
}

/**
 * @param {string} name
 * @returns {boolean} true if the name of a control says that it shows more
 */
export function meansMore(name) {
    const words = name.toLowerCase().split(/[^\p{L}\p{M}]+/u);
    const has = (/** @type {string} */ list) => words.some((word) => word && list.includes(' ' + word + ' '));
    if (has(OTHER_CONTENT)) return false;
    return PARTS.test(name) || has(WORDS) || SHOWING_REST.test(name) || (has(SHOWING) && has(REST));
}
