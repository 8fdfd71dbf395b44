/* eslint-disable no-unused-vars */

/**
 * The control of a page that shows more of it, such as *Load more*. Leftoff names it and does not press it.
 */

/**
 * @param {import('./snapshot-reader.js').Place} place
 * @param {Window} top
 * @param {import('./target.js').Target | null} hidden the place's words if they are in the page but cannot be seen
 * @param {'up' | 'down'} direction in which more content is expected
 * @returns {{element: Element, name: string} | null} `name` is its visible name, at most 60 characters
 */
export function findControl(place, top, hidden, direction) {
    return null;
}
