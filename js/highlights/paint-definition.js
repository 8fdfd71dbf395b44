/**
 * The entry of the script that the extension runs in a page to paint highlights.
 */

import { allowClosedRoots } from '../dom/node.js';
import { paintHighlights } from './paint.js';

/**
 * In ms: texts that pages load late are there by then, and scripts have replaced what the server has sent. Later ones
 * are painted when the popup lists the highlights.
 */
const SECOND_LOOK = 2000;

/** @typedef {import('./paint.js').HighlightQuote} HighlightQuote */

/**
 * Defines `leftoffPaint` in the extension's isolated world, which the page's scripts do not see. The script may run in
 * a page several times.
 */
export function definePainting() {
    const world = /** @type {any} */ (globalThis);
    if (world.leftoffPaint) return;
    allowClosedRoots();
    let timer = 0;
    let isStyled = false;
    world.leftoffPaint = (/** @type {HighlightQuote[]} */ quotes) => {
        window.clearTimeout(timer);
        const address = location.href;
        const painting = paintHighlights(window, quotes);
        if (quotes.length > 0) {
            timer = window.setTimeout(() => {
                // Another page of the application has other highlights.
                if (location.href === address) paintHighlights(window, quotes);
            }, SECOND_LOOK);
        }
        const needsStyle = !isStyled;
        isStyled = true;
        return { ...painting, needsStyle };
    };
}
