/**
 * The confidence that the reader's words are where they were, from 0 to 1: of the restores with confidence 0.9, at
 * least nine in ten are right to the line. `Benchmarks/restore` prints the measured curve.
 */
export const CONFIDENCE = {
    /** The exact words, which stood out of view: what lies between may have changed. */
    quoteOutOfView: 0.6,
    /** The words, but not at their height: the page ends before. */
    outOfReach: 0.6,
    /** The same picture, by its address. */
    image: 0.9,
    /** Another picture at the same selector. */
    imageBySelector: 0.5,
    /** A block at the selector whose words are like those that stood there. */
    selector: 0.5,
    /** Between the neighbours above and below. */
    bracket: 0.5,
    /** Beside one neighbour. */
    neighbour: 0.4,
    /** The scroll offsets, in a page of the same size. */
    pixelsSameSize: 0.4,
    /** The same part of the way through the text. */
    progressText: 0.3,
    /** The same part of the way down. */
    progressScroll: 0.25,
    /** The scroll offsets, in a page of another size. */
    pixels: 0.2,
    none: 0,
    /** The least that counts as found. */
    found: 0.7,
};

/** A lead of so much over the next candidate is as good as none beside it. */
const CLEAR_MARGIN = 0.15;
/** A quote of fewer units, in UTF-16, says nothing without support. */
const TELLING_LENGTH = 16;

/**
 * @param {number} quote how much of the quote is there, 0 to 1
 * @param {number} support what else speaks for it, 0 to 1
 * @param {number} margin its lead over the next candidate
 * @param {number} length of the quote, in UTF-16 units
 * @returns {number} 0 to 1
 */
export function confidenceOf(quote, support, margin, length) {
    const alone = length < TELLING_LENGTH ? 0.2 : 0.65 * quote ** 1.5;
    const sure = alone + (1 - alone) * support * (0.4 + 0.6 * quote);
    return sure * (0.8 + 0.2 * Math.min(1, margin / CLEAR_MARGIN));
}
