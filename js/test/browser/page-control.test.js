import { findControl } from '../../restore/page-control.js';
import { readSnapshot } from '../../restore/snapshot-reader.js';
import { equal, page, Suite } from './harness.js';

const suite = new Suite();
const TEXT = '<p>' + 'Words that fill the line of a paragraph. '.repeat(30) + '</p>';

/**
 * @param {'up' | 'down'} direction
 * @param {string} [selector] of the place's element, which no longer exists
 */
function nameOfList(direction, selector = '#feed>p:nth-child(40)') {
    const place = readSnapshot({ anchors: [{ role: 'primary', quote: { exact: 'missing' }, selector }] });
    return findControl(place, window, null, direction)?.name ?? null;
}

/** @param {string} selector of the element with the hidden words */
function nameOfCut(selector) {
    const node = /** @type {Element} */ (document.querySelector(selector)).firstChild;
    const box = () => /** @type {any} */ (node).parentNode.getBoundingClientRect();
    const target = /** @type {any} */ ({ node, box });
    return findControl(readSnapshot({}), window, target, 'down')?.name ?? null;
}

suite.test('the last control of a list that shows more is found, not those outside of it', () => {
    page(`<nav><button>More</button></nav><main id=feed>${TEXT}<button>Read more of one</button>${TEXT}</main>
        <button>Load more</button><aside><button>More of these</button></aside><footer><a href="#">More</a></footer>`);
    equal(nameOfList('down'), 'Load more');
});

suite.test('a control inside the list is found if there is none below it', () => {
    page(`<main id=feed>${TEXT}${TEXT}<div><button>Show <b>12 more</b></button></div></main>`);
    equal(nameOfList('down'), 'Show 12 more');
});

suite.test('the first control is found if the page is searched upward', () => {
    page(`<div id=feed><a href="#older">Show earlier messages</a>${TEXT}</div><button>Load more</button>`);
    equal(nameOfList('up'), 'Show earlier messages');
});

suite.test('the list is found by the part of the selector that still matches', () => {
    page(`<button>More of another list</button><div id=feed><div>${TEXT}</div></div><button>Load more</button>
        ${TEXT.repeat(8)}<button>More below</button>`);
    equal(nameOfList('down', '#feed>div:nth-child(9)>p:nth-child(2)'), 'Load more');
});

suite.test('links to other pages, hidden, disabled and pinned controls are none', () => {
    page(`<main id=feed>${TEXT}</main><a href="/other">Read more</a><button hidden>Load more</button>
        <button disabled>Load more</button><div style="position:fixed;bottom:0"><button>Learn more</button></div>`);
    equal(nameOfList('down'), null);
});

suite.test('a control of another name shows no more of a list', () => {
    page(`<main id=feed>${TEXT}</main><button>Share</button>`);
    equal(nameOfList('down'), null);
});

suite.test('text that looks like a control is one', () => {
    page(`<main id=feed>${TEXT}</main><span style="cursor:pointer">Mehr laden</span><span>more</span>`);
    equal(nameOfList('down'), 'Mehr laden');
});

suite.test('the control below the element that cuts off the words is found, whatever its name', () => {
    const labels = { 'Read more': 'Read more', Unfold: 'Unfold', '<img alt="Whole text">': 'Whole text' };
    for (const [label, name] of Object.entries(labels)) {
        page(`<div style="height:100px;overflow:hidden">${TEXT}</div><button>Read more of another</button>${TEXT}
            <div style="height:100px;overflow:hidden">${TEXT}<p id=words>The words</p></div><button>${label}</button>`);
        equal(nameOfCut('#words'), name);
    }
});

suite.test('a control that names more is preferred to nearer ones', () => {
    page(`<div style="height:100px;overflow:hidden">${TEXT}<p id=words>The words</p></div>
        <button>Share</button><br><button>Read more</button>`);
    equal(nameOfCut('#words'), 'Read more');
});

suite.test('words that nothing cuts off need no control', () => {
    page(`<div style="overflow:hidden">${TEXT}<p id=words>The words</p></div><button>Read more</button>`);
    equal(nameOfCut('#words'), null);
});

suite.test('a control in a shadow root is named by its label', () => {
    page('<div id=host></div>');
    const root = /** @type {Element} */ (document.querySelector('#host')).attachShadow({ mode: 'open' });
    root.innerHTML = `<div style="height:100px;overflow:hidden">${TEXT}<p id=words>The words</p></div>
        <button aria-label="Show the whole text"></button>`;
    const node = /** @type {Element} */ (root.querySelector('#words')).firstChild;
    const box = () => /** @type {any} */ (node).parentNode.getBoundingClientRect();
    const target = /** @type {any} */ ({ node, box });
    equal(findControl(readSnapshot({}), window, target, 'down')?.name ?? null, 'Show the whole text');
});

export default suite;
