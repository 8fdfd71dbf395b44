// Counts and finds bytes at memory speed, in loops that C compilers vectorise and Swift's compiler does not.

#ifndef LEFTOFF_CBYTES_H
#define LEFTOFF_CBYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// The numbers of bytes of a text that are equal to the first and to the second of two values.
typedef struct {
    size_t first;
    size_t second;
} leftoff_byte_counts;

/// Counts the occurrences of two bytes in a text.
leftoff_byte_counts leftoff_count_bytes(const uint8_t *text, size_t count, uint8_t first, uint8_t second);

/// Counts the Unicode scalars of a UTF-8 text: all bytes except continuation bytes.
size_t leftoff_count_scalars(const uint8_t *text, size_t count);

/// Returns the offset of the first byte that is one of six, or the text's length if there is none.
size_t leftoff_find_any(const uint8_t *text, size_t count, const uint8_t wanted[_Nonnull 6]);

/// Returns true if the URL Standard's parser leaves a text unchanged that follows a URL's host or is a relative URL:
/// nothing needs encoding, and there are no dot segments and no backslashes.
bool leftoff_is_clean_path(const uint8_t *text, size_t count);

/// Returns true if any byte of a text is equal to one of three.
bool leftoff_has_byte(const uint8_t *text, size_t count, uint8_t first, uint8_t second, uint8_t third);

/// Returns true if all bytes of a text are ASCII.
bool leftoff_is_ascii(const uint8_t *text, size_t count);

/// Returns true if a terminal obeys a character or hides it, so that it must not be printed as it is.
///
/// These are the characters of the general categories Cc, Zl and Zp, surrogates, noncharacters, interlinear
/// annotations, and those with the property Default_Ignorable_Code_Point (Unicode Standard Annex #44), which every
/// control of the writing direction has. Soft hyphens, joiners, non-joiners and variation selectors up to U+FFFF only
/// shape their neighbors and are safe.
bool leftoff_is_unsafe(uint32_t scalar);

/// Finds the next unsafe character, or the next byte that is no part of well-formed UTF-8.
///
/// The search begins at a position. Returns the offset, or the text's length if there is none. The length of what was
/// found is stored, in bytes; it is 1 for an ill-formed byte, and 0 if nothing was found.
size_t leftoff_find_unsafe(const uint8_t *text, size_t count, size_t position, size_t *length);

/// Copies a text and escapes it for a JSON string (RFC 8259, section 7). Unsafe characters are escaped too.
///
/// The output must have room for six times the length of the text. Returns the number of bytes written.
size_t leftoff_escape_json(const uint8_t *text, size_t count, uint8_t *output);

/// Returns true if a text is valid UTF-8.
bool leftoff_is_utf8(const uint8_t *text, size_t count);

#pragma clang assume_nonnull end

#endif
