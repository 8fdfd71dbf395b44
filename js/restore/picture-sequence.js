/**
 * The alignment of a captured sequence of pictures with that of the page (Needleman and Wunsch, "A general method
 * applicable to the search for similarities in the amino acid sequence of two proteins", 1970).
 */

/** @typedef {import('./snapshot-reader.js').Picture} Picture */
/**
 * @typedef {{index: number, score: number, margin: number, own: number}} Alignment `index` in the page's sequence;
 *     `score` is the share of the highest possible score, `margin` the difference from the next best picture in
 *     matches of names, and `own` the score of the picture itself, without the others
 */

const SAME_NAME = 3;
/** The same file in another directory, or the same number in the name. */
const SIMILAR_NAME = 2;
const SAME_ALT = 2;
const SAME_SIZE = 1;
/** The penalty for another size or another description, which outweighs a name: pages are numbered again. */
const CONTRADICTION = -4;
/** The penalty for a picture that was added or removed. */
const GAP = -1;
/** In CSS px: sizes are rounded. */
const SIZE_TOLERANCE = 2;
/** A picture in another resolution has nearly the same ratio of its sides. */
const SAME_RATIO = 0.01;
/** A number of a name: with letters before it, and not a part of a hash. */
const NUMBER = /^[a-z]{0,12}?0*(\d{1,4})$/i;

/**
 * @param {Picture[]} then
 * @param {number} at the index in `then` of the picture at the reading line
 * @param {Picture[]} now
 * @param {boolean} [usesNames] false to compare sizes and descriptions only
 * @returns {Alignment | null} null without an alignment
 */
export function alignPictures(then, at, now, usesNames = true) {
    const [a, b] = [then.map(withName), now.map(withName)];
    const scores = a.map((one) => b.map((other) => scoreOf(one, other, usesNames)));
    const highest = then.reduce((sum, { key, width, alt }) => {
        return sum + (usesNames && key ? SAME_NAME : 0) + (width > 0 ? SAME_SIZE : 0) + (alt ? SAME_ALT : 0);
    }, 0);
    if (highest === 0 || now.length === 0) return null;
    // The best scores of the pictures before and after the one at the line, by the index of the page's picture.
    const before = bestBefore(scores.slice(0, at), now.length);
    const after = bestBefore(scores.slice(at + 1).map((row) => [...row].reverse()).reverse(), now.length).reverse();
    let [index, best, next] = [-1, 0, 0];
    for (let j = 0; j < now.length; j += 1) {
        const score = before[j] + scores[at][j] + after[j + 1];
        if (score > best) [index, best, next] = [j, score, best];
        else if (score > next) next = score;
    }
    if (index < 0) return null;
    return { index, score: best / highest, margin: (best - next) / SAME_NAME, own: scores[at][index] };
}

/**
 * Returns the best score of the alignment of all rows with columns before each column. Columns before the first one of
 * the alignment are free.
 *
 * @param {number[][]} scores a row for each captured picture
 * @param {number} width the number of columns
 * @returns {number[]} of `width + 1` numbers
 */
function bestBefore(scores, width) {
    /** @type {number[]} */
    let previous = new Array(width + 1).fill(0);
    for (const row of scores) {
        const best = [previous[0] + GAP];
        for (let j = 0; j < width; j += 1) {
            best.push(Math.max(previous[j] + row[j], previous[j + 1] + GAP, best[j] + GAP));
        }
        previous = best;
    }
    return previous;
}

/**
 * @param {Picture} picture
 * @returns {Picture & {name: string, number: string}} with the last part of its key, and its number or ''
 */
function withName(picture) {
    const { key } = picture;
    const name = key.slice(key.lastIndexOf('/') + 1);
    const parts = name.replace(/\.[^.]*$/, '').split(/[^a-z0-9]+/i);
    const number = parts.reverse().map((part) => NUMBER.exec(part)?.[1] ?? '').find((each) => each !== '') ?? '';
    return { ...picture, name, number };
}

/**
 * @param {ReturnType<typeof withName>} one
 * @param {ReturnType<typeof withName>} other
 * @param {boolean} usesNames
 * @returns {number}
 */
function scoreOf(one, other, usesNames) {
    let score = sizeScore(one, other);
    if (one.alt !== '' && other.alt !== '') score += one.alt === other.alt ? SAME_ALT : CONTRADICTION;
    if (!usesNames || one.key === '') return score;
    if (one.key === other.key) return score + SAME_NAME;
    const isSimilar = one.name === other.name || (one.number !== '' && one.number === other.number);
    return score + (isSimilar ? SIMILAR_NAME : 0);
}

/**
 * @param {Picture} one
 * @param {Picture} other
 * @returns {number}
 */
export function sizeScore({ width, height }, other) {
    if (!(width > 0 && height > 0 && other.width > 0 && other.height > 0)) return 0;
    const isSame = Math.abs(width - other.width) <= SIZE_TOLERANCE && Math.abs(height - other.height) <= SIZE_TOLERANCE;
    if (isSame) return SAME_SIZE;
    const ratio = (width / height) / (other.width / other.height);
    return Math.abs(ratio - 1) <= SAME_RATIO ? 0 : CONTRADICTION;
}
