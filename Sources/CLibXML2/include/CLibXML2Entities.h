// The named characters of HTML 4 that libxml2 knows.

#ifndef LEFTOFF_CLIBXML2_ENTITIES_H
#define LEFTOFF_CLIBXML2_ENTITIES_H

#pragma clang assume_nonnull begin

/// The code point of a named character, without `&` and `;`, or 0 if there is none of that name.
unsigned int leftoff_html_character(const char *name);

#pragma clang assume_nonnull end

#endif
