/* eslint-disable no-unused-vars */

/**
 * The search for a place in content that the page moves by transforms, by the means of the page.
 */

/** @typedef {import('./target.js').Target} Target */

/** A search. `step` is called in each check until it returns `there` or `failed`. */
export class MotionSeek {
    /**
     * @param {import('./snapshot-reader.js').Place} place
     * @param {Window} top
     */
    constructor(place, top) {
        this.place = place;
        this.top = top;
    }

    /**
     * @param {Target | null} target the place's words, which cannot be seen
     * @returns {boolean} true if the page moves them itself
     */
    applies(target) {
        return false;
    }

    /**
     * @param {Target} target
     * @param {number} now in ms
     * @returns {'moving' | 'there' | 'failed'}
     */
    step(target, now) {
        return 'failed';
    }

    /** Takes the steps back. */
    undo() {}
}
