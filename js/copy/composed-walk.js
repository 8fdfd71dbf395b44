/**
 * A walk through what a page shows: through slots, open shadow roots and frames of the same origin. It omits what
 * `js/anchoring/text-index.js` omits, and editors. It is not recursive, so that deep trees cannot overflow the call
 * stack.
 */

import { MAXIMUM_DEPTH, SHADOW_HOSTS, showsText, UNREAD } from '../anchoring/text-index.js';
import { assignedNodes, composedParent, frameDocument, summaryOf } from '../dom/composed-tree.js';
import { firstChildOf, localNameOf, nextSiblingOf, nodeTypeOf, read, shadowRootOf } from '../dom/node.js';
import { hasEditors, isEditor } from './editors.js';

/**
 * @typedef {object} Visitor
 * @property {(element: Element, name: string) => boolean} enter returns false to omit the element's content; `leave` is
 *     then not called
 * @property {(element: Element, name: string) => void} leave
 * @property {(data: string) => void} text is called only for text that is shown
 */

/**
 * @typedef {{element: Element, name: string, next: Node | null, list: Node[] | null, at: number,
 *     owner: Element | null, shows: boolean | null}} Level
 *     as in `js/anchoring/text-index.js`; `element` is left when the level ends
 */

const SEEN_CHARACTER = /\S/;
/** In UTF-16 units: the text of a longer node is cut off. Reading so much takes about as long as a slice may. */
const LONGEST_NODE = 1 << 20;
/** In UTF-16 units: text of this length takes about as long as a node. */
const NODE_TEXT = 1 << 10;

export class ComposedWalk {
    /**
     * @param {Document} document
     * @param {Visitor} visitor
     * @param {Element | null} [root] the element that is visited, with all that is in it
     */
    constructor(document, visitor, root = read(document, 'documentElement')) {
        this.visitor = visitor;
        /** @type {Level[]} */
        this.levels = [];
        /** The number of nodes that are visited before the next pause. */
        this.left = 0;
        this.hasEditors = hasEditors(document);
        this.isCut = false;
        if (root) this.enter(root);
    }

    /**
     * @param {number} count of nodes
     * @returns {boolean} true at the end
     */
    visit(count) {
        const { levels, visitor } = this;
        for (this.left = count; this.left > 0 && levels.length > 0; this.left -= 1) {
            const level = levels[levels.length - 1];
            const child = level.list ? level.list[level.at] ?? null : level.next;
            if (!child) {
                levels.pop();
                visitor.leave(level.element, level.name);
                continue;
            }
            const type = nodeTypeOf(child);
            if (level.list) level.at += 1;
            else level.next = nextSiblingOf(child);
            if (type === 3 || type === 4) this.visitText(/** @type {Text} */ (child).data, level);
            else if (type === 1) this.enter(/** @type {Element} */ (child));
        }
        return levels.length === 0;
    }

    /** Ends the walk. The visitor leaves the elements that it has entered. */
    stop() {
        this.isCut = true;
        for (let level = this.levels.pop(); level; level = this.levels.pop()) {
            this.visitor.leave(level.element, level.name);
        }
    }

    /**
     * @param {string} whole
     * @param {Level} level
     */
    visitText(whole, level) {
        this.left -= whole.length / NODE_TEXT;
        const isLong = whole.length > LONGEST_NODE;
        if (isLong) this.isCut = true;
        const data = isLong ? whole.slice(0, LONGEST_NODE) : whole;
        if (!SEEN_CHARACTER.test(data)) {
            // White space is not visible, but it separates words.
            if (data !== '') this.visitor.text(data);
            return;
        }
        if (level.shows === null) level.shows = showsText(level.owner);
        if (level.shows) this.visitor.text(data);
    }

    /** @param {Element} element */
    enter(element) {
        const name = localNameOf(element);
        if (!this.visitor.enter(element, name)) return;
        const level = isEditor(element, this.hasEditors) ? null : this.levelOf(element, name);
        if (level) this.levels.push(level);
        else this.visitor.leave(element, name);
    }

    /**
     * @param {Element} element
     * @param {string} name
     * @returns {Level | null} null if the element's content is not read
     */
    levelOf(element, name) {
        if (UNREAD.has(name) || this.levels.length >= MAXIMUM_DEPTH) return null;
        /** @type {Level} */
        const level = { element, name, next: null, list: null, at: 0, owner: element, shows: null };
        const shadow = SHADOW_HOSTS.has(name) || name.includes('-') ? shadowRootOf(element) : null;
        if (shadow) {
            level.next = firstChildOf(shadow);
            this.hasEditors = this.hasEditors || hasEditors(shadow);
        } else if (name === 'iframe' || name === 'frame') {
            const inner = frameDocument(element);
            const root = inner && showsText(element) ? read(inner, 'documentElement') : null;
            if (!inner || !root) return null;
            level.list = [root];
            level.owner = null;
            this.hasEditors = this.hasEditors || hasEditors(inner);
        } else if (name === 'details' && !element.hasAttribute('open')) {
            const summary = summaryOf(element);
            if (!summary) return null;
            level.list = [summary];
        } else {
            const assigned = name === 'slot' ? assignedNodes(element) : [];
            if (assigned.length > 0) {
                level.list = assigned;
                level.owner = composedParent(element);
            } else {
                level.next = firstChildOf(element);
            }
        }
        return level;
    }
}
