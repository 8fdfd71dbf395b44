#include "CBytes.h"

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
