// A shim over OpenSSL's EVP digests. OpenSSL's types are macros and opaque structs that differ between versions, so
// Swift sees only a handle and four functions.
#ifndef LEFTOFF_CLIBCRYPTO_H
#define LEFTOFF_CLIBCRYPTO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// The algorithms.
typedef enum {
    LEFTOFF_DIGEST_MD5,
    LEFTOFF_DIGEST_SHA1,
    LEFTOFF_DIGEST_SHA256,
    LEFTOFF_DIGEST_SHA512,
} leftoff_digest_kind;

/// The length of the longest digest, in bytes.
enum { LEFTOFF_DIGEST_LONGEST = 64 };

/// A digest computation in progress.
typedef struct leftoff_digest leftoff_digest;

/// Starts a computation. Returns NULL if memory is short or the library lacks the algorithm.
leftoff_digest *_Nullable leftoff_digest_create(leftoff_digest_kind kind);

/// Adds bytes. Returns false if the library fails.
bool leftoff_digest_update(leftoff_digest *digest, const void *_Nullable bytes, size_t count);

/// Ends the computation and writes at most LEFTOFF_DIGEST_LONGEST bytes. Only destroy may be called afterwards.
///
/// @return The number of bytes; 0 if the library fails.
size_t leftoff_digest_finish(leftoff_digest *digest, uint8_t *bytes);

/// Frees the computation.
void leftoff_digest_destroy(leftoff_digest *digest);

#pragma clang assume_nonnull end

#endif
