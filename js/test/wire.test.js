import { encodeBase64Url, utf8Bytes, utf8Length } from '../wire/base64url.js';
import { encodeJSON } from '../wire/json.js';
import { pageKey, withoutCredentials } from '../wire/page-key.js';
import { equal, Suite } from './harness.js';

const suite = new Suite();
export default suite;

suite.test('Base64url has neither padding nor signs that addresses use', () => {
    const table = [['', ''], ['f', 'Zg'], ['fo', 'Zm8'], ['foo', 'Zm9v'], ['ü?>~', 'w7w_Pn4'], ['😀', '8J-YgA']];
    for (const [text, encoded] of table) equal(encodeBase64Url(text), encoded);
});

suite.test('UTF-8 is that of the Encoding Standard', () => {
    const text = 'a\u00fc\u20ac\ud83d\ude00\ud800';
    equal(utf8Bytes(text), [...new TextEncoder().encode(text)]);
    equal(utf8Length('a\u00fc\u20ac\ud83d\ude00'), 10);
});

suite.test('JSON is the same as the browser writes', () => {
    const value = { a: [1, -2.5, true, null, 'x"\\\n\u0001\u2028é😀'], b: {}, c: [], d: undefined, 'e"': 1e21 };
    equal(JSON.parse(encodeJSON(value)), JSON.parse(JSON.stringify(value)));
    equal(encodeJSON([NaN, Infinity, undefined]), '[null,null,null]');
    equal(encodeJSON('\ud800x'), '"\ufffdx"');
});

suite.test('JSON does not ask toJSON', () => {
    Array.prototype.toJSON = () => 'broken';
    const encoded = encodeJSON([1]);
    delete Array.prototype.toJSON;
    equal(encoded, '[1]');
});

suite.test('Two visits to one page have one key', () => {
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
    for (const [address, key] of table) equal(pageKey(address), key);
});

suite.test('Credentials go, other signs stay', () => {
    equal(withoutCredentials('https://a:b@example.org/@c'), 'https://example.org/@c');
    equal(withoutCredentials('mailto:a@example.org'), 'mailto:a@example.org');
});
