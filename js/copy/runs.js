/**
 * Runs: the parts of a block's text with one link and one style.
 */

import { linkOf } from './links.js';

/**
 * @typedef {{text: string, href?: string, style?: string, link?: Element}} StyledRun
 *     `link` is the element whose address `resolved` reads, since resolving all addresses of a large page takes long
 */
/** @typedef {string | StyledRun} Run */
/** @typedef {{runs: Run[], header?: boolean, columns?: number, rows?: number}} Cell */
/**
 * @typedef {object} Block as in the copy's JSON
 * @property {string} kind
 * @property {number} [level]
 * @property {boolean} [ordered]
 * @property {number} [depth]
 * @property {Run[]} [runs]
 * @property {Cell[][]} [rows]
 * @property {string} [src]
 * @property {string} [alt]
 * @property {number} [width]
 * @property {number} [height]
 */

/**
 * @param {StyledRun[]} parts
 * @returns {Run[]} without white space at the end
 */
export function runsOf(parts) {
    const last = parts[parts.length - 1];
    if (last) last.text = last.text.trimEnd();
    return parts.filter(({ text }) => text !== '').map((run) => (run.link || run.style ? run : run.text));
}

/**
 * @param {Run[]} runs
 * @returns {string}
 */
export function textOf(runs) {
    if (runs.length === 1 && typeof runs[0] === 'string') return runs[0];
    return runs.map((run) => (typeof run === 'string' ? run : run.text)).join('');
}

/**
 * @param {Block} block
 * @returns {number} the length of its text
 */
export function lengthOf({ runs = [], rows = [] }) {
    let length = 0;
    for (const all of [runs, ...rows.flat().map((cell) => cell.runs)]) {
        for (const run of all) length += (typeof run === 'string' ? run : run.text).length;
    }
    return length;
}

/**
 * Returns a block with the addresses of its links, for its JSON.
 *
 * @param {Block} block
 * @returns {Block}
 */
export function resolveLinks(block) {
    const { runs, rows } = block;
    if (rows) {
        return { ...block, rows: rows.map((row) => row.map((cell) => ({ ...cell, runs: resolveRuns(cell.runs) }))) };
    }
    return runs && runs.some((run) => typeof run !== 'string') ? { ...block, runs: resolveRuns(runs) } : block;
}

/**
 * @param {Run[]} runs
 * @returns {Run[]}
 */
function resolveRuns(runs) {
    /** @type {Run[]} */
    const found = [];
    for (const run of runs) {
        const { text, style, link } = typeof run === 'string' ? { text: run, style: undefined, link: undefined } : run;
        const href = link ? linkOf(link) ?? undefined : undefined;
        const last = found[found.length - 1];
        if (href || style) {
            const isSame = typeof last === 'object' && last.href === href && last.style === style;
            if (isSame) last.text += text;
            else found.push({ text, href, style });
        } else if (typeof last === 'string') {
            found[found.length - 1] = last + text;
        } else {
            found.push(text);
        }
    }
    return found;
}
