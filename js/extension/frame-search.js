// Finds a frame of a page, and tells it apart from the others without reading it: the extension knows frames by numbers
// that no element has.

import { browserAPI } from './browser-api.js';
import { delay } from './concurrency.js';

/**
 * What is known about a frame element.
 *
 * @typedef {object} FrameStep
 * @property {string} selector
 * @property {string[]} path the selectors of the shadow hosts around it
 * @property {number} index of its window in the `frames` of its document
 * @property {string} name
 * @property {string} src its address without query and fragment
 * @property {number} width
 * @property {number} height
 */
/**
 * A frame element that was found.
 *
 * @typedef {object} FoundFrame
 * @property {string} src its address at present, without query and fragment
 * @property {number[]} chain the index of each window in its parent's `frames`, from the outermost
 * @property {number} frameId -1 if the browser does not tell
 * @property {boolean} isInView true if most of it, or of the view, shows it
 * @property {boolean} isTall true if it is higher than the view around it
 */
/** @typedef {{frameId: number, url: string}} FrameDocument */

const { scripting } = browserAPI;

/** In ms: pages have hundreds of frames, and those that still load delay the scripts in all of them. */
const LISTING_TIME = 1000;

/**
 * Finds a frame element in a document.
 *
 * @param {import('./page-scripts.js').Target} target
 * @param {FrameStep} wanted
 * @param {boolean} mayGuess true to accept a frame with another address at the same position
 * @returns {Promise<FoundFrame | null>} null if there is none yet
 */
export async function findFrame(target, wanted, mayGuess) {
    const [{ result }] = await scripting.executeScript({ target, func: frameInDocument, args: [wanted, mayGuess] });
    return result ?? null;
}

/**
 * Returns the document in a frame.
 *
 * @param {number} tabId
 * @param {FoundFrame} found
 * @returns {Promise<FrameDocument | null>} null if the extension may not work there
 */
export async function documentOf(tabId, found) {
    const { frameId, chain } = found;
    if (frameId > 0) return (await describeFrames({ tabId, frameIds: [frameId] }))[0] ?? null;
    const own = chain.join();
    const same = (await describeFrames({ tabId, allFrames: true })).filter((frame) => frame.chain.join() === own);
    // Frames in shadow trees have no index.
    return same.find(({ url }) => same.length === 1 || withoutQuery(url) === found.src) ?? null;
}

/**
 * @param {{tabId: number, allFrames?: boolean, frameIds?: number[]}} target
 * @returns {Promise<(FrameDocument & {chain: number[]})[]>} those in which the extension may run scripts
 */
async function describeFrames(target) {
    const run = scripting.executeScript({ target, func: ownDescription }).catch(() => []);
    const results = await Promise.race([run, delay(LISTING_TIME)]) ?? [];
    return results.filter(({ result }) => result).map(({ frameId = -1, result }) => ({ frameId, ...result }));
}

/**
 * Returns the address of a frame as snapshots have it.
 *
 * @param {string} address
 */
function withoutQuery(address) {
    return address.split(/[?#]/)[0].slice(0, 256);
}

/**
 * Describes the window in which it runs. A function that runs in a page contains all that it uses.
 */
function ownDescription() {
    const chain = [];
    for (let view = /** @type {Window} */ (window); view !== view.parent && chain.length < 9; view = view.parent) {
        let index = 0;
        while (index < view.parent.length && index < 1000 && view.parent[index] !== view) index += 1;
        chain.unshift(index);
    }
    return { chain, url: location.href };
}

/**
 * Finds a frame element in the document in which it runs. A function that runs in a page contains all that it uses.
 *
 * @param {FrameStep} wanted
 * @param {boolean} mayGuess
 * @returns {FoundFrame | null}
 */
function frameInDocument(wanted, mayGuess) {
    const all = (/** @type {any} */ root, /** @type {string} */ selector) => {
        // Elements with names shadow the properties of documents.
        const { querySelectorAll } = (root === document ? Document : DocumentFragment).prototype;
        try {
            return [.../** @type {NodeListOf<any>} */ (querySelectorAll.call(root, selector))];
        } catch {
            return [];
        }
    };
    const shadowOf = (/** @type {any} */ host) => {
        const api = /** @type {any} */ (globalThis.chrome);
        return host.openOrClosedShadowRoot ?? api?.dom?.openOrClosedShadowRoot(host) ?? null;
    };
    const srcOf = (/** @type {any} */ frame) => String(frame.src ?? '').split(/[?#]/)[0].slice(0, 256);
    const indexOf = (/** @type {any} */ frame) => {
        let index = 0;
        while (index < window.length && index < 1000 && window[index] !== frame.contentWindow) index += 1;
        return index;
    };
    /** @type {any} */
    let root = document;
    for (const part of wanted.path) {
        const [host] = root ? all(root, part) : [];
        root = host ? shadowOf(host) : null;
    }
    const frames = all(root ?? document, 'iframe, frame');
    const { selector, src, name, index, width, height } = wanted;
    const [selected] = root && selector ? all(root, selector) : [];
    const isNear = (/** @type {number} */ one, /** @type {number} */ other) => Math.abs(one - other) <= 0.2 * other;
    /** What speaks for a frame, the strongest first. */
    const signs = (/** @type {any} */ frame) => {
        const rect = frame.getBoundingClientRect();
        const isSimilar = isNear(rect.width, width) && isNear(rect.height, height);
        const isNamed = name !== '' && frame.name === name;
        return [frame === selected, isNamed, isSimilar && indexOf(frame) === index, isSimilar];
    };
    const rank = (/** @type {any} */ frame) => Number(signs(frame).map(Number).join(''));
    const best = (/** @type {any[]} */ list) => list.map((frame) => ({ frame, rank: rank(frame) }))
        .sort((one, other) => other.rank - one.rank)[0]?.frame;
    const isSame = (/** @type {any} */ frame) => (src ? srcOf(frame) === src : frame === selected);
    const isGuess = (/** @type {any} */ frame) => signs(frame).slice(0, 3).includes(true);
    const element = best(frames.filter(isSame)) ?? (mayGuess ? best(frames.filter(isGuess)) : undefined);
    if (!element?.contentWindow) return null;
    const chain = [];
    for (let view = element.contentWindow; view !== view.parent && chain.length < 9; view = view.parent) {
        let position = 0;
        while (position < view.parent.length && position < 1000 && view.parent[position] !== view) position += 1;
        chain.unshift(position);
    }
    const rect = element.getBoundingClientRect();
    const seenWidth = Math.min(rect.right, innerWidth) - Math.max(rect.left, 0);
    const seenHeight = Math.min(rect.bottom, innerHeight) - Math.max(rect.top, 0);
    const api = /** @type {any} */ (globalThis).browser;
    return {
        src: srcOf(element), chain,
        // Firefox
        frameId: api?.runtime?.getFrameId?.(element) ?? -1,
        isInView: 2 * seenWidth > Math.min(rect.width, innerWidth)
            && 2 * seenHeight > Math.min(rect.height, innerHeight),
        isTall: rect.height > innerHeight * 1.25,
    };
}
