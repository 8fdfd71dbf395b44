/**
 * The text copy of a page, schema 1: its main content as the reader sees it.
 */

import { read } from '../dom/node.js';
import { utf8Length } from '../wire/base64url.js';
import { encodeJSON } from '../wire/json.js';
import { withoutCredentials } from '../wire/page-key.js';
import { byline } from './byline.js';
import { ComposedWalk } from './composed-walk.js';
import { mainContent } from './main-content.js';
import { lengthOf, resolveLinks } from './runs.js';
import { TextBlocks } from './text-blocks.js';
import { walkSteps } from './timed-walk.js';

/** @typedef {import('./text-blocks.js').FoundBlock} FoundBlock */
/**
 * @typedef {{head: object, blocks: import('./runs.js').Block[], line: number, isCut?: boolean}} TextCopy
 *     `head` is everything but the blocks, and `line` is the ordinal of the block at the reading line, or -1; `isCut`
 *     is true if a part of the page was not read
 */

/** In bytes of JSON: a long book. The service accepts 4 MiB, but encoding so much would block the page. */
const LONGEST_TEXT = 1 << 20;
/** The number of nodes that are visited between two pauses: about 2 ms of work. */
const NODES_PER_STEP = 500;
/** The number of blocks that are encoded between two pauses: about 5 ms of work. */
const BLOCKS_PER_STEP = 500;
/** In UTF-16 units. */
const LONGEST_TITLE = 500;
/** In ms of the page's thread: after this time the rest of the page is omitted. */
const WALK_TIME = 350;

/**
 * Copies the text of a page. It changes nothing in the page, and loads nothing.
 *
 * @param {Window} top
 * @param {any} snapshot of the place
 * @returns {Generator<undefined, TextCopy>}
 */
export function* textCopySteps(top, snapshot) {
    const { document } = top;
    const found = new TextBlocks();
    const walk = new ComposedWalk(document, found);
    yield* walkSteps(top, walk, NODES_PER_STEP, (spent) => {
        if (spent > WALK_TIME) walk.stop();
        return spent > WALK_TIME;
    });
    found.flush();
    yield undefined;
    const line = lineBlock(found.blocks, snapshot);
    yield undefined;
    const kept = mainContent(found.blocks, found.containers, line);
    yield undefined;
    const blocks = kept.map((at) => found.blocks[at].block);
    return { head: pageHead(top, snapshot), blocks, line: kept.indexOf(line), isCut: walk.isCut };
}

/**
 * Returns the JSON of a copy. If it is too long, it consists of the blocks around the reading line.
 *
 * @param {TextCopy} copy
 * @param {number} limit in bytes
 * @returns {{json: string, isWhole: boolean}}
 */
export function textCopyJSON(copy, limit) {
    const steps = textJSONSteps(copy, limit);
    for (;;) {
        const { done, value } = steps.next();
        if (done) return value;
    }
}

/**
 * Does the same as `textCopyJSON`, with pauses.
 *
 * @param {TextCopy} copy
 * @param {number} limit in bytes
 * @returns {Generator<undefined, {json: string, isWhole: boolean}>}
 */
export function* textJSONSteps({ head, blocks, line, isCut = false }, limit) {
    const start = encodeJSON(head).slice(0, -1) + ',"blocks":[';
    let left = limit - utf8Length(start) - ']}'.length;
    let first = Math.max(0, line);
    let end = first;
    /** @type {string[]} */
    const before = [];
    /** @type {string[]} */
    const after = [];
    // Adds a block at one end if it fits. Blocks that are not added are not encoded, which would take long.
    const add = (/** @type {number} */ at, /** @type {string[]} */ list) => {
        if (at < 0 || at >= blocks.length || lengthOf(blocks[at]) > left) return false;
        const json = encodeJSON(resolveLinks(blocks[at]));
        const length = utf8Length(json) + 1;
        if (length > left) return false;
        left -= length;
        list.push(json);
        return true;
    };
    let mayAppend = true;
    let mayPrepend = true;
    while (mayAppend || mayPrepend) {
        if ((end - first) % BLOCKS_PER_STEP === BLOCKS_PER_STEP - 1) yield undefined;
        // Two thirds of a part are after the line, where the reader goes on.
        if (mayAppend && (!mayPrepend || end - line <= 2 * (line - first))) {
            mayAppend = add(end, after);
            if (mayAppend) end += 1;
        } else {
            mayPrepend = add(first - 1, before);
            if (mayPrepend) first -= 1;
        }
    }
    const json = start + [...before.reverse(), ...after].join(',') + ']}';
    return { json, isWhole: !isCut && first === 0 && end === blocks.length };
}

/**
 * Copies the text of a page as JSON, as far as it fits.
 *
 * @param {Window} top
 * @param {any} snapshot of the place
 * @returns {Generator<undefined, {json: string, isWhole: boolean} | null>} null if the page has no text
 */
export function* textDocumentSteps(top, snapshot) {
    const copy = yield* textCopySteps(top, snapshot);
    yield undefined;
    return copy.blocks.length > 0 ? yield* textJSONSteps(copy, LONGEST_TEXT) : null;
}

/**
 * @param {Window} top
 * @param {any} snapshot
 * @returns {object}
 */
function pageHead(top, snapshot) {
    const { document } = top;
    const title = String(read(document, 'title') ?? '').slice(0, LONGEST_TITLE);
    return {
        schema: 1,
        url: copyAddress(top.location.href),
        title: title || undefined,
        byline: byline(document) || undefined,
        lang: (snapshot && snapshot.lang) || undefined,
        dir: snapshot && (snapshot.dir === 'rtl' || snapshot.dir === 'ltr') ? snapshot.dir : undefined,
    };
}

/**
 * Returns the address of a page for its copies: without the fragment, so that the copies of all its sections are equal,
 * unless the fragment is an application's address.
 *
 * @param {string} address
 * @returns {string}
 */
export function copyAddress(address) {
    const [page, fragment = ''] = withoutCredentials(address).split(/#(.*)/s);
    return fragment.startsWith('/') || fragment.startsWith('!') ? page + '#' + fragment : page;
}

/**
 * Returns the ordinal of the block that a place is attached to.
 *
 * @param {FoundBlock[]} blocks
 * @param {any} snapshot
 * @returns {number} -1 if it is not found
 */
function lineBlock(blocks, snapshot) {
    const anchors = snapshot && Array.isArray(snapshot.anchors) ? snapshot.anchors : [];
    const primary = anchors.find((/** @type {any} */ anchor) => anchor.role === 'primary') ?? anchors[0];
    const quote = primary && primary.quote;
    if (!quote || typeof quote.exact !== 'string' || quote.exact === '') return -1;
    const { exact, prefix = '', suffix = '' } = quote;
    // A quote is nearly always in one block. Joining the text of a large page takes as long as reading it.
    const containing = [];
    for (let at = 0; at < blocks.length; at += 1) if (blocks[at].text.includes(exact)) containing.push(at);
    if (containing.length === 1) return containing[0];
    return blockAcross(blocks, exact, prefix, suffix, Number(primary.ordinal) || 0);
}

/**
 * Returns the ordinal of the block in which a quote starts that is in several blocks, or occurs in several.
 *
 * @param {FoundBlock[]} blocks
 * @param {string} exact
 * @param {string} prefix
 * @param {string} suffix
 * @param {number} which the ordinal of the occurrence
 * @returns {number} -1 if it is not found
 */
function blockAcross(blocks, exact, prefix, suffix, which) {
    const starts = [];
    let length = 0;
    for (const { text } of blocks) {
        starts.push(length);
        if (text !== '') length += text.length + 1;
    }
    const text = blocks.map((found) => found.text).filter(Boolean).join(' ');
    let at = text.indexOf(prefix + exact + suffix);
    at = at >= 0 ? at + prefix.length : occurrence(text, exact, which);
    if (at < 0) return -1;
    let ordinal = starts.length - 1;
    while (ordinal > 0 && (starts[ordinal] > at || blocks[ordinal].text === '')) ordinal -= 1;
    return ordinal;
}

/**
 * @param {string} text
 * @param {string} words
 * @param {number} ordinal
 * @returns {number} the position of an occurrence, or of the first one if there are fewer; -1 if there is none
 */
function occurrence(text, words, ordinal) {
    const first = text.indexOf(words);
    let at = first;
    for (let left = ordinal; left > 0 && at >= 0; left -= 1) at = text.indexOf(words, at + 1);
    return at >= 0 ? at : first;
}
