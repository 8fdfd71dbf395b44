/**
 * How sure a restore is that the reader's words stand where they stood, from 0 to 1. The order matters more than the
 * values; a caller can tell `restored` from a guess by the number alone.
 */
export const CONFIDENCE = {
    /** The exact words, once on the page, at their selector, among the same words. */
    quoteAtSelector: 1,
    /** The exact words, once on the page, among the same words or at their selector. */
    quoteUnique: 0.95,
    /** The exact words several times, one of them clearly among the same words. */
    quoteByContext: 0.9,
    /** The exact words once, but among others: perhaps quoted or moved. */
    quoteElsewhere: 0.8,
    /** The exact words several times among the same words, one of them at the selector. */
    quoteBySelector: 0.8,
    /** The same, told apart by the place in a text of the same length only. */
    quoteByPosition: 0.7,
    /** The exact words, which stood out of view: what lies between may have changed. */
    quoteOutOfView: 0.6,
    /** A piece of the words, in a block at the selector that has most of the words. */
    selectorWithPiece: 0.6,
    /** A block at the selector that has most of the words. */
    selector: 0.55,
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
