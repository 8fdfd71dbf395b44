/**
 * The text of a page as a reader sees it: white space is collapsed, hidden text and form values are omitted, and blocks
 * are separated by one space. Each segment refers to its node, so that a position in the text leads back to a character
 * of the page.
 */

import { assignedNodes, composedParent, frameDocument, summaryOf } from '../dom/composed-tree.js';
import { call, firstChildOf, localNameOf, nextSiblingOf, nodeTypeOf, read, shadowRootOf } from '../dom/node.js';
import { isRendered } from '../dom/rendered.js';

/**
 * @typedef {{node: Text, start: number, length: number, trimmed: boolean}} Segment
 *     `trimmed` is true if white space at the start of the node was removed
 * @typedef {{text: string, segments: Segment[], blocks: number[], trees: (Document | ShadowRoot)[]}} TextIndex
 *     `blocks` are the positions at which blocks start, ascending; `trees` are the trees that the text was read from
 */

// The names are divided from one text: a bookmarklet must be short, and the quotation marks of a list are
// percent-encoded there.

/** Elements whose text is not the page's: it is not shown, or the reader typed it. */
export const UNREAD = new Set((
    'script,style,template,noscript,head,textarea,select,input,datalist,object,embed,audio,video,canvas,'
    + 'math-field'
).split(','));

/**
 * Elements that flow in a line; all others start and end a block. They are recognized by name rather than by computed
 * style, which costs milliseconds on large pages and varies with the width of the window.
 */
export const INLINE = new Set((
    'a,abbr,acronym,b,bdi,bdo,big,cite,code,data,del,dfn,em,font,i,ins,kbd,label,mark,nobr,q,rb,rp,rt,rtc,ruby,s,'
    + 'samp,small,span,strike,strong,sub,sup,time,tt,u,var,wbr,slot,script,style,template,tspan'
).split(','));

/** Deeper trees are cut off. Parsers stop at a depth of 512, but scripts can build deeper trees. */
export const MAXIMUM_DEPTH = 1200;
/** In UTF-16 units: longer texts are cut off, since searching them would take seconds. */
const MAXIMUM_LENGTH = 16_000_000;
/** The number of nodes that are visited between two pauses: about 5 ms of work if every node has text. */
const NODES_PER_STEP = 4000;

/** HTML elements that may have a shadow root. Custom elements, which may have one too, have a hyphen in their names. */
export const SHADOW_HOSTS = new Set((
    'article,aside,blockquote,body,div,footer,h1,h2,h3,h4,h5,h6,header,main,nav,p,section,span'
).split(','));

const IGNORED = /[\u00ad\u200b\u2060]/g;
/** White space that is not a single space. Single spaces need no replacement and are by far the most frequent. */
const WHITE_SPACE = /[^\S ]\s*| \s+/g;
/** The characters that `collapsed` changes. */
const UNCOLLAPSED = /[\u00ad\u200b\u2060]|[^\S ]| {2}/;
const HAS_IGNORED = /[\u00ad\u200b\u2060]/;
const SEEN_CHARACTER = /\S/;

/**
 * Collapses white space and removes soft hyphens and zero-width spaces.
 *
 * @param {string} text
 * @returns {string}
 */
export function collapsed(text) {
    if (!UNCOLLAPSED.test(text)) return text;
    return (HAS_IGNORED.test(text) ? text.replace(IGNORED, '') : text).replace(WHITE_SPACE, ' ');
}

/**
 * @typedef {{next: Node | null, list: Node[] | null, at: number, owner: Element | null, shows: boolean | null,
 *     isBlock: boolean, mayEdit: boolean}} Level
 *     the nodes of a parent that are still to be visited: from `next` on, or `list` from `at` on; `owner` is the
 *     element whose style decides if the parent's text is shown; `mayEdit` is true if its tree may contain editable
 *     elements
 */

/**
 * Visits the nodes of a document in steps, so that the caller can pause. It is not recursive, so that deep trees cannot
 * overflow the call stack.
 */
class TextWalk {
    /**
     * @param {Document} document
     */
    constructor(document) {
        /** @type {string[]} */
        this.parts = [];
        /** @type {Segment[]} */
        this.segments = [];
        this.blocks = [0];
        /** @type {(Document | ShadowRoot)[]} */
        this.trees = [document];
        this.length = 0;
        this.afterSpace = true;
        this.atBlockStart = true;
        this.pendingSpace = false;
        /** @type {Level[]} */
        this.levels = [];
        this.depth = -1;
        const root = read(document, 'documentElement');
        if (root) this.enter(root, mayBeEdited(document));
    }

    /**
     * @returns {TextIndex}
     */
    index() {
        return { text: this.parts.join(''), segments: this.segments, blocks: this.blocks, trees: this.trees };
    }

    /**
     * @param {number} count
     * @returns {boolean} true at the end
     */
    visit(count) {
        for (let left = count; left > 0 && this.depth >= 0; left -= 1) {
            const level = this.levels[this.depth];
            const child = level.list ? level.list[level.at] ?? null : level.next;
            if (!child) {
                this.leave(level);
                continue;
            }
            const type = nodeTypeOf(child);
            if (level.list) level.at += 1;
            else level.next = nextSiblingOf(child);
            if (type === 3 || type === 4) this.visitText(/** @type {Text} */ (child), level);
            else if (type === 1) this.enter(/** @type {Element} */ (child), level.mayEdit);
        }
        return this.depth < 0;
    }

    /**
     * @param {Text} node
     * @param {Level} level
     */
    visitText(node, level) {
        const { data } = node;
        if (!SEEN_CHARACTER.test(data)) {
            if (data !== '') this.pendingSpace = true;
            return;
        }
        if (level.shows === null) level.shows = isShown(level.owner, level.mayEdit);
        if (level.shows) this.append(node, data);
    }

    /**
     * @param {Text} node
     * @param {string} data
     */
    append(node, data) {
        let piece = collapsed(data);
        if (piece === '' || this.length > MAXIMUM_LENGTH) return;
        if (this.pendingSpace && !this.afterSpace) {
            this.parts.push(' ');
            this.length += 1;
            this.afterSpace = true;
        }
        const trimmed = this.afterSpace && piece.charCodeAt(0) === 32;
        if (trimmed) piece = piece.slice(1);
        if (this.atBlockStart && this.length > 0) this.blocks.push(this.length);
        this.atBlockStart = false;
        this.pendingSpace = false;
        this.segments.push({ node, start: this.length, length: piece.length, trimmed });
        this.parts.push(piece);
        this.length += piece.length;
        this.afterSpace = piece.charCodeAt(piece.length - 1) === 32;
    }

    /**
     * @param {Element} element
     * @param {boolean} mayEdit
     */
    enter(element, mayEdit) {
        const name = localNameOf(element);
        const isBlock = !INLINE.has(name);
        if (isBlock) this.breakBlock();
        if (UNREAD.has(name) || this.depth >= MAXIMUM_DEPTH) return;
        const shadow = SHADOW_HOSTS.has(name) || name.includes('-') ? shadowRootOf(element) : null;
        if (shadow) {
            this.trees.push(shadow);
            this.push(firstChildOf(shadow), null, element, isBlock, mayEdit || mayBeEdited(shadow));
        } else if (name === 'iframe' || name === 'frame') {
            const inner = frameDocument(element);
            const root = inner && isShown(element, mayEdit) ? read(inner, 'documentElement') : null;
            if (inner && root) {
                this.trees.push(inner);
                this.push(null, [root], null, isBlock, mayBeEdited(inner));
            }
        } else if (name === 'details' && !element.hasAttribute('open')) {
            const summary = summaryOf(element);
            if (summary) this.push(null, [summary], element, isBlock, mayEdit);
        } else {
            const assigned = name === 'slot' ? assignedNodes(element) : [];
            if (assigned.length > 0) this.push(null, assigned, composedParent(element), isBlock, true);
            else this.push(firstChildOf(element), null, element, isBlock, mayEdit);
        }
    }

    /**
     * @param {Node | null} next
     * @param {Node[] | null} list
     * @param {Element | null} owner
     * @param {boolean} isBlock
     * @param {boolean} mayEdit
     */
    push(next, list, owner, isBlock, mayEdit) {
        this.depth += 1;
        const level = this.levels[this.depth];
        if (!level) {
            this.levels[this.depth] = { next, list, at: 0, owner, shows: null, isBlock, mayEdit };
            return;
        }
        level.next = next;
        level.list = list;
        level.at = 0;
        level.owner = owner;
        level.shows = null;
        level.isBlock = isBlock;
        level.mayEdit = mayEdit;
    }

    /**
     * @param {Level} level
     */
    leave(level) {
        this.depth -= 1;
        if (level.isBlock) this.breakBlock();
    }

    breakBlock() {
        this.atBlockStart = true;
        this.pendingSpace = true;
    }
}

/**
 * @param {Document} document
 * @returns {TextIndex}
 */
export function buildTextIndex(document) {
    const walk = new TextWalk(document);
    walk.visit(Infinity);
    return walk.index();
}

/**
 * Does the same as `buildTextIndex`, with pauses. Changes of the page during a pause may be missing.
 *
 * @param {Document} document
 * @returns {Generator<undefined, TextIndex>}
 */
export function* textIndexSteps(document) {
    const walk = new TextWalk(document);
    while (!walk.visit(NODES_PER_STEP)) yield undefined;
    return walk.index();
}

/**
 * @param {Element} element
 * @returns {boolean} true if an element of this name flows in a line
 */
export function isInline(element) {
    return INLINE.has(localNameOf(element));
}

/**
 * Returns the element that forms the block of a text node.
 *
 * @param {Text} node
 * @returns {Element | null}
 */
export function blockElementOf(node) {
    let element = composedParent(node);
    while (element && isInline(element)) element = composedParent(element) ?? read(element, 'parentElement');
    return element;
}

/**
 * Returns true if the text directly in an element is laid out, visible, and not editable.
 *
 * @param {Element | null} element
 * @returns {boolean}
 */
export function showsText(element) {
    return isShown(element, true);
}

/**
 * @param {Element | null} element
 * @param {boolean} mayEdit
 * @returns {boolean}
 */
export function isShown(element, mayEdit) {
    if (!element || (mayEdit && read(element, 'isContentEditable') === true)) return false;
    return isRendered(element);
}

/**
 * @param {Document | ShadowRoot} root
 * @returns {boolean} true if the tree may contain editable elements, so that each element must be checked
 */
export function mayBeEdited(root) {
    return read(root, 'designMode') === 'on' || call(root, 'querySelector', '[contenteditable]') !== null;
}
