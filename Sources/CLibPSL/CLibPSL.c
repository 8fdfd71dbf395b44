#include "CLibPSL.h"

#include "LazyLibrary.h"

#include <libpsl.h>
#include <pthread.h>

#define PSL_SYMBOLS(DO) \
    DO(psl_builtin) \
    DO(psl_registrable_domain)

static struct {
    PSL_SYMBOLS(LEFTOFF_SYMBOL_FIELD)
} psl;

static bool is_loaded;

static void load(void) {
    static const char *const names[] = {PSL_SYMBOLS(LEFTOFF_SYMBOL_NAME)};
    is_loaded = leftoff_library_require(
        "cannot find the site of a host", LEFTOFF_LIBRARY("psl", "5"), "libpsl5", names,
        sizeof names / sizeof *names, &psl);
}

// Returns the list that is built into the library; NULL if it was built without one or is missing.
static const psl_ctx_t *built_in_list(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return is_loaded ? psl.psl_builtin() : NULL;
}

int leftoff_psl_has_list(void) { return built_in_list() != NULL; }

ptrdiff_t leftoff_psl_registrable_domain(const char *host) {
    const psl_ctx_t *list = built_in_list();
    // The library's result points into the host.
    const char *domain = list ? psl.psl_registrable_domain(list, host) : NULL;
    return domain ? domain - host : -1;
}
