/* What a spreadsheet makes of a character (unicode.h). Source: Unicode's UnicodeData.txt. */
#include "unicode.h"

#include <stddef.h>

const char *next_character(const char *at, unsigned *character)
{
    const unsigned char *byte = (const unsigned char *)at;
    int length = *byte < 0xc2 ? 1 : *byte < 0xe0 ? 2 : *byte < 0xf0 ? 3 : *byte < 0xf5 ? 4 : 1;
    *character = length > 1 ? *byte & (0xffu >> (length + 1)) : *byte;
    for (int i = 1; i < length; i++) {
        if ((byte[i] & 0xc0) != 0x80) {
            *character = *byte;
            return at + 1;
        }
        *character = *character << 6 | (byte[i] & 0x3fu);
    }
    return at + length;
}

struct range {
    unsigned first, last;
};

static int is_among(const struct range *list, size_t count, unsigned c)
{
    for (size_t i = 0; i < count; i++)
        if (c >= list[i].first && c <= list[i].last)
            return 1;
    return 0;
}
#define AMONG(list, c) is_among(list, sizeof list / sizeof *list, c)

int is_invisible(unsigned c)
{
    static const struct range list[] = {
        {0xad, 0xad},     {0x34f, 0x34f},   {0x61c, 0x61c},     {0x115f, 0x1160},
        {0x17b4, 0x17b5}, {0x180b, 0x180f}, {0x200b, 0x200f},   {0x202a, 0x202e},
        {0x2060, 0x206f}, {0x3164, 0x3164}, {0xfe00, 0xfe0f},   {0xfeff, 0xfeff},
        {0xffa0, 0xffa0}, {0xfff0, 0xfffb}, {0xe0000, 0xe0fff}, {0x1d173, 0x1d17a}};
    return AMONG(list, c);
}

int is_blank(unsigned c)
{
    static const struct range list[] = {
        {'\t', '\r'},     {' ', ' '},       {0xa0, 0xa0},     {0x1680, 0x1680}, {0x2000, 0x200a},
        {0x2028, 0x2029}, {0x202f, 0x202f}, {0x205f, 0x205f}, {0x2800, 0x2800}, {0x3000, 0x3000}};
    return AMONG(list, c);
}

int begins_formula(unsigned c)
{
    static const struct range list[] = {
        {'=', '='},       {'+', '+'},       {'-', '-'},       {'@', '@'},       {'|', '|'},
        {0x2d7, 0x2d7},   {0x2010, 0x2015}, {0x207a, 0x207c}, {0x208a, 0x208c}, {0x2212, 0x2212},
        {0x2550, 0x2550}, {0x2795, 0x2796}, {0x30a0, 0x30a0}, {0xa78a, 0xa78a}, {0xfe58, 0xfe58},
        {0xfe62, 0xfe63}, {0xfe66, 0xfe66}, {0xfe6b, 0xfe6b}, {0xff0b, 0xff0b}, {0xff0d, 0xff0d},
        {0xff1d, 0xff1d}, {0xff20, 0xff20}, {0xff5c, 0xff5c}};
    return AMONG(list, c);
}
