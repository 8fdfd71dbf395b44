// Signs the browser in on the two pages that precede the page that the reader wants: the response to the form of
// `leftoff page` and of the extension, which contains a claim, and the page that explains how to sign in, to which the
// claim of an address leads that was opened from another site.

import { session } from './session.js';

/**
 * @param {string} name
 */
const valueOf = (name) => /** @type {HTMLMetaElement | null} */ (
    document.querySelector(`meta[name="leftoff-${name}"]`))?.content ?? '';

async function signIn() {
    const inAddress = session.extractClaim();
    const claim = valueOf('claim') || inAddress;
    // The address without the claim, whose page the browser requests with the cookie this time.
    const next = new URL(valueOf('next') || location.pathname + location.search, location.origin);
    if (!claim) {
        // Signed in in another tab.
        session.onChange(() => {
            if (session.secret !== null) location.replace(next);
        });
        await session.begin();
        return;
    }
    if (await session.claim(claim)) {
        if (next.origin === location.origin) location.replace(next);
        return;
    }
    const outcome = document.getElementById('outcome');
    if (outcome) outcome.textContent = `This browser was not signed in. ${session.advice}`;
}

signIn();
