// Undoes a content coding piece by piece, with zlib or brotli. It exists because libcurl 7.88.1 takes a compressed body
// that was cut for a whole one: it does not ask its decoder whether the stream had come to its end.

#ifndef CLIBCURL_CONTENT_DECODER_H
#define CLIBCURL_CONTENT_DECODER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// The content codings of RFC 9110, section 8.4.1, and RFC 7932.
typedef enum {
    CONTENT_CODING_GZIP,
    CONTENT_CODING_DEFLATE,
    CONTENT_CODING_BROTLI,
} content_coding;

typedef struct content_decoder content_decoder;

/// What one step of a decoder did.
typedef struct {
    /// How many bytes of the input were used.
    size_t consumed;

    /// How many bytes of the output were filled.
    size_t produced;

    /// False when the input is not of the coding.
    bool is_valid;
} content_decoder_step;

/// Says which library a coding lacks on this machine, in a line of text that stays valid; NULL when it lacks none.
const char *_Nullable content_decoder_missing(content_coding coding);

content_decoder *_Nullable content_decoder_create(content_coding coding);
void content_decoder_destroy(content_decoder *decoder);

/// Decodes as much as fits. It is to be called again while it fills the output or leaves some input.
content_decoder_step content_decoder_decode(
    content_decoder *decoder, const uint8_t *_Nullable input, size_t input_length, uint8_t *output, size_t output_length);

/// True when the input so far is a whole stream, or when there was none.
bool content_decoder_is_at_end(const content_decoder *decoder);

#pragma clang assume_nonnull end

#endif
