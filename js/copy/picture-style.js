/**
 * The styles of a picture: the computed styles of the elements, as one class for each distinct style. Unlike the rules
 * of the page's style sheets, computed styles are also available for sheets of other origins and in shadow trees, and
 * they load nothing.
 */

import { INLINE } from '../anchoring/text-index.js';
import { viewOf } from '../dom/composed-tree.js';
import { localNameOf } from '../dom/node.js';
import { lengthInJSON } from '../wire/json.js';

/**
 * @typedef {object} ElementStyle
 * @property {number} id
 * @property {string} className
 * @property {string} display
 * @property {string} position
 * @property {boolean} isFloating
 * @property {number} padding the widths of padding and border at both sides, in CSS px
 * @property {string[]} inherited the values of `INHERITED`
 */

const INHERITED = [
    'color', 'direction', 'font-family', 'font-size', 'font-style', 'font-weight', 'letter-spacing', 'line-height',
    'list-style-type', 'overflow-wrap', 'text-align', 'text-indent', 'text-transform', 'visibility', 'white-space',
    'word-break', 'writing-mode',
];
/** Properties and their initial values. */
const BOX = [
    ['background-color', 'rgba(0, 0, 0, 0)'], ['background-image', 'none'], ['margin-top', '0px'],
    ['margin-right', '0px'], ['margin-bottom', '0px'], ['margin-left', '0px'], ['padding-top', '0px'],
    ['padding-right', '0px'], ['padding-bottom', '0px'], ['padding-left', '0px'], ['border-top-left-radius', '0px'],
    ['opacity', '1'], ['text-decoration-line', 'none'], ['vertical-align', 'baseline'],
];
const BLOCK = [['box-shadow', 'none'], ['clear', 'none'], ['column-count', 'auto'], ['overflow-x', 'visible']];
const POSITIONED = [
    ['top', 'auto'], ['right', 'auto'], ['bottom', 'auto'], ['left', 'auto'], ['transform', 'none'],
    ['z-index', 'auto'],
];
const FLEX = [
    ['flex-direction', 'row'], ['flex-wrap', 'nowrap'], ['justify-content', 'normal'], ['align-items', 'normal'],
    ['align-content', 'normal'], ['column-gap', 'normal'], ['row-gap', 'normal'],
];
const GRID = [['grid-template-columns', 'none'], ...FLEX.slice(2)];
const ITEM = [['align-self', 'auto'], ['order', '0']];
const GRID_ITEM = [
    ['grid-column-start', 'auto'], ['grid-column-end', 'auto'], ['grid-row-start', 'auto'], ['grid-row-end', 'auto'],
];
const TABLE = [['border-collapse', 'separate'], ['border-spacing', '0px'], ['table-layout', 'auto']];
const SIDES = ['top', 'right', 'bottom', 'left'];
/** In UTF-16 units: longer values are omitted, and styles with longer keys are not reused. */
const LONGEST_VALUE = 4000;
/** Values that could load something or end the style sheet. */
const UNSAFE = /url|image-set|image\(|src\(|element\(|paint\(|expression|@|[<>{};\\]/i;

export class PictureStyles {
    constructor() {
        /** @type {Map<string, ElementStyle>} by what decides the style of most elements */
        this.known = new Map();
        /** @type {Map<string, string>} class names by their declarations */
        this.classes = new Map();
        this.count = 0;
        /** The length of the classes in JSON, in bytes. */
        this.length = 0;
        /** True to compute no further styles, because they would take too long. */
        this.isFull = false;
        this.omissions = 0;
        this.backgrounds = 0;
    }

    /**
     * @param {Element} element
     * @param {ElementStyle | null} parent
     * @returns {ElementStyle | null} null if no style is computed any more
     */
    of(element, parent) {
        const key = keyOf(element, parent);
        const known = key === '' ? undefined : this.known.get(key);
        if (known) return known;
        if (this.isFull) {
            this.omissions += 1;
            return plainStyle(element, parent);
        }
        const view = viewOf(element);
        if (!view) return parent;
        const made = this.read(view.getComputedStyle(element), parent);
        if (key !== '') this.known.set(key, made);
        return made;
    }

    /**
     * @param {CSSStyleDeclaration} style
     * @param {ElementStyle | null} parent
     * @returns {ElementStyle}
     */
    read(style, parent) {
        const { display, position } = style;
        const isFloating = style.float !== 'none';
        const inherited = INHERITED.map((name) => style.getPropertyValue(name));
        /** @type {string[]} */
        const declarations = [];
        const add = (/** @type {string} */ name, /** @type {string} */ value) => {
            if (value.length <= LONGEST_VALUE && !UNSAFE.test(value)) declarations.push(name + ':' + value);
            else if (name === 'background-image') this.backgrounds += 1;
        };
        const addAll = (/** @type {string[][]} */ list) => {
            for (const [name, initial] of list) {
                const value = style.getPropertyValue(name);
                if (value !== initial && value !== '') add(name, value);
            }
        };
        inherited.forEach((value, at) => {
            if (!parent || parent.inherited[at] !== value) add(INHERITED[at], value);
        });
        if (display !== 'inline') add('display', display);
        addAll(BOX);
        let padding = parseFloat(style.paddingLeft) + parseFloat(style.paddingRight) || 0;
        for (const side of SIDES) {
            const width = style.getPropertyValue('border-' + side + '-width');
            const kind = style.getPropertyValue('border-' + side + '-style');
            if (kind === 'none' || width === '0px') continue;
            add('border-' + side, width + ' ' + kind + ' ' + style.getPropertyValue('border-' + side + '-color'));
            if (side === 'left' || side === 'right') padding += parseFloat(width) || 0;
        }
        if (isFloating) add('float', style.float);
        if (display !== 'inline') addAll(BLOCK);
        if (position === 'absolute' || position === 'relative') {
            add('position', position);
            addAll(POSITIONED);
        }
        if (display.includes('flex')) addAll(FLEX);
        else if (display.includes('grid')) addAll(GRID);
        else if (display.includes('table')) addAll(TABLE);
        if (parent && /flex|grid/.test(parent.display)) addAll(ITEM);
        if (parent && parent.display.includes('grid')) addAll(GRID_ITEM);
        this.count += 1;
        const className = this.className(declarations.join(';'));
        return { id: this.count, className, display, position, isFloating, padding, inherited };
    }

    /**
     * @param {string} declarations
     * @returns {string}
     */
    className(declarations) {
        if (declarations === '') return '';
        const known = this.classes.get(declarations);
        if (known) return known;
        const name = 'c' + this.classes.size.toString(36);
        this.length += lengthOf(rule(name, declarations));
        this.classes.set(declarations, name);
        return name;
    }

    /**
     * Returns the style sheet. It first removes what browsers do to elements by name.
     *
     * @param {number} space for the classes, in bytes; those of elements that were not written may not fit
     */
    sheet(space) {
        let left = space;
        const rules = ['body,body :not(svg,svg *,math,math *){all:unset;box-sizing:border-box}body{display:block}'];
        for (const [declarations, name] of this.classes) {
            const made = rule(name, declarations);
            left -= lengthOf(made);
            if (left < 0) break;
            rules.push(made);
        }
        // Boxes of images that are not kept show their alternative text.
        rules.push('.x{outline:1px dashed #8888;outline-offset:-1px;overflow:hidden}.i{display:inline-block}');
        rules.push('.p{display:block}');
        rules.push('.x::before{content:attr(aria-label)}');
        return rules.join('\n');
    }
}

/**
 * @param {string} name
 * @param {string} declarations
 * @returns {string}
 */
function rule(name, declarations) {
    return '.' + name + '{' + declarations + '}';
}

/**
 * @param {string} made
 * @returns {number} the length of a rule and the line break after it in JSON, in bytes
 */
function lengthOf(made) {
    return lengthInJSON(made + '\n');
}

/**
 * Returns what decides the style of most elements.
 *
 * @param {Element} element
 * @param {ElementStyle | null} parent
 * @returns {string} empty for an element whose style is not that of others
 */
function keyOf(element, parent) {
    const name = localNameOf(element);
    // Documents in frames have style sheets of their own.
    if (name === 'html') return '';
    const names = element.getAttribute('class') ?? '';
    const style = element.getAttribute('style') ?? '';
    const id = element.getAttribute('id') ?? '';
    if (names.length + style.length + id.length > LONGEST_VALUE) return '';
    return (parent ? parent.id : 0) + ' ' + name + ' ' + names + '|' + style + '|' + id
        + (element.previousElementSibling ? '' : '<') + (element.nextElementSibling ? '' : '>');
}

/**
 * @param {Element} element
 * @param {ElementStyle | null} parent
 * @returns {ElementStyle} the style of an element whose style is not computed
 */
function plainStyle(element, parent) {
    const isInline = INLINE.has(localNameOf(element));
    return {
        id: parent ? parent.id : 0, className: isInline ? '' : 'p', display: isInline ? 'inline' : 'block',
        position: 'static', isFloating: false, padding: 0, inherited: parent ? parent.inherited : [],
    };
}
