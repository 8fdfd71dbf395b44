import assert from 'node:assert/strict';
import test from 'node:test';
import { addedText, addressesIn, invalidText } from '../../Resources/web/new-places.js';

test('Addresses are found on lines, between words and in brackets, each once', () => {
    const table = /** @type {const} */ ([
        ['https://a.example/', ['https://a.example/'], []],
        [' https://a.example/\r\nhttp://b.example\n\nhttps://a.example/ ',
            ['https://a.example/', 'http://b.example'], []],
        ['A title: https://a.example/x', ['https://a.example/x'], []],
        ['<https://a.example/>, (https://b.example/)', ['https://a.example/', 'https://b.example/'], []],
        ['https://a.example/wiki/A_(b)', ['https://a.example/wiki/A_(b)'], []],
        ['HTTPS://A.example/', ['HTTPS://A.example/'], []],
        ['example.org/a\nhttps://b.example/', ['https://b.example/'], ['example.org/a']],
        ['javascript:alert(1)', [], ['javascript:alert(1)']],
        ['ftp://a.example/', [], ['ftp://a.example/']],
        ['https://', [], ['https://']],
        ['', [], []],
    ]);
    for (const [text, addresses, invalid] of table) {
        assert.deepEqual(addressesIn(text), { addresses: [...addresses], invalid: [...invalid] }, text);
    }
});

test('The message about an address without a scheme suggests one', () => {
    assert.equal(invalidText([]), '');
    assert.equal(invalidText(['example.org/a']), '“example.org/a” has no scheme. Write https://example.org/a');
    assert.equal(invalidText(['some words']), '“some words” is not an address of a web page.');
    assert.equal(invalidText(['x', 'y']), '2 lines contain no address, the first is “x”.');
});

test('The message about added places counts those that were there already, and names what changed', () => {
    const places = (/** @type {boolean[]} */ ...isNew) => isNew.map((one) => ({ isNew: one }));
    assert.equal(addedText(places(true)), 'Added 1 place.');
    assert.equal(addedText(places(true, true, false)),
        'Added 2 places. 1 was there already, and is now unfinished.');
    assert.equal(addedText(places(false)), 'The page was on the shelf already, and is now unfinished.');
    assert.equal(addedText(places(false, false), { isLater: true, hasTags: true }),
        '2 pages were on the shelf already, and are now put off and tagged.');
});
