// The one question that Leftoff asks libpsl: which domain of a host can be registered.
//
// The shim exists so that no header of the library reaches Swift, and so that the list is always the one built into it.

#ifndef LEFTOFF_CLIBPSL_H
#define LEFTOFF_CLIBPSL_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Whether the library was built with a list.
int leftoff_psl_has_list(void);

/// Finds the registrable domain of a host by the Public Suffix List: the public suffix and one label more.
///
/// host: a NUL-terminated domain in lower case, in its ASCII form, without a dot at its end.
/// Returns the offset at which the domain begins in the host; -1 if the host is itself a public suffix.
ptrdiff_t leftoff_psl_registrable_domain(const char *_Nonnull host);

#ifdef __cplusplus
}
#endif

#endif
