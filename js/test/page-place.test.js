import assert from 'node:assert/strict';
import test from 'node:test';
import { copyPath, nameOf, snapshotForPage, summaryOf } from '../../Resources/web/place-display.js';

/**
 * @param {Partial<import('../../Resources/web/shelf-state.js').Place>} [values]
 * @returns {import('../../Resources/web/shelf-state.js').Place}
 */
const place = (values = {}) => ({
    id: 'a', storedAt: '2026-11-01T12:00:00Z', url: 'https://www.site.example:8080/path/page.html', title: 'Title',
    quote: 'Words', progress: 0.5, fragment: 'https://www.site.example:8080/path/page.html#:~:text=Words', linkCount: 0,
    tags: [], note: '', copies: [], ...values,
});

test('A place has the title of its page as its name, or the file name of its address', () => {
    assert.equal(nameOf(place()), 'Title');
    assert.equal(nameOf(place({ title: null })), 'page.html');
    assert.equal(summaryOf(place({ title: '\u202e ' })).name, 'page.html');
});

test('The edition of a place has a name, and that of the original page has none', () => {
    const names = ['archive', 'amp', 'copy', null, undefined, 'constructor'].map((edition) =>
        summaryOf(place(/** @type {any} */ ({ edition }))).edition);
    assert.deepEqual(names, ['Archived copy', 'AMP page', 'Copy on this computer', '', '', '']);
});

test('The site of a place is that of the original page, whose address is shown only beside another edition', () => {
    const original = 'https://original.example/a';
    const { site, original: shown } = summaryOf(place({ edition: 'archive', original }));
    assert.deepEqual([site, shown], ['original.example', original]);
    assert.equal(summaryOf(place({ edition: 'archive', original: 'javascript:alert(1)' })).original, null);
    assert.equal(summaryOf(place({ edition: null, original })).original, null);
});

test('The list of a site has its host without “www.” and without a port, as the service does', () => {
    assert.equal(summaryOf(place()).siteList, '/?site=site.example');
    assert.equal(summaryOf(place({ url: 'file:///tmp/a.html' })).siteList, null);
});

test('The progress of a place is shown in words, unless it is unknown', () => {
    const shown = (/** @type {any} */ values) => {
        const { progress, progressText } = summaryOf(place(values));
        return [progress, progressText];
    };
    assert.deepEqual(shown({ progress: 0.126 }), [0.126, '13 % read']);
    assert.deepEqual(shown({ progress: 0.5, approximate: true }), [0.5, 'about 50 % read']);
    assert.deepEqual(shown({ progress: 1.2 }), [1, '100 % read']);
    assert.deepEqual(shown({ progress: null }), [null, '']);
});

test('A place is resumed by its fragment, else by its address, and not at all if neither can be a link', () => {
    assert.equal(summaryOf(place()).link, place().fragment);
    assert.equal(summaryOf(place({ fragment: '' })).link, place().url);
    const address = 'https://www.site.example/video?t=90s';
    assert.equal(summaryOf(place({ fragment: '', address })).link, address);
    assert.equal(summaryOf(place({ fragment: 'file:///a', url: 'file:///a' })).link, null);
});

test('The path of a copy encodes the id and leads to the line of the place', () => {
    assert.equal(copyPath('a/b', 'picture'), '/copies/a%2Fb/picture#leftoff-line');
});

test('A page receives neither the text of another site in a frame nor what no restore needs', () => {
    const sent = { url: 'https://a.example/', anchors: [], unread: { kind: 'frame' }, pageYOffset: 5 };
    const withheld = {
        selection: { exact: 'words' }, links: [{ url: 'https://b.example/' }], pageZoom: 2,
        frame: { path: [{ src: 'https://b.example/' }], url: 'https://b.example/?token', place: { title: 'Private' } },
    };
    assert.deepEqual(snapshotForPage({ ...sent, ...withheld }), sent);
});
