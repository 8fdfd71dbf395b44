#include "LibXML2Symbols.h"

#include <pthread.h>

// The structs changed in 2.14, and with them the library's name.
#if LIBXML_VERSION >= 21400
#define VERSION "16"
#else
#define VERSION "2"
#endif

struct leftoff_libxml2 leftoff_libxml2;

static bool is_loaded;

static void load(void) {
    static const char *const names[] = {LIBXML2_SYMBOLS(LEFTOFF_SYMBOL_NAME)};
    is_loaded = leftoff_library_require(
        "cannot read XML or evaluate XPath", LEFTOFF_LIBRARY("xml2", VERSION), "libxml2", names,
        sizeof names / sizeof *names, &leftoff_libxml2);
    if (is_loaded) leftoff_libxml2.xmlInitParser();
}

bool leftoff_libxml2_start(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return is_loaded;
}
