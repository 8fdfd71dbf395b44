/**
 * The text of a block, while it is read.
 */

import { runsOf } from './runs.js';

/** @typedef {import('./runs.js').StyledRun} StyledRun */

export class OpenBlock {
    constructor() {
        /** @type {StyledRun[]} */
        this.parts = [];
        this.afterSpace = true;
        /** The length of the text, and that of the text in links. */
        this.length = 0;
        this.linked = 0;
    }

    /**
     * @param {string} piece
     * @param {Element | undefined} link
     * @param {string | undefined} style
     */
    append(piece, link, style) {
        const { parts } = this;
        const last = parts[parts.length - 1];
        if (last && last.link === link && last.style === style) last.text += piece;
        else parts.push({ text: piece, link, style });
        this.length += piece.length;
        if (link) this.linked += piece.length;
        this.afterSpace = piece.charCodeAt(piece.length - 1) === 32;
    }

    /** @returns {import('./runs.js').Run[]} */
    runs() {
        return runsOf(this.parts);
    }
}
