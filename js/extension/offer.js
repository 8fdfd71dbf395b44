// The card in a page for the state of its restore. It runs in the extension's isolated world, where the page's scripts
// cannot reach it, and its shadow root is closed.

import { hideCard, showCard } from '../userscript/page-card.js';
import { browserAPI } from './browser-api.js';

/** @param {import('./presentation.js').Card} card */
function showOffer({ heading, text, symbol, isLasting, hasCopies }) {
    const action = {
        label: 'See the copies',
        run: () => {
            browserAPI.runtime.sendMessage({ type: 'offered' }).catch(() => undefined);
        },
    };
    showCard({ heading, text, symbol: symbol ?? 'check', isLasting, action: hasCopies ? action : undefined });
}

/** Defines the functions for the background script. */
function define() {
    globalThis.leftoffOffer = showOffer;
    globalThis.leftoffWithdrawOffer = hideCard;
}

// The script's value must be one that Firefox can pass to the background script, so it is not a function.
define();
