// The scripts of `js/`, embedded by the compiler.
//
// This target exists because Swift has no `#embed`. Resource bundles would make the product more than one file, and
// `.embedInCode` turns each byte into Swift source, which takes seconds to compile.

#ifndef LEFTOFF_PAGE_SCRIPTS_H
#define LEFTOFF_PAGE_SCRIPTS_H

#include <stddef.h>

#pragma clang assume_nonnull begin

// Each of these returns UTF-8 text that ends with a zero byte and is valid for the life of the process.
// A script is an expression whose value is an object of functions; `Tools/build-scripts` makes it.

/// Returns the script with `defineExtensionPreprocessing` and `capturePlace`.
const char *leftoff_script_capture(void);

/// Returns the script with `defineCopy`.
const char *leftoff_script_copy(void);

/// Returns the script with `definePainting`.
const char *leftoff_script_paint(void);

/// Returns the script with `restoreFromJSON` and `defineRestore`.
const char *leftoff_script_restore(void);

/// Returns the script with `startUserscript`.
const char *leftoff_script_userscript(void);

/// Returns the minified script with `captureAndSend`.
const char *leftoff_script_capture_bookmarklet(void);

/// Returns the minified script with `requestAndRestore` and `restoreOne`.
const char *leftoff_script_restore_bookmarklet(void);

/// Returns the module that exports the paths of the symbols.
const char *leftoff_module_symbols(void);

/// Returns the module that exports the client of the service's API.
const char *leftoff_module_service_client(void);

/// A file of the browser extension: its path in the extension's directory, and its bytes, followed by a zero that does
/// not count. Valid for the life of the process.
struct leftoff_extension_file {
    const char *path;
    const unsigned char *bytes;
    size_t count;
};

/// Returns the number of files that the extension has apart from the scripts that run in pages.
size_t leftoff_extension_file_count(void);

/// Returns a file of the extension.
///
/// `index` must be less than `leftoff_extension_file_count()`.
struct leftoff_extension_file leftoff_extension_file_at(size_t index);

#pragma clang assume_nonnull end

#endif
