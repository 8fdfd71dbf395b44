// The card in a page that has lost the place. It runs in the extension's isolated world, where the page's scripts
// cannot reach it, and its shadow root is closed.

import { hideCard, showCard } from '../userscript/page-card.js';
import { browserAPI } from './browser-api.js';

/** The words of the card for each status of a restore. */
const WORDS = new Map([
    ['wrongPage', ['Another page is here now', 'Your place is on the page that was at this address before.']],
    ['searching', ['Still looking', 'Leftoff has not found your place on this page yet.']],
    ['abstained', ['Your words are gone', 'This page no longer contains the words of your place.']],
]);

/**
 * Shows the card.
 *
 * @param {string} reason the status of the restore
 */
function showOffer(reason) {
    const [heading, text] = WORDS.get(reason) ?? ['Not found', ''];
    showCard({
        heading, text, isFailure: reason !== 'searching', isLasting: true,
        action: {
            label: 'See the copies',
            run: () => {
                browserAPI.runtime.sendMessage({ type: 'offered' }).catch(() => undefined);
            },
        },
    });
}

/** Defines the functions for the background script. */
function define() {
    globalThis.leftoffOffer = showOffer;
    globalThis.leftoffWithdrawOffer = hideCard;
}

// The script's value must be one that Firefox can pass to the background script, so it is not a function.
define();
