/**
 * Returns a generator of pseudo-random numbers from 0 to 1, so that a failure can be repeated.
 *
 * @param {number} seed
 */
export const randomNumbers = (seed) => () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return seed / 4294967296;
};
