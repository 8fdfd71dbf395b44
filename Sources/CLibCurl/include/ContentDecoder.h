// Decodes a content coding incrementally, with zlib or brotli. It exists because libcurl 7.88.1 accepts a truncated
// compressed body as complete: it does not check that its decoder has reached the end of the stream.

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

/// The result of one step of a decoder.
typedef struct {
    /// The number of input bytes that were consumed.
    size_t consumed;

    /// The number of output bytes that were written.
    size_t produced;

    /// False if the input is not valid in the coding.
    bool is_valid;
} content_decoder_step;

/// Returns the name of the library that a coding lacks on this machine, with the reason, in a line of text that stays
/// valid; NULL if it lacks none.
const char *_Nullable content_decoder_missing(content_coding coding);

/// Creates a decoder. Returns NULL if memory is short or the library is missing.
content_decoder *_Nullable content_decoder_create(content_coding coding);

/// Frees a decoder.
void content_decoder_destroy(content_decoder *decoder);

/// Decodes as much as fits. Call it again while it fills the output or leaves input unconsumed.
content_decoder_step content_decoder_decode(
    content_decoder *decoder, const uint8_t *_Nullable input, size_t input_length, uint8_t *output,
    size_t output_length);

/// Returns true if the input so far is empty or a complete stream.
bool content_decoder_is_at_end(const content_decoder *decoder);

#pragma clang assume_nonnull end

#endif
