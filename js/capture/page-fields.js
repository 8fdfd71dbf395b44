/**
 * The fields of a snapshot that do not depend on the page's content.
 */

import { call, read } from '../dom/node.js';
import { virtualState } from '../dom/scroll-lock.js';
import { rootScrollerElement } from '../dom/scroller.js';
import { withoutCredentials } from '../wire/page-key.js';

/** In UTF-16 units. Longer titles are cut. */
const MAXIMUM_TITLE = 500;
/** In UTF-16 units: longer URLs lose their fragment, then their query, so that a snapshot stays small. */
const MAXIMUM_ADDRESS = 16_384;

/**
 * Returns the four fields of an iOS action extension's preprocessing script.
 *
 * @param {Window} view
 * @returns {{pageXOffset: number, pageYOffset: number, pageScale: number, baseURI: string}}
 */
export function sourceFields(view) {
    const measured = read(view.document, 'body') ?? read(view.document, 'documentElement');
    const width = measured ? measured.clientWidth : view.innerWidth;
    const base = read(view.document, 'baseURI');
    const { x, y } = virtualState({ view, element: null });
    return {
        pageXOffset: x,
        pageYOffset: y,
        pageScale: view.innerWidth > 0 ? width / view.innerWidth : 1,
        baseURI: shortenAddress(typeof base === 'string' ? base : view.location.href),
    };
}

/**
 * @param {Window} view
 * @returns {object}
 */
export function pageFields(view) {
    const { document } = view;
    const root = read(document, 'documentElement');
    const canonical = call(document, 'querySelector', 'link[rel~="canonical" i][href]');
    const title = String(read(document, 'title') ?? '');
    const lang = root && root.getAttribute('lang');
    const style = root ? view.getComputedStyle(read(document, 'body') ?? root) : null;
    return {
        url: shortenAddress(view.location.href),
        canonical: canonical && typeof canonical.href === 'string' ? shortenAddress(canonical.href) : null,
        title: title.slice(0, MAXIMUM_TITLE),
        ...(isAMP(root) ? { edition: 'amp' } : {}),
        lang: lang ? lang.slice(0, 64) : null,
        dir: style ? style.direction : null,
        writingMode: style ? style.writingMode : null,
        capturedAt: new Date().toISOString(),
        viewport: viewportFields(view),
        visualViewport: visualViewportFields(view),
    };
}

/**
 * Returns true if a document declares that it is an AMP page (AMP HTML specification, "Required markup").
 *
 * @param {Element | null} root
 * @returns {boolean}
 */
function isAMP(root) {
    return root !== null && ['amp', '\u26a1', '\u26a1\ufe0f'].some((name) => root.hasAttribute(name));
}

/**
 * @param {Window} view
 * @returns {object}
 */
function viewportFields(view) {
    const root = rootScrollerElement(view);
    return {
        width: view.innerWidth,
        height: view.innerHeight,
        documentWidth: root ? root.scrollWidth : 0,
        documentHeight: virtualState({ view, element: null }).scrollHeight,
        devicePixelRatio: view.devicePixelRatio,
    };
}

/**
 * @param {Window} view
 * @returns {object | null}
 */
function visualViewportFields(view) {
    const visual = view.visualViewport;
    if (!visual) return null;
    const { scale, offsetLeft, offsetTop, pageLeft, pageTop, width, height } = visual;
    return { scale, offsetLeft, offsetTop, pageLeft, pageTop, width, height };
}

/**
 * @param {string} address
 * @returns {string}
 */
function shortenAddress(address) {
    let bounded = withoutCredentials(address);
    for (const mark of ['#', '?']) {
        if (bounded.length > MAXIMUM_ADDRESS) bounded = bounded.split(mark)[0];
    }
    return bounded.slice(0, MAXIMUM_ADDRESS);
}
