// zlib behind a type and functions of our own. zlib's interface is made of macros that check the size of a struct, and of
// pointers into it that must not move, neither of which Swift can say.

#ifndef LEFTOFF_CLIBZ_H
#define LEFTOFF_CLIBZ_H

#include <stddef.h>

#pragma clang assume_nonnull begin

/// One stream that is decompressed.
typedef struct leftoff_inflater leftoff_inflater;

/// How the compressed data is wrapped.
typedef enum {
    LEFTOFF_INFLATE_GZIP,
    LEFTOFF_INFLATE_ZLIB,
    LEFTOFF_INFLATE_RAW,
} leftoff_inflate_wrapper;

/// What a step came to.
typedef enum {
    /// The input is used up, or the output is full.
    LEFTOFF_INFLATE_MORE,
    /// The stream, or the member of gzip, has ended. The rest of the input is not touched.
    LEFTOFF_INFLATE_END,
    /// The data is corrupt.
    LEFTOFF_INFLATE_CORRUPT,
} leftoff_inflate_status;

/// Makes an inflater at the start of a stream. Returns NULL when there is no memory.
leftoff_inflater *_Nullable leftoff_inflater_create(leftoff_inflate_wrapper wrapper);

/// Decompresses as much as there is room for.
leftoff_inflate_status leftoff_inflater_run(leftoff_inflater *inflater, const unsigned char *input, size_t input_count,
                                            size_t *read, unsigned char *output, size_t output_count, size_t *written);

/// Goes to the start of another stream.
void leftoff_inflater_reset(leftoff_inflater *inflater);

/// Ends the inflater.
void leftoff_inflater_free(leftoff_inflater *inflater);

/// The most bytes that as many bytes have once they are compressed.
size_t leftoff_gzip_bound(size_t count);

/// Compresses bytes into one member of gzip, as small as zlib can. Returns its length, or 0 where there is no room or no memory.
size_t leftoff_gzip(const unsigned char *input, size_t count, unsigned char *output, size_t room);

#pragma clang assume_nonnull end

#endif
