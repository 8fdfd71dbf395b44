/**
 * The text index of a page that consists of paragraphs, made without a document: the segments, which lead back to the
 * nodes, are missing.
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
