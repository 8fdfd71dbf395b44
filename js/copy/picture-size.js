/**
 * The sizes of the elements of a picture.
 */

/** @typedef {import('./picture-style.js').ElementStyle} ElementStyle */
/** @typedef {import('./picture-markup.js').OpenElement} OpenElement */

/** In CSS px: a block that is narrower or wider than the space for it has a width of its own. */
const SAME_WIDTH = 1.5;

/**
 * Returns the sizes of an element whose style does not give them: computed widths are those of the box, so they are
 * written only where the box does not fill the space by itself.
 *
 * @param {Element} element
 * @param {string} name
 * @param {ElementStyle | null} style
 * @param {OpenElement | null} parent
 * @returns {string}
 */
export function ownSizes(element, name, style, parent) {
    if (!style || style.display === 'inline' || style.display.startsWith('table-')) return '';
    const isItem = parent !== null && parent.style !== null && /flex|grid/.test(parent.style.display);
    const isInLine = style.display.startsWith('inline');
    const isLoose = isItem || isInLine || style.isFloating || style.position === 'absolute';
    const { offsetWidth, offsetHeight } = /** @type {HTMLElement} */ (element);
    const isFrame = name === 'iframe' || name === 'frame';
    if (isFrame) return 'width:' + offsetWidth + 'px;height:' + offsetHeight + 'px;overflow:auto';
    let sizes = '';
    const isOwn = isLoose ? !isInLine : parent !== null && Math.abs(offsetWidth - parent.width) > SAME_WIDTH;
    if (isOwn) sizes = 'width:' + Math.ceil(100 * element.getBoundingClientRect().width) / 100 + 'px';
    if (isItem && isOwn) sizes += ';flex:none';
    // A box without content has its height from its style.
    if (!element.firstChild && offsetHeight > 0) sizes += (sizes ? ';' : '') + 'height:' + offsetHeight + 'px';
    return sizes;
}

/**
 * @param {{width: number, height: number}} box
 * @returns {string}
 */
export function sizeOf({ width, height }) {
    return 'width:' + Math.round(width) + 'px;height:' + Math.round(height) + 'px';
}
