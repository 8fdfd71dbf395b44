/**
 * The markup of a picture, written while its page is visited.
 */

import { INLINE, showsText } from '../anchoring/text-index.js';
import { frameDocument } from '../dom/composed-tree.js';
import { read } from '../dom/node.js';
import { lengthInJSON } from '../wire/json.js';
import { isEditor } from './editors.js';
import { linkOf } from './links.js';
import { attribute, escapeText } from './markup.js';
import { boxOf } from './picture-box.js';
import { Drawings, newDrawing } from './picture-drawings.js';
import { alternativeOf } from './picture-images.js';
import { ownSizes, sizeOf } from './picture-size.js';
import { PictureStyles } from './picture-style.js';
import { isShape, isVectorElement, vectorAttributes } from './picture-vector.js';

/** @typedef {import('./picture-style.js').ElementStyle} ElementStyle */
/** @typedef {import('./picture-images.js').FoundImage} FoundImage */
/** @typedef {import('./picture-drawings.js').Drawing} Drawing */
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
/** In bytes: longer markup is cut, so that there is space for images. */
const LONGEST_MARKUP = 3_500_000;
/** In UTF-16 units: the part of a text that is written or omitted as a whole. */
const TEXT_PART = 4096;
/** The length of the longest end tag, `</linearGradient>`. */
const LONGEST_END = 17;

/** A visitor of `ComposedWalk`. */
export class PictureMarkup {
    /**
     * @param {Window} top
     * @param {boolean} hasImages
     */
    constructor(top, hasImages) {
        this.top = top;
        this.hasImages = hasImages;
        /** The maximum length of the markup with its images and styles in JSON, in bytes. */
        this.limit = Infinity;
        this.styles = new PictureStyles();
        /** @type {string[]} */
        this.parts = [];
        /** The length of the parts in JSON, in bytes. */
        this.length = 0;
        /** @type {FoundImage[]} */
        this.images = [];
        /** @type {OpenElement[]} */
        this.open = [];
        /** The drawings that were written. */
        this.drawings = new Drawings();
        /**
         * The drawing that is being written.
         *
         * @type {Drawing | null}
         */
        this.drawing = null;
        this.links = 0;
        /** True to write nothing more. */
        this.isFull = false;
        this.omittedParts = 0;
        /** The number of images that are not wanted, and of drawings that do not fit. */
        this.omittedImages = 0;
        this.frames = 0;
        this.bodyClass = '';
        this.bodyWidth = top.innerWidth;
    }

    /**
     * Writes a part if it fits.
     *
     * @param {string} part
     * @returns {boolean} false if it is omitted
     */
    write(part) {
        const length = lengthInJSON(part);
        if (!this.fits(length)) {
            // A drawing is kept or left out as a whole.
            if (this.drawing) this.drawing.isCut = true;
            else this.omittedParts += 1;
            return false;
        }
        this.parts.push(part);
        this.length += length;
        return true;
    }

    /**
     * Writes a part if it fits. Drawings that were written before are left out for it. If it does not fit, nothing more
     * is written, so that the picture has no gaps.
     *
     * @param {string} part
     * @returns {boolean} false if it is omitted
     */
    append(part) {
        if (this.drawing) return this.write(part);
        const length = lengthInJSON(part);
        let drawing = this.fits(length) ? null : this.drawings.removeLargest();
        while (drawing) {
            this.leaveOut(drawing);
            drawing = this.fits(length) ? null : this.drawings.removeLargest();
        }
        this.isFull = !this.write(part);
        return !this.isFull;
    }

    /**
     * @param {number} length in bytes of JSON
     * @returns {boolean}
     */
    fits(length) {
        const box = this.drawing ? this.drawing.boxLength : 0;
        const others = this.styles.length + this.open.length * LONGEST_END + box;
        return this.length + length + others <= Math.min(this.limit, LONGEST_MARKUP);
    }

    /** @param {Drawing} drawing */
    leaveOut(drawing) {
        this.parts[drawing.part] = drawing.box;
        this.parts.fill('', drawing.part + 1, drawing.end);
        this.length += drawing.boxLength - drawing.length;
        // Without images, every drawing was counted at its start.
        if (this.hasImages) this.omittedImages += 1;
    }

    /**
     * @param {Element} element
     * @param {string} name
     * @returns {boolean}
     */
    enter(element, name) {
        if (OMITTED.has(name)) return false;
        if (this.isFull) {
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
        const sizes = ownSizes(element, name, style, parent);
        const isWritten = this.append(markup + (sizes ? attribute('style', sizes) : '') + '>');
        if (!isWritten || EMPTY.has(tag)) return false;
        if (tag === 'a') this.links += 1;
        const inner = element.clientWidth - (style ? style.padding : 0);
        const width = element.clientWidth > 0 ? inner : parent ? parent.width : 0;
        this.open.push({ tag, style, width, isVector: false });
        return true;
    }

    /**
     * @param {Element} element
     * @param {string} name
     * @param {OpenElement | null} parent
     * @param {ElementStyle | null} [style]
     * @returns {boolean}
     */
    enterVector(element, name, parent, style = null) {
        if (!isVectorElement(name) || (this.drawing && this.drawing.isCut)) return false;
        if (!this.hasImages && isShape(element, name)) return false;
        const isInner = parent !== null && parent.isVector;
        if (name === 'svg' && !isInner) return this.enterDrawing(element, style);
        if (name === 'svg' && !this.hasImages && !hasWords(element)) return false;
        return this.openVector(element, name, style ?? (parent ? parent.style : null), style ? classOf(style) : '');
    }

    /**
     * @param {Element} element
     * @param {ElementStyle | null} style
     * @returns {boolean}
     */
    enterDrawing(element, style) {
        const alternative = alternativeOf(element, 'svg');
        const { width, height } = element.getBoundingClientRect();
        if (!this.hasImages) {
            if (width > 0 && height > 0) this.omittedImages += 1;
            // The words of a drawing may be those of the line.
            if (!hasWords(element)) return this.writeBox(element, alternative, style);
        }
        // A drawing that does not fit leaves its box, which needs space as text does.
        if (!this.append(boxOf(element, alternative, style))) return false;
        const box = /** @type {string} */ (this.parts.pop());
        this.length -= lengthInJSON(box);
        this.drawing = newDrawing(this, box, hasWords(element));
        const size = classOf(style) + attribute('style', sizeOf({ width, height }));
        if (this.openVector(element, 'svg', style, size)) return true;
        this.endDrawing(this.drawing);
        return false;
    }

    /**
     * @param {Element} element
     * @param {string} name
     * @param {ElementStyle | null} style
     * @param {string} look attributes of the element's style
     * @returns {boolean}
     */
    openVector(element, name, style, look) {
        if (!this.write('<' + name + vectorAttributes(element, name) + look + '>')) return false;
        this.open.push({ tag: name, style, width: 0, isVector: true });
        return true;
    }

    /** @param {Drawing} drawing */
    endDrawing(drawing) {
        this.drawing = null;
        drawing.end = this.parts.length;
        drawing.length = this.length - drawing.start;
        if (drawing.isCut) this.leaveOut(drawing);
        else this.drawings.add(drawing);
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
        const alternative = alternativeOf(element, name);
        const part = this.parts.length;
        this.writeBox(element, alternative, style);
        if (this.isFull || width === 0 || height === 0) return false;
        if (this.hasImages) this.images.push({ element, part, width, height, distance, alternative, style });
        else this.omittedImages += 1;
        return false;
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
        this.append(boxOf(element, label, style));
        return false;
    }

    /**
     * Replaces the box of an image with the image, if it fits.
     *
     * @param {FoundImage} image
     * @param {string} address
     * @returns {boolean} false if it does not fit
     */
    addImage(image, address) {
        const { part, style, alternative } = image;
        const markup = '<img' + classOf(style) + attribute('style', sizeOf(image)) + attribute('alt', alternative)
            + ' src="' + address + '">';
        const length = this.length + lengthInJSON(markup) - lengthInJSON(this.parts[part]);
        if (length + this.styles.length > this.limit) return false;
        this.parts[part] = markup;
        this.length = length;
        return true;
    }

    leave() {
        const open = this.open.pop();
        if (!open || open.tag === '') return;
        if (open.tag === 'a' && !open.isVector) this.links -= 1;
        // There is always space for it.
        const end = '</' + open.tag + '>';
        this.parts.push(end);
        this.length += end.length;
        if (this.drawing && this.drawing.depth === this.open.length) this.endDrawing(this.drawing);
    }

    /** @param {string} data */
    text(data) {
        const open = this.open[this.open.length - 1];
        // White space between elements; it matters only in lines.
        if (open && open.isVector && open.tag !== 'text' && !/\S/.test(data)) return;
        for (let at = 0; at < data.length && !this.isFull; at += TEXT_PART) {
            this.append(escapeText(data.slice(at, at + TEXT_PART)));
        }
    }

    /**
     * @param {string} title
     * @returns {string} the whole document
     */
    document(title) {
        const { document } = this.top;
        const root = read(document, 'documentElement');
        const width = root.clientWidth;
        const style = this.top.getComputedStyle(root);
        const dark = style.colorScheme === 'dark' ? '#111' : '#fff';
        const background = /^rgba\(\d+, \d+, \d+, 0\)$/.test(style.backgroundColor) ? dark : style.backgroundColor;
        const lang = root.getAttribute('lang') ?? '';
        return '<!DOCTYPE html><html' + (lang && PLAIN.test(lang) ? attribute('lang', lang) : '') + '><head>'
            + '<meta charset=utf-8><meta name=viewport content="width=' + width + '">'
            + '<meta name=referrer content=no-referrer>'
            + '<title>' + escapeText(title) + '</title><style>\nhtml{background:' + background + '}\n'
            + this.styles.sheet(this.limit - this.length) + '</style></head><body'
            + (this.bodyClass ? attribute('class', this.bodyClass) : '')
            + attribute('style', 'width:' + this.bodyWidth + 'px;margin-left:auto;margin-right:auto') + '>'
            + this.parts.join('') + '</body></html>';
    }
}

/**
 * @param {ElementStyle | null} style
 * @returns {string}
 */
function classOf(style) {
    return style && style.className ? attribute('class', style.className) : '';
}

/**
 * @param {Element} drawing
 * @returns {boolean}
 */
function hasWords(drawing) {
    return drawing.querySelector('text') !== null;
}
