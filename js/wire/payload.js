/**
 * A snapshot as the fragment of a URL, which the capture receiver reads: `<base64url>.<capture token>`, or
 * `<base64url>.<capture token>.z` if the JSON is compressed (deflate, RFC 1951). A fourth part is a copy of the page's
 * text, compressed in the same way; a fifth one, `part`, says that it is not the whole text.
 */

import { encodeBytes, encodeBase64Url, utf8Bytes } from './base64url.js';
import { encodeJSON } from './json.js';
import { withinSizeLimit } from './size-limit.js';

/** In characters: with origin and token, the URL stays under 16 KiB. */
const LONGEST_PAYLOAD = 16_000;
/**
 * In characters: the longest URL with a copy. Firefox accepts 1 MiB and Chromium 2 MiB; 64 KiB hold the compressed text
 * of nearly every article, and browsers keep the URL only until the receiver has read it.
 */
const LONGEST_WITH_COPY = 64_000;
/** In bytes of JSON: the sizes to which a copy is reduced in turn. Text is compressed to about a third. */
const COPY_SIZES = [1_048_576, 262_144, 131_072, 98_304, 65_536, 49_152, 32_768];
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
    const finish = once(done);
    const finishUncompressed = () => {
        const encoded = encodeBase64Url(encodeJSON(withinSizeLimit(snapshot, PLAIN_SIZE)));
        finish(token ? encoded + '.' + token : encoded);
    };
    const attempt = (/** @type {number} */ ordinal) => {
        if (ordinal >= COMPRESSED_SIZES.length) return finishUncompressed();
        const bytes = utf8Bytes(encodeJSON(withinSizeLimit(snapshot, COMPRESSED_SIZES[ordinal])));
        try {
            deflate(bytes).then((compressed) => {
                const encoded = encodeBytes(compressed);
                if (encoded.length > LONGEST_PAYLOAD) attempt(ordinal + 1);
                else finish(encoded + '.' + token + '.z');
            }).catch(finishUncompressed);
        } catch {
            finishUncompressed();
        }
    };
    attempt(0);
}

/**
 * Appends a copy of the page's text to a payload, or as much of it as fits.
 *
 * @param {string} payload
 * @param {(size: number) => {json: string, isWhole: boolean} | null} copyWithin returns the JSON of the copy,
 *     reduced to a size in bytes; null if there is none
 * @param {(payload: string) => void} done receives the payload without a copy if the browser cannot compress
 */
export function addCopy(payload, copyWithin, done) {
    const finish = once(done);
    const attempt = (/** @type {number} */ ordinal) => {
        const copy = ordinal < COPY_SIZES.length && payload.endsWith('.z') ? copyWithin(COPY_SIZES[ordinal]) : null;
        if (!copy) return finish(payload);
        deflate(utf8Bytes(copy.json)).then((compressed) => {
            const encoded = encodeBytes(compressed);
            if (payload.length + encoded.length > LONGEST_WITH_COPY) return attempt(ordinal + 1);
            return finish(payload + '.' + encoded + (copy.isWhole ? '' : '.part'));
        }).catch(() => finish(payload));
    };
    try {
        attempt(0);
    } catch {
        finish(payload);
    }
}

/**
 * Returns a function that calls another one at its first call only.
 *
 * @param {(payload: string) => void} done
 * @returns {(payload: string) => void}
 */
function once(done) {
    let isDone = false;
    return (payload) => {
        if (isDone) return;
        isDone = true;
        done(payload);
    };
}

/**
 * @param {number[]} bytes
 * @returns {Promise<Uint8Array>}
 */
function deflate(bytes) {
    const stream = new Blob([new Uint8Array(bytes)]).stream().pipeThrough(new CompressionStream('deflate-raw'));
    return new Response(stream).arrayBuffer().then((buffer) => new Uint8Array(buffer));
}
