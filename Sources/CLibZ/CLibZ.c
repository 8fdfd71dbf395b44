#include "CLibZ.h"

#include <limits.h>
#include <stdlib.h>
#include <zlib.h>

struct leftoff_inflater {
    z_stream stream;
};

// Returns the parameter that tells zlib the format around the data.
static int window_bits(leftoff_inflate_wrapper wrapper) {
    switch (wrapper) {
    case LEFTOFF_INFLATE_GZIP: return MAX_WBITS + 16;
    case LEFTOFF_INFLATE_ZLIB: return MAX_WBITS;
    case LEFTOFF_INFLATE_RAW: return -MAX_WBITS;
    }
    return MAX_WBITS;
}

leftoff_inflater *leftoff_inflater_create(leftoff_inflate_wrapper wrapper) {
    leftoff_inflater *self = calloc(1, sizeof *self);
    if (!self) return NULL;
    if (inflateInit2(&self->stream, window_bits(wrapper)) != Z_OK) {
        free(self);
        return NULL;
    }
    return self;
}

leftoff_inflate_status leftoff_inflater_run(leftoff_inflater *self, const unsigned char *input, size_t input_count,
                                            size_t *read, unsigned char *output, size_t output_count, size_t *written) {
    uInt in = input_count > INT_MAX ? INT_MAX : (uInt)input_count;
    uInt out = output_count > INT_MAX ? INT_MAX : (uInt)output_count;
    self->stream.next_in = (Bytef *)input;
    self->stream.avail_in = in;
    self->stream.next_out = output;
    self->stream.avail_out = out;
    int result = inflate(&self->stream, Z_NO_FLUSH);
    *read = in - self->stream.avail_in;
    *written = out - self->stream.avail_out;
    switch (result) {
    case Z_OK:
    case Z_BUF_ERROR: return LEFTOFF_INFLATE_MORE;
    case Z_STREAM_END: return LEFTOFF_INFLATE_END;
    default: return LEFTOFF_INFLATE_CORRUPT;
    }
}

void leftoff_inflater_reset(leftoff_inflater *self) {
    inflateReset(&self->stream);
}

void leftoff_inflater_free(leftoff_inflater *self) {
    inflateEnd(&self->stream);
    free(self);
}

// A gzip member has 10 bytes of header and 8 of trailer; zlib's own wrapper, which compressBound counts, has 6.
enum { gzip_frame = 18 };

size_t leftoff_gzip_bound(size_t count) {
    return compressBound(count) + gzip_frame;
}

size_t leftoff_gzip(const unsigned char *input, size_t count, unsigned char *output, size_t capacity, int level) {
    z_stream stream = {0};
    if (count > INT_MAX || capacity > INT_MAX) return 0;
    if (deflateInit2(&stream, level, Z_DEFLATED, MAX_WBITS + 16, MAX_MEM_LEVEL,
                     Z_DEFAULT_STRATEGY) != Z_OK) {
        return 0;
    }
    stream.next_in = (Bytef *)input;
    stream.avail_in = (uInt)count;
    stream.next_out = output;
    stream.avail_out = (uInt)capacity;
    int result = deflate(&stream, Z_FINISH);
    size_t length = capacity - stream.avail_out;
    deflateEnd(&stream);
    return result == Z_STREAM_END ? length : 0;
}
