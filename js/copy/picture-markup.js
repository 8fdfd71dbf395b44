/**
 * The markup of a picture, written while its page is visited.
 */

import { INLINE, showsText } from '../anchoring/text-index.js';
import { frameDocument } from '../dom/composed-tree.js';
import { isEditor } from './editors.js';
import { linkOf } from './links.js';
import { attribute, escapedText } from './markup.js';
import { PictureStyles } from './picture-style.js';
import { isVectorElement, vectorAttributes } from './picture-vector.js';

/** @typedef {import('./picture-style.js').ElementStyle} ElementStyle */
/** @typedef {import('./picture-images.js').FoundImage} FoundImage */
/**
 * @typedef {{tag: string, style: ElementStyle | null, width: number, isVector: boolean}} OpenElement
 *     `tag` is empty if nothing was written for it; `width` is that of its content
 */

/** HTML elements that keep their names. Others become `div` or `span`; the style of all is explicit. */
const KEPT = new Set([
    'a', 'abbr', 'address', 'article', 'aside', 'b', 'bdi', 'bdo', 'blockquote', 'br', 'caption', 'cite', 'code', 'col',
    'colgroup', 'dd', 'del', 'dfn', 'div', 'dl', 'dt', 'em', 'figcaption', 'figure', 'footer', 'h1', 'h2', 'h3', 'h4',
    'h5', 'h6', 'header', 'hgroup', 'hr', 'i', 'ins', 'kbd', 'li', 'main', 'mark', 'nav', 'ol', 'p', 'pre', 'q', 'rp',
    'rt', 'ruby', 's', 'samp', 'section', 'small', 'span', 'strong', 'sub', 'sup', 'table', 'tbody', 'td', 'tfoot',
    'th', 'thead', 'time', 'tr', 'u', 'ul', 'var', 'wbr',
]);
const EMPTY = new Set(['br', 'col', 'hr', 'wbr']);
/** Elements of which nothing is written. */
const OMITTED = new Set(['head', 'script', 'style', 'template', 'noscript', 'link', 'meta', 'title', 'base', 'datalist',
    'annotation', 'annotation-xml', 'foreignObject', 'param', 'source', 'track', 'area', 'use', 'image', 'desc']);
const IMAGES = new Set(['img', 'canvas', 'video']);
/** Elements with a box of their own whose content is not kept: typed input, and other documents. */
const BOXES = new Set(['input', 'textarea', 'select', 'object', 'embed', 'audio', 'progress', 'meter', 'math-field']);
const ATTRIBUTES = new Map([
    ['td', ['colspan', 'rowspan']], ['th', ['colspan', 'rowspan']], ['col', ['span']], ['colgroup', ['span']],
    ['ol', ['start', 'reversed']], ['li', ['value']],
]);
const PLAIN = /^[\w-]{0,35}$/;
/** Elements that end a paragraph when markup is parsed. */
const BLOCKS = 'address,article,aside,blockquote,div,dl,figure,footer,h1,h2,h3,h4,h5,h6,header,hr,main,nav,ol,p,pre,'
    + 'section,table,ul';
/** In UTF-16 units: longer markup is cut. */
const LONGEST_MARKUP = 2_500_000;
/** In CSS px: a block that is narrower or wider than the space for it has a width of its own. */
const SAME_WIDTH = 1.5;
const LONGEST_ALTERNATIVE = 500;

/** A visitor of `ComposedWalk`. */
export class PictureMarkup {
    /** @param {Window} top */
    constructor(top) {
        this.top = top;
        this.styles = new PictureStyles();
        /** @type {string[]} */
        this.parts = [];
        this.length = 0;
        /** @type {FoundImage[]} */
        this.images = [];
        /** @type {OpenElement[]} */
        this.open = [];
        this.links = 0;
        /** True to write nothing more. */
        this.isFull = false;
        this.omittedParts = 0;
        this.frames = 0;
        this.bodyClass = '';
        this.bodyWidth = top.innerWidth;
    }

    /** @param {string} part */
    write(part) {
        this.parts.push(part);
        this.length += part.length;
    }

    /**
     * @param {Element} element
     * @param {string} name
     * @returns {boolean}
     */
    enter(element, name) {
        if (OMITTED.has(name)) return false;
        if (this.isFull || this.length > LONGEST_MARKUP) {
            this.omittedParts += 1;
            return false;
        }
        const parent = this.open[this.open.length - 1] ?? null;
        if (parent && parent.isVector) return this.enterVector(element, name, parent);
        const isShown = element.checkVisibility();
        const style = this.styles.of(element, parent ? parent.style : null);
        if (!isShown && (!style || style.display !== 'contents')) return false;
        const isTop = element.ownerDocument === this.top.document;
        if (isTop && (name === 'html' || name === 'body')) return this.enterRoot(element, name, style);
        if (name === 'slot' || !isShown) {
            this.open.push({ tag: '', style, width: parent ? parent.width : 0, isVector: false });
            return true;
        }
        if (name === 'svg' || name === 'math') return this.enterVector(element, name, parent, style);
        const isOtherFrame = (name === 'iframe' || name === 'frame') && !frameDocument(element);
        if (isOtherFrame) this.frames += 1;
        const isEdited = /** @type {HTMLElement} */ (element).isContentEditable === true || isEditor(element);
        if (isOtherFrame || isEdited || BOXES.has(name)) return this.writeBox(element, '', style);
        if (IMAGES.has(name)) return this.writeImage(element, name, style);
        return this.enterElement(element, name, style, parent);
    }

    /**
     * @param {Element} element
     * @param {string} name
     * @param {ElementStyle | null} style
     * @returns {boolean}
     */
    enterRoot(element, name, style) {
        if (name === 'body') {
            this.bodyClass = style ? style.className : '';
            this.bodyWidth = /** @type {HTMLElement} */ (element).offsetWidth;
        }
        this.open.push({ tag: '', style, width: element.clientWidth - (style ? style.padding : 0), isVector: false });
        return true;
    }

    /**
     * @param {Element} element
     * @param {string} name
     * @param {ElementStyle | null} style
     * @param {OpenElement | null} parent
     * @returns {boolean}
     */
    enterElement(element, name, style, parent) {
        let tag = KEPT.has(name) ? name : INLINE.has(name) ? 'span' : 'div';
        // Markup cannot express a link in a link, or a block in a paragraph.
        if (tag === 'a' && this.links > 0) tag = 'span';
        if (tag === 'p' && element.querySelector(BLOCKS)) tag = 'div';
        let markup = '<' + tag + classOf(style);
        const href = tag === 'a' ? linkOf(element) : null;
        if (href) markup += attribute('href', href) + ' rel="noreferrer noopener"';
        for (const kept of ['lang', 'dir', ...(ATTRIBUTES.get(tag) ?? [])]) {
            const value = element.getAttribute(kept);
            if (value !== null && PLAIN.test(value)) markup += attribute(kept, value);
        }
        const sizes = this.sizes(element, name, style, parent);
        this.write(markup + (sizes ? attribute('style', sizes) : '') + '>');
        if (EMPTY.has(tag)) return false;
        if (tag === 'a') this.links += 1;
        const inner = element.clientWidth - (style ? style.padding : 0);
        const width = element.clientWidth > 0 ? inner : parent ? parent.width : 0;
        this.open.push({ tag, style, width, isVector: false });
        return true;
    }

    /**
     * Returns the sizes of an element whose style does not give them: computed widths are those of the box, so they are
     * written only where the box does not fill the space by itself.
     *
     * @param {Element} element
     * @param {string} name
     * @param {ElementStyle | null} style
     * @param {OpenElement | null} parent
     * @returns {string}
     */
    sizes(element, name, style, parent) {
        if (!style || style.display === 'inline' || style.display.startsWith('table-')) return '';
        const isItem = parent !== null && parent.style !== null && /flex|grid/.test(parent.style.display);
        const isInLine = style.display.startsWith('inline');
        const isLoose = isItem || isInLine || style.isFloating || style.position === 'absolute';
        const { offsetWidth, offsetHeight } = /** @type {HTMLElement} */ (element);
        const isFrame = name === 'iframe' || name === 'frame';
        if (isFrame) return 'width:' + offsetWidth + 'px;height:' + offsetHeight + 'px;overflow:auto';
        let sizes = '';
        const isOwn = isLoose ? !isInLine : parent !== null && Math.abs(offsetWidth - parent.width) > SAME_WIDTH;
        if (isOwn) sizes = 'width:' + Math.ceil(100 * element.getBoundingClientRect().width) / 100 + 'px';
        if (isItem && isOwn) sizes += ';flex:none';
        // A box without content has its height from its style.
        if (!element.firstChild && offsetHeight > 0) sizes += (sizes ? ';' : '') + 'height:' + offsetHeight + 'px';
        return sizes;
    }

    /**
     * @param {Element} element
     * @param {string} name
     * @param {OpenElement | null} parent
     * @param {ElementStyle | null} [style]
     * @returns {boolean}
     */
    enterVector(element, name, parent, style = null) {
        if (!isVectorElement(name)) return false;
        let markup = '<' + name + vectorAttributes(element, name);
        if (style) {
            markup += classOf(style);
            if (name === 'svg') markup += attribute('style', sizeOf(element.getBoundingClientRect()));
        }
        this.write(markup + '>');
        this.open.push({ tag: name, style: style ?? (parent ? parent.style : null), width: 0, isVector: true });
        return true;
    }

    /**
     * @param {Element} element
     * @param {string} name
     * @param {ElementStyle | null} style
     * @returns {false}
     */
    writeImage(element, name, style) {
        // A hidden or editable image may be private, and a stream is what a camera or a screen shows.
        if (!showsText(element) || /** @type {any} */ (element).srcObject) return this.writeBox(element, '', style);
        const box = element.getBoundingClientRect();
        const distance = Math.max(0, box.top - this.top.innerHeight, -box.bottom);
        const { width, height } = box;
        const given = name === 'img' ? element.getAttribute('alt') ?? '' : '';
        const alternative = given.slice(0, LONGEST_ALTERNATIVE);
        const part = this.parts.length;
        if (width > 0 && height > 0) this.images.push({ element, part, width, height, distance, alternative, style });
        return this.writeBox(element, alternative, style);
    }

    /**
     * Writes an empty box of the element's size.
     *
     * @param {Element} element
     * @param {string} label
     * @param {ElementStyle | null} style
     * @returns {false}
     */
    writeBox(element, label, style) {
        const isInline = !style || style.display === 'inline';
        const className = (style && style.className ? style.className + ' ' : '') + (isInline ? 'x i' : 'x');
        const named = label ? attribute('role', 'img') + attribute('aria-label', label) : '';
        const size = sizeOf(element.getBoundingClientRect());
        this.write('<span' + attribute('class', className) + attribute('style', size) + named + '></span>');
        return false;
    }

    /**
     * Replaces the box of an image with the image.
     *
     * @param {FoundImage} image
     * @param {string} address
     */
    addImage(image, address) {
        const { part, style, alternative } = image;
        this.parts[part] = '<img' + classOf(style) + attribute('style', sizeOf(image)) + attribute('alt', alternative)
            + ' src="' + address + '">';
    }

    leave() {
        const open = this.open.pop();
        if (!open || open.tag === '') return;
        if (open.tag === 'a' && !open.isVector) this.links -= 1;
        this.write('</' + open.tag + '>');
    }

    /** @param {string} data */
    text(data) {
        if (this.isFull || this.length > LONGEST_MARKUP) return;
        const open = this.open[this.open.length - 1];
        // White space between elements; it matters only in lines.
        if (open && open.isVector && open.tag !== 'text' && !/\S/.test(data)) return;
        this.write(escapedText(data));
    }

    /**
     * @param {string} title
     * @returns {string} the whole document
     */
    document(title) {
        const { document } = this.top;
        const root = document.documentElement;
        const width = root.clientWidth;
        const style = this.top.getComputedStyle(root);
        const dark = style.colorScheme === 'dark' ? '#111' : '#fff';
        const background = /^rgba\(\d+, \d+, \d+, 0\)$/.test(style.backgroundColor) ? dark : style.backgroundColor;
        const lang = root.getAttribute('lang') ?? '';
        return '<!DOCTYPE html><html' + (lang && PLAIN.test(lang) ? attribute('lang', lang) : '') + '><head>'
            + '<meta charset=utf-8><meta name=viewport content="width=' + width + '">'
            + '<meta name=referrer content=no-referrer>'
            + '<title>' + escapedText(title) + '</title><style>\nhtml{background:' + background + '}\n'
            + this.styles.sheet() + '</style></head><body' + (this.bodyClass ? attribute('class', this.bodyClass) : '')
            + attribute('style', 'width:' + this.bodyWidth + 'px;margin-left:auto;margin-right:auto') + '>'
            + this.parts.join('') + '</body></html>';
    }
}

/**
 * @param {{width: number, height: number}} box
 * @returns {string}
 */
function sizeOf({ width, height }) {
    return 'width:' + Math.round(width) + 'px;height:' + Math.round(height) + 'px';
}

/**
 * @param {ElementStyle | null} style
 * @returns {string}
 */
function classOf(style) {
    return style && style.className ? attribute('class', style.className) : '';
}
