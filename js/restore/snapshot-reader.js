/**
 * Validation of a snapshot, which may come from anywhere: a value of the wrong type counts as absent.
 */

/**
 * @typedef {{exact: string, prefix: string, suffix: string}} Quote
 * @typedef {{quote: Quote | null, image: {src: string, alt: string} | null, selector: string, path: string[],
 *     character: number, x: number, y: number, start: number | null, rect: Rect | null, scroller: number, hash: string,
 *     occurrences: number | null, ordinal: number | null, position: number | null}} Anchor
 * @typedef {{x: number, y: number, width: number, height: number}} Rect
 * @typedef {{path: string[], x: number, y: number, fractionX: number, fractionY: number, scrollWidth: number,
 *     scrollHeight: number, rect: Rect | null}} ScrollerRecord
 * @typedef {{path: string[], selector: string, src: string, currentTime: number}} MediaRecord
 * @typedef {{address: string, canonical: string, title: string, sketch: string, media: MediaRecord[], x: number,
 *     y: number, scale: number, writingMode: string, viewportWidth: number, viewportHeight: number,
 *     documentHeight: number, stickyTop: number, scrollers: ScrollerRecord[], primary: Anchor | null,
 *     above: Anchor | null, below: Anchor | null, fraction: number | null, progressPx: number | null,
 *     progressText: number | null, textLength: number | null, isEdition: boolean}} Place
 *     `isEdition` is true if the page that is open is another edition of the captured one
 */

/**
 * @param {any} value
 * @param {number} otherwise
 * @returns {number}
 */
function numberOr(value, otherwise) {
    return typeof value === 'number' && Number.isFinite(value) ? value : otherwise;
}

/**
 * @param {any} value
 * @returns {number | null}
 */
function numberOrNull(value) {
    return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

/**
 * @param {any} value
 * @returns {string}
 */
function textOf(value) {
    return typeof value === 'string' ? value : '';
}

/**
 * @param {any} value
 * @returns {string[]}
 */
function textsOf(value) {
    return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

/**
 * @param {any} value
 * @returns {Rect | null}
 */
function rectOf(value) {
    if (!value || typeof value.y !== 'number') return null;
    return {
        x: numberOr(value.x, 0),
        y: numberOr(value.y, 0),
        width: numberOr(value.width, 0),
        height: numberOr(value.height, 0),
    };
}

/**
 * @param {any} value
 * @returns {Anchor | null}
 */
function anchorOf(value) {
    if (!value || typeof value !== 'object') return null;
    const { quote, offset } = value;
    const exact = quote ? textOf(quote.exact) : '';
    const rect = rectOf(value.rect);
    const image = value.image && typeof value.image === 'object' ? value.image : null;
    return {
        image: image ? { src: textOf(image.src), alt: textOf(image.alt) } : null,
        hash: textOf(value.hash),
        occurrences: numberOrNull(value.occurrences),
        ordinal: numberOrNull(value.ordinal),
        position: numberOrNull(value.position),
        quote: exact ? { exact, prefix: textOf(quote.prefix), suffix: textOf(quote.suffix) } : null,
        selector: textOf(value.selector),
        path: textsOf(value.path),
        character: Math.max(0, Math.min(exact.length - 1, Math.trunc(numberOr(offset && offset.character, 0)))),
        x: numberOr(offset && offset.x, 0),
        y: numberOr(offset && offset.y, 0),
        start: numberOrNull(offset && offset.start),
        rect,
        scroller: Math.trunc(numberOr(value.scroller, -1)),
    };
}

/**
 * @param {any} value
 * @returns {ScrollerRecord}
 */
function scrollerOf(value) {
    return {
        path: textsOf(value && value.path),
        x: numberOr(value && value.x, 0),
        y: numberOr(value && value.y, 0),
        fractionX: numberOr(value && value.fractionX, 0),
        fractionY: numberOr(value && value.fractionY, 0),
        scrollWidth: numberOr(value && value.scrollWidth, 0),
        scrollHeight: numberOr(value && value.scrollHeight, 0),
        rect: rectOf(value && value.rect),
    };
}

/**
 * @param {any} value
 * @returns {MediaRecord}
 */
function mediaOf(value) {
    return {
        path: textsOf(value && value.path),
        selector: textOf(value && value.selector),
        src: textOf(value && value.src),
        currentTime: numberOr(value && value.currentTime, 0),
    };
}

/**
 * @param {any} value a snapshot
 * @returns {Place}
 */
export function readSnapshot(value) {
    const source = value && typeof value === 'object' ? value : {};
    const anchors = (Array.isArray(source.anchors) ? source.anchors : []).slice(0, 16);
    const role = (/** @type {string} */ name) => anchorOf(anchors.find((/** @type {any} */ a) => a && a.role === name));
    const viewport = source.viewport || {};
    const progress = source.progress || {};
    return {
        address: textOf(source.url) || textOf(source.baseURI),
        canonical: textOf(source.canonical),
        title: textOf(source.title),
        sketch: textOf(source.sketch),
        media: (Array.isArray(source.media) ? source.media : []).slice(0, 16).map(mediaOf),
        x: numberOr(source.pageXOffset, 0),
        y: numberOr(source.pageYOffset, 0),
        scale: numberOr(source.visualViewport && source.visualViewport.scale, 1),
        writingMode: textOf(source.writingMode),
        viewportWidth: numberOr(viewport.width, 0),
        viewportHeight: numberOr(viewport.height, 0),
        documentHeight: numberOr(viewport.documentHeight, 0),
        stickyTop: numberOr(source.stickyTop, 0),
        scrollers: (Array.isArray(source.scrollers) ? source.scrollers : []).slice(0, 32).map(scrollerOf),
        primary: role('primary') ?? anchorOf(anchors[0]),
        above: role('above'),
        below: role('below'),
        fraction: numberOrNull(source.bracket && source.bracket.fraction),
        progressPx: numberOrNull(progress.px),
        progressText: numberOrNull(progress.text),
        textLength: numberOrNull(progress.length),
        isEdition: false,
    };
}
