/* What the eye, or a spreadsheet, makes of a character (unicode.h). Code points after Unicode's
 * confusables.txt and UnicodeData.txt, for the alphabets that names of students are written in. */
#include "unicode.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base.h"

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

/* ---- skeletons */

static int is_mark(unsigned c)
{
    static const struct range list[] = {{0x300, 0x36f},   {0x483, 0x489},   {0x1ab0, 0x1aff},
                                        {0x1dc0, 0x1dff}, {0x20d0, 0x20ff}, {0x3099, 0x309c},
                                        {0xfe20, 0xfe2f}, {0xff9e, 0xff9f}};
    return AMONG(list, c);
}

/* Without its accent, where it is a letter of Latin's with one. */
static unsigned without_accent(unsigned c)
{
    static const char
        latin[] = /* U+00C0 to U+017F; ? where it is a letter of its own */
        "AAAAAA?CEEEEIIII?NOOOOO?OUUUUY??aaaaaa?ceeeeiiii?nooooo?ouuuuy?yAaAaAaCcCcCcCcDdDdEeEeEe"
        "EeEeGgGgGgGgHhHhIiIiIiIiI???JjKk?LlLlLl??LlNnNnNn???OoOoOo??RrRrRrSsSsSsSsTtTtTtUuUuUuUu"
        "UuUuWwYyYZzZzZz?",
        more[] = /* U+1E00 to U+1EFF */
        "AaBbBbBbCcDdDdDdDdDdEeEeEeEeEeFfGgHhHhHhHhHhIiIiKkKkKkLlLlLlLlMmMmMmNnNnNnNnOoOoOoOoPpPp"
        "RrRrRrRrSsSsSsSsSsTtTtTtTtUuUuUuUuUuVvVvWwWwWwWwWwXxXxYyZzZzZzhtwy??????AaAaAaAaAaAaAaAa"
        "AaAaAaAaEeEeEeEeEeEeEeEeIiIiOoOoOoOoOoOoOoOoOoOoOoOoUuUuUuUuUuUuUuYyYyYyYy??????";
    _Static_assert(sizeof latin == 0xc0 + 1 && sizeof more == 0x100 + 1, "a letter each");
    char base = c >= 0xc0 && c < 0x180      ? latin[c - 0xc0]
                : c >= 0x1e00 && c < 0x1f00 ? more[c - 0x1e00]
                                            : '?';
    if (base != '?')
        return (unsigned char)base;
    if (c == 0x419 || c == 0x439 || c == 0x40d || c == 0x45d) /* Cyrillic short i, i with grave */
        return c & 0x20 || c == 0x45d ? 0x438 : 0x418;
    return c == 0x401 ? 0x415 : c == 0x451 ? 0x435 : c == 0x407 ? 0x406 : c == 0x457 ? 0x456 : c;
}

/* Without the small strokes or circle; hiragana, and katakana 0x60 later. */
static unsigned without_voice(unsigned c)
{
    unsigned shift = c >= 0x30a1 && c <= 0x30fe ? 0x60 : 0, h = c - shift;
    if ((h >= 0x304b && h <= 0x3062 && h % 2 == 0) || h == 0x3065 || h == 0x3067 || h == 0x3069)
        return c - 1;
    if (h >= 0x306f && h <= 0x307d)
        return c - (h - 0x306f) % 3;
    return h == 0x3094 ? 0x3046 + shift : h == 0x309e ? 0x309d + shift : c;
}

/* The Latin letter, sign or digit that it looks like; itself if it looks like none. */
static unsigned latin_of(unsigned c)
{
    static const struct {
        unsigned character;
        char like;
    } table[] = {{0x391, 'A'},   {0x392, 'B'},  {0x395, 'E'},   {0x396, 'Z'},   {0x397, 'H'},
                 {0x399, 'I'},   {0x39a, 'K'},  {0x39c, 'M'},   {0x39d, 'N'},   {0x39f, 'O'},
                 {0x3a1, 'P'},   {0x3a4, 'T'},  {0x3a5, 'Y'},   {0x3a7, 'X'},   {0x3b1, 'a'},
                 {0x3b9, 'i'},   {0x3ba, 'k'},  {0x3bd, 'v'},   {0x3bf, 'o'},   {0x3c1, 'p'},
                 {0x3c5, 'u'},   {0x3f2, 'c'},  {0x3f3, 'j'},   {0x405, 'S'},   {0x406, 'I'},
                 {0x408, 'J'},   {0x410, 'A'},  {0x412, 'B'},   {0x415, 'E'},   {0x41a, 'K'},
                 {0x41c, 'M'},   {0x41d, 'H'},  {0x41e, 'O'},   {0x420, 'P'},   {0x421, 'C'},
                 {0x422, 'T'},   {0x423, 'Y'},  {0x425, 'X'},   {0x430, 'a'},   {0x435, 'e'},
                 {0x43a, 'k'},   {0x43e, 'o'},  {0x440, 'p'},   {0x441, 'c'},   {0x443, 'y'},
                 {0x445, 'x'},   {0x455, 's'},  {0x456, 'i'},   {0x458, 'j'},   {0x4ae, 'Y'},
                 {0x4af, 'y'},   {0x4bb, 'h'},  {0x4c0, 'I'},   {0x4cf, 'l'},   {0x501, 'd'},
                 {0x51b, 'q'},   {0x51d, 'w'},  {0x131, 'i'},   {0x17f, 's'},   {0x251, 'a'},
                 {0x261, 'g'},   {0x1c0, 'l'},  {0x2018, '\''}, {0x2019, '\''}, {0x201b, '\''},
                 {0x2032, '\''}, {0x2bc, '\''}, {0x2bb, '\''},  {0xb4, '\''},   {'`', '\''},
                 {0x201c, '"'},  {0x201d, '"'}, {0x2024, '.'},  {0xb7, '.'},    {0x2215, '/'},
                 {0x2044, '/'},  {0x212a, 'K'}, {0x2010, '-'},  {0x2011, '-'},  {0x2012, '-'},
                 {0x2013, '-'},  {0x2014, '-'}, {0x2212, '-'},  {0xfe63, '-'}};
    if (c >= 0xff01 && c <= 0xff5e)
        return c - 0xff01 + '!';
    if (c >= 0x1d400 && c <= 0x1d6a3) /* letters of mathematics: bold, slanted, … */
        return (c - 0x1d400) % 52 < 26 ? 'A' + (c - 0x1d400) % 26 : 'a' + (c - 0x1d400) % 26;
    if (c >= 0x1d7ce && c <= 0x1d7ff)
        return '0' + (c - 0x1d7ce) % 10;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (table[i].character == c)
            return (unsigned char)table[i].like;
    return c;
}

static unsigned small_of(unsigned c)
{
    if (c < 0x80)
        return (unsigned)tolower((int)c);
    return (c >= 0x391 && c <= 0x3a9) || (c >= 0x410 && c <= 0x42f) ? c + 32
           : c >= 0x400 && c <= 0x40f                               ? c + 80
           : c == 0xc6 || c == 0xde || c == 0xd0                    ? c + 32
                                                                    : c;
}

/* What is written out for a character; up to three, the number in *count. */
static void parts_of(unsigned c, int fold, unsigned *part, int *count)
{
    *count = 1;
    if (c >= 0xac00 && c <= 0xd7a3) { /* a syllable of Hangul: its letters */
        unsigned s = c - 0xac00;
        part[0] = 0x1100 + s / 588;
        part[1] = 0x1161 + s % 588 / 28;
        part[2] = 0x11a7 + s % 28;
        *count = s % 28 ? 3 : 2;
        return;
    }
    c = without_voice(without_accent(c));
    if (fold)
        c = small_of(c);
    c = latin_of(c);
    if (fold)
        c = small_of(c);
    else if (c == 'I' || c == '1' || c == '|')
        c = 'l';
    else if (c == '0')
        c = 'O';
    part[0] = c;
}

char *skeleton_of(const char *name, int fold)
{
    unsigned c, part[3];
    char *text = zeros(9 * strlen(name) + 1, 1); /* a syllable of three bytes becomes three */
    size_t used = 0, solid = 0;
    int count;
    while (*name) {
        name = next_character(name, &c);
        if (is_invisible(c) || is_mark(c))
            continue;
        if (is_blank(c) || c == '_') {
            if (used && text[used - 1] != ' ')
                text[used++] = ' ';
            continue;
        }
        parts_of(c, fold, part, &count);
        for (int i = 0; i < count; i++)
            used += (size_t)sprintf(text + used, part[i] < 0x80 ? "%c" : "%x.", part[i]);
        solid = used;
    }
    text[solid] = 0;
    return text;
}
