// The named characters of HTML 4 that libxml2 knows.

#ifndef LEFTOFF_CLIBXML2_ENTITIES_H
#define LEFTOFF_CLIBXML2_ENTITIES_H

#pragma clang assume_nonnull begin

/// Returns the code point of a named character, given without `&` and `;`, or 0 if the name is unknown.
unsigned int leftoff_html_character(const char *name);

#pragma clang assume_nonnull end

#endif
