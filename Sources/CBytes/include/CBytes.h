// Counts and finds bytes at memory speed: loops that C compilers turn into vector instructions, and Swift's does not.

#ifndef LEFTOFF_CBYTES_H
#define LEFTOFF_CBYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// How many bytes of a text are equal to one of two.
typedef struct {
    size_t first;
    size_t second;
} leftoff_byte_counts;

/// Counts two bytes in a text.
leftoff_byte_counts leftoff_count_bytes(const uint8_t *text, size_t count, uint8_t first, uint8_t second);

/// Counts the characters that begin in a text in UTF-8: all bytes but those that continue a character.
size_t leftoff_count_scalars(const uint8_t *text, size_t count);

/// Finds the first byte that is one of six; returns the text's length if there is none.
size_t leftoff_find_any(const uint8_t *text, size_t count, const uint8_t wanted[_Nonnull 6]);

/// Whether a text is the rest of an address behind its host, or a relative one, that the URL Standard's parser passes on
/// as it is: nothing to encode, no segment of dots, no backslash.
bool leftoff_is_clean_path(const uint8_t *text, size_t count);

/// Whether any byte of a text is equal to one of three.
bool leftoff_has_byte(const uint8_t *text, size_t count, uint8_t first, uint8_t second, uint8_t third);

/// Whether all bytes of a text are ASCII.
bool leftoff_is_ascii(const uint8_t *text, size_t count);

#pragma clang assume_nonnull end

#endif
