/**
 * A snapshot as the fragment of a URL, which the capture receiver reads: `<base64url>.<capture token>`, or
 * `<base64url>.<capture token>.z` if the JSON is compressed (deflate, RFC 1951).
 */

import { base64UrlOf, encodeBase64Url, utf8Bytes } from './base64url.js';
import { encodeJSON } from './json.js';
import { withinSizeLimit } from './size-limit.js';

/** In characters: with origin and token, the URL stays under 16 KiB. */
const LONGEST_PAYLOAD = 16_000;
/** In bytes of JSON: the sizes to which a snapshot is reduced in turn until the compressed payload is short enough. */
const COMPRESSED_SIZES = [65_536, 32_768, 16_384];
/** In bytes of JSON: the largest size without compression. */
const PLAIN_SIZE = 12_000;

/**
 * @param {any} snapshot
 * @param {string} token may be empty
 * @param {(payload: string) => void} done is called before this returns if the browser cannot compress
 */
export function makePayload(snapshot, token, done) {
    let isDone = false;
    const finish = (/** @type {string} */ payload) => {
        if (isDone) return;
        isDone = true;
        done(payload);
    };
    const plain = () => {
        const encoded = encodeBase64Url(encodeJSON(withinSizeLimit(snapshot, PLAIN_SIZE)));
        finish(token ? encoded + '.' + token : encoded);
    };
    const attempt = (/** @type {number} */ ordinal) => {
        if (ordinal >= COMPRESSED_SIZES.length) return plain();
        const bytes = utf8Bytes(encodeJSON(withinSizeLimit(snapshot, COMPRESSED_SIZES[ordinal])));
        try {
            deflated(bytes).then((compressed) => {
                const encoded = base64UrlOf(compressed);
                if (encoded.length > LONGEST_PAYLOAD) attempt(ordinal + 1);
                else finish(encoded + '.' + token + '.z');
            }).catch(plain);
        } catch {
            plain();
        }
    };
    attempt(0);
}

/**
 * @param {number[]} bytes
 * @returns {Promise<Uint8Array>}
 */
function deflated(bytes) {
    const stream = new Blob([new Uint8Array(bytes)]).stream().pipeThrough(new CompressionStream('deflate-raw'));
    return new Response(stream).arrayBuffer().then((buffer) => new Uint8Array(buffer));
}
