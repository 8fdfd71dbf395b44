// How changes of tags and notes are combined with those that were made elsewhere meanwhile. Nothing here touches the
// document or the network.

/**
 * Returns the note to store if it may have been changed elsewhere since the reader began to write. No text is lost.
 *
 * @param {{base: string, stored: string}} editing the text of the field when the reader began, and the stored note then
 * @param {string} theirs the note that is stored now
 * @param {string} mine the text of the field now
 */
export function mergedNote({ base, stored }, theirs, mine) {
    if (theirs === stored || theirs === mine || theirs === '') return mine;
    // What was added to the end is kept on both sides.
    if (mine.startsWith(base)) return theirs + mine.slice(base.length);
    if (theirs.startsWith(stored)) return mine + theirs.slice(stored.length);
    return `${theirs}\n\n${mine}`;
}

/**
 * Returns tags after a change. Tags that differ only in case are the same, as in the service.
 *
 * @param {string[]} tags the tags that are stored now
 * @param {{added?: string[], removed?: string[]}} change
 */
export function changedTags(tags, { added = [], removed = [] }) {
    const has = (/** @type {string[]} */ list, /** @type {string} */ tag) =>
        list.some((one) => one.toLowerCase() === tag.toLowerCase());
    const changed = tags.filter((tag) => !has(removed, tag));
    for (const tag of added) {
        if (!has(changed, tag)) changed.push(tag);
    }
    return changed;
}
