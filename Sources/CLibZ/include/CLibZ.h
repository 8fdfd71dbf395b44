// zlib behind an opaque type and functions. Swift can use neither zlib's macros, which check the size of a struct, nor
// the pointers into that struct, which must not move.

#ifndef LEFTOFF_CLIBZ_H
#define LEFTOFF_CLIBZ_H

#include <stddef.h>

#pragma clang assume_nonnull begin

/// A stream that is being decompressed.
typedef struct leftoff_inflater leftoff_inflater;

/// The format around the compressed data.
typedef enum {
    LEFTOFF_INFLATE_GZIP,
    LEFTOFF_INFLATE_ZLIB,
    LEFTOFF_INFLATE_RAW,
} leftoff_inflate_wrapper;

/// The result of a step.
typedef enum {
    /// The input is consumed, or the output is full.
    LEFTOFF_INFLATE_MORE,
    /// The stream, or the gzip member, has ended. The rest of the input is not consumed.
    LEFTOFF_INFLATE_END,
    /// The data is corrupt.
    LEFTOFF_INFLATE_CORRUPT,
} leftoff_inflate_status;

/// Creates an inflater at the start of a stream. Returns NULL if memory is short.
leftoff_inflater *_Nullable leftoff_inflater_create(leftoff_inflate_wrapper wrapper);

/// Decompresses until the input is consumed or the output is full.
leftoff_inflate_status leftoff_inflater_run(leftoff_inflater *inflater, const unsigned char *input, size_t input_count,
                                            size_t *read, unsigned char *output, size_t output_count, size_t *written);

/// Resets the inflater to the start of another stream.
void leftoff_inflater_reset(leftoff_inflater *inflater);

/// Frees the inflater.
void leftoff_inflater_free(leftoff_inflater *inflater);

/// Returns the maximum length of so many bytes after compression.
size_t leftoff_gzip_bound(size_t count);

/// Compresses bytes into one gzip member at a level from 1, the fastest, to 9, the best. Returns its length, or 0 if
/// the output is too short or memory is short.
size_t leftoff_gzip(const unsigned char *input, size_t count, unsigned char *output, size_t capacity,
                    int level);

#pragma clang assume_nonnull end

#endif
