/**
 * Validation of a snapshot, which may come from anywhere: a value of the wrong type counts as absent.
 */

/** The numbers of marks and links of a shape, of pictures, and of frames around a place. */
const MOST_MARKS = 12;
const MOST_LINKS = 6;
const MOST_PICTURES = 19;
const MOST_FRAMES = 8;

/**
 * @typedef {{exact: string, prefix: string, suffix: string}} Quote
 * @typedef {{src: string, alt: string, key: string, width: number, height: number}} Image
 *     `width` and `height` are 0 if the snapshot has no size
 * @typedef {{quote: Quote | null, image: Image | null, selector: string, path: string[], character: number, x: number,
 *     y: number, start: number | null, rect: Rect | null, scroller: number, hash: string, occurrences: number | null,
 *     ordinal: number | null, position: number | null}} Anchor
 * @typedef {{x: number, y: number, width: number, height: number}} Rect
 * @typedef {{path: string[], x: number, y: number, fractionX: number, fractionY: number, scrollWidth: number,
 *     scrollHeight: number, rect: Rect | null}} ScrollerRecord
 * @typedef {{path: string[], selector: string, src: string, currentTime: number}} MediaRecord
 * @typedef {{kind: 'fixed' | 'clip', x: number, y: number}} Lock the true offset under a scroll lock
 * @typedef {{block: number | null, blocks: number | null, size: number | null, share: number | null, marks: string[],
 *     links: string[]}} Shape
 * @typedef {{key: string, width: number, height: number, alt: string}} Picture
 * @typedef {{at: number, ordinal: number | null, count: number | null, list: Picture[]}} Pictures
 *     `at` is the index in `list` of the picture at the reading line
 * @typedef {{path: string[], selector: string, kind: 'transform' | 'slides', axis: 'x' | 'y', x: number, y: number,
 *     extent: number, slide: number | null, slides: number | null}} Motion
 * @typedef {{selector: string, path: string[], index: number | null, name: string, src: string, width: number,
 *     height: number}} FrameStep
 * @typedef {{path: FrameStep[], url: string, place: object | null}} FrameRecord
 *     `path` is outer to inner; `place` is a snapshot of the frame's document without its URL, and null if only the
 *     frame is known
 * @typedef {{kind: 'frame' | 'shadow' | 'editable' | 'object', path: string[], selector: string, rect: Rect | null,
 *     share: number | null, within: number | null}} Unread
 * @typedef {{address: string, canonical: string, title: string, sketch: string, media: MediaRecord[], x: number,
 *     y: number, scale: number, writingMode: string, viewportWidth: number, viewportHeight: number,
 *     documentHeight: number, stickyTop: number, scrollers: ScrollerRecord[], primary: Anchor | null,
 *     above: Anchor | null, below: Anchor | null, fraction: number | null, progressPx: number | null,
 *     progressText: number | null, textLength: number | null, lock: Lock | null,
 *     shape: Shape | null, pictures: Pictures | null, motion: Motion | null, frame: FrameRecord | null,
 *     unread: Unread | null, isMoved: boolean, isEdition: boolean}} Place
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
 * @returns {number | null} a count or an index
 */
function countOf(value) {
    return typeof value === 'number' && value >= 0 && Number.isInteger(value) ? value : null;
}

/**
 * @param {any} value
 * @param {number} most
 * @returns {any[]}
 */
function itemsOf(value, most) {
    return Array.isArray(value) ? value.slice(0, most) : [];
}

/**
 * @template {string} Kind
 * @param {any} value
 * @param {Kind[]} known
 * @returns {Kind | null}
 */
function kindOf(value, known) {
    return known.find((kind) => kind === value) ?? null;
}

/**
 * @param {any} value
 * @returns {any} an object without members if the value is no object
 */
function membersOf(value) {
    return value && typeof value === 'object' ? value : {};
}

/**
 * @param {any} value
 * @returns {{width: number, height: number}}
 */
function sizeOf(value) {
    return { width: numberOr(value.width, 0), height: numberOr(value.height, 0) };
}

/**
 * @param {any} value
 * @returns {{path: string[], selector: string}}
 */
function addressOf(value) {
    return { path: textsOf(value.path), selector: textOf(value.selector) };
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
        image: image && { src: textOf(image.src), alt: textOf(image.alt), key: textOf(image.key), ...sizeOf(image) },
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
 * @param {any} value
 * @returns {Lock | null}
 */
function lockOf(value) {
    const { kind, x, y } = membersOf(value);
    const known = kindOf(kind, ['fixed', 'clip']);
    return known && { kind: known, x: numberOr(x, 0), y: numberOr(y, 0) };
}

/**
 * @param {any} value
 * @returns {Shape | null}
 */
function shapeOf(value) {
    if (!value || typeof value !== 'object') return null;
    return {
        block: countOf(value.block),
        blocks: countOf(value.blocks),
        size: countOf(value.size),
        share: numberOrNull(value.share),
        marks: textsOf(value.marks).slice(0, MOST_MARKS),
        links: textsOf(value.links).slice(0, MOST_LINKS),
    };
}

/**
 * @param {any} value
 * @returns {Pictures | null} null also without a picture at the reading line
 */
function picturesOf(value) {
    const { at, ordinal, count, list } = membersOf(value);
    const pictures = itemsOf(list, MOST_PICTURES).map((each) => {
        const picture = membersOf(each);
        return { key: textOf(picture.key), alt: textOf(picture.alt), ...sizeOf(picture) };
    });
    const own = countOf(at);
    if (own === null || own >= pictures.length) return null;
    const [number, all] = [countOf(ordinal), countOf(count)];
    const isAmong = number !== null && all !== null && number < all;
    return { at: own, ordinal: isAmong ? number : null, count: all, list: pictures };
}

/**
 * @param {any} value
 * @returns {Motion | null}
 */
function motionOf(value) {
    const source = membersOf(value);
    const kind = kindOf(source.kind, ['transform', 'slides']);
    const axis = kindOf(source.axis, ['x', 'y']);
    if (!kind || !axis) return null;
    const { x, y, extent, slide, slides } = source;
    return {
        ...addressOf(source), kind, axis, x: numberOr(x, 0), y: numberOr(y, 0), extent: numberOr(extent, 0),
        slide: countOf(slide), slides: countOf(slides),
    };
}

/**
 * @param {any} value
 * @returns {FrameRecord | null}
 */
function frameOf(value) {
    const { path, url, place } = membersOf(value);
    const steps = itemsOf(path, MOST_FRAMES).map((each) => {
        const step = membersOf(each);
        const { index, name, src } = step;
        return { ...addressOf(step), index: countOf(index), name: textOf(name), src: textOf(src), ...sizeOf(step) };
    });
    if (steps.length === 0) return null;
    return { path: steps, url: textOf(url), place: place && typeof place === 'object' ? place : null };
}

/**
 * @param {any} value
 * @returns {Unread | null}
 */
function unreadOf(value) {
    const source = membersOf(value);
    const kind = kindOf(source.kind, ['frame', 'shadow', 'editable', 'object']);
    if (!kind) return null;
    const { rect, share, within } = source;
    return {
        kind, ...addressOf(source), rect: rectOf(rect), share: numberOrNull(share), within: numberOrNull(within),
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
        lock: globalThis.LEFTOFF_LITE ? null : lockOf(source.lock),
        shape: globalThis.LEFTOFF_LITE ? null : shapeOf(source.shape),
        pictures: globalThis.LEFTOFF_LITE ? null : picturesOf(source.pictures),
        isMoved: Boolean(source.motion),
        motion: globalThis.LEFTOFF_LITE ? null : motionOf(source.motion),
        // The part that cannot be read is known from `unread` too.
        frame: globalThis.LEFTOFF_LITE ? null : frameOf(source.frame),
        unread: unreadOf(source.unread),
        isEdition: false,
    };
}
