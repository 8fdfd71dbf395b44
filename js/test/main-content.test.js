/** The choice of the main content, without a page. */

import assert from 'node:assert/strict';
import test from 'node:test';

import { mainContent } from '../copy/main-content.js';

/** @typedef {{hint?: string, name?: string, parts: (Tree | string)[]}} Tree */

/**
 * Returns the blocks and containers of a tree. A string is a paragraph; one in brackets consists of a link.
 *
 * @param {Tree} tree
 */
function page(tree) {
    /** @type {any[]} */
    const blocks = [];
    /** @type {any[]} */
    const containers = [];
    const add = (/** @type {Tree} */ part, /** @type {number} */ parent) => {
        const container = { parent, name: part.name ?? 'div', first: blocks.length, end: -1, hint: part.hint ?? '' };
        const at = containers.push(container) - 1;
        for (const inner of part.parts) {
            if (typeof inner !== 'string') add(inner, at);
            else {
                const linked = inner.startsWith('[') ? inner.length : 0;
                const block = { kind: 'paragraph', runs: [inner] };
                blocks.push({ block, text: inner, linked, container: at, isControl: false });
            }
        }
        container.end = blocks.length;
    };
    add(tree, -1);
    return { blocks, containers };
}

/**
 * @param {Tree} tree
 * @param {number} line
 * @returns {string[]}
 */
function chosen(tree, line = -1) {
    const { blocks, containers } = page(tree);
    return mainContent(blocks, containers, line).map((at) => blocks[at].text);
}

const PROSE = ['a', 'b', 'c', 'd'].map((letter) => `${letter} ${'words of the article, '.repeat(12)}`);
const LINKS = ['[Home]', '[World]', '[Sport and everything that is related to it]'];
const ASIDE = 'Something else that stands beside the article.';
const PAGE = {
    parts: [{ name: 'nav', hint: 'aside', parts: LINKS }, { parts: PROSE }, { hint: 'aside', parts: [ASIDE] }],
};

test('the article is chosen without navigation and sidebar', () => {
    assert.deepEqual(chosen(PAGE), PROSE);
});

test('the block at the reading line is always included, in its order', () => {
    assert.deepEqual(chosen(PAGE, 7), [...PROSE, ASIDE]);
    assert(chosen(PAGE, 1).includes(LINKS[1]));
    assert.deepEqual(chosen(PAGE, 1).filter((text) => PROSE.includes(text)), PROSE);
});

test('an article in two parts is whole', () => {
    const halves = { parts: [{ parts: PROSE.slice(0, 2) }, { parts: PROSE.slice(2) }, { parts: LINKS }] };
    assert.deepEqual(chosen(halves), PROSE);
});

test('a page that consists of links keeps them', () => {
    const links = Array.from({ length: 30 }, (_, n) => `[Story number ${n} of this front page]`);
    assert.deepEqual(chosen({ parts: [{ parts: links }] }), links);
});

test('a page without text has no content', () => {
    assert.deepEqual(chosen({ parts: [] }), []);
    assert.deepEqual(mainContent([], [], -1), []);
});
