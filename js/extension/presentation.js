// The one table that decides what a state of a tab looks like: the symbol of the popup and of the card, the badge and
// the tooltip of the toolbar button, and the card in the page. docs/ways-in.md shows it to people, and a test compares
// both.

import { NOT_CONNECTED } from './request.js';

/**
 * @typedef {'nothing' | 'capturing' | 'captured' | 'renewed' | 'restoring' | 'searching' | 'restored' | 'approximate'
 *     | 'abstained' | 'needsControl' | 'blocked' | 'wrongPage' | 'aborted' | 'interrupted' | 'missing' | 'unreachable'
 *     | 'waiting' | 'noPlace' | 'readerView' | 'notAllowed' | 'neverCaptured' | 'notConnected' | 'problem'} Kind
 * @typedef {'busy' | 'check' | 'cross'} SymbolKind
 * @typedef {{heading: string, text: string, symbol: SymbolKind | null, isLasting: boolean, hasCopies: boolean}} Card
 *     `hasCopies` is true if the card offers the copies of the place
 * @typedef {{kind: Kind, message?: string, reason?: string, control?: string}} State `message` is that of a failure,
 *     `reason` that of the restore's result, and `control` the name of the page's button that shows more of the page
 * @typedef {{text: string, title: string}} Distance of the reader from the place, as `distanceLabel` returns it
 */

/**
 * A row of the table.
 *
 * @typedef {object} Row
 * @property {SymbolKind} [symbol]
 * @property {string} [badge]
 * @property {string} [tooltip] the message of the state if it is missing and the state is a failure
 * @property {{heading: string, text: string, isLasting?: boolean, hasCopies?: boolean}} [card]
 * @property {boolean} [showsDistance] true if the button may show the distance to the place meanwhile
 */

/** @type {Record<Kind, Row>} */
export const TABLE = {
    nothing: { showsDistance: true },
    capturing: { symbol: 'busy', tooltip: 'Saving your place…' },
    captured: { symbol: 'check', tooltip: 'Your place is saved.', showsDistance: true },
    renewed: { symbol: 'check', tooltip: 'Your place was saved here before.', showsDistance: true },
    restoring: { symbol: 'busy', badge: '…', tooltip: 'Going to your place…' },
    searching: {
        symbol: 'busy', badge: '…', tooltip: 'Still looking for your place…', card: {
            heading: 'Still looking', text: 'Leftoff has not found your place on this page yet.', isLasting: true,
            hasCopies: true,
        },
    },
    restored: { symbol: 'check', tooltip: 'Leftoff went to your place.', showsDistance: true },
    approximate: {
        symbol: 'check', badge: '≈', tooltip: 'Leftoff went near your place.', card: {
            heading: 'Near your place', text: 'The text has changed, so this is approximately your place.',
        },
    },
    abstained: {
        symbol: 'cross', badge: '?', tooltip: 'Your words are gone from this page.', card: {
            heading: 'Your words are gone', text: 'This page no longer contains the words of your place.',
            isLasting: true, hasCopies: true,
        },
    },
    // The restore goes on when the reader has done what the card says.
    needsControl: {
        symbol: 'busy', badge: '…', tooltip: 'This page has more to show.', card: {
            heading: 'Show more of this page', text: 'Your place is further on. Leftoff goes there when it is shown.',
            isLasting: true, hasCopies: true,
        },
    },
    blocked: {
        symbol: 'busy', badge: '…', tooltip: 'The page waits for you.', card: {
            heading: 'The page waits for you',
            text: 'Leftoff goes to your place when you have closed what covers the page.', isLasting: true,
            hasCopies: true,
        },
    },
    wrongPage: {
        symbol: 'cross', badge: '?', tooltip: 'Another page is here now.', card: {
            heading: 'Another page is here now', text: 'Your place is on the page that was at this address before.',
            isLasting: true, hasCopies: true,
        },
    },
    // The reader has scrolled, which ends a restore.
    aborted: { showsDistance: true },
    // The tab was closed, or shows another page by now.
    interrupted: { showsDistance: true },
    missing: { symbol: 'cross', tooltip: 'The page is gone.' },
    unreachable: { symbol: 'cross', tooltip: 'The page cannot be reached.' },
    waiting: { badge: '▶', tooltip: 'Click to go to your place.' },
    noPlace: { symbol: 'cross', badge: '?', tooltip: 'No place is saved for this page.' },
    readerView: { symbol: 'cross', badge: '!' },
    notAllowed: { symbol: 'cross', badge: '!' },
    neverCaptured: { symbol: 'cross', badge: '!' },
    notConnected: { symbol: 'cross', badge: '!' },
    problem: { symbol: 'cross', badge: '!' },
};

/** The texts of cards whose usual text does not say why the place was not restored, by the reason of the result. */
const REASON_TEXTS = new Map([
    ['frame', 'Your place is in a part of this page that Leftoff cannot read.'],
    ['unreadable', 'Your place is in a part of this page that Leftoff cannot read.'],
    ['translated', 'This page is in another language now, so this is approximately your place.'],
    ['motion', 'This page moves its content by itself, and Leftoff cannot move it to your place.'],
    ['movedAway', 'This page has scrolled away from your place by itself.'],
    ['lost', 'This page has removed the words of your place.'],
    // The same reasons in a result after which the restore does not go on.
    ['locked', 'This page could not be scrolled.'],
    ['covered', 'Something covers this page, and your words were not found.'],
    ['control', 'This page has more to show, and your words were not found in what it has shown.'],
]);
/** The states in which a restore that goes on waits for the reader, by the reason of the result. */
const CONTINUING = new Map(/** @type {[string, Kind][]} */ ([
    ['control', 'needsControl'], ['locked', 'blocked'], ['covered', 'blocked'],
]));
const WAITING = [...CONTINUING.values()];
/** The headings of reasons that are not those of the status. */
const REASON_HEADINGS = new Map([
    ['motion', 'Your place was not reached'], ['movedAway', 'Your place was not kept'],
    ['frame', 'Your place was not reached'], ['unreadable', 'Your place was not reached'],
    ['locked', 'Your place was not reached'], ['covered', 'Your place was not reached'],
    ['control', 'Your place was not reached'],
]);

/** The colours of the badge. */
export const COLOURS = { count: '#a63d22', problem: '#9b2c2c', quiet: '#5c554c' };

/**
 * Returns what a tab shows.
 *
 * @param {State} state
 * @param {{unfinished?: number, distance?: Distance | null}} [also] `unfinished` is the number of downloads
 * @returns {{symbol: SymbolKind | null, badge: string, colour: string, tooltip: string, card: Card | null}} an empty
 *     tooltip is that of the manifest
 */
export function present(state, also = {}) {
    const { kind, message = '', reason = '', control = '' } = state;
    const { unfinished = 0, distance = null } = also;
    const { symbol = null, badge = '', card, showsDistance = false, ...row } = TABLE[kind];
    const words = wordsFor(kind, reason, control);
    const tooltip = words.tooltip ?? row.tooltip ?? (badge === '!' ? message : '');
    const near = showsDistance ? distance : null;
    const count = unfinished > 999 ? '999+' : unfinished > 0 ? String(unfinished) : '';
    const colour = badge === '!' ? COLOURS.problem : badge || !count ? COLOURS.quiet : COLOURS.count;
    return {
        symbol, colour,
        badge: badge || count || near?.text || '',
        tooltip: near?.title ?? (tooltip && badge === '!' ? `Leftoff: ${tooltip}` : tooltip),
        card: card ? { isLasting: false, hasCopies: false, ...card, ...words.card, symbol } : null,
    };
}

/**
 * Returns the words that depend on the result, in place of the usual ones of the state.
 *
 * @param {Kind} kind
 * @param {string} reason
 * @param {string} control
 * @returns {{tooltip?: string, card: {heading?: string, text?: string}}}
 */
function wordsFor(kind, reason, control) {
    if (kind === 'needsControl' && control) return { card: { heading: `Press “${control}”` } };
    const given = WAITING.includes(kind) ? undefined : REASON_TEXTS.get(reason);
    const text = given ? { text: given } : {};
    const heading = kind === 'abstained' ? REASON_HEADINGS.get(reason) : undefined;
    return heading ? { tooltip: `${heading}.`, card: { heading, ...text } } : { card: text };
}

/**
 * Returns the state that the result of a restore leads to.
 *
 * @param {any} result null if there is none
 * @returns {State}
 */
export function stateOfResult(result) {
    const { status = 'problem', reason = '', control = '', continues = false } = result ?? {};
    const waits = continues ? CONTINUING.get(reason) : undefined;
    return { kind: waits ?? (Object.hasOwn(TABLE, status) ? status : 'problem'), reason, control };
}

/**
 * Returns the state of a failure.
 *
 * @param {any} problem an error, which may have a `kind`
 * @returns {State}
 */
export function stateOfProblem({ message = '', kind = 'problem', status = 0 }) {
    if (status === NOT_CONNECTED) return { kind: 'notConnected', message: String(message) };
    return { kind: Object.hasOwn(TABLE, kind) ? kind : 'problem', message: String(message) };
}

/**
 * Returns an error with the kind of the state that it leads to.
 *
 * @param {Kind} kind
 * @param {string} message
 */
export function problemOf(kind, message) {
    return Object.assign(new Error(message), { kind });
}
