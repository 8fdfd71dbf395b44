import assert from 'node:assert/strict';
import test from 'node:test';
import { archiveAddress } from '../extension/archive-address.js';

test('The archive is asked for the copy nearest to the capture, in UTC', () => {
    assert.equal(
        archiveAddress('https://example.org/a?b=c#d', '2026-11-03T23:20:30.123+02:00'),
        'https://web.archive.org/web/20261103212030/https://example.org/a?b=c#d');
    assert.equal(archiveAddress('http://example.org/', '2026-11-03T10:20:30Z'),
        'https://web.archive.org/web/20261103102030/http://example.org/');
});

test('Only pages on the web have an address in the archive', () => {
    for (const address of ['file:///home/a.html', 'javascript:alert(1)', '', 'about:blank', ' https://example.org/']) {
        assert.equal(archiveAddress(address, '2026-11-03T10:20:30Z'), null);
    }
    assert.equal(archiveAddress('https://example.org/', 'yesterday'), null);
});
