/* The judge's own end, and texts from outside: made fit for a terminal, and UTF-16, as Windows'
 * editors and spreadsheets save it, made UTF-8. */
#include <iconv.h>

#include "base.h"

/* Length of the UTF-8 character at `at`, or 0 where it is none that a text may hold: overlong
 * forms, surrogates, non-characters, controls, and what turns the text around or ends its
 * line. */
static int text_character(const unsigned char *at)
{
    unsigned value = *at;
    int length = value < 0x80 ? 1 : value < 0xc2 ? 0 : value < 0xe0 ? 2 : value < 0xf0 ? 3 : 4;
    if (length > 1)
        value &= 0x3fu >> (length - 1);
    for (int i = 1; i < length; i++) {
        if ((at[i] & 0xc0) != 0x80)
            return 0;
        value = value << 6 | (at[i] & 0x3fu);
    }
    if ((length == 3 && value < 0x800) || (length == 4 && (value < 0x10000 || value > 0x10ffff)) ||
        (value >= 0xd800 && value < 0xe000) || (value & 0xfffe) == 0xfffe ||
        (value >= 0xfdd0 && value <= 0xfdef))
        return 0;
    if (value < ' ' || (value >= 127 && value < 0xa0))
        return 0;
    if (value == 0x61c || value == 0x200e || value == 0x200f ||
        (value >= 0x2028 && value <= 0x202e) || (value >= 0x2066 && value <= 0x2069))
        return 0;
    return length;
}

char *clean_text(char *text)
{
    for (unsigned char *at = (unsigned char *)text; *at;) {
        int length = text_character(at);
        if (length == 0)
            *at = strchr("\n\r\t", *at) ? ' ' : '?';
        at += length ? length : 1;
    }
    return text;
}

void say_line(FILE *to, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    OWNED char *text = text_of_list(format, list);
    va_end(list);
    fprintf(to, "%s\n", clean_text(text));
}

void die(const char *format, ...)
{
    char text[8192]; /* two paths and a message */
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    fprintf(stderr, "judge: %s\n", clean_text(text));
    fflush(NULL);
    _exit(2); /* also in a worker: no handlers of the parent's */
}

/* By the mark in front, which iconv takes off. Half a pair, which stands for nothing alone, becomes
 * U+FFFD; half a unit at the end, nothing. */
static char *from_utf16(char *from, size_t left, size_t *length)
{
    size_t room = left / 2 * 3 + 4;
    char *out = zeros(room, 1), *to = out;
    iconv_t converter = iconv_open("UTF-8", "UTF-16");
    if (converter == (iconv_t)-1)
        die("iconv knows no UTF-16");
    while (left >= 2 && iconv(converter, &from, &left, &to, &room) == (size_t)-1 && left >= 2) {
        to = stpcpy(to, "\xef\xbf\xbd");
        room -= 3;
        from += 2;
        left -= 2;
    }
    iconv_close(converter);
    *length = (size_t)(to - out);
    return out;
}

char *utf8_text(char *text, size_t *size)
{
    if (*size >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0) {
        *size -= 3;
        memmove(text, text + 3, *size + 1);
    }
    if (*size < 2 || (memcmp(text, "\xff\xfe", 2) != 0 && memcmp(text, "\xfe\xff", 2) != 0))
        return text;
    char *out = from_utf16(text, *size, size);
    free(text);
    return out;
}

char *read_source(const char *path, size_t limit, size_t *size)
{
    char *text = read_file(path, limit, size);
    return text ? utf8_text(text, size) : NULL;
}
