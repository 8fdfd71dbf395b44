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

#pragma clang assume_nonnull end

#endif
