#include "CLibCrypto.h"

#include "LazyLibrary.h"

#include <openssl/evp.h>
#include <openssl/opensslv.h>
#include <pthread.h>
#include <stdlib.h>

#define CRYPTO_SYMBOLS(DO) \
    DO(EVP_DigestFinal_ex) \
    DO(EVP_DigestInit_ex) \
    DO(EVP_DigestUpdate) \
    DO(EVP_MD_CTX_free) \
    DO(EVP_MD_CTX_new) \
    DO(EVP_MD_fetch)

static struct {
    CRYPTO_SYMBOLS(LEFTOFF_SYMBOL_FIELD)
} crypto;

#define TEXT_OF(number) #number
#define VERSION_TEXT(number) TEXT_OF(number)

// The algorithms by kind, up to SHA-512; NULL for one that the library lacks, or if the library is missing. They are
// fetched once, because a fetch takes a third of the time of hashing a small file.
static EVP_MD *algorithms[LEFTOFF_DIGEST_SHA512 + 1];

static void load(void) {
    static const char *const names[] = {CRYPTO_SYMBOLS(LEFTOFF_SYMBOL_NAME)};
    if (!leftoff_library_require(
            "cannot compute the digest of a download", LEFTOFF_LIBRARY("crypto", VERSION_TEXT(OPENSSL_SHLIB_VERSION)),
            "libssl" VERSION_TEXT(OPENSSL_SHLIB_VERSION), names, sizeof names / sizeof *names, &crypto)) {
        return;
    }
    algorithms[LEFTOFF_DIGEST_MD5] = crypto.EVP_MD_fetch(NULL, "MD5", NULL);
    algorithms[LEFTOFF_DIGEST_SHA1] = crypto.EVP_MD_fetch(NULL, "SHA1", NULL);
    algorithms[LEFTOFF_DIGEST_SHA256] = crypto.EVP_MD_fetch(NULL, "SHA256", NULL);
    algorithms[LEFTOFF_DIGEST_SHA512] = crypto.EVP_MD_fetch(NULL, "SHA512", NULL);
}

struct leftoff_digest {
    EVP_MD_CTX *context;
};

leftoff_digest *leftoff_digest_create(leftoff_digest_kind kind) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    leftoff_digest *digest = algorithms[kind] == NULL ? NULL : malloc(sizeof *digest);
    if (digest == NULL) return NULL;
    digest->context = crypto.EVP_MD_CTX_new();
    if (digest->context == NULL || crypto.EVP_DigestInit_ex(digest->context, algorithms[kind], NULL) != 1) {
        leftoff_digest_destroy(digest);
        return NULL;
    }
    return digest;
}

bool leftoff_digest_update(leftoff_digest *digest, const void *bytes, size_t count) {
    return count == 0 || crypto.EVP_DigestUpdate(digest->context, bytes, count) == 1;
}

size_t leftoff_digest_finish(leftoff_digest *digest, uint8_t *bytes) {
    unsigned int length = 0;
    return crypto.EVP_DigestFinal_ex(digest->context, bytes, &length) == 1 ? length : 0;
}

void leftoff_digest_destroy(leftoff_digest *digest) {
    crypto.EVP_MD_CTX_free(digest->context);
    free(digest);
}
