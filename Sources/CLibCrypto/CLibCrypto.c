#include "CLibCrypto.h"

#include <openssl/evp.h>
#include <stdlib.h>

struct leftoff_sha256 {
    EVP_MD_CTX *context;
};

leftoff_sha256 *leftoff_sha256_create(void) {
    leftoff_sha256 *hash = malloc(sizeof *hash);
    if (hash == NULL) return NULL;
    hash->context = EVP_MD_CTX_new();
    if (hash->context == NULL || EVP_DigestInit_ex(hash->context, EVP_sha256(), NULL) != 1) {
        leftoff_sha256_destroy(hash);
        return NULL;
    }
    return hash;
}

bool leftoff_sha256_update(leftoff_sha256 *hash, const void *bytes, size_t count) {
    return count == 0 || EVP_DigestUpdate(hash->context, bytes, count) == 1;
}

bool leftoff_sha256_finish(leftoff_sha256 *hash, uint8_t *digest) {
    unsigned int length = 0;
    return EVP_DigestFinal_ex(hash->context, digest, &length) == 1 && length == LEFTOFF_SHA256_LENGTH;
}

void leftoff_sha256_destroy(leftoff_sha256 *hash) {
    EVP_MD_CTX_free(hash->context);
    free(hash);
}
