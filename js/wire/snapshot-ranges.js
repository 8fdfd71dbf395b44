/**
 * The ranges of the numbers in a snapshot, which are those of `Sources/Snapshots/SnapshotRange.swift`.
 */

/** In CSS px. Browsers lay out at most 2^25 px, but CSS transforms can move and scale a box without a limit. */
const LENGTH = [-1e8, 1e8];
const SCALE = [0, 1000];
const FRACTION = [0, 1];
/** In seconds. */
const MEDIA_TIME = [0, 1e12];
const COUNT = [0, 2 ** 31 - 1];

/**
 * The ranges of the keys whose numbers are no lengths.
 *
 * @type {{[key: string]: number[]}}
 */
const RANGES = {
    pageScale: SCALE, devicePixelRatio: SCALE, scale: SCALE,
    fractionX: FRACTION, fractionY: FRACTION, px: FRACTION, text: FRACTION,
    currentTime: MEDIA_TIME, duration: MEDIA_TIME,
    length: COUNT, character: COUNT, occurrences: COUNT, ordinal: COUNT, scroller: COUNT, position: COUNT,
    before: COUNT, exact: COUNT, after: COUNT, above: COUNT, below: COUNT,
};

/**
 * Returns a part of a snapshot whose numbers are in their ranges, so that the service accepts it. A number that is not
 * finite becomes null, as it does in JSON.
 *
 * @param {any} value plain data
 * @param {string} [key] the nearest key around the value
 * @returns {any}
 */
export function withinRanges(value, key = '') {
    if (typeof value === 'number') {
        const [least, most] = (Object.hasOwn(RANGES, key) && RANGES[key]) || LENGTH;
        return Number.isFinite(value) ? Math.min(most, Math.max(least, value)) : null;
    }
    if (Array.isArray(value)) return value.map((element) => withinRanges(element, key));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withinRanges(member, name)]));
}
