// Shared libraries that are loaded at their first use rather than at start.
//
// libcurl alone depends on thirty other libraries. Loading them takes longer than a run that needs none of them.

#ifndef LEFTOFF_CLAZYLIBRARY_H
#define LEFTOFF_CLAZYLIBRARY_H

#include <stdbool.h>
#include <stddef.h>

#pragma clang assume_nonnull begin

/// The file name of a library in the version whose headers this was compiled with. All arguments are literals.
#define LEFTOFF_LIBRARY(name, version) "lib" name ".so." version

/// A field for a symbol, with the symbol's name and the type that the library's header declares.
///
/// A list of symbols is a macro that applies its parameter to each symbol: this macro makes a struct of pointers from
/// the list, and the next one makes the names in the same order.
#define LEFTOFF_SYMBOL_FIELD(name) __typeof__(name) *name;
#define LEFTOFF_SYMBOL_NAME(name) #name,

/// Loads a library and looks up its symbols.
///
/// file: the library's file name.
/// package: the name of the Debian package that contains it.
/// names: the symbols; `count` of them.
/// table: a struct of `count` pointers, which receives the symbols' addresses.
/// reason, size: a buffer for a line of text that says what is missing.
/// Returns the library's handle for dlsym, or NULL if the library or one of the symbols is missing.
void *_Nullable leftoff_library_load(
    const char *file, const char *package, const char *_Nonnull const *_Nonnull names, size_t count, void *table,
    char *reason, size_t size);

/// Loads a library for callers that have no way to report the reason of an error.
///
/// failure: what fails without the library, such as "cannot read XML".
/// If the library is missing, prints a line and exits with EX_UNAVAILABLE (sysexits), as the dynamic loader would have
/// ended the process at start. After leftoff_library_keep_running, it returns false instead.
bool leftoff_library_require(
    const char *failure, const char *file, const char *package, const char *_Nonnull const *_Nonnull names,
    size_t count, void *table);

/// Lets the process continue without a missing library, for a service that has more to do than the failing request.
void leftoff_library_keep_running(void);

#pragma clang assume_nonnull end

#endif
