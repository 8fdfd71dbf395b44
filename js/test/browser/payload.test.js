import { makePayload } from '../../wire/payload.js';
import { randomNumbers } from '../random-numbers.js';
import { between, equal, Suite } from './harness.js';

const suite = new Suite();
export default suite;

/**
 * @param {any} snapshot
 * @param {string} token
 * @returns {Promise<string>}
 */
const payloadOf = (snapshot, token) => new Promise((done) => makePayload(snapshot, token, done));

/** @param {string} encoded */
function bytesOf(encoded) {
    const binary = atob(encoded.replaceAll('-', '+').replaceAll('_', '/'));
    return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

/** @param {string} encoded */
function inflated(encoded) {
    const stream = new Blob([bytesOf(encoded)]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
    return new Response(stream).text();
}

const small = { url: 'https://example.org/ä😀', title: 'x'.repeat(3000), links: [], anchors: [], scrollers: [] };

suite.test('A snapshot is compressed and can be restored', async () => {
    const [encoded, token, form, ...more] = (await payloadOf(small, 'to-k_en')).split('.');
    equal([token, form, more], ['to-k_en', 'z', []]);
    equal(JSON.parse(await inflated(encoded)), small);
    between(encoded.length, 0, 200);
});

suite.test('Without a token, the field of the token is empty', async () => {
    const [, token, form] = (await payloadOf(small, '')).split('.');
    equal([token, form], ['', 'z']);
});

suite.test('A browser without compression makes an uncompressed payload at once', () => {
    const globals = /** @type {any} */ (globalThis);
    const { CompressionStream } = globals;
    let payload = '';
    try {
        globals.CompressionStream = undefined;
        makePayload(small, 'token', (made) => {
            payload = made;
        });
    } finally {
        globals.CompressionStream = CompressionStream;
    }
    const [encoded, token, form] = payload.split('.');
    equal([token, form === undefined], ['token', true]);
    equal(JSON.parse(new TextDecoder().decode(bytesOf(encoded))), small);
});

suite.test('A snapshot that is too long loses its least important parts', async () => {
    const next = randomNumbers(1);
    const noise = () => Array.from({ length: 80 }, () => next().toString(36).slice(2)).join('');
    const links = Array.from({ length: 60 }, () => ({ url: noise() }));
    const anchors = [{ role: 'primary' }];
    const payload = await payloadOf({ ...small, links, anchors, media: [], scrollers: [], selection: null }, 'token');
    between(payload.length, 0, 16_385);
    const kept = JSON.parse(await inflated(payload.split('.')[0]));
    equal([kept.url, kept.anchors], [small.url, anchors]);
    between(kept.links.length, 0, 60);
});
