import assert from 'node:assert/strict';
import test from 'node:test';
import { encodeBase64Url, utf8Bytes, utf8Length } from '../wire/base64url.js';
import { encodeJSON } from '../wire/json.js';
import { originalAddress } from '../wire/original-address.js';
import { pageKey, withoutCredentials } from '../wire/page-key.js';

test('Base64url has no padding and no characters that URLs reserve', () => {
    const table = [['', ''], ['f', 'Zg'], ['fo', 'Zm8'], ['foo', 'Zm9v'], ['ü?>~', 'w7w_Pn4'], ['😀', '8J-YgA']];
    for (const [text, encoded] of table) assert.equal(encodeBase64Url(text), encoded);
});

test('Text is encoded as UTF-8 as in the Encoding Standard', () => {
    const text = 'a\u00fc\u20ac\ud83d\ude00\ud800';
    assert.deepEqual(utf8Bytes(text), [...new TextEncoder().encode(text)]);
    assert.equal(utf8Length('a\u00fc\u20ac\ud83d\ude00'), 10);
});

test('JSON is equivalent to what JSON.stringify writes', () => {
    const value = { a: [1, -2.5, true, null, 'x"\\\n\u0001\u2028é😀'], b: {}, c: [], d: undefined, 'e"': 1e21 };
    assert.deepEqual(JSON.parse(encodeJSON(value)), JSON.parse(JSON.stringify(value)));
    assert.equal(encodeJSON([NaN, Infinity, undefined]), '[null,null,null]');
    assert.equal(encodeJSON('\ud800x'), '"\ufffdx"');
});

test('JSON ignores toJSON', () => {
    const prototype = /** @type {any} */ (Array.prototype);
    prototype.toJSON = () => 'broken';
    const encoded = encodeJSON([1]);
    delete prototype.toJSON;
    assert.equal(encoded, '[1]');
});

test('What is not an address is its own page key', () => {
    assert.equal(pageKey('not an address'), 'not an address');
});

test('The original of an edition is an http address without credentials, and its outermost edition counts', () => {
    const wayback = 'https://web.archive.org/web/20240102030405/';
    assert.deepEqual(originalAddress(wayback + 'https://a:b@www.google.com/amp/s/a.example/b?amp_gsa=1#c'), {
        edition: 'archive', address: 'https://a.example/b',
    });
    assert.deepEqual(originalAddress('about:reader?url=https%3A%2F%2Fa.example%2Fb%23c'), {
        edition: 'reader', address: 'https://a.example/b#c',
    });
    assert.equal(originalAddress(wayback.repeat(9) + 'https://a.example/'), null);
    assert.equal(originalAddress(wayback.repeat(8) + 'https://a.example/')?.address, 'https://a.example/');
    assert.equal(originalAddress(wayback + 'a.example/' + 'x'.repeat(1 << 20))?.edition, 'archive');
    for (const inner of ['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', 'mailto:a@b.example', '*']) {
        assert.equal(originalAddress(wayback + inner), null, inner);
        assert.equal(originalAddress('about:reader?url=' + encodeURIComponent(inner)), null, inner);
    }
});

test('Credentials are removed, and other @ signs stay', () => {
    assert.equal(withoutCredentials('https://a:b@example.org/@c'), 'https://example.org/@c');
    assert.equal(withoutCredentials('mailto:a@example.org'), 'mailto:a@example.org');
});
