// The functions of libcurl and brotli that this target calls, loaded at the first use.

#ifndef LEFTOFF_CURL_FUNCTIONS_H
#define LEFTOFF_CURL_FUNCTIONS_H

#include "LazyLibrary.h"

#include <brotli/decode.h>
#include <curl/curl.h>
#include <stdbool.h>

#define CURL_FUNCTIONS(DO) \
    DO(curl_easy_cleanup) \
    DO(curl_easy_getinfo) \
    DO(curl_easy_init) \
    DO(curl_easy_pause) \
    DO(curl_easy_reset) \
    DO(curl_easy_setopt) \
    DO(curl_easy_strerror) \
    DO(curl_global_init) \
    DO(curl_multi_add_handle) \
    DO(curl_multi_cleanup) \
    DO(curl_multi_info_read) \
    DO(curl_multi_init) \
    DO(curl_multi_perform) \
    DO(curl_multi_poll) \
    DO(curl_multi_remove_handle) \
    DO(curl_multi_setopt) \
    DO(curl_multi_socket_action) \
    DO(curl_multi_timeout) \
    DO(curl_multi_wakeup) \
    DO(curl_share_cleanup) \
    DO(curl_share_init) \
    DO(curl_share_setopt) \
    DO(curl_slist_append) \
    DO(curl_slist_free_all) \
    DO(curl_version_info)

#define BROTLI_FUNCTIONS(DO) \
    DO(BrotliDecoderCreateInstance) \
    DO(BrotliDecoderDecompressStream) \
    DO(BrotliDecoderDestroyInstance)

struct curl_functions {
    CURL_FUNCTIONS(LEFTOFF_SYMBOL_FIELD)
};

struct brotli_functions {
    BROTLI_FUNCTIONS(LEFTOFF_SYMBOL_FIELD)
};

// Empty until the functions below have returned true, as they have before a handle exists.
extern struct curl_functions leftoff_curl;
extern struct brotli_functions leftoff_brotli;

// Loads libcurl at the first call. Returns false if it is missing.
bool leftoff_has_curl(void);

// Loads brotli at the first call. Returns false if it is missing.
bool leftoff_has_brotli(void);

/// Returns the reason why brotli cannot be used; NULL if it can.
const char *leftoff_brotli_missing(void);

// Returns the reason why libcurl is missing.
const char *leftoff_curl_missing(void);

// Returns the address of a symbol in libcurl or in its dependencies; NULL if there is none.
void *leftoff_curl_symbol(const char *name);

#endif
