/**
 * The drawings (SVG) in the markup of a picture. Text comes first: where it needs their space, they are left out.
 */

import { lengthInJSON } from '../wire/json.js';

/**
 * @typedef {object} Drawing
 * @property {number} part the index of its first part in the markup
 * @property {number} start the length of the markup before it, in bytes of JSON
 * @property {number} depth the number of open elements around it
 * @property {string} box the markup that takes its place if it is left out
 * @property {number} boxLength
 * @property {boolean} hasWords
 * @property {boolean} isCut true if a part of it did not fit
 * @property {number} end the index after its last part
 * @property {number} length of its markup, in bytes of JSON
 */

/** In bytes: to leave out smaller drawings makes little space, and there may be thousands. */
const SMALLEST = 1000;

/**
 * Begins a drawing.
 *
 * @param {{parts: string[], length: number, open: any[]}} markup
 * @param {string} box
 * @param {boolean} hasWords
 * @returns {Drawing}
 */
export function newDrawing({ parts, length, open }, box, hasWords) {
    return {
        part: parts.length, start: length, depth: open.length, box, boxLength: lengthInJSON(box),
        hasWords, isCut: false, end: parts.length, length: 0,
    };
}

/** The drawings that may be left out. */
export class Drawings {
    constructor() {
        /** @type {Drawing[]} */
        this.all = [];
    }

    /** @param {Drawing} drawing */
    add(drawing) {
        if (drawing.length > SMALLEST + drawing.boxLength) this.all.push(drawing);
    }

    /**
     * Removes the largest drawing; those with words come last.
     *
     * @returns {Drawing | null} null if there is none
     */
    removeLargest() {
        let found = -1;
        for (let i = 0; i < this.all.length; i += 1) {
            if (found < 0 || isLeftOutBefore(this.all[i], this.all[found])) found = i;
        }
        return found < 0 ? null : this.all.splice(found, 1)[0];
    }
}

/**
 * @param {Drawing} drawing
 * @param {Drawing} other
 * @returns {boolean}
 */
function isLeftOutBefore(drawing, other) {
    if (drawing.hasWords !== other.hasWords) return other.hasWords;
    return drawing.length > other.length;
}
