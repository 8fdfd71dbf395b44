/**
 * A small card in the corner of the page that shows what was captured, with a button to undo it. It is in a closed
 * shadow root and uses no style sheet, so the page's style and policy do not affect it.
 */

import { call } from '../dom/node.js';
import { overlayParent, setStyles } from '../dom/overlay.js';
import { RING } from '../shared/ring.js';
import { CHECK_MARK, CROSS } from '../shared/symbols.js';

/** In ms: the time for which the card is shown. It stays longer while the pointer or the keyboard focus is on it. */
const CARD_TIME = 8000;
const SVG = 'http://www.w3.org/2000/svg';

/** The path and the colour of each symbol. */
const SYMBOLS = { busy: [RING.d, '#ee9274'], check: [CHECK_MARK, '#8cc79e'], cross: [CROSS, '#f0998f'] };

/** @type {(() => void) | null} */
let closeCard = null;

/**
 * Shows a card, in place of the previous one.
 *
 * @param {{heading: string, text: string, symbol?: keyof typeof SYMBOLS, isLasting?: boolean,
 *     action?: {label: string, run: () => void}}} what `isLasting` is true for a card that waits for the reader
 */
export function showCard({ heading, text, symbol = 'check', isLasting = false, action }) {
    if (closeCard) closeCard();
    const host = call(document, 'createElement', 'div');
    setStyles(host, { all: 'initial', position: 'fixed', right: '16px', bottom: '16px', 'z-index': '2147483647' });
    const card = call(document, 'createElement', 'div');
    card.setAttribute('role', 'status');
    setStyles(card, {
        display: 'flex', gap: '12px', 'align-items': 'center', 'max-width': '24em', padding: '12px 14px',
        font: '14px/1.4 sans-serif', color: '#fff', background: '#222', 'border-radius': '10px',
    });
    const box = makeText(heading, text);
    card.append(makeSymbol(symbol), box);
    const actions = action ? [action] : [];
    if (isLasting) box.append(makeButtonRow([...actions, { label: 'Close', run: () => closeCard && closeCard() }]));
    else card.append(...actions.map(makeButton));
    host.attachShadow({ mode: 'closed' }).append(card);
    overlayParent(document)?.append(host);
    let timer = 0;
    const close = () => {
        window.clearTimeout(timer);
        host.remove();
        closeCard = null;
    };
    const wait = () => {
        timer = window.setTimeout(() => (host.matches(':hover, :focus-within') ? wait() : close()), CARD_TIME);
    };
    closeCard = close;
    if (!isLasting) wait();
}

/** Removes the card, if there is one. */
export function hideCard() {
    if (closeCard) closeCard();
}

/**
 * Creates the heading and the text of a card.
 *
 * @param {string} heading
 * @param {string} text
 * @returns {HTMLElement}
 */
function makeText(heading, text) {
    const box = call(document, 'createElement', 'div');
    const first = call(document, 'createElement', 'strong');
    const second = call(document, 'createElement', 'div');
    first.textContent = heading;
    second.textContent = text;
    setStyles(second, { 'overflow-wrap': 'anywhere', opacity: '0.85' });
    box.append(first, second);
    return box;
}

/**
 * Creates a row of buttons.
 *
 * @param {{label: string, run: () => void}[]} actions
 * @returns {HTMLElement}
 */
function makeButtonRow(actions) {
    const row = call(document, 'createElement', 'div');
    setStyles(row, { display: 'flex', gap: '8px', margin: '6px 0 0 -10px' });
    row.append(...actions.map(makeButton));
    return row;
}

/**
 * Creates a button.
 *
 * @param {{label: string, run: () => void}} action
 * @returns {HTMLElement}
 */
function makeButton({ label, run }) {
    const button = /** @type {HTMLButtonElement} */ (call(document, 'createElement', 'button'));
    button.type = 'button';
    button.textContent = label;
    setStyles(button, {
        all: 'initial', padding: '6px 10px', font: 'bold 14px sans-serif', color: '#fff', cursor: 'pointer',
        'text-decoration': 'underline',
    });
    // Pages can dispatch clicks themselves; only trusted ones count.
    button.addEventListener('click', (event) => event.isTrusted && run());
    return button;
}

/**
 * Creates a symbol, which is drawn stroke by stroke unless the reader prefers reduced motion.
 *
 * @param {keyof typeof SYMBOLS} symbol
 * @returns {Element}
 */
function makeSymbol(symbol) {
    const svg = call(document, 'createElementNS', SVG, 'svg');
    const path = call(document, 'createElementNS', SVG, 'path');
    for (const [name, value] of Object.entries({ viewBox: '-8 -8 104 104', width: '28', height: '28' })) {
        svg.setAttribute(name, value);
    }
    const isBusy = symbol === 'busy';
    const [d, stroke] = SYMBOLS[symbol];
    const attributes = {
        d, fill: 'none', stroke, 'stroke-width': '9', 'stroke-linecap': 'round', 'stroke-linejoin': 'round',
        pathLength: '1', 'stroke-dasharray': isBusy ? '0.5 1' : '1',
    };
    for (const [name, value] of Object.entries(attributes)) path.setAttribute(name, value);
    svg.setAttribute('aria-hidden', 'true');
    svg.append(path);
    setStyles(svg, { flex: 'none' });
    const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches || !path.animate;
    if (isBusy && !isStill) {
        svg.animate([{ rotate: '0turn' }, { rotate: '1turn' }], { duration: 1000, iterations: Infinity });
    } else if (!isStill) {
        path.animate([{ strokeDashoffset: 1 }, { strokeDashoffset: 0 }], { duration: 500, easing: 'ease-out' });
    }
    return svg;
}
