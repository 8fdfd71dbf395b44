// The one function of libpsl that Leftoff needs: finding the registrable domain of a host.
//
// The shim keeps the library's headers away from Swift and always uses the list that is built into the library.

#ifndef LEFTOFF_CLIBPSL_H
#define LEFTOFF_CLIBPSL_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Returns true if the library was built with a list.
int leftoff_psl_has_list(void);

/// Finds the registrable domain of a host: its public suffix by the Public Suffix List and one more label.
///
/// host: a NUL-terminated ASCII domain in lower case, without a final dot.
/// Returns the offset of the registrable domain in the host; -1 if the host itself is a public suffix.
ptrdiff_t leftoff_psl_registrable_domain(const char *_Nonnull host);

#ifdef __cplusplus
}
#endif

#endif
