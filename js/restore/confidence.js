/**
 * The confidence that the reader's words are at their old position, from 0 to 1. Of the restores with confidence 0.9,
 * at least nine in ten are exact to the line. `Benchmarks/restore` prints the measured curve.
 */
export const CONFIDENCE = {
    /** The exact words, which were out of view: the content in between may have changed. */
    quoteOutOfView: 0.6,
    /** The exact words, but not at their old height, since the page ends too soon. */
    outOfReach: 0.6,
    /** The most for edited words in another edition, which omits words but changes none, and outside the neighbours. */
    doubtfulEdits: 0.6,
    /** The least for edited words in another edition. */
    leastInEdition: 0.5,
    /** The same picture, found by its URL. */
    image: 0.9,
    /** Another picture that the same selector matches. */
    imageBySelector: 0.5,
    /** The picture at the same position in a sequence of pictures: several have its name. */
    sequence: 0.85,
    /** The same, by the sizes or the description. */
    imageInSequence: 0.75,
    /** The same, with less of them, or by the numbers of pictures before and after it. */
    imageByOrdinal: 0.65,
    /** The picture at the same share of all pictures. */
    imageByShare: 0.5,
    /** A block that the selector matches and whose words are similar. */
    selector: 0.5,
    /** The same block in another language, and the block at the same share of all blocks. */
    block: 0.6,
    blockByOrdinal: 0.4,
    /** A position between the neighbours above and below. */
    bracket: 0.5,
    /** A position next to one neighbour. */
    neighbour: 0.4,
    /** The scroll offsets, in a page of the same size. */
    pixelsSameSize: 0.4,
    /** The same fraction of the text. */
    progressText: 0.3,
    /** The same fraction of the scroll height. */
    progressScroll: 0.25,
    /** The scroll offsets, in a page of another size. */
    pixels: 0.2,
    none: 0,
    /** The least confidence of a place that counts as found. */
    found: 0.7,
};

/** A larger margin over the next candidate does not increase the confidence. */
const CLEAR_MARGIN = 0.15;
/** In UTF-16 units: a shorter quote needs support. */
const DISTINCTIVE_LENGTH = 16;

/**
 * @param {number} quote the share of the quote that was found, 0 to 1
 * @param {number} support the other evidence, 0 to 1
 * @param {number} margin the difference from the score of the next candidate
 * @param {number} length of the quote, in UTF-16 units
 * @returns {number} 0 to 1
 */
export function confidenceOf(quote, support, margin, length) {
    const alone = length < DISTINCTIVE_LENGTH ? 0.2 : 0.65 * quote ** 1.5;
    const sure = alone + (1 - alone) * support * (0.4 + 0.6 * quote);
    return sure * (0.8 + 0.2 * Math.min(1, margin / CLEAR_MARGIN));
}
