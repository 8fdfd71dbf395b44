// Replaces ICU's 30 MB of locale data, which Foundation's static library contains, by an empty package.
//
// GRDB imports Foundation, and Foundation's static library refers to ICU, but nothing that Leftoff calls uses ICU's
// data: see docs/decisions/0051. The linker takes the data from Foundation's archive only if no object file defines the
// symbol.

#ifndef LEFTOFF_CEMPTYICUDATA_H
#define LEFTOFF_CEMPTYICUDATA_H

#include <stdint.h>

/// A data package of ICU (`DataHeader` in ICU's ucmndata.h) with an empty table of contents.
typedef struct {
    uint16_t header_size;
    uint8_t magic[2];
    uint16_t info_size;
    uint16_t reserved_word;
    uint8_t is_big_endian;
    uint8_t charset_family;
    uint8_t size_of_uchar;
    uint8_t reserved_byte;
    uint8_t data_format[4];
    uint8_t format_version[4];
    uint8_t data_version[4];
    uint8_t padding[8];
    uint32_t entry_count;
    uint32_t reserved;
} leftoff_icu_data;

/// The package under the name that the ICU of Swift 6.3 looks for: `icudt`, ICU's major version, `_dat`.
///
/// With a toolchain whose ICU has another version, the release binary is 30 MB larger.
///
/// The symbol is hidden: in a debug build, Foundation is a shared library, which uses its own data.
extern const leftoff_icu_data icudt76_dat __attribute__((visibility("hidden")));

#endif
