// The JavaScript modules of `js/`, embedded by the compiler.
//
// This target exists because Swift has no `#embed`. Resource bundles would make the product more than one file, and
// `.embedInCode` turns each byte into Swift source, which takes seconds to compile.

#ifndef LEFTOFF_PAGE_SCRIPTS_H
#define LEFTOFF_PAGE_SCRIPTS_H

#include <stddef.h>

#pragma clang assume_nonnull begin

/// Returns how many modules there are.
size_t leftoff_js_module_count(void);

/// Returns the path of a module relative to `js/`, as UTF-8 that ends with a zero byte; valid for the process's life.
///
/// `index` must be less than `leftoff_js_module_count()`.
const char *leftoff_js_module_path(size_t index);

/// Returns the UTF-8 text of a module, which ends with a zero byte; valid for the process's life.
///
/// `index` must be less than `leftoff_js_module_count()`.
const char *leftoff_js_module_text(size_t index);

/// A file of the browser extension: its path relative to `js/extension/`, and its bytes, followed by a zero that does not
/// count. Valid for the process's life.
struct leftoff_extension_file {
    const char *path;
    const unsigned char *bytes;
    size_t count;
};

/// Returns how many files of the extension there are.
size_t leftoff_extension_file_count(void);

/// Returns a file of the extension.
///
/// `index` must be less than `leftoff_extension_file_count()`.
struct leftoff_extension_file leftoff_extension_file_at(size_t index);

#pragma clang assume_nonnull end

#endif
