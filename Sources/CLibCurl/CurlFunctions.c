#include "CurlFunctions.h"

#include <dlfcn.h>
#include <pthread.h>

struct curl_functions leftoff_curl;
struct brotli_functions leftoff_brotli;

static void *curl_library;
static void *brotli_library;
static char curl_missing[512];
static char brotli_missing[512];

// Loads libcurl, or records why it cannot be loaded.
static void load_curl(void) {
    static const char *const names[] = {CURL_FUNCTIONS(LEFTOFF_SYMBOL_NAME)};
    curl_library = leftoff_library_load(
        LEFTOFF_LIBRARY("curl", "4"), "libcurl4", names, sizeof names / sizeof *names, &leftoff_curl, curl_missing,
        sizeof curl_missing);
}

// Loads brotli, or records why it cannot be loaded.
static void load_brotli(void) {
    static const char *const names[] = {BROTLI_FUNCTIONS(LEFTOFF_SYMBOL_NAME)};
    brotli_library = leftoff_library_load(
        LEFTOFF_LIBRARY("brotlidec", "1"), "libbrotli1", names, sizeof names / sizeof *names, &leftoff_brotli,
        brotli_missing, sizeof brotli_missing);
}

bool leftoff_has_curl(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load_curl);
    return curl_library != NULL;
}

bool leftoff_has_brotli(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load_brotli);
    return brotli_library != NULL;
}

const char *leftoff_curl_missing(void) { return leftoff_has_curl() ? "" : curl_missing; }

const char *leftoff_brotli_missing(void) { return leftoff_has_brotli() ? NULL : brotli_missing; }

void *leftoff_curl_symbol(const char *name) { return leftoff_has_curl() ? dlsym(curl_library, name) : NULL; }
