#include "CLazyLibrary.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>

// Describes the last error of the dynamic loader in one line.
static void describe_error(char *reason, size_t size, const char *file) {
    const char *error = dlerror();
    if (!error) error = "a symbol is missing";
    // The loader's message begins with the file name, unless the file exists and something else is wrong.
    size_t length = strlen(file);
    if (strncmp(error, file, length) == 0 && error[length] == ':') {
        snprintf(reason, size, "cannot load %s", error);
    } else {
        snprintf(reason, size, "cannot load %s: %s", file, error);
    }
}

void *leftoff_library_load(
    const char *file, const char *const *names, size_t count, void *table, char *reason, size_t size) {
    void *library = dlopen(file, RTLD_LAZY | RTLD_LOCAL);
    if (!library) {
        describe_error(reason, size, file);
        return NULL;
    }
    for (size_t i = 0; i < count; i++) {
        void *address = dlsym(library, names[i]);
        if (!address) {
            describe_error(reason, size, file);
            dlclose(library);
            return NULL;
        }
        // Copied, because C has no conversion between function pointers and object pointers.
        memcpy((char *)table + i * sizeof address, &address, sizeof address);
    }
    return library;
}

void leftoff_library_require(const char *file, const char *const *names, size_t count, void *table) {
    char reason[512];
    if (leftoff_library_load(file, names, count, table, reason, sizeof reason)) return;
    fprintf(stderr, "leftoff: %s\n", reason);
    exit(EX_UNAVAILABLE);
}
