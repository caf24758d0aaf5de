/* UTF-16, as Windows' editors and spreadsheets save it, to UTF-8. */
#include "base.h"

#include <iconv.h>

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
