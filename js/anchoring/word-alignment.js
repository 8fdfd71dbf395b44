/**
 * Alignment of the words of two short texts (Smith and Waterman, "Identification of common molecular subsequences",
 * 1981). It maps a position in one text to the other although words were added, removed or changed.
 */

/** @typedef {{text: string, start: number, end: number}} Token */

/** A word, or one character of a script without spaces between words. */
const TOKEN =
    /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]|[\p{L}\p{M}\p{N}]+/gu;
/**
 * The penalty for a word that was removed, added or replaced, as a fraction of the score of a match. It allows about
 * half of the words to change.
 */
const GAP = 0.15;
/** Further words of either text are ignored. */
const MOST_TOKENS = 700;
/**
 * In UTF-16 units: a word of this length has full weight. Shorter words are mostly function words, which occur
 * everywhere.
 */
const DISTINCTIVE_WORD = 6;

/**
 * @param {string} text
 * @returns {Token[]} in lower case, with their positions in the text
 */
export function tokensOf(text) {
    const tokens = [];
    TOKEN.lastIndex = 0;
    for (let match = TOKEN.exec(text); match && tokens.length < MOST_TOKENS; match = TOKEN.exec(text)) {
        tokens.push({ text: match[0].toLowerCase(), start: match.index, end: match.index + match[0].length });
    }
    return tokens;
}

/**
 * @param {string} word
 * @returns {number} 0 to 1
 */
function weightOf(word) {
    return word.charCodeAt(0) > 0x0e00 ? 0.6 : Math.min(1, (word.length + 1) / DISTINCTIVE_WORD);
}

/**
 * @param {Token[]} wanted
 * @param {Token[]} found
 * @returns {{partner: Int32Array, placeOf: (offset: number) => number} | null} `partner` has, for each wanted word, the
 *     index of the found word that it is aligned with, or -1; `placeOf` maps an offset in the wanted text to one in the
 *     found text; null if they have no word in common
 */
export function alignTokens(wanted, found) {
    const width = found.length + 1;
    const scores = new Float32Array((wanted.length + 1) * width);
    let best = 0;
    let at = 0;
    for (let i = 1; i <= wanted.length; i += 1) {
        const { text } = wanted[i - 1];
        const weight = weightOf(text);
        for (let j = 1; j < width; j += 1) {
            const cell = i * width + j;
            const diagonal = scores[cell - width - 1] + (found[j - 1].text === text ? weight : -GAP);
            const score = Math.max(0, diagonal, scores[cell - 1] - GAP, scores[cell - width] - GAP);
            scores[cell] = score;
            if (score > best) {
                best = score;
                at = cell;
            }
        }
    }
    if (best === 0) return null;
    const partner = traceBack(wanted, found, scores, at);
    return { partner, placeOf: (offset) => placeOf(wanted, found, partner, offset) };
}

/**
 * @param {Token[]} wanted
 * @param {Token[]} found
 * @param {Float32Array} scores
 * @param {number} last the cell at which the alignment ends
 * @returns {Int32Array}
 */
function traceBack(wanted, found, scores, last) {
    const width = found.length + 1;
    const partner = new Int32Array(wanted.length).fill(-1);
    for (let cell = last; scores[cell] > 0;) {
        const i = Math.floor(cell / width) - 1;
        const j = (cell % width) - 1;
        const isPair = wanted[i].text === found[j].text;
        const diagonal = scores[cell - width - 1] + (isPair ? weightOf(wanted[i].text) : -GAP);
        if (Math.abs(scores[cell] - diagonal) < 1e-4) {
            if (isPair) partner[i] = j;
            cell -= width + 1;
        } else {
            cell -= Math.abs(scores[cell] - (scores[cell - width] - GAP)) < 1e-4 ? width : 1;
        }
    }
    return partner;
}

/**
 * @param {Token[]} wanted
 * @param {Token[]} found
 * @param {Int32Array} partner
 * @param {number} offset
 * @returns {number}
 */
function placeOf(wanted, found, partner, offset) {
    let at = wanted.findIndex(({ end }) => end > offset);
    if (at < 0) at = wanted.length - 1;
    if (partner[at] >= 0) return found[partner[at]].start + Math.max(0, offset - wanted[at].start);
    let before = at - 1;
    while (before >= 0 && partner[before] < 0) before -= 1;
    let after = at + 1;
    while (after < wanted.length && partner[after] < 0) after += 1;
    const hasAfter = after < wanted.length;
    const fromBefore = before >= 0 ? partner[before] + (at - before) : -1;
    const fromAfter = hasAfter ? partner[after] - (after - at) : -1;
    let place = before >= 0 && (!hasAfter || at - before <= after - at) ? fromBefore : fromAfter;
    if (before >= 0) place = Math.max(place, partner[before] + 1);
    if (hasAfter) place = Math.min(place, partner[after]);
    place = Math.max(0, Math.min(found.length - 1, place));
    return found[place].start;
}
