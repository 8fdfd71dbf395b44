import assert from 'node:assert/strict';
import test from 'node:test';
import {
    bytes, count, duration, extension, fileName, withFormNames, sanitize, safeLink, short, site, title,
} from '../../Resources/web/text.js';

test('Sizes are formatted with the largest suitable unit', () => {
    /** @type {[number, string][]} */
    const table = [[0, '0 B'], [999, '999 B'], [1000, '1.0 KiB'], [10_137, '9.9 KiB'], [10_189, '10 KiB'],
        [1_023_487, '999 KiB'], [1_023_488, '1.0 MiB'], [2.5e12, '2.3 TiB']];
    for (const [size, words] of table) assert.equal(bytes(size), words);
});

test('Remaining times are rounded', () => {
    /** @type {[number, string][]} */
    const table = [[0.2, '1 s'], [59.4, '59 s'], [60, '1 min'], [127, '2 min 7 s'], [900, '15 min'], [3600, '1 h'],
        [7260, '2 h 1 min'], [7199, '2 h'], [400_000, '5 days']];
    for (const [seconds, words] of table) assert.equal(duration(seconds), words);
});

test('Only HTTP and HTTPS addresses become links', () => {
    const table = [['https://a.example/x', 'https://a.example/x'], ['javascript:alert(1)', null],
        [' JavaScript:alert(1)', null], ['java\nscript:alert(1)', null], ['data:text/html,x', null], ['file:///etc/passwd', null],
        ['blob:https://a/b', null], ['', null], [null, null], ['no address', null]];
    for (const [address, link] of table) assert.equal(safeLink(address), link);
});

test('The extension is taken from the path alone', () => {
    const table = [['https://a.example/x.PDF?y=z.zip#q.png', 'pdf'], ['https://a.example/', ''], ['https://a.example', ''],
        ['https://a.example/tar.gz/', ''], ['https://a.example/x.tar.gz', 'gz'], ['mailto:a@b.example', ''], ['', '']];
    for (const [address, name] of table) assert.equal(extension(address), name);
});

test('Long texts are shortened, and nouns agree with their numbers', () => {
    assert.equal(short('abc def', 5), 'abc…');
    assert.equal(short('abc', 3), 'abc');
    assert.deepEqual(
        [count(1, 'entry', 'entries'), count(2, 'entry', 'entries'), count(0, 'link')],
        ['1 entry', '2 entries', '0 links'],
    );
});

test('Control and bidirectional characters in names are replaced', () => {
    /** @type {[string | null, string, string][]} */
    const table = [
        [null, 'https://a.example/photo%E2%80%AEgpj.exe', 'photo\ufffdgpj.exe'],
        ['/d/x\u202egpj.exe', 'https://a.example/', 'x\ufffdgpj.exe'],
        [null, 'https://a.example/a%0Ab%00c%7F', 'a\ufffdb\ufffdc\ufffd'], [null, 'no address\u2066', 'no address\ufffd'],
        [null, 'https://a.example/%D7%A9%D7%9C.pdf', 'של.pdf'], [null, 'https://a.example/%FF', 'https://a.example/%FF'],
    ];
    for (const [path, address, name] of table) assert.equal(fileName(path, address), name);
    assert.equal(
        sanitize('a\u200eb\u200fc\u202ad\u202de\u2069f\u061cg'), 'a\ufffdb\ufffdc\ufffdd\ufffde\ufffdf\ufffdg');
    assert.equal(site('odd\u202e'), 'odd\ufffd');
});

test('Titles are one line without bidirectional formatting characters', () => {
    const table = [['A \u202etitle\u202c\nof two', 'A title of two'], ['\u2067\u2069 ', ''], [null, ''],
        ['\u200b\u00ad \u3164\u2800', ''], ['a\u200bb', 'a\u200bb'],
        [undefined, ''], ['שלום', 'שלום']];
    for (const [text, shown] of table) assert.equal(title(text), shown);
});

test('Field names in error messages are replaced by the names of the form', () => {
    const table = [
        ['"downloadDirectory" must be an absolute path', 'The folder must be an absolute path'],
        ['"privateHosts" holds "a:1": a host is expected, without port',
            'The list of hosts holds "a:1": a host is expected, without port'],
        ['"toString" is odd', '"toString" is odd'], ['no "urls"', 'no "urls"'],
    ];
    for (const [message, words] of table) assert.equal(withFormNames(message), words);
});
