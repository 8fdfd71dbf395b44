// A shim over OpenSSL's EVP digests. Its types are macros and opaque structs that change between OpenSSL's versions, so
// Swift sees none of them: only a handle and four functions.
#ifndef LEFTOFF_CLIBCRYPTO_H
#define LEFTOFF_CLIBCRYPTO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// A SHA-256 computation that is under way.
typedef struct leftoff_sha256 leftoff_sha256;

/// The bytes of a SHA-256 digest.
enum { LEFTOFF_SHA256_LENGTH = 32 };

/// Starts a computation; null when memory is short or the library has no SHA-256.
leftoff_sha256 *_Nullable leftoff_sha256_create(void);

/// Adds bytes. False when the library fails.
bool leftoff_sha256_update(leftoff_sha256 *hash, const void *_Nullable bytes, size_t count);

/// Ends the computation and writes LEFTOFF_SHA256_LENGTH bytes; only destroy may follow. False when the library fails.
bool leftoff_sha256_finish(leftoff_sha256 *hash, uint8_t *digest);

/// Frees the computation.
void leftoff_sha256_destroy(leftoff_sha256 *hash);

#pragma clang assume_nonnull end

#endif
