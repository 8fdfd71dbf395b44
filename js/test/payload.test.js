import { makePayload } from '../wire/payload.js';
import { equal, Suite } from './harness.js';

const suite = new Suite();
export default suite;

const payloadOf = (snapshot, token) => new Promise((done) => makePayload(snapshot, token, done));

function bytesOf(encoded) {
    const binary = atob(encoded.replaceAll('-', '+').replaceAll('_', '/'));
    return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

function inflated(encoded) {
    const stream = new Blob([bytesOf(encoded)]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
    return new Response(stream).text();
}

const small = { url: 'https://example.org/ä😀', title: 'x'.repeat(3000), links: [], anchors: [], scrollers: [] };

suite.test('A snapshot is compressed, and comes out as it went in', async () => {
    const [encoded, token, form, ...more] = (await payloadOf(small, 'to-k_en')).split('.');
    equal([token, form, more], ['to-k_en', 'z', []]);
    equal(JSON.parse(await inflated(encoded)), small);
    equal(encoded.length < 200, true);
});

suite.test('Without a token its field stays empty', async () => {
    const [, token, form] = (await payloadOf(small, '')).split('.');
    equal([token, form], ['', 'z']);
});

suite.test('Where the browser cannot compress, it is plain and there at once', () => {
    const { CompressionStream } = globalThis;
    let payload = '';
    try {
        globalThis.CompressionStream = undefined;
        makePayload(small, 'token', (made) => {
            payload = made;
        });
    } finally {
        globalThis.CompressionStream = CompressionStream;
    }
    const [encoded, token, form] = payload.split('.');
    equal([token, form === undefined], ['token', true]);
    equal(JSON.parse(new TextDecoder().decode(bytesOf(encoded))), small);
});

suite.test('What cannot be made short enough loses what matters least', async () => {
    const noise = () => Array.from({ length: 80 }, () => Math.random().toString(36).slice(2)).join('');
    const links = Array.from({ length: 60 }, () => ({ url: noise() }));
    const anchors = [{ role: 'primary' }];
    const payload = await payloadOf({ ...small, links, anchors, media: [], scrollers: [], selection: null }, 'token');
    equal(payload.length <= 16_384, true);
    const kept = JSON.parse(await inflated(payload.split('.')[0]));
    equal([kept.url, kept.anchors], [small.url, anchors]);
    equal(kept.links.length < 60, true);
});
