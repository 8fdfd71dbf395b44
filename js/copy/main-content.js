/**
 * The choice of a page's main content: the smallest element that holds nearly all of its prose, without what its markup
 * or its links show to be something else. It works on lengths that were read before, so it does not touch the page.
 */

/** @typedef {import('./text-blocks.js').FoundBlock} FoundBlock */
/** @typedef {import('./text-blocks.js').Container} Container */

/** The share of an element's prose that a part must hold to be chosen instead of it. */
const NEARLY_ALL = 0.9;
/** The share for a part that is marked up as the article. */
const MOST = 0.6;
/** The weight of text that is marked as something else when the part is chosen. */
const ASIDE_WEIGHT = 0.2;
/** The share of the prose above which even a part that is marked as something else is kept. */
const KEPT_SHARE = 0.3;
/** A part in which more than this share of the text is links is a list of links. */
const LINK_DENSITY = 0.6;
/** In UTF-16 units: shorter blocks are mostly labels. */
const SHORT_BLOCK = 25;
/** If less than this share of the words remains, the page consists of links, and these are its content. */
const SMALLEST_REST = 0.35;

/**
 * Returns the blocks of the main content, in their order.
 *
 * @param {FoundBlock[]} blocks
 * @param {Container[]} containers in document order
 * @param {number} line the ordinal of the block at the reading line, which is always included; -1 if it is unknown
 * @returns {number[]} ordinals of blocks
 */
export function mainContent(blocks, containers, line) {
    if (containers.length === 0) return blocks.map((_, ordinal) => ordinal);
    const page = new Page(blocks, containers, line);
    const root = page.findRoot();
    let kept = page.blocksWithoutOthers(root, true);
    const whole = page.textLength(page.blocksIn(root));
    if (page.textLength(kept) < SMALLEST_REST * whole) kept = page.blocksWithoutOthers(root, false);
    if (line >= 0 && !kept.includes(line)) kept = page.withLine(root, kept);
    return kept;
}

class Page {
    /**
     * @param {FoundBlock[]} blocks
     * @param {Container[]} containers
     * @param {number} line
     */
    constructor(blocks, containers, line) {
        this.blocks = blocks;
        this.containers = containers;
        this.line = line;
        /** The containers of the line, which are never omitted. */
        this.ofLine = new Set(line >= 0 ? this.ancestors(blocks[line].container) : []);
        const isAside = containers.map(() => false);
        containers.forEach(({ parent, hint }, at) => {
            isAside[at] = (hint === 'aside' || (hint === '' && parent >= 0 && isAside[parent])) && !this.ofLine.has(at);
        });
        /** Sums over the blocks before each one: of the prose, of the text, and of the text in links. */
        this.prose = [0];
        this.texts = [0];
        this.linked = [0];
        for (const found of blocks) {
            const factor = found.isControl || isAside[found.container] ? ASIDE_WEIGHT : 1;
            this.prose.push(this.prose[this.prose.length - 1] + factor * proseOf(found));
            this.texts.push(this.texts[this.texts.length - 1] + found.text.length);
            this.linked.push(this.linked[this.linked.length - 1] + found.linked);
        }
        /** @type {number[][]} */
        this.children = containers.map(() => []);
        containers.forEach(({ parent }, at) => parent >= 0 && this.children[parent].push(at));
    }

    /**
     * @param {number} container
     * @returns {number[]} the container and those around it
     */
    ancestors(container) {
        const found = [];
        for (let at = container; at >= 0; at = this.containers[at].parent) found.push(at);
        return found;
    }

    /**
     * @param {number[]} sums
     * @param {number} container
     * @returns {number}
     */
    sum(sums, container) {
        const { first, end } = this.containers[container];
        return sums[end] - sums[first];
    }

    /** Returns the container that holds the main content. */
    findRoot() {
        let root = 0;
        for (;;) {
            const whole = this.sum(this.prose, root);
            const part = this.children[root].find((child) => {
                const share = whole > 0 ? this.sum(this.prose, child) / whole : 0;
                const { hint } = this.containers[child];
                return share >= (hint === 'article' || hint === 'body' ? MOST : NEARLY_ALL);
            });
            if (part === undefined) return root;
            // A single block is not divided further, so that a heading beside it stays.
            if (this.containers[part].end - this.containers[part].first < 2) return root;
            root = part;
        }
    }

    /**
     * @param {number} root
     * @returns {number[]}
     */
    blocksIn(root) {
        const { first, end } = this.containers[root];
        return Array.from({ length: end - first }, (_, at) => first + at);
    }

    /**
     * @param {number} root
     * @param {boolean} areLinksOmitted
     * @returns {number[]} the blocks without those of parts that are something else
     */
    blocksWithoutOthers(root, areLinksOmitted) {
        const isOmitted = new Uint8Array(this.blocks.length);
        const whole = this.sum(this.prose, root);
        const { end: last } = this.containers[root];
        for (let at = root + 1; at < this.containers.length; at += 1) {
            const container = this.containers[at];
            if (container.first >= last) break;
            if (this.ofLine.has(at) || container.first === container.end) continue;
            if (this.isOtherContent(at, whole, areLinksOmitted)) isOmitted.fill(1, container.first, container.end);
        }
        return this.blocksIn(root).filter((at) =>
            at === this.line || !(isOmitted[at] || (areLinksOmitted && this.blocks[at].isControl)));
    }

    /**
     * @param {number} at
     * @param {number} whole the prose of the root
     * @param {boolean} areLinksOmitted
     * @returns {boolean} true if the container is not part of the article
     */
    isOtherContent(at, whole, areLinksOmitted) {
        const { hint, name, first, end } = this.containers[at];
        const text = this.sum(this.texts, at);
        if (hint === 'aside') return text < KEPT_SHARE * whole;
        if (!areLinksOmitted || name === 'p' || name === 'tr' || end - first < 2) return false;
        return text > 0 && this.sum(this.linked, at) > LINK_DENSITY * text && text < KEPT_SHARE * whole;
    }

    /**
     * @param {number} root
     * @param {number[]} kept
     * @returns {number[]} the blocks with those of the largest container of the line that does not contain the root
     */
    withLine(root, kept) {
        const around = new Set(this.ancestors(root));
        const ofLine = this.ancestors(this.blocks[this.line].container).filter((at) => !around.has(at));
        const added = ofLine.length > 0 ? this.blocksWithoutOthers(ofLine[ofLine.length - 1], true) : [this.line];
        return [...new Set([...kept, ...added, this.line])].sort((a, b) => a - b);
    }

    /**
     * @param {number[]} ordinals
     * @returns {number}
     */
    textLength(ordinals) {
        return ordinals.reduce((sum, at) => sum + this.blocks[at].text.length, 0);
    }
}

/**
 * @param {FoundBlock} found
 * @returns {number} the length of its text, reduced for links and labels
 */
function proseOf({ block, text, linked }) {
    const { length } = text;
    if (length === 0) return 0;
    const unlinked = length - linked;
    const weight = unlinked * (unlinked / length);
    if (length < SHORT_BLOCK) return 0.3 * weight;
    return block.kind === 'paragraph' || block.kind === 'quote' || length > 80 ? weight : 0.6 * weight;
}
