/**
 * The blocks of a page's text: paragraphs, headings, items, quotes, code, tables and images, with their links. White
 * space and the order of the words are those of `js/anchoring/text-index.js`, so that anchors are found in a copy.
 */

import { collapsed, INLINE } from '../anchoring/text-index.js';
import { BlockKinds } from './block-kinds.js';
import { boilerplateOf } from './boilerplate.js';
import { readSpans } from './cell-spans.js';
import { divideCode, trimCode } from './code-text.js';
import { isDataTable } from './data-table.js';
import { imageBlock } from './image-block.js';
import { OpenBlock } from './open-block.js';
import { textOf } from './runs.js';
import { TableRows } from './table-rows.js';

/** @typedef {import('./runs.js').Block} Block */
/**
 * @typedef {{block: Block, text: string, linked: number, container: number, isControl: boolean}} FoundBlock
 *     `linked` is the length of the text in links; `container` is the innermost container
 */
/** @typedef {import('./boilerplate.js').Hint} Hint */
/**
 * An element that forms blocks. Its blocks are those from `first` up to `end`.
 *
 * @typedef {{parent: number, name: string, first: number, end: number, hint: Hint}} Container
 */

const OMITTED = new Set(['script', 'style', 'template', 'head', 'noscript']);
/**
 * Elements that do not flow in a line by name, but usually do: they only separate words. One text, as in
 * `js/anchoring/text-index.js`.
 */
const SEPARATORS = new Set((
    'area,audio,br,canvas,embed,iframe,img,input,map,math,meter,object,param,picture,progress,select,source,svg,'
    + 'textarea,track,video'
).split(','));
const STYLES = new Map([
    ['b', 'strong'], ['strong', 'strong'], ['cite', 'emphasis'], ['dfn', 'emphasis'], ['em', 'emphasis'],
    ['i', 'emphasis'], ['var', 'emphasis'], ['code', 'code'], ['kbd', 'code'], ['samp', 'code'], ['tt', 'code'],
]);
/** In UTF-16 units: a longer block is divided, so that the part of it around the reading line can be kept. */
const LONGEST_BLOCK = 100_000;

/** Collects blocks. A visitor of `ComposedWalk`. */
export class TextBlocks {
    constructor() {
        /** @type {FoundBlock[]} */
        this.blocks = [];
        /** @type {Container[]} */
        this.containers = [];
        this.container = -1;
        /** @type {OpenBlock | null} the block that is being read */
        this.open = null;
        this.pendingSpace = false;
        /** @type {TableRows | null} the table that is being read */
        this.table = null;
        /** @type {string | null} the text of the `pre` that is being read */
        this.code = null;
        /** @type {Element[]} */
        this.links = [];
        /** @type {string[]} */
        this.styles = [];
        this.kinds = new BlockKinds();
        /** The number of formulas and drawings that are being read, whose elements only separate words. */
        this.drawings = 0;
        /** @type {({heading: number} | null)[]} the headings around the elements that are read; null if in a block */
        this.levels = [];
    }

    /**
     * @param {Element} element
     * @param {string} name
     * @returns {boolean}
     */
    enter(element, name) {
        if (OMITTED.has(name)) return false;
        if (SEPARATORS.has(name)) return this.separate(element, name);
        if (this.drawings > 0) {
            this.pendingSpace = true;
            return true;
        }
        if (INLINE.has(name)) {
            const style = STYLES.get(name);
            if (style) this.styles.push(style);
            if (name === 'a') this.links.push(element);
            return true;
        }
        const isInBlock = this.code !== null || this.table !== null || (this.kinds.heading > 0 && name === 'button');
        this.levels.push(isInBlock ? null : { heading: this.kinds.heading });
        if (!isInBlock) {
            this.flush();
            this.enterBlock(element, name);
        } else if (this.code !== null) {
            this.breakLine();
        } else if (this.table) {
            this.enterInTable(this.table, name);
            if (!globalThis.LEFTOFF_LITE) readSpans(this.table.rows, element, name);
        } else {
            this.pendingSpace = true;
        }
        return true;
    }

    /**
     * @param {Element} element
     * @param {string} name
     */
    enterBlock(element, name) {
        const hint = boilerplateOf(element, name);
        this.containers.push({ parent: this.container, name, first: this.blocks.length, end: -1, hint });
        this.container = this.containers.length - 1;
        this.kinds.enter(name);
        if (name === 'pre') this.code = '';
        else if (name === 'table' && isDataTable(element)) this.table = new TableRows();
    }

    /**
     * @param {TableRows} table
     * @param {string} name
     */
    enterInTable(table, name) {
        if (name === 'tr') {
            this.closeCell();
            if (table.length > LONGEST_BLOCK) {
                this.closeTable();
                this.table = new TableRows();
            }
            this.table?.addRow();
        } else if (name === 'td' || name === 'th') {
            this.closeCell();
            table.addCell(name === 'th');
        } else {
            this.pendingSpace = true;
        }
    }

    /**
     * @param {Element} element
     * @param {string} name
     */
    leave(element, name) {
        if (name === 'math' || name === 'svg') this.drawings -= 1;
        if (SEPARATORS.has(name) || this.drawings > 0) {
            this.pendingSpace = true;
            return;
        }
        if (INLINE.has(name)) {
            if (STYLES.has(name)) this.styles.pop();
            if (name === 'a') this.links.pop();
            return;
        }
        const level = this.levels.pop();
        if (level) {
            if (this.code !== null) this.closeCode();
            else if (this.table) this.closeTable();
            else this.flush();
            this.leaveBlock(name, level);
        } else if (this.code !== null) {
            this.breakLine();
        } else if (this.table && (name === 'td' || name === 'th' || name === 'caption')) {
            this.closeCell(name === 'caption');
        } else {
            this.pendingSpace = true;
        }
    }

    /**
     * @param {string} name
     * @param {{heading: number}} level
     */
    leaveBlock(name, { heading }) {
        this.kinds.leave(name, heading);
        const container = this.containers[this.container];
        container.end = this.blocks.length;
        this.container = container.parent;
    }

    /**
     * @param {string} data
     */
    text(data) {
        if (this.code !== null) {
            this.addCode(data);
            return;
        }
        let rest = collapsed(data);
        while (rest.length > LONGEST_BLOCK && !this.table) {
            const end = rest.lastIndexOf(' ', LONGEST_BLOCK) + 1;
            if (end === 0) break;
            this.addText(rest.slice(0, end));
            rest = rest.slice(end);
        }
        this.addText(rest);
    }

    /** @param {string} collapsedText */
    addText(collapsedText) {
        let piece = collapsedText;
        if (piece === '') return;
        if (!this.open) {
            if (piece === ' ') return;
            this.open = new OpenBlock();
        }
        const { open } = this;
        if (this.pendingSpace && !open.afterSpace) this.append(' ');
        this.pendingSpace = false;
        if (open.afterSpace && piece.charCodeAt(0) === 32) piece = piece.slice(1);
        if (piece !== '') this.append(piece);
        if (open.length > LONGEST_BLOCK && open.afterSpace && !this.table) this.flush();
    }

    /** @param {string} piece */
    append(piece) {
        this.open?.append(piece, this.links[this.links.length - 1], this.styles[this.styles.length - 1]);
    }

    /** Ends a line of code, because a block starts or ends there. */
    breakLine() {
        if (this.code && !this.code.endsWith('\n')) this.addCode('\n');
    }

    /** @param {string} data */
    addCode(data) {
        this.code += data;
        const { code } = this;
        if (code === null || code.length <= LONGEST_BLOCK || !data.includes('\n')) return;
        const parts = divideCode(code, LONGEST_BLOCK);
        const rest = parts.pop() ?? '';
        for (this.code of parts) this.closeCode();
        this.code = rest;
    }

    /**
     * @param {Element} element
     * @param {string} name
     * @returns {boolean} true if its content is read
     */
    separate(element, name) {
        if (name === 'br') {
            if (this.code !== null) this.addCode('\n');
            // Lines of verse and addresses remain lines. Lines of headings, items and cells do not matter.
            else if (!this.table && this.kinds.heading === 0 && this.kinds.items.length === 0) this.flush();
        }
        this.pendingSpace = true;
        const image = name === 'img' && this.code === null && !this.table ? imageBlock(element) : null;
        if (image) {
            this.flush();
            this.add(image, '', 0);
        }
        if (name === 'iframe') this.flush();
        if (name === 'math' || name === 'svg') this.drawings += 1;
        return name === 'picture' || name === 'math' || name === 'svg' || name === 'iframe' || name === 'map'
            || name === 'object';
    }

    /** Ends the block that is being read. */
    flush() {
        this.pendingSpace = false;
        const { open } = this;
        this.open = null;
        if (!open) return;
        const runs = open.runs();
        if (runs.length === 0) return;
        this.add({ ...this.kinds.next(), runs }, textOf(runs), open.linked);
    }

    /**
     * @param {Block} block
     * @param {string} text
     * @param {number} linked
     */
    add(block, text, linked) {
        const isControl = this.kinds.controls > 0;
        this.blocks.push({ block, text, linked: Math.min(linked, text.length), container: this.container, isControl });
    }

    closeCode() {
        const text = trimCode(this.code ?? '');
        this.code = null;
        if (text !== '') this.add({ kind: 'code', runs: [text] }, collapsed(text).trim(), 0);
    }

    /** @param {boolean} [isCaption] true for the caption of the table, which may stand behind its rows */
    closeCell(isCaption = false) {
        this.pendingSpace = false;
        const { open, table } = this;
        this.open = null;
        if (!open || !table) return;
        const runs = open.runs();
        if (isCaption || !table.fill(runs, open)) this.add({ kind: 'paragraph', runs }, textOf(runs), open.linked);
    }

    closeTable() {
        this.closeCell();
        const { table } = this;
        this.table = null;
        if (!table) return;
        const { rows, text } = table.content();
        if (text !== '') this.add({ kind: 'table', rows }, text, table.linked);
    }
}
