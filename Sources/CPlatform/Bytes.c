#include "Bytes.h"

#include <string.h>

// The number of bytes that a search examines before it checks for a hit.
enum { check_interval = 256 };

leftoff_byte_counts leftoff_count_bytes(const uint8_t *text, size_t count, uint8_t first, uint8_t second) {
    leftoff_byte_counts counts = {0, 0};
    size_t position = 0;
    while (count - position >= 16) {
        size_t rounds = (count - position) / 16;
        if (rounds > 255) rounds = 255;
        uint8_t firsts[16] = {0};
        uint8_t seconds[16] = {0};
        for (size_t round = 0; round < rounds; round++) {
            const uint8_t *part = text + position + round * 16;
            for (int lane = 0; lane < 16; lane++) {
                firsts[lane] += part[lane] == first;
                seconds[lane] += part[lane] == second;
            }
        }
        for (int lane = 0; lane < 16; lane++) {
            counts.first += firsts[lane];
            counts.second += seconds[lane];
        }
        position += rounds * 16;
    }
    for (; position < count; position++) {
        counts.first += text[position] == first;
        counts.second += text[position] == second;
    }
    return counts;
}

size_t leftoff_count_scalars(const uint8_t *text, size_t count) {
    size_t scalars = 0;
    size_t position = 0;
    while (position < count) {
        size_t end = count - position < 255 ? count : position + 255;
        uint8_t begins = 0;
        for (; position < end; position++) begins += (text[position] & 0xC0) != 0x80;
        scalars += begins;
    }
    return scalars;
}

size_t leftoff_find_any(const uint8_t *text, size_t count, const uint8_t wanted[6]) {
    uint8_t a = wanted[0], b = wanted[1], c = wanted[2], d = wanted[3], e = wanted[4], f = wanted[5];
    size_t position = 0;
    while (count - position >= 32) {
        uint8_t found = 0;
        for (int lane = 0; lane < 32; lane++) {
            uint8_t byte = text[position + lane];
            found |= (byte == a) | (byte == b) | (byte == c) | (byte == d) | (byte == e) | (byte == f);
        }
        if (found) break;
        position += 32;
    }
    for (; position < count; position++) {
        uint8_t byte = text[position];
        if (byte == a || byte == b || byte == c || byte == d || byte == e || byte == f) return position;
    }
    return count;
}

// 1: unchanged anywhere after the host; 2: depends on the neighbouring characters; 0: may be changed.
static const uint8_t address_bytes[256] = {
    ['!'] = 1, ['#'] = 1, ['$'] = 1, ['&'] = 1, ['('] = 1, [')'] = 1, ['*'] = 1, ['+'] = 1, [','] = 1, ['-'] = 1,
    ['/'] = 1, [':'] = 1, [';'] = 1, ['='] = 1, ['?'] = 1, ['@'] = 1, ['['] = 1, [']'] = 1, ['_'] = 1, ['~'] = 1,
    ['0'] = 1, ['1'] = 1, ['2'] = 1, ['3'] = 1, ['4'] = 1, ['5'] = 1, ['6'] = 1, ['7'] = 1, ['8'] = 1, ['9'] = 1,
    ['A'] = 1, ['B'] = 1, ['C'] = 1, ['D'] = 1, ['E'] = 1, ['F'] = 1, ['G'] = 1, ['H'] = 1, ['I'] = 1, ['J'] = 1,
    ['K'] = 1, ['L'] = 1, ['M'] = 1, ['N'] = 1, ['O'] = 1, ['P'] = 1, ['Q'] = 1, ['R'] = 1, ['S'] = 1, ['T'] = 1,
    ['U'] = 1, ['V'] = 1, ['W'] = 1, ['X'] = 1, ['Y'] = 1, ['Z'] = 1, ['a'] = 1, ['b'] = 1, ['c'] = 1, ['d'] = 1,
    ['e'] = 1, ['f'] = 1, ['g'] = 1, ['h'] = 1, ['i'] = 1, ['j'] = 1, ['k'] = 1, ['l'] = 1, ['m'] = 1, ['n'] = 1,
    ['o'] = 1, ['p'] = 1, ['q'] = 1, ['r'] = 1, ['s'] = 1, ['t'] = 1, ['u'] = 1, ['v'] = 1, ['w'] = 1, ['x'] = 1,
    ['y'] = 1, ['z'] = 1, ['.'] = 2, ['%'] = 2,
};

bool leftoff_is_clean_path(const uint8_t *text, size_t count) {
    for (size_t position = 0; position < count; position++) {
        uint8_t kind = address_bytes[text[position]];
        if (kind == 1) continue;
        if (kind == 0) return false;
        // A dot segment begins with a dot or with "%2e".
        if (position == 0 || text[position - 1] == '/') return false;
    }
    return true;
}

bool leftoff_has_byte(const uint8_t *text, size_t count, uint8_t first, uint8_t second, uint8_t third) {
    size_t position = 0;
    while (position < count) {
        size_t end = count - position < check_interval ? count : position + check_interval;
        uint8_t found = 0;
        for (; position < end; position++) {
            found |= (text[position] == first) | (text[position] == second) | (text[position] == third);
        }
        if (found) return true;
    }
    return false;
}

bool leftoff_is_ascii(const uint8_t *text, size_t count) {
    size_t position = 0;
    while (position < count) {
        size_t end = count - position < check_interval ? count : position + check_interval;
        uint8_t all = 0;
        for (; position < end; position++) all |= text[position];
        if (all >= 0x80) return false;
    }
    return true;
}

// The characters that must not reach a terminal, in ascending order; noncharacters at the end of a plane are left out.
static const struct {
    uint32_t first, last;
} unsafe_ranges[] = {
    {0x0000, 0x001F},    // C0 controls
    {0x007F, 0x009F},    // DEL and C1 controls
    {0x061C, 0x061C},    // Arabic letter mark
    {0x115F, 0x1160},    // Hangul fillers
    {0x17B4, 0x17B5},    // invisible Khmer vowels
    {0x180E, 0x180E},    // Mongolian vowel separator
    {0x200B, 0x200B},    // zero width space
    {0x200E, 0x200F},    // left-to-right and right-to-left mark
    {0x2028, 0x202E},    // line and paragraph separator, embeddings and overrides
    {0x2060, 0x206F},    // word joiner, invisible operators, isolates
    {0x3164, 0x3164},    // Hangul filler
    {0xD800, 0xDFFF},    // surrogates
    {0xFDD0, 0xFDEF},    // noncharacters
    {0xFEFF, 0xFEFF},    // zero width no-break space
    {0xFFA0, 0xFFA0},    // half-width Hangul filler
    {0xFFF0, 0xFFFB},    // reserved, interlinear annotations
    {0x1BCA0, 0x1BCA3},  // shorthand format controls
    {0x1D173, 0x1D17A},  // musical format controls
    {0xE0000, 0xE0FFF},  // tags, supplementary variation selectors
};

bool leftoff_is_unsafe(uint32_t scalar) {
    if ((scalar & 0xFFFE) == 0xFFFE || scalar > 0x10FFFF) return true;
    for (size_t index = 0; index < sizeof unsafe_ranges / sizeof unsafe_ranges[0]; index++) {
        if (scalar < unsafe_ranges[index].first) return false;
        if (scalar <= unsafe_ranges[index].last) return true;
    }
    return false;
}

// Returns the length of the well-formed UTF-8 sequence at the start of a text (the Unicode Standard, table 3-7), or 0.
static inline size_t sequence_length(const uint8_t *text, size_t count) {
    uint8_t lead = text[0];
    if (lead < 0x80) return 1;
    // The number of continuation bytes, and the range of the first one.
    size_t length;
    uint8_t lowest = 0x80, highest = 0xBF;
    if (lead >= 0xC2 && lead <= 0xDF) {
        length = 1;
    } else if (lead >= 0xE0 && lead <= 0xEF) {
        length = 2;
        if (lead == 0xE0) lowest = 0xA0;
        if (lead == 0xED) highest = 0x9F;
    } else if (lead >= 0xF0 && lead <= 0xF4) {
        length = 3;
        if (lead == 0xF0) lowest = 0x90;
        if (lead == 0xF4) highest = 0x8F;
    } else {
        return 0;
    }
    if (count <= length) return 0;
    if (text[1] < lowest || text[1] > highest) return 0;
    for (size_t index = 2; index <= length; index++) {
        if ((text[index] & 0xC0) != 0x80) return 0;
    }
    return length + 1;
}

// Returns the scalar of a well-formed sequence.
static inline uint32_t decoded(const uint8_t *text, size_t length) {
    switch (length) {
        case 1: return text[0];
        case 2: return (text[0] & 0x1Fu) << 6 | (text[1] & 0x3Fu);
        case 3: return (text[0] & 0x0Fu) << 12 | (text[1] & 0x3Fu) << 6 | (text[2] & 0x3Fu);
        default:
            return (text[0] & 0x07u) << 18 | (text[1] & 0x3Fu) << 12 | (text[2] & 0x3Fu) << 6 | (text[3] & 0x3Fu);
    }
}

size_t leftoff_find_unsafe(const uint8_t *text, size_t count, size_t position, size_t *length) {
    while (position < count) {
        // Most parts of 16 bytes are printable ASCII.
        while (count - position >= 16) {
            const uint8_t *part = text + position;
            uint8_t found = 0;
            for (int lane = 0; lane < 16; lane++) found |= (part[lane] < 0x20) | (part[lane] >= 0x7F);
            if (found) break;
            position += 16;
        }
        size_t end = count - position < 16 ? count : position + 16;
        while (position < end) {
            size_t sequence = sequence_length(text + position, count - position);
            if (sequence == 0 || leftoff_is_unsafe(decoded(text + position, sequence))) {
                *length = sequence == 0 ? 1 : sequence;
                return position;
            }
            position += sequence;
        }
    }
    *length = 0;
    return count;
}

// 0: a JSON string contains the byte unchanged; 'u': it is escaped by its number; 'm': it may begin an unsafe
// character; others: the letter after a backslash.
static const uint8_t json_escapes[256] = {
    [0x00] = 'u', [0x01] = 'u', [0x02] = 'u', [0x03] = 'u', [0x04] = 'u', [0x05] = 'u', [0x06] = 'u', [0x07] = 'u',
    [0x08] = 'b', [0x09] = 't', [0x0A] = 'n', [0x0B] = 'u', [0x0C] = 'f', [0x0D] = 'r', [0x0E] = 'u', [0x0F] = 'u',
    [0x10] = 'u', [0x11] = 'u', [0x12] = 'u', [0x13] = 'u', [0x14] = 'u', [0x15] = 'u', [0x16] = 'u', [0x17] = 'u',
    [0x18] = 'u', [0x19] = 'u', [0x1A] = 'u', [0x1B] = 'u', [0x1C] = 'u', [0x1D] = 'u', [0x1E] = 'u', [0x1F] = 'u',
    [0x7F] = 'u', ['"'] = '"', ['\\'] = '\\',
    [0xC2] = 'm', [0xD8] = 'm', [0xE1] = 'm', [0xE2] = 'm', [0xE3] = 'm', [0xEF] = 'm',
    [0xF0] = 'm', [0xF1] = 'm', [0xF2] = 'm', [0xF3] = 'm', [0xF4] = 'm',
};

// Writes a UTF-16 code unit as an escape, and returns the end.
static uint8_t *write_unit(uint32_t unit, uint8_t *out) {
    static const char digits[] = "0123456789abcdef";
    *out++ = '\\';
    *out++ = 'u';
    for (int shift = 12; shift >= 0; shift -= 4) *out++ = (uint8_t)digits[unit >> shift & 0xF];
    return out;
}

size_t leftoff_escape_json(const uint8_t *text, size_t count, uint8_t *output) {
    uint8_t *out = output;
    size_t position = 0;
    while (position < count) {
        // Most parts of 16 bytes are copied unchanged.
        while (count - position >= 16) {
            const uint8_t *part = text + position;
            uint8_t found = 0;
            for (int lane = 0; lane < 16; lane++) {
                uint8_t byte = part[lane];
                found |= (byte < 0x20) | (byte == '"') | (byte == '\\') | (byte >= 0x7F);
            }
            if (found) {
                // Beyond ASCII, few bytes begin an unsafe character.
                found = 0;
                for (int lane = 0; lane < 16; lane++) {
                    uint8_t byte = part[lane];
                    found |= (byte < 0x20) | (byte == '"') | (byte == '\\') | (byte == 0x7F) | (byte == 0xC2) |
                             (byte == 0xD8) | ((uint8_t)(byte - 0xE1) < 3) | (byte >= 0xEF);
                }
                if (found) break;
            }
            memcpy(out, part, 16);
            out += 16;
            position += 16;
        }
        size_t end = count - position < 16 ? count : position + 16;
        while (position < end) {
            uint8_t byte = text[position], escape = json_escapes[byte];
            if (escape == 'm') {
                size_t length = sequence_length(text + position, count - position);
                uint32_t scalar = length == 0 ? 0 : decoded(text + position, length);
                if (length > 0 && leftoff_is_unsafe(scalar)) {
                    if (scalar > 0xFFFF) {
                        out = write_unit(0xD7C0 + (scalar >> 10), out);
                        scalar = 0xDC00 + (scalar & 0x3FF);
                    }
                    out = write_unit(scalar, out);
                    position += length;
                    continue;
                }
                escape = 0;
            }
            position++;
            if (escape == 'u') {
                out = write_unit(byte, out);
                continue;
            }
            if (escape != 0) *out++ = '\\';
            *out++ = escape == 0 ? byte : escape;
        }
    }
    return (size_t)(out - output);
}

bool leftoff_is_utf8(const uint8_t *text, size_t count) {
    size_t position = 0;
    while (position < count) {
        uint64_t word;
        if (count - position >= sizeof word) {
            memcpy(&word, text + position, sizeof word);
            if ((word & 0x8080808080808080) == 0) {
                position += sizeof word;
                continue;
            }
        }
        size_t length = sequence_length(text + position, count - position);
        if (length == 0) return false;
        position += length;
    }
    return true;
}
