// The files that the service serves, embedded by the compiler so that the product is one binary.

#ifndef LEFTOFF_WEB_ASSETS_H
#define LEFTOFF_WEB_ASSETS_H

#include <stddef.h>

// A file: its name under Resources/ and its bytes, which are followed by a zero that is not counted.
struct leftoff_web_asset {
    const char *_Nonnull name;
    const unsigned char *_Nonnull bytes;
    size_t count;
};

// Returns the number of files.
size_t leftoff_web_asset_count(void);

// Returns the file at an index less than the count.
struct leftoff_web_asset leftoff_web_asset_at(size_t index);

#endif
