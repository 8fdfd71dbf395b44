// The offers of the extension if a place cannot be restored on its page: the local copy, or the archive's copy. A page
// of the extension takes the place of a page that is gone. On other pages, a card offers to open that page.

import { pageKey } from '../wire/page-key.js';
import { archiveAddress } from './archive-address.js';
import { recordArrival } from './automatic.js';
import { browserAPI, isFirefox } from './browser-api.js';
import { showState } from './button.js';
import { delay } from './concurrency.js';
import { signIn, withConnection } from './connection.js';
import { isOnTheWay, resumedKey } from './expectation.js';
import { expectIn, settleExpected } from './expected.js';
import { NOT_ALLOWED, placeNamed, restoreSnapshot } from './places.js';
import { TABLE, present, problemOf, stateOfResult } from './presentation.js';
import { forgetRestoring, recordRestoring } from './restoring.js';
import { documentIn } from './visits.js';
import { requireWebAddress } from './web-address.js';

/** @typedef {import('./presentation.js').Kind} Reason the state in which the copies were offered */
/** @typedef {'text' | 'picture'} CopyKind */

const { runtime, scripting, storage, tabs } = browserAPI;

/** The statuses of a response that mean that the page is gone. */
const MISSING_STATUSES = [404, 410];
/**
 * In ms: the time in which a page that is sent with such a status can show that it has the place. Some applications
 * send all their pages with status 404. A longer time delays the copy of a page that is gone, and a shorter one hides
 * more of the pages that are slow to show their text.
 */
const MISSING_TIME = 650;
/**
 * In ms: after this time, the card offers the copies although the search goes on. A page at the right address that
 * lacks the place is searched for 5.5 s, because it may still load it. A longer time delays the copy, and a shorter one
 * shows the card before places that are only slow. In `Benchmarks/outlive`, 95 % of the places of moved pages were at
 * their line 540 ms after the page was requested.
 */
const SEARCH_TIME = 500;
/** In ms: the time between pressing the card and the click, for which the card stays after the search has ended. */
const CLICK_TIME = 500;
/** The ends of a restore that are no news on a page that leads to the place's page, such as one for a login. */
const PASSING = ['wrongPage', 'abstained', 'aborted'];
/** The icon of Firefox's error pages. */
const ERROR_ICON = /^chrome:\/\/global\/skin\/icons\/(info|warning)\.svg$/;
/** In ms: Firefox reports the icon of a page after the page. */
const ICON_TIME = 2000;
const ICON_STEP = 50;
/** The number of places on the same page among which copies are looked for. */
const MOST_PLACES = 50;

/**
 * Restores a place in a tab, and shows in the tab how that ends. If it is not possible, offers the place's copies.
 *
 * @param {number} tabId
 * @param {string} id of the place, or the name of a tab of a window set
 * @param {import('./expected.js').Try | null} [expected] null if the reader asked for the place on this very page
 * @returns {Promise<any>} the result of the restore; null if the page is gone, if the tab of the set has no place, or
 *     if the tab was closed or shows another page by now
 */
export async function resumeIn(tabId, id, expected = null) {
    let document = expected?.document || null;
    try {
        const { snapshot } = await placeNamed(id);
        // Without a place there is nothing to offer instead of the page, whatever it is.
        if (!snapshot) return null;
        await showState(tabId, { kind: 'restoring' });
        const page = await pageIn(tabId);
        if (page === null) {
            if (mayReplace(expected)) return await showInstead(tabId, id, 'unreachable');
            await waitFor(tabId, id, snapshot);
            return null;
        }
        if (document !== null && page.document !== document) throw new Error('The page has gone.');
        document = page.document;
        return await restoreOn(page, tabId, id, snapshot, expected);
    } catch (problem) {
        const isOver = await isInterrupted(tabId, document);
        await showState(tabId, { kind: 'interrupted' });
        // A reader who closes or leaves the page has no use for the failure of a script that was in it.
        if (isOver) return null;
        throw problem;
    }
}

/**
 * @param {{status: number, document: number}} page
 * @param {number} tabId
 * @param {string} id
 * @param {any} snapshot
 * @param {import('./expected.js').Try | null} expected
 * @returns {Promise<any>}
 */
async function restoreOn({ status, document }, tabId, id, snapshot, expected) {
    // A page at another address is one on the way to the place, or the place's page that has moved.
    const isProbe = expected !== null && !expected.isSure;
    await forgetRestoring(tabId);
    const restored = restoreSnapshot(tabId, snapshot, { isProbe });
    restored.catch(() => undefined);
    if (MISSING_STATUSES.includes(status) && mayReplace(expected) && (!isProbe || !(await asksForLogin(tabId)))) {
        const early = await Promise.race([restored.catch(() => null), delay(MISSING_TIME)]);
        if (!isRestored(early)) return showInstead(tabId, id, 'missing');
    }
    const hasCard = !isProbe && await offerDuringSearch(tabId, id, restored);
    const result = await restored;
    // Some browsers report no failure if the page has gone.
    if (!result && await isInterrupted(tabId, document)) throw new Error('The page has gone.');
    const state = stateOfResult(result);
    if (hasCard && !TABLE[state.kind].card) {
        // Pressing the card ends the search, so the card stays until the click has arrived.
        if (state.kind === 'aborted') await delay(CLICK_TIME);
        await withdrawOffer(tabId);
    }
    const isPassed = expected !== null && PASSING.includes(state.kind)
        && isOnTheWay(expected, expected.isSure, await asksForLogin(tabId));
    if (isPassed) {
        if (hasCard) await withdrawOffer(tabId);
        await waitFor(tabId, id, snapshot);
        return result;
    }
    const isTold = !result?.continues;
    await settleExpected(tabId, id, result?.status ?? 'interrupted', { tries: expected?.tries, isTold });
    if (state.kind !== 'aborted') await recordRestoring(tabId, { id, document });
    await showResult(tabId, id, state);
    return result;
}

/**
 * Returns true if a page that is gone is that of the place: the page itself, or the first one that Resume has shown,
 * such as the error page to which a site redirects. Later ones are pages of a login, or where the reader went instead.
 *
 * @param {import('./expected.js').Try | null} expected
 */
function mayReplace(expected) {
    return expected === null || expected.isSure || expected.tries === 1;
}

/**
 * Makes the button say that the place is still expected.
 *
 * @param {number} tabId
 * @param {string} id
 * @param {{url: string}} snapshot
 */
function waitFor(tabId, id, { url }) {
    return showState(tabId, { kind: 'waiting', id, key: resumedKey(url), at: Date.now() });
}

/**
 * Offers the copies as soon as a search takes long.
 *
 * @param {number} tabId
 * @param {string} id
 * @param {Promise<any>} restored the restore
 * @returns {Promise<boolean>} true if the card was shown; false if the search ended before
 */
async function offerDuringSearch(tabId, id, restored) {
    const ended = restored.then(() => true, () => true);
    while (await Promise.race([ended, delay(SEARCH_TIME)]) === null) {
        // A place that was found is watched for a while before it is reported.
        if (await phaseIn(tabId) !== 'searching') continue;
        await offerIn(tabId, id, { kind: 'searching' });
        return true;
    }
    return false;
}

/**
 * @param {number} tabId
 * @returns {Promise<string>} the phase of the restore in a tab
 */
async function phaseIn(tabId) {
    const [{ result }] = await scripting.executeScript({
        target: { tabId }, func: () => globalThis.leftoffRestoreState?.().phase ?? 'searching',
    });
    return String(result);
}

/**
 * Returns true if the page in a tab asks for a password or for a user name.
 *
 * @param {number} tabId
 */
async function asksForLogin(tabId) {
    try {
        const [{ result }] = await scripting.executeScript({
            target: { tabId },
            // Runs in the page, in the extension's isolated world.
            func: () => {
                const names = ['type=password', 'autocomplete~=username', 'autocomplete~=one-time-code'];
                const selector = names.map((name) => `input[${name}]`).join();
                const fields = Document.prototype.querySelectorAll.call(document, selector);
                return [...fields].some((field) => field.checkVisibility({ checkVisibilityCSS: true }));
            },
        });
        return result === true;
    } catch {
        return false;
    }
}

/**
 * Shows how a restore has ended: on the button, and on a card if the state has one.
 *
 * @param {number} tabId
 * @param {string} id
 * @param {import('./presentation.js').State} state
 */
export async function showResult(tabId, id, state) {
    if (TABLE[state.kind].card) await offerIn(tabId, id, state);
    else await showState(tabId, state);
    if (state.kind === 'restored' || state.kind === 'approximate') await recordArrival(tabId);
}

/**
 * Returns true if a tab was closed or shows another document than before, so that a script in it could not end.
 *
 * @param {number} tabId
 * @param {number | null} document null if it is unknown
 */
async function isInterrupted(tabId, document) {
    const isOpen = await tabs.get(tabId).then(() => true, () => false);
    return !isOpen || (document !== null && await documentIn(tabId) !== document);
}

/** @param {any} result */
function isRestored(result) {
    return ['restored', 'approximate', 'aborted'].includes(result?.status);
}

/**
 * Returns what is known about the page that a tab shows.
 *
 * @param {number} tabId
 * @returns {Promise<{status: number, document: number} | null>} the status of the response, which is 0 if it is
 *     unknown, and the time at which the document was created; null if the tab shows an error page of the browser
 */
async function pageIn(tabId) {
    try {
        const [{ result }] = await scripting.executeScript({
            target: { tabId },
            func: () => {
                const [entry] = /** @type {any[]} */ (performance.getEntriesByType('navigation'));
                return [entry?.responseStatus ?? 0, performance.timeOrigin];
            },
        });
        return { status: Number(result[0]), document: Number(result[1]) };
    } catch (problem) {
        if (String(problem).includes('error page') || (isFirefox() && await showsErrorPage(tabId))) return null;
        throw problemOf('notAllowed', NOT_ALLOWED);
    }
}

/**
 * Returns true if a tab of Firefox shows an error page, which only its icon tells apart from a page that extensions may
 * not change.
 *
 * @param {number} tabId
 */
async function showsErrorPage(tabId) {
    for (let waited = 0; waited <= ICON_TIME; waited += ICON_STEP) {
        const { favIconUrl } = await tabs.get(tabId);
        if (favIconUrl) return ERROR_ICON.test(favIconUrl);
        await delay(ICON_STEP);
    }
    return false;
}

/**
 * Shows the extension's page in place of a page that is gone, and from which the reader can try it again.
 *
 * @param {number} tabId
 * @param {string} id
 * @param {'unreachable' | 'missing'} reason
 * @returns {Promise<null>}
 */
async function showInstead(tabId, id, reason) {
    await settleExpected(tabId, id, reason);
    await showState(tabId, { kind: reason });
    await tabs.update(tabId, { url: pageOf(id, reason) });
    return null;
}

/**
 * @param {string} id of a place
 * @param {Reason} reason
 */
function pageOf(id, reason) {
    return `${runtime.getURL('copy.html')}#${new URLSearchParams({ id, reason })}`;
}

/**
 * Reads the address of the page that takes the place of a page.
 *
 * @param {string} address
 * @returns {string | null} the id of the place, or the name of a tab of a window set; null for any other address
 */
export function readFallbackAddress(address) {
    if (!address.startsWith(`${runtime.getURL('copy.html')}#`)) return null;
    return new URLSearchParams(new URL(address).hash.slice(1)).get('id') || null;
}

/**
 * Shows a state with its card. The card says only that it was pressed: which place it belongs to is stored here, where
 * the page cannot change it.
 *
 * @param {number} tabId
 * @param {string} id
 * @param {import('./presentation.js').State} state
 */
async function offerIn(tabId, id, state) {
    await showState(tabId, state);
    const { card } = present(state);
    const target = { tabId };
    if (card?.hasCopies) {
        const [{ result: page }] = await scripting.executeScript({ target, func: () => location.href });
        await storage.session.set({ [offerKey(tabId)]: { id, reason: state.kind, page: pageKey(String(page)) } });
    }
    await scripting.executeScript({ target, files: ['offer.js'] });
    await scripting.executeScript({
        target, args: [card],
        // Runs in the page, in the extension's isolated world.
        func: (/** @type {any} */ given) => globalThis.leftoffOffer(given),
    });
}

/**
 * Removes the card, if there is one, since the place was found.
 *
 * @param {number} tabId
 */
export async function withdrawOffer(tabId) {
    await storage.session.remove(offerKey(tabId));
    await scripting.executeScript({ target: { tabId }, func: () => globalThis.leftoffWithdrawOffer?.() });
}

/** @param {number} tabId */
function offerKey(tabId) {
    return `offer-${tabId}`;
}

/**
 * Moves the offer of a tab to the one that replaces it.
 *
 * @param {number} from
 * @param {number} to
 */
export async function moveOffer(from, to) {
    const { [offerKey(from)]: offer } = await storage.session.get(offerKey(from));
    await forgetOffer(from);
    if (offer) await storage.session.set({ [offerKey(to)]: offer });
}

/**
 * Forgets the offer of a tab that was closed.
 *
 * @param {number} tabId
 */
export function forgetOffer(tabId) {
    return storage.session.remove(offerKey(tabId));
}

/**
 * Opens the extension's page for the card that was pressed, beside the page. An offer is valid only on the page on
 * which it was made.
 *
 * @param {ExtensionSender} sender
 * @returns {Promise<null>}
 */
export async function openOffered({ tab, url, frameId }) {
    const key = offerKey(tab?.id ?? -1);
    const { [key]: offer } = await storage.session.get(key);
    if (frameId !== 0 || !offer || offer.page !== pageKey(url ?? '')) return null;
    await storage.session.remove(key);
    await tabs.create({ url: pageOf(offer.id, offer.reason), openerTabId: tab?.id, index: (tab?.index ?? 0) + 1 });
    return null;
}

/**
 * Returns what the extension's page shows about a place.
 *
 * @param {string} id of the place, or the name of a tab of a window set
 * @returns {Promise<{place: any, holder: string, kinds: CopyKind[], archive: string | null, capturedAt: string}>}
 *     `kinds` are those of the place's copies, and of the copies of other places on the same page; `holder` is the id
 *     of the place with which they open
 */
export async function fallbackOf(id) {
    const { snapshot, ...place } = await placeNamed(id);
    const others = await withConnection(({ client }) => client.snapshotsOn(place.url, MOST_PLACES)).catch(() => []);
    const isInSet = id.startsWith('window:');
    const copies = [place, ...others].flatMap(({ copies: kinds }) => kinds ?? []);
    const holder = isInSet ? others.find((/** @type {any} */ other) => other.copies?.length > 0)?.id ?? '' : place.id;
    const capturedAt = snapshot?.capturedAt || place.storedAt;
    const kinds = /** @type {CopyKind[]} */ (['text', 'picture'].filter((kind) => copies.includes(kind)));
    return { place, holder, kinds, archive: archiveAddress(place.url, capturedAt), capturedAt };
}

/**
 * Prepares opening a copy: the service runs, and the browser can sign in.
 *
 * @param {string} id
 * @param {CopyKind} kind
 * @returns {Promise<{origin: string, code: string, next: string}>}
 */
export async function signInToCopy(id, kind) {
    const { origin, code } = await signIn();
    const view = kind === 'picture' ? 'picture' : 'text';
    return { origin, code, next: `/copies/${encodeURIComponent(id)}/${view}#leftoff-line` };
}

/**
 * Opens the live page of a place in a tab once more, and restores the place there.
 *
 * @param {string} id
 * @param {number} tabId
 */
export async function tryAgain(id, tabId) {
    const { url } = await placeNamed(id);
    requireWebAddress(url);
    await expectIn(tabId, url, id);
    await tabs.update(tabId, { url });
    return null;
}
