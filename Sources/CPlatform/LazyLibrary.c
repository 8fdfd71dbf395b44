#include "LazyLibrary.h"

#include <dlfcn.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>

static atomic_bool keeps_running;

// Describes the last error of the dynamic loader in one line.
static void describe_error(char *reason, size_t size, const char *file, const char *package) {
    const char *error = dlerror();
    if (!error) error = "a symbol is missing";
    // The loader's message begins with the path of the file that it could not open, which may be another library.
    size_t length = strcspn(error, ":");
    size_t file_length = strlen(file);
    int is_about_file = length >= file_length && strncmp(error + length - file_length, file, file_length) == 0;
    if (is_about_file && strstr(error, "No such file")) {
        snprintf(reason, size, "%s is missing; install %s", file, package);
    } else {
        snprintf(reason, size, "cannot load %s: %s", file, error);
    }
}

void *leftoff_library_load(
    const char *file, const char *package, const char *const *names, size_t count, void *table, char *reason,
    size_t size) {
    void *library = dlopen(file, RTLD_LAZY | RTLD_LOCAL);
    if (!library) {
        describe_error(reason, size, file, package);
        return NULL;
    }
    for (size_t i = 0; i < count; i++) {
        void *address = dlsym(library, names[i]);
        if (!address) {
            describe_error(reason, size, file, package);
            dlclose(library);
            return NULL;
        }
        // Copied, because C has no conversion between function pointers and object pointers.
        memcpy((char *)table + i * sizeof address, &address, sizeof address);
    }
    return library;
}

bool leftoff_library_require(
    const char *failure, const char *file, const char *package, const char *const *names, size_t count, void *table) {
    char reason[512];
    if (leftoff_library_load(file, package, names, count, table, reason, sizeof reason)) return true;
    fprintf(stderr, "leftoff: %s: %s\n", failure, reason);
    if (!atomic_load(&keeps_running)) exit(EX_UNAVAILABLE);
    return false;
}

void leftoff_library_keep_running(void) { atomic_store(&keeps_running, true); }
