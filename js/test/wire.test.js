import assert from 'node:assert/strict';
import test from 'node:test';
import { encodeBase64Url, utf8Bytes, utf8Length } from '../wire/base64url.js';
import { encodeJSON } from '../wire/json.js';
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

test('Addresses of the same page have the same page key', () => {
    const table = [
        ['https://example.org/a?b=1#c', 'https://example.org/a?b=1'],
        ['https://example.org/a?utm_source=x&b=1&fbclid=y', 'https://example.org/a?b=1'],
        ['https://example.org/a?UTM_Source=x', 'https://example.org/a'],
        ['https://user:pass@example.org:443/a?', 'https://example.org/a'],
        ['https://example.org/#/inbox?x=1', 'https://example.org/#/inbox?x=1'],
        ['https://example.org/#!page:~:text=a', 'https://example.org/#!page'],
        ['https://example.org/a#:~:text=b', 'https://example.org/a'],
        ['not an address', 'not an address'],
    ];
    for (const [address, key] of table) assert.equal(pageKey(address), key);
});

test('Credentials are removed, and other @ signs stay', () => {
    assert.equal(withoutCredentials('https://a:b@example.org/@c'), 'https://example.org/@c');
    assert.equal(withoutCredentials('mailto:a@example.org'), 'mailto:a@example.org');
});
