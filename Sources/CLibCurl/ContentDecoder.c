#include "ContentDecoder.h"

#include "CurlFunctions.h"

#include <limits.h>
#include <stdlib.h>
#include <zlib.h>

struct content_decoder {
    content_coding coding;
    z_stream zlib;
    BrotliDecoderState *brotli;
    bool has_input;
    bool is_at_end;

    // The first byte of the input, kept until the second one shows if a zlib header begins there.
    uint8_t first;
};

// Adding 32 to the window bits makes zlib recognise gzip and zlib headers; a negative number makes it expect neither.
static const int window_bits_any = 15 + 32;
static const int window_bits_raw = -15;

const char *content_decoder_missing(content_coding coding) {
    return coding == CONTENT_CODING_BROTLI ? leftoff_brotli_missing() : NULL;
}

content_decoder *content_decoder_create(content_coding coding) {
    content_decoder *decoder = calloc(1, sizeof *decoder);
    if (!decoder) return NULL;
    decoder->coding = coding;
    bool is_ready;
    if (coding == CONTENT_CODING_BROTLI) {
        if (leftoff_has_brotli()) decoder->brotli = leftoff_brotli.BrotliDecoderCreateInstance(NULL, NULL, NULL);
        is_ready = decoder->brotli != NULL;
    } else {
        is_ready = inflateInit2(&decoder->zlib, window_bits_any) == Z_OK;
    }
    if (is_ready) return decoder;
    free(decoder);
    return NULL;
}

void content_decoder_destroy(content_decoder *decoder) {
    if (decoder->coding == CONTENT_CODING_BROTLI) {
        leftoff_brotli.BrotliDecoderDestroyInstance(decoder->brotli);
    } else {
        inflateEnd(&decoder->zlib);
    }
    free(decoder);
}

// Decodes a step with brotli. Bytes after the end of the stream are ignored.
static content_decoder_step decode_brotli(
    content_decoder *decoder, const uint8_t *input, size_t input_length, uint8_t *output, size_t output_length) {
    size_t input_left = input_length;
    size_t output_left = output_length;
    BrotliDecoderResult result = leftoff_brotli.BrotliDecoderDecompressStream(
        decoder->brotli, &input_left, &input, &output_left, &output, NULL);
    decoder->is_at_end = result == BROTLI_DECODER_RESULT_SUCCESS;
    return (content_decoder_step){
        decoder->is_at_end ? input_length : input_length - input_left,
        output_length - output_left,
        result != BROTLI_DECODER_RESULT_ERROR,
    };
}

// Runs zlib on the next input.
static int inflate_some(z_stream *zlib, const uint8_t *input, size_t input_length) {
    zlib->next_in = (Bytef *)(uintptr_t)input;
    zlib->avail_in = (uInt)input_length;
    return inflate(zlib, Z_NO_FLUSH);
}

// Decodes a step with zlib.
static content_decoder_step decode_zlib(
    content_decoder *decoder, const uint8_t *input, size_t input_length, uint8_t *output, size_t output_length) {
    z_stream *zlib = &decoder->zlib;
    if (decoder->is_at_end) {
        // A gzip file may have several members (RFC 1952, section 2.2). Anything else after the end is padding.
        if (decoder->coding != CONTENT_CODING_GZIP || input_length == 0 || input[0] != 0x1f) {
            return (content_decoder_step){input_length, 0, true};
        }
        inflateReset(zlib);
        decoder->is_at_end = false;
    }
    uLong position = zlib->total_in;
    if (position == 0 && input_length > 0) decoder->first = input[0];
    zlib->next_out = output;
    zlib->avail_out = (uInt)output_length;
    uInt room = zlib->avail_out;
    int result = inflate_some(zlib, input, input_length);
    if (result == Z_DATA_ERROR && position < 2 && decoder->coding == CONTENT_CODING_DEFLATE) {
        // Some servers send deflate without the zlib header that RFC 9110, section 8.4.1.2, requires.
        inflateReset2(zlib, window_bits_raw);
        zlib->next_out = output;
        zlib->avail_out = room;
        if (position == 1) inflate_some(zlib, &decoder->first, 1);
        result = inflate_some(zlib, input, input_length);
    }
    decoder->is_at_end = result == Z_STREAM_END;
    return (content_decoder_step){
        input_length - zlib->avail_in,
        room - zlib->avail_out,
        result == Z_OK || result == Z_STREAM_END || result == Z_BUF_ERROR,
    };
}

content_decoder_step content_decoder_decode(
    content_decoder *decoder, const uint8_t *input, size_t input_length, uint8_t *output, size_t output_length) {
    if (input_length > 0) decoder->has_input = true;
    if (decoder->coding == CONTENT_CODING_BROTLI) {
        if (decoder->is_at_end) return (content_decoder_step){input_length, 0, true};
        return decode_brotli(decoder, input, input_length, output, output_length);
    }
    // zlib counts in 32 bits; the next call receives the rest.
    if (input_length > UINT_MAX) input_length = UINT_MAX;
    if (output_length > UINT_MAX) output_length = UINT_MAX;
    return decode_zlib(decoder, input, input_length, output, output_length);
}

bool content_decoder_is_at_end(const content_decoder *decoder) { return decoder->is_at_end || !decoder->has_input; }
