#include "CLazyLibrary.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>

static void explain(char *why, size_t size, const char *file) {
    const char *reason = dlerror();
    if (!reason) reason = "a symbol is missing";
    // The loader's message begins with the file name, unless the file exists and something else is wrong.
    size_t length = strlen(file);
    if (strncmp(reason, file, length) == 0 && reason[length] == ':') {
        snprintf(why, size, "cannot load %s", reason);
    } else {
        snprintf(why, size, "cannot load %s: %s", file, reason);
    }
}

void *leftoff_library_load(
    const char *file, const char *const *names, size_t count, void *table, char *why, size_t size) {
    void *library = dlopen(file, RTLD_LAZY | RTLD_LOCAL);
    if (!library) {
        explain(why, size, file);
        return NULL;
    }
    for (size_t i = 0; i < count; i++) {
        void *address = dlsym(library, names[i]);
        if (!address) {
            explain(why, size, file);
            dlclose(library);
            return NULL;
        }
        // Copied, because C has no conversion between function pointers and object pointers.
        memcpy((char *)table + i * sizeof address, &address, sizeof address);
    }
    return library;
}

void leftoff_library_require(const char *file, const char *const *names, size_t count, void *table) {
    char why[512];
    if (leftoff_library_load(file, names, count, table, why, sizeof why)) return;
    fprintf(stderr, "leftoff: %s\n", why);
    exit(EX_UNAVAILABLE);
}
