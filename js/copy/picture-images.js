/**
 * The images of a picture, as data. Their pixels are read from what the page already shows, so nothing is requested.
 * The browser does not reveal the pixels of images from other origins; of these, size and alternative text are kept.
 */

/** In CSS px: the longest side of a stored image. */
const LONGEST_SIDE = 1280;
/** In px: decoding a larger image would block the page for longer than a slice. */
const MOST_PIXELS = 25_000_000;
/** In characters of the data URL: for one image, and for all. */
const LONGEST_IMAGE = 400_000;
const LONGEST_TOTAL = 2_500_000;
/** In ms: the time of the page's thread for all images, and the longest time for decoding one beside the thread. */
const MOST_TIME = 150;
const DECODING_TIME = 1000;
/**
 * The number of images that are read whatever the time. A stalled machine would otherwise lose the only images of an
 * article. The largest allowed ones take about 40 ms each, so more would block the page for too long.
 */
const FEWEST_TIMED = 4;
const QUALITY = 0.72;
/** In UTF-16 units. */
const LONGEST_ALTERNATIVE = 500;
const DATA = /^data:image\/(?:webp|png|jpeg);base64,[\w+/=]+$/;

/**
 * @typedef {object} FoundImage
 * @property {any} element an image, a canvas or a video
 * @property {number} part the ordinal of its markup
 * @property {number} width of its box, in CSS px
 * @property {number} height
 * @property {number} distance from the window, in CSS px
 * @property {string} alternative
 * @property {import('./picture-style.js').ElementStyle | null} style
 */

/** @typedef {{image: FoundImage, address: string}} ReadImage `address` is a `data:` URL */

/**
 * Reads the pixels of images, those that are nearest to the window first.
 *
 * @param {Window} top
 * @param {FoundImage[]} images
 * @returns {Generator<any, {images: ReadImage[], omissions: number}>} also the number of images that are omitted
 */
export function* imageSteps(top, images) {
    /** @type {ReadImage[]} */
    const read = [];
    let left = LONGEST_TOTAL;
    let spent = 0;
    let omissions = 0;
    for (const image of [...images].sort((a, b) => a.distance - b.distance)) {
        const { element } = image;
        const [width, height] = sizeOf(element);
        const isLate = spent > MOST_TIME && read.length >= FEWEST_TIMED;
        if (left <= 0 || isLate || width * height === 0 || width * height > MOST_PIXELS) {
            omissions += 1;
            continue;
        }
        if (typeof element.decode === 'function') yield withTimeout(top, element.decode());
        const began = top.performance.now();
        const pixels = readPixels(element, width, height, image);
        spent += top.performance.now() - began;
        let address = '';
        if (pixels) {
            yield pixels.then((/** @type {string} */ found) => {
                address = found;
            }, () => undefined);
        }
        if (DATA.test(address) && address.length <= Math.min(left, LONGEST_IMAGE)) {
            left -= address.length;
            read.push({ image, address });
        } else {
            omissions += 1;
        }
    }
    return { images: read, omissions };
}

/**
 * Adds images to a picture, the smallest first: if not all fit, the largest are omitted.
 *
 * @param {ReadImage[]} images
 * @param {(image: FoundImage, address: string) => boolean} add returns false if the image does not fit
 * @returns {number} the number of images that are omitted
 */
export function addSmallestFirst(images, add) {
    const sorted = [...images].sort((a, b) => a.address.length - b.address.length);
    return sorted.filter(({ image, address }) => !add(image, address)).length;
}

/**
 * @param {Element} element
 * @param {string} name
 * @returns {string} the alternative text of an image
 */
export function alternativeOf(element, name) {
    /** @type {string | null | undefined} */
    let given = name === 'img' ? element.getAttribute('alt') : null;
    if (name === 'svg') given = element.getAttribute('aria-label') ?? element.querySelector('title')?.textContent;
    return (given ?? '').slice(0, LONGEST_ALTERNATIVE);
}

/**
 * @param {any} element
 * @returns {number[]} in px; 0 if there is nothing to draw
 */
function sizeOf(element) {
    if ('naturalWidth' in element) return element.complete ? [element.naturalWidth, element.naturalHeight] : [0, 0];
    if ('videoWidth' in element) return element.readyState > 1 ? [element.videoWidth, element.videoHeight] : [0, 0];
    return [element.width, element.height];
}

/**
 * @param {any} element
 * @param {number} width of its pixels
 * @param {number} height
 * @param {FoundImage} image
 * @returns {Promise<string> | null} null if the pixels cannot be read
 */
function readPixels(element, width, height, image) {
    try {
        const scale = Math.min(1, LONGEST_SIDE / width, LONGEST_SIDE / height,
            Math.max(image.width / width, image.height / height));
        const side = (/** @type {number} */ length) => Math.max(1, Math.round(length * scale));
        const canvas = new OffscreenCanvas(side(width), side(height));
        const context = canvas.getContext('2d');
        if (!context) return null;
        context.drawImage(element, 0, 0, canvas.width, canvas.height);
        return canvas.convertToBlob({ type: 'image/webp', quality: QUALITY }).then(dataURLOf);
    } catch {
        return null;
    }
}

/**
 * @param {Blob} blob
 * @returns {Promise<string>}
 */
function dataURLOf(blob) {
    return new Promise((resolve, reject) => {
        const reader = new FileReader();
        reader.onload = () => resolve(String(reader.result));
        reader.onerror = reject;
        reader.readAsDataURL(blob);
    });
}

/**
 * @param {Window} top
 * @param {Promise<unknown>} work
 * @returns {Promise<unknown>} does not fail
 */
function withTimeout(top, work) {
    return new Promise((resolve) => {
        top.setTimeout(resolve, DECODING_TIME);
        work.then(resolve, resolve);
    });
}
