// Shared libraries that are loaded at their first use rather than at start.
//
// libcurl alone brings thirty other libraries with it, which cost a run that never uses them more time than the run
// itself.

#ifndef LEFTOFF_CLAZYLIBRARY_H
#define LEFTOFF_CLAZYLIBRARY_H

#include <stddef.h>

#pragma clang assume_nonnull begin

/// The file name of a library in the version whose headers this was compiled with; all arguments are literals.
#ifdef __APPLE__
#define LEFTOFF_LIBRARY(name, version) "lib" name "." version ".dylib"
#else
#define LEFTOFF_LIBRARY(name, version) "lib" name ".so." version
#endif

/// A field for a symbol, of the type that the library's header gives it, and the symbol's name.
///
/// A list of symbols is a macro that applies its parameter to each: once to this, which makes a struct of pointers, and
/// once to the next, which makes the names in the same order.
#define LEFTOFF_SYMBOL_FIELD(name) __typeof__(name) *name;
#define LEFTOFF_SYMBOL_NAME(name) #name,

/// Loads a library and looks up its symbols.
///
/// file: the library's file name.
/// names: the symbols; `count` of them.
/// table: a struct of as many pointers, which are filled in.
/// why, size: room for a line of text that says what is missing.
/// Returns the library's handle for dlsym, or NULL when the library or one of the symbols is missing.
void *_Nullable leftoff_library_load(
    const char *file, const char *_Nonnull const *_Nonnull names, size_t count, void *table, char *why, size_t size);

/// The same for a library whose users have no way to report that it is missing: prints a line and ends the process with
/// EX_UNAVAILABLE of sysexits. The dynamic loader would have ended it at start.
void leftoff_library_require(
    const char *file, const char *_Nonnull const *_Nonnull names, size_t count, void *table);

#pragma clang assume_nonnull end

#endif
