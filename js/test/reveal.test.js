import assert from 'node:assert/strict';
import test from 'node:test';

import { isPressable } from '../restore/reveal.js';

const PAGE = 'https://example.org/article?part=2';
const FORM = { localName: 'form' };

/**
 * Returns an element as browsers present it to scripts.
 *
 * @param {string} name
 * @param {object} [members]
 * @param {any} [parent]
 * @returns {any}
 */
function element(name, members = {}, parent = null) {
    const own = {
        nodeType: 1, localName: name, parentNode: parent, ownerDocument: { URL: PAGE + '#top' }, role: '', ...members,
    };
    const isMatch = (/** @type {string} */ part) => {
        return part === name || part === `[role="${own.role}"]` || (part === ':any-link' && 'href' in own);
    };
    return { ...own, matches: (/** @type {string} */ selector) => selector.split(', ').some(isMatch) };
}

/** @param {string} href */
const link = (href) => element('a', { role: 'tab', href });

test('Buttons, tabs and summaries are pressed', () => {
    assert.equal(isPressable(element('button', { type: 'submit', form: null })), true);
    assert.equal(isPressable(element('button', { type: 'button', form: FORM })), true);
    assert.equal(isPressable(element('div', { role: 'button' })), true);
    assert.equal(isPressable(element('li', { role: 'tab' })), true);
    assert.equal(isPressable(element('summary')), true);
    assert.equal(isPressable(element('div')), false);
    assert.equal(isPressable(element('input', { type: 'checkbox', form: null })), false);
});

test('A link is pressed only if it leads to a part of the page', () => {
    for (const part of ['#', '#part-3', '#part/3']) assert.equal(isPressable(link(PAGE + part)), true, part);
    const elsewhere = [
        PAGE, PAGE + '&x=1#part-3', 'https://example.org/article#part-3', 'https://example.org/#part-3',
        'https://other.example/#' + PAGE + '#part-3', 'javascript:void 0', 'mailto:a@example.org', '',
        PAGE + '#/settings', PAGE + '#!/settings',
    ];
    for (const href of elsewhere) assert.equal(isPressable(link(href)), false, href);
});

test('A link of SVG is not pressed', () => {
    const href = { baseVal: '#part-3', toString: () => '[object SVGAnimatedString]' };
    assert.equal(isPressable(element('a', { role: 'button', href })), false);
});

test('What submits or resets a form is not pressed', () => {
    for (const type of ['submit', 'reset']) {
        assert.equal(isPressable(element('button', { type, form: FORM })), false, type);
    }
    for (const type of ['submit', 'image', 'reset']) {
        assert.equal(isPressable(element('input', { type, form: FORM, role: 'button' })), false, type);
    }
    assert.equal(isPressable(element('input', { type: 'button', form: FORM, role: 'button' })), true);
});

test('What is in a link, a button or a label counts as that', () => {
    const inside = (/** @type {any} */ parent) => isPressable(element('span', { role: 'button' }, parent));
    const submit = element('button', { type: 'submit', form: FORM });
    assert.equal(inside(element('h3', {}, link('https://other.example/'))), false);
    assert.equal(inside(link(PAGE + '#part-3')), true);
    assert.equal(inside(submit), false);
    assert.equal(inside(element('label', { control: submit })), false);
    assert.equal(isPressable(element('label', { role: 'button', control: submit })), false);
    assert.equal(inside(element('label', { control: null })), true);
    // Through the root of a shadow tree.
    assert.equal(inside({ nodeType: 11, host: link('https://other.example/') }), false);
    // A form with a field whose name is `control`.
    assert.equal(inside(element('form', { control: element('input', { type: 'text', form: FORM }) })), true);
});
