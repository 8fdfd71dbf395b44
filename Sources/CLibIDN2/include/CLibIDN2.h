// The one function of libidn2 that Leftoff needs: the conversion of a domain label to ASCII.
//
// The shim keeps the library's headers, flags, result codes and allocator away from Swift.

#ifndef LEFTOFF_CLIBIDN2_H
#define LEFTOFF_CLIBIDN2_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The rules by which a label is processed.
typedef enum leftoff_idn_mode {
    /// UTS 46 nontransitional processing. libidn2 also refuses what IDNA2008 excludes (UTS 46's NV8 and XV8), such as
    /// most symbols and emoji, which the URL Standard allows.
    LEFTOFF_IDN_STRICT,
    /// UTS 46 transitional processing, the only mode in which libidn2 allows those characters. It maps the four
    /// deviation characters (U+00DF, U+03C2, U+200C, U+200D) and checks no right-to-left rule, so it is only for labels
    /// without these.
    LEFTOFF_IDN_SYMBOLS,
} leftoff_idn_mode;

/// The label contains a code point that the mode does not allow.
#define LEFTOFF_IDN_DISALLOWED (-1)
/// The label violates another rule, or its ASCII form is longer than DNS allows (63 bytes).
#define LEFTOFF_IDN_INVALID (-2)

/// Converts a label to ASCII.
///
/// label: NUL-terminated UTF-8 without dots. An A-label ("xn--...") is decoded and checked.
/// output: receives the ASCII form, without a NUL.
/// Returns its length in bytes, or one of the negative values above.
int leftoff_idn_label_to_ascii(
    const char *_Nonnull label, leftoff_idn_mode mode, char *_Nonnull output, size_t capacity);

#ifdef __cplusplus
}
#endif

#endif
