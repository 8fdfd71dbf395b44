// The files that the service serves, embedded by the compiler so that the product is one binary.

#ifndef LEFTOFF_WEB_ASSETS_H
#define LEFTOFF_WEB_ASSETS_H

#include <stddef.h>

// A file: its name under Resources/, its bytes (followed by a zero that does not count).
struct leftoff_web_asset {
    const char *_Nonnull name;
    const unsigned char *_Nonnull bytes;
    size_t count;
};

// How many files there are.
size_t leftoff_web_asset_count(void);

// The file at an index below the count.
struct leftoff_web_asset leftoff_web_asset_at(size_t index);

#endif
