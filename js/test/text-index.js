/**
 * Returns the text index of a page of paragraphs, created without a document. It has no segments, since there are no
 * nodes.
 *
 * @param {string[]} paragraphs
 * @returns {import('../anchoring/text-index.js').TextIndex}
 */
export function textIndexOf(paragraphs) {
    const blocks = [];
    let text = '';
    for (const paragraph of paragraphs) {
        if (text) text += ' ';
        blocks.push(text.length);
        text += paragraph;
    }
    return { text, blocks, segments: [], trees: [] };
}
