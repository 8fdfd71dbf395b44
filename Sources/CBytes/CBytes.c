#include "CBytes.h"

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

// 0: a JSON string contains the byte unchanged; 'u': it is escaped by its number; others: the letter after a backslash.
static const uint8_t json_escapes[256] = {
    [0x00] = 'u', [0x01] = 'u', [0x02] = 'u', [0x03] = 'u', [0x04] = 'u', [0x05] = 'u', [0x06] = 'u', [0x07] = 'u',
    [0x08] = 'b', [0x09] = 't', [0x0A] = 'n', [0x0B] = 'u', [0x0C] = 'f', [0x0D] = 'r', [0x0E] = 'u', [0x0F] = 'u',
    [0x10] = 'u', [0x11] = 'u', [0x12] = 'u', [0x13] = 'u', [0x14] = 'u', [0x15] = 'u', [0x16] = 'u', [0x17] = 'u',
    [0x18] = 'u', [0x19] = 'u', [0x1A] = 'u', [0x1B] = 'u', [0x1C] = 'u', [0x1D] = 'u', [0x1E] = 'u', [0x1F] = 'u',
    [0x7F] = 'u', ['"'] = '"', ['\\'] = '\\',
};

size_t leftoff_escape_json(const uint8_t *text, size_t count, uint8_t *output) {
    static const char digits[] = "0123456789abcdef";
    uint8_t *out = output;
    size_t position = 0;
    while (position < count) {
        // Most parts of 16 bytes are copied unchanged.
        while (count - position >= 16) {
            const uint8_t *part = text + position;
            uint8_t found = 0;
            for (int lane = 0; lane < 16; lane++) {
                uint8_t byte = part[lane];
                found |= (byte < 0x20) | (byte == '"') | (byte == '\\') | (byte == 0x7F);
            }
            if (found) break;
            memcpy(out, part, 16);
            out += 16;
            position += 16;
        }
        size_t end = count - position < 16 ? count : position + 16;
        for (; position < end; position++) {
            uint8_t byte = text[position], escape = json_escapes[byte];
            if (escape == 0) {
                *out++ = byte;
                continue;
            }
            *out++ = '\\';
            *out++ = escape;
            if (escape != 'u') continue;
            *out++ = '0';
            *out++ = '0';
            *out++ = (uint8_t)digits[byte >> 4];
            *out++ = (uint8_t)digits[byte & 0xF];
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
        uint8_t lead = text[position];
        if (lead < 0x80) {
            position += 1;
            continue;
        }
        // The number of continuation bytes, and the range of the first one (the Unicode Standard, table 3-7).
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
            return false;
        }
        if (count - position <= length) return false;
        uint8_t next = text[position + 1];
        if (next < lowest || next > highest) return false;
        for (size_t index = 2; index <= length; index++) {
            if ((text[position + index] & 0xC0) != 0x80) return false;
        }
        position += length + 1;
    }
    return true;
}
